#include "core/xspace/xspace_index.h"
#include "proto/xplane.pb.h"
#include "tests/support/framing.h"
#include "tests/support/profile_builder.h"
#include "tests/support/samples.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/stubs/logging.h>

#include <fcntl.h>
#include <unistd.h>

#include <set>

namespace tidemark {
namespace {

using namespace test;

/// All that an index answers with, as one text.
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

/// A file on disk in which single bits are flipped and flipped back.
class FlippedFile
{
public:
    explicit FlippedFile(const std::string& bytes)
        : m_bytes(bytes)
        , m_path(m_folder.write("x.xplane.pb", bytes))
        , m_descriptor(::open(m_path.c_str(), O_WRONLY | O_CLOEXEC))
    { }
    ~FlippedFile() { ::close(m_descriptor); }
    FlippedFile(const FlippedFile&) = delete;
    FlippedFile& operator=(const FlippedFile&) = delete;

    Result<XSpaceIndex> index() const { return indexXSpace(**File::open(m_path)); }
    const std::string& bytes() const { return m_bytes; }
    void flip(BitPlace place)
    {
        test::flip(m_bytes, place);
        ASSERT_EQ(::pwrite(m_descriptor, &m_bytes[place.byte], 1, static_cast<off_t>(place.byte)), 1);
    }

private:
    TempFolder m_folder;
    std::string m_bytes;
    std::string m_path;
    int m_descriptor;
};

/// What protobuf rejects is a failure, a warning, or makes no difference. Lines of events are not read.
void expectNoSilentLoss(const std::string& whole)
{
    const google::protobuf::LogSilencer quiet; // it tells every name that is no UTF-8
    proto::XSpace space;
    ASSERT_TRUE(space.ParseFromString(whole));
    FlippedFile file(whole);
    const std::string expected = answersOf(*file.index());
    int rejected = 0;
    int told = 0;
    for (const BitPlace place : framingBits(*proto::XSpace::descriptor(), whole, proto::XLine::descriptor())) {
        file.flip(place);
        if (!space.ParseFromString(file.bytes())) {
            ++rejected;
            const auto index = file.index();
            const bool isTold = !index || index->cutAt || !index->warnings.empty();
            told += isTold ? 1 : 0;
            EXPECT_TRUE(isTold || answersOf(*index) == expected)
                << "byte " << place.byte << " bit " << place.bit << ": " << answersOf(*index);
        }
        file.flip(place);
    }
    EXPECT_GT(rejected, 100);
    EXPECT_GT(told, 100);
}

/// The same profile with a few of the many kinds of events that a device plane names.
std::string withFewerEvents(const std::string& whole)
{
    constexpr int kKept = 3;
    proto::XSpace space;
    EXPECT_TRUE(space.ParseFromString(whole));
    for (proto::XPlane& plane : *space.mutable_planes()) {
        if (plane.name() == "/host:metadata")
            continue;
        std::set<std::int64_t> keys; // in an order that is the same in every run
        for (const auto& [key, kind] : plane.event_metadata())
            keys.insert(key);
        for (auto key = keys.rbegin(); plane.event_metadata_size() > kKept; ++key)
            plane.mutable_event_metadata()->erase(*key);
        while (plane.lines_size() > kKept)
            plane.mutable_lines()->RemoveLast();
    }
    std::string bytes;
    google::protobuf::io::StringOutputStream stream(&bytes);
    google::protobuf::io::CodedOutputStream out(&stream);
    out.SetSerializationDeterministic(true);
    space.SerializeToCodedStream(&out);
    out.Trim();
    return bytes;
}

class FramingOf : public testing::TestWithParam<const char*>
{ };

TEST_P(FramingOf, SaysWhatItCosts)
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
