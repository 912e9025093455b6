#include "core/xspace/xspace_index.h"
#include "proto/xplane.pb.h"
#include "tests/support/flipped_file.h"
#include "tests/support/profile_builder.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <google/protobuf/stubs/logging.h>

namespace tidemark {
namespace {

using namespace test;

/// Returns all results of an index as one text.
std::string answersOf(const XSpaceIndex& index)
{
    std::string text = std::to_string(static_cast<int>(index.platform)) + " " + index.device.type + " "
        + std::to_string(index.device.memoryBytes.value_or(-1)) + " " + index.jaxVersion;
    for (const std::string& host : index.hostnames)
        text += "\n" + host;
    for (const IndexedModule& module : index.modules)
        text += "\n" + module.name + " " + std::to_string(module.programId.value_or(0)) + " "
            + std::to_string(module.hlo.offset) + " " + std::to_string(module.hlo.size);
    return text;
}

/// Input that protobuf rejects must cause an error or a warning, or must not change the result. Lines of events are not
/// read.
void expectNoSilentLoss(const std::string& whole)
{
    const google::protobuf::LogSilencer quiet; // protobuf would log every name that is not UTF-8
    proto::XSpace space;
    ASSERT_TRUE(space.ParseFromString(whole));
    FlippedFile file("x.xplane.pb", whole);
    const auto indexed = [&file] { return indexXSpace(**File::open(file.path())); };
    const std::string expected = answersOf(*indexed());
    int rejected = 0;
    int reported = 0;
    for (const BitPlace place : framingBits(*proto::XSpace::descriptor(), whole, proto::XLine::descriptor())) {
        file.flip(place);
        if (!space.ParseFromString(file.bytes())) {
            ++rejected;
            const auto index = indexed();
            const bool isReported = !index || index->cutAt || !index->warnings.empty();
            reported += isReported ? 1 : 0;
            EXPECT_TRUE(isReported || answersOf(*index) == expected)
                << "byte " << place.byte << " bit " << place.bit << ": " << answersOf(*index);
        }
        file.flip(place);
    }
    EXPECT_GT(rejected, 100);
    EXPECT_GT(reported, 100);
}

class FramingOf : public testing::TestWithParam<const char*>
{ };

TEST_P(FramingOf, DamageIsReportedWithItsLoss)
{
    expectNoSilentLoss(withFewerEvents(readFile(dataFolder() + "/" + GetParam())));
}

INSTANTIATE_TEST_SUITE_P(
    RealFiles, FramingOf,
    testing::Values("sessions/tpu_legacy_stat_name/plugins/profile/2025_11_01_08_00_00/old-0.xplane.pb",
                    "sessions/crafted/plugins/profile/2026_11_21/index-order.xplane.pb", "gpu/h100x4.xplane.pb",
                    "cpu_live/two_hosts/worker-0.xplane.pb"));

} // namespace
} // namespace tidemark
