// SPDX-License-Identifier: BSL-1.0
#include <headroom/training/step_time.hpp>

#include <check.hpp>

#include <string_view>

// Against step_time_reference.py, which computes the same jobs once more by the formulas of the pages.
namespace training_step_time_reference_test {
namespace {

struct expected {
  std::string_view job{};
  std::string_view part{};
  double seconds = 0;
};
// clang-format off
constexpr expected table[]{
    {"dense, stages", "projections", 0.0078193649},
    {"dense, stages", "networks", 0.0315698705},
    {"dense, stages", "attention", 0.00337789591},
    {"dense, stages", "memory-bound", 0.0127653798},
    {"dense, stages", "launches", 0.00156},
    {"dense, stages", "tensor parallel", 0.00887726688},
    {"dense, stages", "head", 0.042949673},
    {"dense, stages", "pipeline bubble", 0.00735033252},
    {"dense, stages", "pipeline sends", 0.00298261618},
    {"dense, stages", "data parallel", 0.000598405156},
    {"dense, stages", "optimizer", 0.00141751893},
    {"dense, stages", "every step", 0.0334},
    {"dense, shards", "projections", 0.0146276021},
    {"dense, shards", "networks", 0.06008955},
    {"dense, shards", "attention", 0.00675579182},
    {"dense, shards", "memory-bound", 0.0190342487},
    {"dense, shards", "launches", 0.00078},
    {"dense, shards", "recomputation", 0.0320090794},
    {"dense, shards", "head", 0.042949673},
    {"dense, shards", "data parallel", 0.0367026849},
    {"dense, shards", "optimizer", 0.00141742524},
    {"dense, shards", "every step", 0.0334},
    {"experts", "projections", 0.0153538381},
    {"experts", "experts", 0.0360359687},
    {"experts", "networks", 0.00504459972},
    {"experts", "attention", 0.00675579182},
    {"experts", "memory-bound", 0.0425135236},
    {"experts", "launches", 0.00078},
    {"experts", "expert parallel", 0.0151698134},
    {"experts", "host", 0.00881217426},
    {"experts", "head", 0.0858993459},
    {"experts", "data parallel", 0.00478975971},
    {"experts", "optimizer", 0.00408588124},
    {"experts", "every step", 0.0334},
    {"experts, graphs", "projections", 0.00767691904},
    {"experts, graphs", "experts", 0.0195432942},
    {"experts, graphs", "networks", 0.00252229986},
    {"experts, graphs", "attention", 0.00337789591},
    {"experts, graphs", "memory-bound", 0.0277532727},
    {"experts, graphs", "launches", 0.00039},
    {"experts, graphs", "expert parallel", 0.00458850363},
    {"experts, graphs", "host", 1.70052538e-05},
    {"experts, graphs", "head", 0.0858993459},
    {"experts, graphs", "pipeline bubble", 0.0132190196},
    {"experts, graphs", "pipeline sends", 0.00596523236},
    {"experts, graphs", "data parallel", 0.00288233009},
    {"experts, graphs", "optimizer", 0.00204294364},
    {"experts, graphs", "every step", 0.0334},
    {"adapters", "projections", 0.00124582986},
    {"adapters", "memory-bound", 0.00315668368},
    {"adapters", "networks", 0.00493270575},
    {"adapters", "attention", 0.000844473977},
    {"adapters", "launches", 0.00039},
    {"adapters", "tensor parallel", 0.00308315219},
    {"adapters", "head", 0.00357913941},
    {"adapters", "data parallel", 7.45615275e-05},
    {"adapters", "optimizer", 7.15662222e-06},
    {"adapters", "every step", 0.0334},
    {"adapters, again", "projections", 0.00513042402},
    {"adapters, again", "memory-bound", 0.0112435853},
    {"adapters, again", "networks", 0.019730823},
    {"adapters, again", "attention", 0.00337789591},
    {"adapters, again", "launches", 0.00078},
    {"adapters, again", "tensor parallel", 0.00607539024},
    {"adapters, again", "recomputation", 0.0169063913},
    {"adapters, again", "head", 0.0143165577},
    {"adapters, again", "data parallel", 5.27853056e-05},
    {"adapters, again", "optimizer", 1.62474667e-05},
    {"adapters, again", "every step", 0.0334},
    {"dense, gradients", "projections", 0.0114287064},
    {"dense, gradients", "networks", 0.04527513},
    {"dense, gradients", "attention", 0.00506684386},
    {"dense, gradients", "memory-bound", 0.0143549122},
    {"dense, gradients", "launches", 0.00117},
    {"dense, gradients", "tensor parallel", 0.0043022193},
    {"dense, gradients", "head", 0.0322122547},
    {"dense, gradients", "data parallel", 0.0188328982},
    {"dense, gradients", "optimizer", 0.00141745244},
    {"dense, gradients", "every step", 0.0334},
    {"dense, shards of 4", "projections", 0.0115277386},
    {"dense, shards of 4", "networks", 0.0456910652},
    {"dense, shards of 4", "attention", 0.00506684386},
    {"dense, shards of 4", "memory-bound", 0.0143549122},
    {"dense, shards of 4", "launches", 0.00117},
    {"dense, shards of 4", "tensor parallel", 0.0043022193},
    {"dense, shards of 4", "head", 0.0322122547},
    {"dense, shards of 4", "data parallel", 0.0515351286},
    {"dense, shards of 4", "optimizer", 0.00283490489},
    {"dense, shards of 4", "every step", 0.0334},
    {"experts, shards of 8", "projections", 0.00767691904},
    {"experts, shards of 8", "experts", 0.0195432942},
    {"experts, shards of 8", "networks", 0.00252229986},
    {"experts, shards of 8", "attention", 0.00337789591},
    {"experts, shards of 8", "memory-bound", 0.0212567618},
    {"experts, shards of 8", "launches", 0.00039},
    {"experts, shards of 8", "expert parallel", 0.00458850363},
    {"experts, shards of 8", "host", 0.00722815809},
    {"experts, shards of 8", "head", 0.042949673},
    {"experts, shards of 8", "data parallel", 0.0144942927},
    {"experts, shards of 8", "optimizer", 0.00408588124},
    {"experts, shards of 8", "every step", 0.0334},
    {"adapters, shards", "projections", 0.0097161964},
    {"adapters, shards", "memory-bound", 0.0211040212},
    {"adapters, shards", "networks", 0.039461646},
    {"adapters, shards", "attention", 0.00675579182},
    {"adapters, shards", "launches", 0.00078},
    {"adapters, shards", "head", 0.0286331153},
    {"adapters, shards", "data parallel", 0.0189015237},
    {"adapters, shards", "optimizer", 1.25724444e-06},
    {"adapters, shards", "every step", 0.0334},
    {"dense, tied", "projections", 0.0158984897},
    {"dense, tied", "networks", 0.063139741},
    {"dense, tied", "attention", 0.00675579182},
    {"dense, tied", "memory-bound", 0.0255307595},
    {"dense, tied", "launches", 0.00156},
    {"dense, tied", "tensor parallel", 0.00607403925},
    {"dense, tied", "head", 0.0858993459},
    {"dense, tied", "pipeline bubble", 0.0131876705},
    {"dense, tied", "pipeline sends", 0.0294262546},
    {"dense, tied", "data parallel", 0.0017284243},
    {"dense, tied", "optimizer", 0.00141745849},
    {"dense, tied", "every step", 0.0334},
    {"dense, tied in a domain", "projections", 0.00794924486},
    {"dense, tied in a domain", "networks", 0.0315698705},
    {"dense, tied in a domain", "attention", 0.00337789591},
    {"dense, tied in a domain", "memory-bound", 0.0193675249},
    {"dense, tied in a domain", "launches", 0.00078},
    {"dense, tied in a domain", "tensor parallel", 0.00371251331},
    {"dense, tied in a domain", "head", 0.0858993459},
    {"dense, tied in a domain", "pipeline bubble", 0.0197128699},
    {"dense, tied in a domain", "pipeline sends", 0.00370403182},
    {"dense, tied in a domain", "optimizer", 0.00438231893},
    {"dense, tied in a domain", "every step", 0.0334},
    {"dense, shards summed once", "projections", 0.0115277386},
    {"dense, shards summed once", "networks", 0.0456910652},
    {"dense, shards summed once", "attention", 0.00506684386},
    {"dense, shards summed once", "memory-bound", 0.0143549122},
    {"dense, shards summed once", "launches", 0.00117},
    {"dense, shards summed once", "tensor parallel", 0.0043022193},
    {"dense, shards summed once", "head", 0.0322122547},
    {"dense, shards summed once", "data parallel", 0.0317312407},
    {"dense, shards summed once", "optimizer", 0.00283490489},
    {"dense, shards summed once", "every step", 0.0334},
    {"dense, interleaved", "projections", 0.00596193365},
    {"dense, interleaved", "networks", 0.0236774029},
    {"dense, interleaved", "attention", 0.00253342193},
    {"dense, interleaved", "memory-bound", 0.00957403482},
    {"dense, interleaved", "launches", 0.000585},
    {"dense, interleaved", "tensor parallel", 0.00227776472},
    {"dense, interleaved", "head", 0.0322122547},
    {"dense, interleaved", "pipeline bubble", 0.0324479268},
    {"dense, interleaved", "optimizer", 0.00566983396},
    {"dense, interleaved", "every step", 0.0334},
    {"dense, heads exchanged", "projections", 0.0025526807},
    {"dense, heads exchanged", "networks", 0.0100068005},
    {"dense, heads exchanged", "attention", 0.000844473977},
    {"dense, heads exchanged", "memory-bound", 0.00239248537},
    {"dense, heads exchanged", "launches", 0.00078},
    {"dense, heads exchanged", "tensor parallel", 0.00237286529},
    {"dense, heads exchanged", "context parallel", 0.003500288},
    {"dense, heads exchanged", "recomputation", 0.00455724466},
    {"dense, heads exchanged", "head", 0.00536870912},
    {"dense, heads exchanged", "data parallel", 0.0193906975},
    {"dense, heads exchanged", "optimizer", 0.000944968296},
    {"dense, heads exchanged", "every step", 0.0334},
    {"dense, stages of shards", "projections", 0.0220404353},
    {"dense, stages of shards", "networks", 0.0905502601},
    {"dense, stages of shards", "attention", 0.0101336877},
    {"dense, stages of shards", "memory-bound", 0.0382961393},
    {"dense, stages of shards", "launches", 0.00117},
    {"dense, stages of shards", "head", 0.128849019},
    {"dense, stages of shards", "pipeline bubble", 0.087487222},
    {"dense, stages of shards", "pipeline sends", 0.00894784853},
    {"dense, stages of shards", "data parallel", 0.0503049103},
    {"dense, stages of shards", "optimizer", 0.00141742827},
    {"dense, stages of shards", "every step", 0.0334},
    {"experts, stages of gradients", "projections", 0.00367340589},
    {"experts, stages of gradients", "experts", 0.00945474415},
    {"experts, stages of gradients", "networks", 0.00121060225},
    {"experts, stages of gradients", "attention", 0.00168894795},
    {"experts, stages of gradients", "memory-bound", 0.0105755637},
    {"experts, stages of gradients", "launches", 0.000195},
    {"experts, stages of gradients", "expert parallel", 0.00229425181},
    {"experts, stages of gradients", "host", 0.0037532252},
    {"experts, stages of gradients", "head", 0.0214748365},
    {"experts, stages of gradients", "pipeline bubble", 0.0320007905},
    {"experts, stages of gradients", "pipeline sends", 0.00149130809},
    {"experts, stages of gradients", "data parallel", 0.00363909265},
    {"experts, stages of gradients", "optimizer", 0.00331219236},
    {"experts, stages of gradients", "every step", 0.0334},
    {"experts, one replica", "projections", 0.00734681178},
    {"experts, one replica", "experts", 0.0180179843},
    {"experts, one replica", "networks", 0.00242120451},
    {"experts, one replica", "attention", 0.00337789591},
    {"experts, one replica", "memory-bound", 0.0212567618},
    {"experts, one replica", "launches", 0.00039},
    {"experts, one replica", "expert parallel", 0.00758490671},
    {"experts, one replica", "host", 0.00448145977},
    {"experts, one replica", "head", 0.042949673},
    {"experts, one replica", "data parallel", 0.0079672104},
    {"experts, one replica", "optimizer", 0.00408588124},
    {"experts, one replica", "every step", 0.0334},
    {"dense, one replica", "projections", 0.00390968245},
    {"dense, one replica", "networks", 0.0157849353},
    {"dense, one replica", "attention", 0.00168894795},
    {"dense, one replica", "memory-bound", 0.00483778791},
    {"dense, one replica", "launches", 0.00078},
    {"dense, one replica", "tensor parallel", 0.0041918233},
    {"dense, one replica", "head", 0.0107374182},
    {"dense, one replica", "optimizer", 0.00567002738},
    {"dense, one replica", "every step", 0.0334},
    {"dense, ring", "projections", 0.00390968245},
    {"dense, ring", "networks", 0.0157849353},
    {"dense, ring", "attention", 0.00168894795},
    {"dense, ring", "memory-bound", 0.00483778791},
    {"dense, ring", "launches", 0.00078},
    {"dense, ring", "tensor parallel", 0.00386189617},
    {"dense, ring", "recomputation", 0.00821611382},
    {"dense, ring", "head", 0.0107374182},
    {"dense, ring", "data parallel", 0.00119680082},
    {"dense, ring", "optimizer", 0.00283501369},
    {"dense, ring", "every step", 0.0334},
    {"dense, bulk", "projections", 0.00242583927},
    {"dense, bulk", "networks", 0.00811328497},
    {"dense, bulk", "attention", 0.000844473977},
    {"dense, bulk", "memory-bound", 0.00247171111},
    {"dense, bulk", "launches", 0.00078},
    {"dense, bulk", "tensor parallel", 0.00787283954},
    {"dense, bulk", "head", 0.00536870912},
    {"dense, bulk", "data parallel", 0.00670450546},
    {"dense, bulk", "optimizer", 0.00141761564},
    {"dense, bulk", "every step", 0.0334},
};
// clang-format on

constexpr hr::step_rates made_up() {
  hr::step_rates on;
  on.wide.matrix = on.wide.matrix_16_bit = hr::from_base_units<hr::operation_rate>(1e15);
  on.wide.units = 100;
  on.wide.sustained_share = 0.8;
  on.wide.memory = hr::terabytes_per_second(3);
  on.wide.read_share = 0.9;
  on.wide.write_share = 0.8;
  on.wide.launch = hr::microseconds(5);
  on.products = on.wide;
  on.wide_share = on.products_share = 0.6;
  on.links.machine_gpus = on.links.domain_gpus = 8;
  on.links.scale_up.one_direction = hr::gigabytes_per_second(450);
  on.links.scale_up_share = 0.8;
  on.links.scale_out.one_direction = hr::gigabytes_per_second(50);
  on.links.scale_out_share = 0.9;
  on.links.start = hr::microseconds(30);
  on.links.scale_up_hop = hr::microseconds(1);
  on.links.scale_out_hop = hr::microseconds(10);
  return on;
}

constexpr hr::training_job base(hr::count layers, bool with_experts) {
  hr::training_job of{.model = {.vocabulary = 128'000, .hidden = 4'096}, .sequence = 4'096, .sharding = hr::sharding::optimizer};
  of.model.layers[0] = {.how_many = layers, .attention = {.heads = 32, .kv_heads = 8, .head_size = 128}};
  if (with_experts) of.model.layers[0].experts = {.routed = 64, .per_token = 8, .width = 1'024, .shared_width = 1'024};
  else of.model.layers[0].feed_forward = {.width = 14'336};
  return of;
}

constexpr hr::training_job job_called(std::string_view name) {
  hr::training_job of = base(name.starts_with("experts") ? 2 : 4, name.starts_with("experts"));
  const auto divide = [&](hr::count t, hr::count p, hr::count d, hr::count e, hr::count m) {
    of.parallelism = {.tensor = t, .pipeline = p, .data = d, .expert = e, .sequence = t > 1};
    of.micro_batches = m;
  };
  if (name == "dense, stages") divide(4, 2, 2, 1, 8);
  if (name == "dense, shards") divide(1, 1, 16, 1, 2);
  if (name == "experts") divide(1, 1, 8, 8, 4);
  if (name == "experts, graphs") divide(1, 2, 8, 4, 4);
  if (name == "adapters") divide(4, 1, 2, 1, 1);
  if (name == "adapters, again") divide(2, 1, 4, 1, 2);
  if (name == "dense, gradients") divide(2, 1, 8, 1, 3);
  if (name == "dense, shards of 4") divide(2, 1, 8, 1, 3);
  if (name == "experts, shards of 8") divide(1, 1, 16, 4, 2);
  if (name == "adapters, shards") divide(1, 1, 16, 1, 2);
  if (name == "dense, stages of shards") {
    of.model.layers[0].how_many = 8;
    divide(1, 4, 8, 1, 6);
  }
  if (name == "experts, stages of gradients") {
    of.model.layers[0].how_many = 4;
    divide(1, 2, 8, 4, 1);
  }
  if (name == "experts, one replica") divide(1, 1, 8, 8, 2);
  if (name == "dense, one replica") divide(4, 1, 1, 1, 2);
  if (name == "dense, tied") divide(2, 2, 4, 1, 8);
  if (name == "dense, tied in a domain") divide(2, 4, 1, 1, 8);
  if (name == "dense, shards summed once") divide(2, 1, 8, 1, 3);
  if (name == "dense, interleaved") {
    divide(2, 4, 1, 1, 3);
    of.parallelism.virtual_stages = 2;
    of.model.layers[0].how_many = 8;
  }
  if (name == "dense, heads exchanged") {
    divide(2, 1, 3, 1, 2);
    of.parallelism.context = 4;
    of.parallelism.context_exchange = hr::context_exchange::all_to_all;
  }
  if (name == "dense, ring") divide(4, 1, 2, 1, 2);
  if (name == "dense, bulk") divide(8, 1, 2, 1, 2);
  if (name == "dense, shards" || name == "adapters, shards" || name == "dense, stages of shards" || name == "dense, one replica") of.sharding = hr::sharding::weights;
  if (name == "dense, shards of 4" || name == "dense, shards summed once") of.shards = 4, of.sharding = hr::sharding::weights;
  if (name == "experts, shards of 8") of.shards = 8;
  if (name == "dense, gradients" || name == "experts, stages of gradients" || name == "experts, one replica") of.sharding = hr::sharding::gradients;
  if (name == "adapters, again" || name == "dense, tied in a domain" || name == "dense, interleaved") of.sharding = hr::sharding::none;
  of.model.tied = name.starts_with("dense, tied");
  if (name.starts_with("adapters")) of.adapters.rank = 16;
  if (name == "dense, shards" || name == "adapters, again" || name == "dense, heads exchanged" || name == "dense, ring") of.recompute = hr::full_recomputation;
  return of;
}

hr::step_part part_called(std::string_view name) {
  std::size_t part = 0;
  while (hr::name(static_cast<hr::step_part>(part)) != name) ++part;
  return static_cast<hr::step_part>(part);
}

}  // namespace

TEST_CASE("twenty-one jobs take in every part what a slow implementation finds") {
  for (const expected& each : table) {
    CAPTURE(each.job);
    CAPTURE(each.part);
    hr::step_settings as{.sums_shards_once = each.job == "dense, shards summed once", .replays_graphs = each.job == "experts, graphs"};
    if (each.job == "dense, ring") as.tensor_overlap = hr::tensor_overlap::ring;
    if (each.job == "dense, bulk") as.tensor_overlap = hr::tensor_overlap::bulk;
    const auto found = hr::step_time(job_called(each.job), made_up(), as);
    REQUIRE(found.is_known());
    CHECK(hr::in_seconds(found.value_or({})[part_called(each.part)].exposed) == doctest::Approx(each.seconds).epsilon(1e-7));
    double all = 0;
    for (const expected& other : table)
      if (other.job == each.job) all += other.seconds;
    CHECK(hr::in_seconds(found.value_or({}).total()) == doctest::Approx(all).epsilon(1e-7));
  }
}

}  // namespace training_step_time_reference_test
