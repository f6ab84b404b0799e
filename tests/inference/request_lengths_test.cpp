// SPDX-License-Identifier: BSL-1.0
#include <headroom/inference/request_lengths.hpp>

#include <check.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace inference_request_lengths_test {
namespace {

namespace hr = headroom;

constexpr hr::request_lengths lengths(std::string_view text) { return hr::parse_request_lengths(text).value; }

std::string_view wrong(std::string_view text) {
  static hr::parse_error error;
  error = hr::parse_request_lengths(text).error;
  const std::string_view said = error.message.view();
  return said.substr(0, said.find(':'));
}

}  // namespace

TEST_CASE("quantiles are met, and lengths between two of them are spread evenly") {
  constexpr hr::request_lengths of = lengths("p50=400,p90=2000,p100=8192");
  CHECK_CONSTEXPR(of.at(0) == 1);
  CHECK_CONSTEXPR(of.at(0.25) == 200.5);
  CHECK_CONSTEXPR(of.at(0.5) == 400);
  CHECK(of.at(0.7) == doctest::Approx(1'200));
  CHECK_CONSTEXPR(of.at(1) == 8'192);
  CHECK_CONSTEXPR(of.longest() == 8'192);
  // Half of them around 200.5, four tenths around 1,200, the rest around 5,096.
  CHECK(of.mean() == doctest::Approx(0.5 * 200.5 + 0.4 * 1'200 + 0.1 * 5'096));
  CHECK(lengths("p0=100,p100=100").spread() == 0);
}

// From 0 to 1 a uniform distribution has a variance of 1/12.
TEST_CASE("spreads are standard deviations over means") {
  CHECK(lengths("p0=1,p100=1001").spread() == doctest::Approx(1'000 / 3.4641016151377544 / 501));
  CHECK(lengths("100=50,300=50").spread() == doctest::Approx(0.5));
  CHECK(lengths("100=50,300=50").mean() == doctest::Approx(200));
}

TEST_CASE("moments are those of very many lengths") {
  for (const std::string_view text : {"p50=400,p90=2000,p99=8000,p100=16000", "1-512=70,512-4096=25,8192=5"}) {
    const hr::request_lengths of = lengths(text);
    constexpr int parts = 100'000;
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < parts; ++i) {
      const double length = of.at((i + 0.5) / parts);
      sum += length / parts;
      squares += length * length / parts;
    }
    CHECK(of.mean() == doctest::Approx(sum).epsilon(1e-4));
    CHECK(of.spread() * of.spread() * sum * sum == doctest::Approx(squares - sum * sum).epsilon(1e-3));
  }
}

TEST_CASE("a histogram has shares in any unit, of lengths or of bins") {
  CHECK(lengths("512=3,1024=7").at(0.29) == 512);
  CHECK(lengths("512=3,1024=7").at(0.31) == 1'024);
  CHECK(lengths("1-101=1,201-301=3").at(0.125) == 51);
  CHECK(lengths("1-101=1,201-301=3").at(0.25) == 201);
  for (const double share : {0.0, 0.2, 0.9}) CHECK(lengths("1-512=70,512-4096=30").at(share) == lengths("1-512=7e6,512-4096=3e6").at(share));
}

TEST_CASE("what is neither is refused, with the place") {
  CHECK(wrong("p50=400,p90=2000") == "the longest length, p100, is missing");
  CHECK(wrong("p50=400,p40=500,p100=600") == "a quantile that is not above the one before it");
  CHECK(wrong("p50=400,p100=300") == "a length below that of a lower quantile");
  CHECK(wrong("p101=5") == "a quantile above p100");
  CHECK(wrong("p100=0") == "a length outside 1 to 2^40 tokens");
  CHECK(wrong("p100=5,") == "no quantile after a ','");
  CHECK(wrong("p50:4") == "no '=' after a quantile");
  CHECK(wrong("512") == "no '=' after a length");
  CHECK(wrong("512-100=3") == "a bin that does not lie above the one before it");
  CHECK(wrong("100-512=3,400=2") == "a bin that does not lie above the one before it");
  CHECK(wrong("512=0") == "a bin of no requests, or of more than 10^15");
  CHECK(wrong("") == "no number");
  CHECK(wrong("512=1 2") == "something after a length");
  CHECK(wrong("1=1,2=1,3=1,4=1,5=1,6=1,7=1,8=1,9=1,10=1,11=1,12=1,13=1,14=1,15=1,16=1,17=1") == "more than 16 entries");
  CHECK(hr::parse_request_lengths("p50=400,p100=300").error.position == 13);
  // As many digits as a number holds, and more, which ended the program.
  CHECK(wrong("p100=3." + std::string(62, '3')).empty());
  CHECK(wrong("p100=3." + std::string(63, '3')) == "no number");
  CHECK(wrong("p100=3." + std::string(300, '3')) == "no number");
}

TEST_CASE("each bound of a text of lengths, from both sides") {
  CHECK(lengths("1099511627776=1").at(0.5) == 1099511627776.0);
  CHECK(wrong("1099511627777=1") == "a length outside 1 to 2^40 tokens");
  CHECK(lengths("5=1e15").longest() == 5);
  CHECK(wrong("5=1.1e15") == "a bin of no requests, or of more than 10^15");
  CHECK(lengths("512=0.25,1024=0.25").at(0.49) == 512);  // of a sum below one
  CHECK(lengths("1-100=1,100-200=1").at(0.5) == 100);    // the next bin begins where one ends
  CHECK(lengths("1-100=1,100=1").at(0.75) == 100);
  // Of quantiles the first is at a token unless p0 is said; p0.5 is one, and half of a per cent lies below 11.
  CHECK(lengths("p0.5=11,p100=11").at(0.0025) == 6);
  CHECK(lengths("p0=7,p100=7").mean() == 7);
  CHECK(lengths("p50=3,p100=3").at(0) == 1);
  CHECK(wrong("p50=400,p50=400,p100=500") == "a quantile that is not above the one before it");
  CHECK(lengths("p50=400,p50.2=400,p100=500").at(0.501) == 400);
  CHECK(lengths("p50=400,p100=400").longest() == 400);  // as long as the one before it
  CHECK(wrong("p50=400,60=400") == "no quantile after a ','");
  CHECK(wrong("p50=400,p") == "no number");
  CHECK(wrong("p=400") == "no number");
  CHECK(wrong("p50=") == "no number");
  CHECK(wrong("5-") == "no number");
  CHECK(wrong("5-x=1") == "no number");
  CHECK(wrong("5=") == "no number");
  CHECK(wrong("5=1,") == "no number");
  CHECK(lengths("1=1,2=1,3=1,4=1,5=1,6=1,7=1,8=1,9=1,10=1,11=1,12=1,13=1,14=1,15=1,16=1").mean() == doctest::Approx(8.5));
}

TEST_CASE("lengths that nobody told are nothing") {
  const hr::request_lengths none{};
  CHECK(none.is_empty());
  CHECK(none.longest() == 0);
  CHECK(none.at(0.5) == 0);
  CHECK(none.mean() == 0);
  CHECK(none.spread() == 0);
  CHECK(none.points[0].share + none.points[0].tokens == 0);
  // Half of requests of a single token and half of none at all, as no text can say.
  hr::request_lengths small;
  small.add(0, 0);
  small.add(0.5, 0);
  small.add(0.5, 1);
  small.add(1, 1);
  CHECK(small.mean() == 0.5);
  CHECK(small.spread() == doctest::Approx(1));
}

}  // namespace inference_request_lengths_test
