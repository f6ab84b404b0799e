# SPDX-License-Identifier: BSL-1.0
headroom fit docs/snippets/chat.json --smallest --region eastus --html request.html
headroom estimate docs/snippets/pretraining.json --on Standard_ND96isr_H200_v5=64 --tokens 15T --region eastus --html estimate.html
headroom catalog --compare Standard_ND96isr_H100_v5 Standard_ND96isr_H200_v5 --html machines.html
headroom check docs/snippets/checks --html findings.html
