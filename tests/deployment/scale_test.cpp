// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/scale.hpp>

#include <check.hpp>

TEST_CASE("How much runs is silent where a file does not say it, and neither 0 nor 1") {
  constexpr hr::workload_scale nothing{};
  constexpr hr::workload_scale none{.replicas = {hr::count{0}, 3}};
  CHECK_CONSTEXPR(nothing.replicas.is_silent());
  CHECK_CONSTEXPR(nothing.pods.is_silent());
  CHECK_CONSTEXPR(nothing.nodes.is_silent());
  CHECK_CONSTEXPR(!none.replicas.is_silent());
}

TEST_CASE("An autoscaler's most stands for a number that is silent, and for no other") {
  constexpr hr::workload_scale by_replicas{.pods = {hr::count{2}, 1}, .least_pods = {hr::count{1}, 3}, .most_pods = {hr::count{4}, 4}};
  constexpr hr::workload_scale by_pods{.replicas = {hr::count{1}, 1}, .most_pods = {hr::count{4}, 4}};
  constexpr hr::workload_scale stated{.replicas = {hr::count{3}, 1}, .pods = {hr::count{2}, 1}, .most_pods = {hr::count{4}, 4}};
  constexpr hr::workload_scale open{.replicas = {hr::unknown, 2}, .pods = {hr::count{2}, 1}, .most_pods = {hr::count{4}, 4}};
  CHECK_CONSTEXPR(hr::at_its_most(by_replicas).replicas.value == 4);
  CHECK_CONSTEXPR(hr::at_its_most(by_replicas).pods.value == 2);
  CHECK_CONSTEXPR(hr::at_its_most(by_pods).pods.value == 4);
  CHECK_CONSTEXPR(hr::at_its_most(stated).replicas.value == 3);
  CHECK_CONSTEXPR(hr::at_its_most(open).replicas.is_unresolved());
  CHECK_CONSTEXPR(hr::at_its_most(hr::workload_scale{}).replicas.is_silent());
}

TEST_CASE("A number that the file leaves open is that of replicas, else of pods where they count") {
  constexpr hr::workload_scale replicas{.replicas = {hr::unknown, 2}, .pods = {hr::unknown, 3}};
  constexpr hr::workload_scale pods{.replicas = {hr::count{1}, 2}, .pods = {hr::unknown, 3}};
  constexpr hr::workload_scale by_gpus{.replicas = {hr::count{1}, 2}, .pods = {hr::unknown, 3}, .gpus = {hr::count{8}, 4}};
  CHECK_CONSTEXPR(hr::number_left_open(replicas).line == 2);
  CHECK_CONSTEXPR(hr::number_left_open(pods).line == 3);
  CHECK_CONSTEXPR(hr::number_left_open(by_gpus).is_silent());
  CHECK_CONSTEXPR(hr::number_left_open(hr::workload_scale{}).is_silent());
}

TEST_CASE("A most that is left open stands for no number, and a number that is told is not open") {
  constexpr hr::workload_scale open_most{.pods = {hr::count{2}, 1}, .most_pods = {hr::unknown, 4}};
  CHECK_CONSTEXPR(hr::at_its_most(open_most).replicas.is_silent());
  CHECK_CONSTEXPR(hr::at_its_most(open_most).pods.value == 2);
  constexpr hr::workload_scale told{.replicas = {hr::count{1}, 2}, .pods = {hr::count{2}, 3}};
  constexpr hr::workload_scale told_in_all{.replicas = {hr::count{1}, 2}, .pods = {hr::count{2}, 3}, .gpus = {hr::count{8}, 4}};
  constexpr hr::workload_scale both_open{.pods = {hr::unknown, 3}, .gpus = {hr::unknown, 4}};
  CHECK_CONSTEXPR(hr::number_left_open(told).is_silent());
  CHECK_CONSTEXPR(hr::number_left_open(told_in_all).is_silent());
  CHECK_CONSTEXPR(hr::number_left_open(both_open).line == 3);
}
