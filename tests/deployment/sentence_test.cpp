// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/sentence.hpp>

#include <headroom/deployment/resolve.hpp>

#include <check.hpp>

namespace sentence_cases {

hr::finding with_places() {
  hr::finding f{.sentence = "{s} wants {0} of {t} a {u} from {f1}, {1}",
                .cure = "",
                .subject = "web",
                .text = "memory",
                .unit = "task"};
  return f.with(hr::bytes_term("memory", hr::gibibytes(1'900))).with(hr::cores_term("cores", 1'500, "gpu"));
}

}  // namespace sentence_cases

TEST_CASE("Places of a sentence are filled with the subject, the text, the terms and where they are from") {
  CHECK(hr::sentence_of(sentence_cases::with_places()) == "web wants 1,900 GiB of memory a task from gpu, 1.5");
  CHECK(hr::cure_of(sentence_cases::with_places()).empty());
}

TEST_CASE("Braces that are no place stay as they are, and a term that is not there is left out") {
  const hr::finding none{.sentence = "{ and {9}."};
  CHECK(hr::sentence_of(none).ends_with("."));
  CHECK(hr::sentence_of(hr::finding{.sentence = "a { b"}) == "a { b");
}

TEST_CASE("A word is in the singular where its number is 1") {
  const auto told = [](std::string_view sentence, hr::count n) {
    hr::finding f{.sentence = sentence, .unit = "task"};
    return hr::sentence_of(f.with(hr::counted_term("", n)));
  };
  CHECK(told("they need {0} {0|node|nodes}, and more", 1) == "they need 1 node, and more");
  CHECK(told("they need {0} {0|node|nodes}, and more", 2) == "they need 2 nodes, and more");
  CHECK(told("they need {0} {0|node|nodes}, and more", 0) == "they need 0 nodes, and more");
  CHECK(told("{0} {0|node of {1} holds|nodes of {1} hold} them; {0} {0|is|are} there", 1) ==
        "1 node of  holds them; 1 is there");
  CHECK(told("has {0} {0|{u}|{u}s}", 1) == "has 1 task");
  CHECK(told("has {0} {0|{u}|{u}s}", 3) == "has 3 tasks");
  CHECK(told("{0|one|{0} GPUs} a node", 11) == "11 GPUs a node");
  CHECK(told("a {0|b|} c", 1) == "a b c");
  CHECK(told("a {0|b|} c", 2) == "a  c");
  CHECK(told("a {0|b|c", 1) == "a {0|b|c");
}

TEST_CASE("Numbers are as manifests print them") {
  CHECK(hr::text_of(hr::counted_term("", 1'234'567)) == "1,234,567");
  CHECK(hr::text_of(hr::counted_term("", hr::too_many)) == "9,223,372,036,854,775,808");  // 2^63, the nearest to it
  CHECK(hr::text_of(hr::term{.amount = 1e22}) == "9,223,372,036,854,775,808");
  CHECK(hr::text_of(hr::cores_term("", 127'500)) == "127.5");
  CHECK(hr::text_of(hr::cores_term("", 125'000)) == "125");
  CHECK(hr::text_of(hr::bytes_term("", hr::gibibytes(864))) == "864 GiB");
  CHECK(hr::text_of(hr::bytes_term("", hr::tebibytes(16))) == "16 TiB");
  CHECK(hr::text_of(hr::bytes_term("", hr::gigabytes(500))) == "500 GB");
}

TEST_CASE("A name or a date stands as words, in sentences and explanations") {
  hr::finding f{.sentence = "since {0}"};
  f.with(hr::words_term("retirement", "2025-09-30", &hr::sources::azure_retirements));
  CHECK(hr::sentence_of(f) == "since 2025-09-30");
  CHECK(hr::explanation_of(f).starts_with("retirement: 2025-09-30, from \""));
  CHECK_CONSTEXPR(hr::words_term("a", "b").from == "b");
  CHECK_CONSTEXPR((hr::words_term("a", "b").in == hr::term::unit::words));
}

TEST_CASE("An explanation names the machine, the document and the dispute of a figure") {
  const hr::node on = hr::node_called({"Standard_ND128isr_GB300_v6", 1}, {});
  hr::finding f;
  f.with(hr::published(hr::cores_term("vCPUs of the machine", 128'000), hr::vcpus_of(on), on));
  const std::string told = hr::explanation_of(f);
  CHECK(told.starts_with("vCPUs of the machine: 128 (Standard_ND128isr_GB300_v6), from \""));
  CHECK(told.ends_with("disputed (C41)\n"));
  hr::finding of_task{.unit = "task"};
  CHECK(hr::explanation_of(of_task.with(hr::counted_term("GPUs a {u}", 2))) == "GPUs a task: 2\n");
}

TEST_CASE("Words are singular of 1 only, whatever it counts") {
  const auto told = [](std::string_view sentence, const hr::term& of) {
    hr::finding f{.sentence = sentence};
    return hr::sentence_of(f.with(of));
  };
  CHECK(told("{0} {0|core|cores}", hr::cores_term("", 1'000)) == "1 core");
  CHECK(told("{0} {0|core|cores}", hr::cores_term("", 2'000)) == "2 cores");
  CHECK(told("{0} {0|core|cores}", hr::cores_term("", 500)) == "0.5 cores");
  CHECK(told("{0} {0|core|cores}", hr::cores_term("", 1'500)) == "1.5 cores");
  CHECK(told("{0} {0|node|nodes}", hr::bytes_term("", hr::bytes(1))) == "1 B nodes");
  CHECK(told("{0} {0|node|nodes}", hr::words_term("", "x")) == "x nodes");
  CHECK(told("{1} {1|node|nodes}", hr::counted_term("", 1)) == " nodes");
}

TEST_CASE("An explanation has the date of a document where it has one") {
  static constexpr hr::source dated{.id = "a", .title = "A page", .date = "2025-01-01"};
  static constexpr hr::source undated{.id = "b", .title = "A page"};
  hr::finding f;
  f.with({.what = "GPUs", .amount = 8, .from = "m", .document = &dated});
  CHECK(hr::explanation_of(f) == "GPUs: 8 (m), from \"A page\", 2025-01-01\n");
  hr::finding g;
  g.with({.what = "GPUs", .amount = 8, .document = &undated});
  CHECK(hr::explanation_of(g) == "GPUs: 8, from \"A page\"\n");
}

TEST_CASE("One of two words may be empty, and only a finding's own terms are counted") {
  const auto told = [](std::string_view sentence, const hr::term& of) {
    hr::finding f{.sentence = sentence};
    f.with(of);
    f.terms[1] = hr::counted_term("", 1);  // behind the last
    return hr::sentence_of(f);
  };
  CHECK(told("{0} GPU{0||s}", hr::counted_term("", 1)) == "1 GPU");
  CHECK(told("{0} GPU{0||s}", hr::counted_term("", 2)) == "2 GPUs");
  CHECK(told("{0} pass{0|es|}", hr::counted_term("", 1)) == "1 passes");
  CHECK(told("{0} pass{0|es|}", hr::counted_term("", 2)) == "2 pass");
  CHECK(told("{1|node|nodes}", hr::counted_term("", 1)) == "nodes");
  CHECK(told("{9|node|nodes}", hr::counted_term("", 1)) == "nodes");
  CHECK(told("{0} {0|node|nodes}", {.amount = 1, .in = hr::term::unit::words, .from = "1"}) == "1 nodes");
}
