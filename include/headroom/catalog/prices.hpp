// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <span>

#include <headroom/catalog/disputes.hpp>
#include <headroom/catalog/sources.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/price.hpp>
#include <headroom/units.hpp>

namespace headroom::catalog {

namespace detail {

// Machine, region, on demand, spot, date, source. Prices of SkyPilot's catalogue bear no date. An empty region is one
// that the source does not give.
// clang-format off
inline constexpr price prices[]{
    {"Standard_ND40rs_v2",             "eastus",         dollars_per_hour(22.032),    dollars_per_hour(2.42352),  "",           &sources::skypilot_prices},
    {"Standard_ND40rs_v2",             "southcentralus", dollars_per_hour(26.438),    dollars_per_hour(2.90818),  "",           &sources::skypilot_prices},
    {"Standard_ND40rs_v2",             "westus2",        dollars_per_hour(22.032),    dollars_per_hour(2.42352),  "",           &sources::skypilot_prices},
    {"Standard_ND96asr_v4",            "eastus",         dollars_per_hour(27.197),    dollars_per_hour(2.99167),  "",           &sources::skypilot_prices},
    {"Standard_ND96asr_v4",            "southcentralus", dollars_per_hour(32.63),     dollars_per_hour(3.5893),   "",           &sources::skypilot_prices},
    {"Standard_ND96asr_v4",            "westus2",        dollars_per_hour(27.197),    dollars_per_hour(2.99167),  "",           &sources::skypilot_prices},
    {"Standard_ND96amsr_A100_v4",      "eastus",         dollars_per_hour(32.77),     dollars_per_hour(3.6047),   "",           &sources::skypilot_prices},
    {"Standard_ND96amsr_A100_v4",      "eastus2",        dollars_per_hour(32.77),     dollars_per_hour(3.611254), "",           &sources::skypilot_prices},
    {"Standard_ND96amsr_A100_v4",      "southcentralus", dollars_per_hour(39.324),    dollars_per_hour(4.32564),  "",           &sources::skypilot_prices},
    {"Standard_ND96isr_H100_v5",       "eastus",         dollars_per_hour(98.32),     unknown,                    "",           &sources::skypilot_prices},
    {"Standard_ND96isr_H100_v5",       "eastus2",        dollars_per_hour(98.32),     unknown,                    "",           &sources::skypilot_prices},
    {"Standard_ND96isr_H100_v5",       "westus",         dollars_per_hour(127.816),   unknown,                    "",           &sources::skypilot_prices},
    {"Standard_NC24ads_A100_v4",       "eastus",         dollars_per_hour(3.673),     dollars_per_hour(0.444433), "",           &sources::skypilot_prices},
    {"Standard_NC48ads_A100_v4",       "eastus",         dollars_per_hour(7.346),     dollars_per_hour(0.888866), "",           &sources::skypilot_prices},
    {"Standard_NC96ads_A100_v4",       "eastus",         dollars_per_hour(14.692),    dollars_per_hour(1.777732), "",           &sources::skypilot_prices},
    {"Standard_NC40ads_H100_v5",       "eastus",         dollars_per_hour(6.98),      unknown,                    "",           &sources::skypilot_prices},
    {"Standard_NC80adis_H100_v5",      "eastus",         dollars_per_hour(13.96),     unknown,                    "",           &sources::skypilot_prices},
    {"Standard_NCC40ads_H100_v5",      "eastus2",        dollars_per_hour(6.98),      dollars_per_hour(1.745),    "",           &sources::skypilot_prices},
    {"Standard_NC6s_v3",               "eastus",         dollars_per_hour(3.06),      dollars_per_hour(0.3978),   "",           &sources::skypilot_prices},
    {"Standard_NC24s_v3",              "eastus",         dollars_per_hour(12.24),     dollars_per_hour(1.5912),   "",           &sources::skypilot_prices},
    {"Standard_NC24rs_v3",             "eastus",         dollars_per_hour(13.46),     dollars_per_hour(1.7498),   "",           &sources::skypilot_prices},
    {"Standard_NC4as_T4_v3",           "eastus",         dollars_per_hour(0.526),     dollars_per_hour(0.062699), "",           &sources::skypilot_prices},
    {"Standard_NC8as_T4_v3",           "eastus",         dollars_per_hour(0.752),     dollars_per_hour(0.089638), "",           &sources::skypilot_prices},
    {"Standard_NC16as_T4_v3",          "eastus",         dollars_per_hour(1.204),     dollars_per_hour(0.143517), "",           &sources::skypilot_prices},
    {"Standard_NC64as_T4_v3",          "eastus",         dollars_per_hour(4.352),     dollars_per_hour(0.518758), "",           &sources::skypilot_prices},
    {"Standard_NG8ads_V620_v1",        "eastus2",        dollars_per_hour(0.908),     dollars_per_hour(0.227),    "",           &sources::skypilot_prices},
    {"Standard_NG16ads_V620_v1",       "eastus2",        dollars_per_hour(1.815),     dollars_per_hour(0.45375),  "",           &sources::skypilot_prices},
    {"Standard_NG32ads_V620_v1",       "eastus2",        dollars_per_hour(3.63),      dollars_per_hour(0.9075),   "",           &sources::skypilot_prices},
    {"Standard_NV36ads_A10_v5",        "eastus",         dollars_per_hour(3.2),       dollars_per_hour(0.8),      "",           &sources::skypilot_prices},
    {"Standard_NV36adms_A10_v5",       "eastus",         dollars_per_hour(4.52),      dollars_per_hour(1.13),     "",           &sources::skypilot_prices},
    {"Standard_NV72ads_A10_v5",        "eastus",         dollars_per_hour(6.52),      dollars_per_hour(1.63),     "",           &sources::skypilot_prices},
    {"Standard_NV12s_v3",              "eastus",         dollars_per_hour(1.14),      dollars_per_hour(0.1254),   "",           &sources::skypilot_prices},
    {"Standard_NV48s_v3",              "eastus",         dollars_per_hour(4.56),      dollars_per_hour(0.5016),   "",           &sources::skypilot_prices},
    {"Standard_NV4as_v4",              "eastus",         dollars_per_hour(0.233),     dollars_per_hour(0.02563),  "",           &sources::skypilot_prices},
    {"Standard_NV32as_v4",             "eastus",         dollars_per_hour(1.864),     dollars_per_hour(0.20504),  "",           &sources::skypilot_prices},
    {"Standard_ND128isr_NDR_GB200_v6", "westus3",        dollars_per_hour(108.16),    unknown,                    "2026-09-06", &sources::azure_retail_prices},
    {"Standard_ND128isr_GB300_v6",     "",               figure<money_rate>(unknown).noted("no row in any region").disputed_in(disputes::c30), unknown,                    "2026-09-06", &sources::azure_retail_prices},
    {"Standard_ND96isr_H200_v5",       "westus3",        figure<money_rate>(dollars_per_hour(84.8)).disputed_in(disputes::c30), unknown,                    "2026-04",    &sources::price_list_h200},
    {"Standard_ND96isr_H200_v5",       "",               figure<money_rate>(dollars_per_hour(110.24)).disputed_in(disputes::c30), unknown,                    "2026",       &sources::vantage_h200},
    {"Standard_ND96isr_H100_v5",       "eastus",         dollars_per_hour(98.32),     unknown,                    "2026-09-30", &sources::azure_retail_prices_h100},
    {"p6-b300.48xlarge",               "us-east-1",      dollars_per_hour(142.416),   unknown,                    "2026-07-28", &sources::aws_instances},
    {"p6-b200.48xlarge",               "us-east-1",      dollars_per_hour(113.9328),  unknown,                    "2026-07-28", &sources::aws_instances},
    {"p5en.48xlarge",                  "us-east-1",      dollars_per_hour(63.296),    unknown,                    "2026-07-28", &sources::aws_instances},
    {"p5.48xlarge",                    "us-east-1",      dollars_per_hour(55.04),     unknown,                    "2026-07-28", &sources::aws_instances},
    {"p4de.24xlarge",                  "us-east-1",      dollars_per_hour(27.44705),  unknown,                    "2026-07-28", &sources::aws_instances},
    {"p4d.24xlarge",                   "us-east-1",      dollars_per_hour(21.957642), unknown,                    "2026-07-28", &sources::aws_instances},
    {"p3dn.24xlarge",                  "",               dollars_per_hour(31.218),    unknown,                    "",           &sources::aws_p3dn},
};
// clang-format on

}  // namespace detail

// What was asked for a machine an hour, somewhere, on some day. Nothing here is a default: see pricing.
constexpr std::span<const price> prices() { return detail::prices; }

}  // namespace headroom::catalog
