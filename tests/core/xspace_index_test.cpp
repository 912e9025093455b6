#include "core/xspace/xspace_index.h"
#include "tests/support/profile_builder.h"
#include "tests/support/temp_folder.h"
#include "tests/support/wire_writer.h"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <fstream>
#include <unistd.h>

namespace tidemark {
namespace {

using namespace test;

class XSpaceIndexTest : public testing::Test
{
protected:
    XSpaceIndex index(std::string_view bytes)
    {
        m_file = *File::open(m_folder.write("x.xplane.pb", bytes));
        auto result = indexXSpace(*m_file);
        EXPECT_TRUE(result);
        return *result;
    }
    std::string hloOf(const IndexedModule& module)
    {
        return std::string((*Bytes::read(*m_file, module.hlo.offset, module.hlo.size))->view());
    }
    TempFolder m_folder;
    std::shared_ptr<const File> m_file;
};

const std::vector<NamedHlo> kTwo = {{"jit_step(137)", "first hlo"}, {"jit_add(7)", "second"}};

TEST_F(XSpaceIndexTest, FindsModulesInEveryLayout)
{
    for (const bool nameLast : {false, true})
        for (const bool deviceFirst : {false, true})
            for (const std::string stat : {"Hlo Proto", "HLO Proto"}) {
                ContainerStyle style;
                style.planeNameLast = nameLast;
                style.deviceFirst = deviceFirst;
                style.hloStat = stat;
                const XSpaceIndex found = index(containerBytes(kTwo, style));
                ASSERT_EQ(found.modules.size(), 2U);
                EXPECT_EQ(found.modules[0].name, "jit_step");
                EXPECT_EQ(found.modules[0].programId, 137U);
                EXPECT_EQ(hloOf(found.modules[0]), "first hlo");
                EXPECT_EQ(found.modules[1].name, "jit_add");
                EXPECT_EQ(hloOf(found.modules[1]), "second");
                EXPECT_EQ(found.platform, Platform::Tpu);
                EXPECT_EQ(found.hostnames, std::vector<std::string>{"worker-0"});
                EXPECT_EQ(found.jaxVersion, "0.10.2");
                EXPECT_TRUE(found.warnings.empty());
            }
}

TEST_F(XSpaceIndexTest, TakesTheIdFromTheBracketsAsUnsigned64Bit)
{
    ContainerStyle style;
    style.hasProgramIdStat = false;
    const XSpaceIndex found
        = index(containerBytes({{"jit_a(18446744073709551615)", "a"}, {"jit_b(0)", "b"}, {"jit (x)(5)", "c"}}, style));
    ASSERT_EQ(found.modules.size(), 3U);
    EXPECT_EQ(found.modules[0].programId, 18446744073709551615U);
    EXPECT_EQ(found.modules[1].programId, 0U);
    EXPECT_EQ(found.modules[2].name, "jit (x)");
}

TEST_F(XSpaceIndexTest, TakesTheStatIfTheNameHasNoId)
{
    const XSpaceIndex found = index(containerBytes({{"jit_a", "a"}}));
    ASSERT_EQ(found.modules.size(), 1U);
    EXPECT_EQ(found.modules[0].name, "jit_a");
    EXPECT_EQ(found.modules[0].programId, 100U);
}

TEST_F(XSpaceIndexTest, AProgramWithoutIdHasNone)
{
    ContainerStyle style;
    style.hasProgramIdStat = false;
    const XSpaceIndex found = index(containerBytes({{"jit_a", "a"}, {"jit_b(x)", "b"}}, style));
    ASSERT_EQ(found.modules.size(), 2U);
    EXPECT_EQ(found.modules[0].programId, std::nullopt);
    EXPECT_EQ(found.modules[1].name, "jit_b(x)");
    EXPECT_EQ(found.modules[1].programId, std::nullopt);
}

TEST_F(XSpaceIndexTest, FindsTheModulesBeforeACutThatTookTheNamesOfTheStats)
{
    const std::string hlo = bytesField(1, bytesField(1, "jit_step") + bytesField(2, "main"));
    const std::string third(1000, 'x');
    const std::string entries = moduleEntries(
        {{"jit_step(137)", hlo}, {"jit_add(7)", hlo + bytesField(3, "")}, {"jit_cut(9)", hlo + bytesField(3, third)}});
    const std::string head = bytesField(2, "/host:metadata");
    const std::string plane
        = head + entries + bytesField(5, numberField(1, 4) + bytesField(2, bytesField(2, "Hlo Proto")));
    const std::string whole = bytesHead(1, plane.size()) + head + entries;
    const XSpaceIndex found = index(std::string_view(whole).substr(0, whole.size() - 500));
    ASSERT_EQ(found.modules.size(), 2U);
    EXPECT_EQ(found.modules[0].name, "jit_step");
    EXPECT_EQ(found.modules[0].programId, 137U);
    EXPECT_EQ(hloOf(found.modules[0]), hlo);
    EXPECT_EQ(found.modules[1].name, "jit_add");
    EXPECT_TRUE(found.cutAt);
    ASSERT_EQ(found.warnings.list().size(), 1U);
    EXPECT_NE(found.warnings.list()[0].text.find("jit_cut(9)"), std::string::npos);
}

TEST_F(XSpaceIndexTest, ReadsConcatenatedFilesAndSeveralPlanes)
{
    const std::string bytes = containerBytes(kTwo) + containerBytes({{"jit_step(137)", "third"}});
    const XSpaceIndex found = index(bytes);
    ASSERT_EQ(found.modules.size(), 3U);
    EXPECT_EQ(found.planes.size(), 6U);
    EXPECT_EQ(hloOf(found.modules[2]), "third");
    EXPECT_EQ(found.hostnames.size(), 2U);
}

TEST_F(XSpaceIndexTest, ReadsDeviceFacts)
{
    ContainerStyle style;
    style.deviceName = "/device:GPU:0";
    style.deviceType = "NVIDIA H100 80GB HBM3";
    style.deviceMemory = 84942979072;
    for (const bool last : {false, true}) {
        style.planeNameLast = last;
        const XSpaceIndex found = index(containerBytes(kTwo, style));
        EXPECT_EQ(found.platform, Platform::Gpu);
        EXPECT_EQ(found.device.type, "NVIDIA H100 80GB HBM3");
        EXPECT_EQ(found.device.memoryBytes, 84942979072);
    }
}

/// No device has a petabyte of memory, so it comes from damage.
/// Stats as a profiler may write them: a name by reference, and signed or unsigned numbers.
TEST_F(XSpaceIndexTest, ReadsEveryKindOfStat)
{
    const auto name = [](std::uint64_t id, std::string_view text) {
        return bytesField(5, numberField(1, id) + bytesField(2, numberField(1, id) + bytesField(2, text)));
    };
    const std::string names
        = name(1, "device_type_string") + name(2, "memory_size") + name(3, "TPU v4") + name(4, "speed");
    const auto device = [&](const std::string& stats) {
        const XSpaceIndex found = index(bytesField(1, bytesField(2, "/device:TPU:0") + stats + names));
        EXPECT_TRUE(found.warnings.empty()) << found.warnings.list().front().describe();
        return found.device.type + " " + std::to_string(found.device.memoryBytes.value_or(-1));
    };
    const auto stat
        = [](std::uint64_t id, const std::string& value) { return bytesField(6, numberField(1, id) + value); };
    EXPECT_EQ(device(stat(1, numberField(7, 3)) + stat(2, numberField(3, 1000))), "TPU v4 1000") << "by reference";
    EXPECT_EQ(device(stat(1, bytesField(5, "TPU v5 lite")) + stat(2, numberField(4, 2000))), "TPU v5 lite 2000");
    EXPECT_EQ(device(stat(1, numberField(7, 99))), " -1") << "a reference to nothing";
    EXPECT_EQ(device(stat(1, numberField(4, 5))), " -1") << "a number is no name";
    EXPECT_EQ(device(stat(4, fixed64Field(2, 5)) + stat(2, numberField(3, 7))), " 7") << "others are of no use here";
    EXPECT_EQ(device(stat(1, bytesField(5, std::string(5000, 'x')))).size(), 4096U + 3) << "no name is that long";
}

/// Unknown bytes of a damaged stat are counted exactly.
TEST_F(XSpaceIndexTest, CountsTheBytesOfUnknownStats)
{
    const auto unknown = [&](const std::string& stat) {
        const XSpaceIndex found = index(bytesField(1, bytesField(2, "/device:TPU:0") + bytesField(6, stat)));
        const auto& list = found.warnings.list();
        return list.empty() ? std::string() : list.front().describe();
    };
    const std::string start = "The plane /device:TPU:0 has ";
    const std::string end = " in unknown fields; their content is not shown.";
    for (const auto& [stat, expected] : std::vector<std::pair<std::string, std::string>>{
             {numberField(1, 1) + numberField(3, 9), ""},
             {fixed64Field(2, 1), ""},
             {fixed32Field(2, 1), ""},
             {numberField(9, 5), "2 bytes"},
             {numberField(2, 5), "2 bytes"},
             {bytesField(1, "abc"), "5 bytes"},
             {bytesField(2, "abc"), "5 bytes"},
             {bytesField(3, "abc"), "5 bytes"},
             {bytesField(4, "abc"), "5 bytes"},
             {bytesField(7, "abc"), "5 bytes"},
             {numberField(5, 300), "3 bytes"},
             {numberField(6, 300), "3 bytes"},
             {numberField(2, 5) + numberField(3, 9) + bytesField(1, "abc") + bytesField(7, "ab"), "11 bytes"},
             {fixed64Field(3, 1), "9 bytes"}})
        EXPECT_EQ(unknown(stat), expected.empty() ? "" : start + expected + end);
}

TEST_F(XSpaceIndexTest, CountsTheBytesOfUnknownFieldsNextToPlanes)
{
    const XSpaceIndex found = index(numberField(9, 5) + bytesField(1, bytesField(2, "/device:TPU:0"))
                                    + bytesField(10, "abc") + numberField(9, 300));
    ASSERT_FALSE(found.warnings.list().empty());
    EXPECT_EQ(found.warnings.list().front().describe(),
              "The file has 10 bytes in unknown fields; their content is not shown.");
}

TEST_F(XSpaceIndexTest, CountsTheBytesOfUnknownFieldsOfPrograms)
{
    const auto unknown = [&](const std::string& metadata) {
        const XSpaceIndex found = index(
            bytesField(1,
                       bytesField(2, "/host:metadata")
                           + bytesField(4, numberField(1, 1) + bytesField(2, bytesField(2, "jit_f(1)") + metadata))));
        std::string all;
        for (const Warning& warning : found.warnings.list())
            all += warning.describe();
        return all;
    };
    EXPECT_EQ(unknown("").find(" bytes in fields"), std::string::npos) << unknown("");
    EXPECT_NE(unknown(numberField(9, 5)).find(" 2 bytes in unknown fields"), std::string::npos)
        << unknown(numberField(9, 5));
    const std::string two = numberField(9, 300) + numberField(9, 5);
    EXPECT_NE(unknown(two).find(" 5 bytes in unknown fields"), std::string::npos) << unknown(two);
}

TEST_F(XSpaceIndexTest, IgnoresAnImpossibleDeviceMemory)
{
    const auto memoryOf = [&](std::uint64_t bytes) {
        ContainerStyle style;
        style.deviceMemory = bytes;
        return index(containerBytes(kTwo, style)).device.memoryBytes;
    };
    EXPECT_EQ(memoryOf((1ULL << 50) - 1), (1LL << 50) - 1);
    EXPECT_EQ(memoryOf(1ULL << 50), std::nullopt);
    EXPECT_EQ(memoryOf(1), 1);
}

TEST_F(XSpaceIndexTest, CutAnywhereKeepsTheModulesBeforeTheCut)
{
    ContainerStyle style;
    style.deviceFirst = false;
    const std::string whole = containerBytes(kTwo, style);
    std::size_t most = 0;
    for (std::size_t size = 1; size < whole.size(); ++size) {
        const XSpaceIndex found = index(std::string_view(whole).substr(0, size));
        EXPECT_GE(found.modules.size(), most) << "cut at " << size;
        most = std::max(most, found.modules.size());
        for (const IndexedModule& module : found.modules)
            EXPECT_EQ(hloOf(module), module.name == "jit_step" ? "first hlo" : "second") << "cut at " << size;
        const bool isReported = found.cutAt || !found.warnings.empty();
        EXPECT_TRUE(isReported || found.modules.size() == 2) << "cut at " << size;
    }
    EXPECT_EQ(most, 2U);
}

TEST_F(XSpaceIndexTest, AContainerWithoutDevicePlaneIsFromTheHost)
{
    ContainerStyle style;
    style.deviceName = "/host:something";
    EXPECT_EQ(index(containerBytes(kTwo, style)).platform, Platform::Cpu);
}

/// If the device planes may be after the cut, the planes do not determine the platform.
TEST_F(XSpaceIndexTest, ACutContainerWithoutDevicePlanesIsNotFromTheHost)
{
    ContainerStyle style;
    style.deviceFirst = false;
    style.hostnames = {};
    const std::string whole = containerBytes(kTwo, style);
    const std::size_t device = whole.find("/device:TPU:0");
    const XSpaceIndex cut = index(std::string_view(whole).substr(0, device));
    EXPECT_EQ(cut.modules.size(), 2U);
    EXPECT_EQ(cut.platform, Platform::Unknown);
    EXPECT_TRUE(cut.lacksPlanes);
    EXPECT_TRUE(cut.cutAt);
    EXPECT_EQ(index(whole).platform, Platform::Tpu);
    EXPECT_FALSE(index(whole).lacksPlanes);
    std::string damaged = whole;
    damaged[device - 2] = '\x0a'; // the name has another field number
    EXPECT_EQ(index(damaged).platform, Platform::Unknown);
    EXPECT_FALSE(index(damaged).warnings.empty());
}

/// A plane with a known name is skipped unread. Any other plane is checked for completeness.
TEST_F(XSpaceIndexTest, PlanesWithUnknownNamesMustBeWhole)
{
    const auto lacks = [&](const std::string& name) {
        return index(bytesField(1, bytesField(2, name) + "\x0f")).lacksPlanes; // no field begins with this byte
    };
    for (const char* name : {"/device:TPU:0", "/device:GPU:7", "/host:CPU"})
        EXPECT_FALSE(lacks(name)) << name;
    for (const char* name : {"/device:TPU:", "/device:GPU:x", "/host:CPU1", "/device:7"})
        EXPECT_TRUE(lacks(name)) << name;
}

TEST_F(XSpaceIndexTest, KeepsNameAndPlaceOfEveryPlane)
{
    const std::string whole = containerBytes(kTwo);
    const XSpaceIndex found = index(whole);
    ASSERT_EQ(found.planes.size(), 3U);
    EXPECT_EQ(found.planes[0].name, "/device:TPU:0");
    EXPECT_EQ(found.planes[1].name, "/host:metadata");
    EXPECT_EQ(found.planes[2].name, "/host:CPU");
    for (const IndexedPlane& plane : found.planes) {
        EXPECT_NE(whole.substr(plane.range.offset, plane.range.size).find(plane.name), std::string::npos);
        EXPECT_FALSE(plane.isCut);
    }
    const XSpaceIndex cut = index(std::string_view(whole).substr(0, found.planes[1].range.end() - 1));
    ASSERT_EQ(cut.planes.size(), 2U);
    EXPECT_TRUE(cut.planes[1].isCut);
}

TEST_F(XSpaceIndexTest, DistinguishesAProgramWithoutHloFromADamagedOne)
{
    ContainerStyle style;
    style.hloStat = "Something else";
    const XSpaceIndex found = index(containerBytes(kTwo, style));
    EXPECT_TRUE(found.modules.empty());
    ASSERT_EQ(found.warnings.list().size(), 2U);
    for (const Warning& warning : found.warnings.list())
        EXPECT_EQ(warning.code, "program-without-hlo");
}

TEST_F(XSpaceIndexTest, AProgramWhoseHloHasAWrongTypeIsDamaged)
{
    std::string whole = containerBytes({{"jit_step(1)", "hlo"}});
    const std::string stat = bytesField(5, numberField(1, 4) + bytesField(6, "hlo"));
    const std::size_t at = whole.find(stat);
    ASSERT_NE(at, std::string::npos);
    const std::string number = bytesField(5, numberField(1, 4) + numberField(3, std::uint64_t{1} << 21));
    ASSERT_EQ(number.size(), stat.size()) << "so that all lengths around it stay true";
    whole.replace(at, stat.size(), number);
    const XSpaceIndex found = index(whole);
    EXPECT_TRUE(found.modules.empty());
    ASSERT_EQ(found.warnings.list().size(), 1U);
    EXPECT_EQ(found.warnings.list()[0].code, "unreadable-module");
}

/// Every damaged program is named, and the others are shown.
TEST_F(XSpaceIndexTest, NamesEveryDamagedProgram)
{
    const std::string hlo(50, 'h');
    const std::string whole
        = containerBytes({{"jit_a(1)", hlo}, {"jit_b(2)", hlo}, {"jit_c(3)", hlo}, {"jit_d(4)", hlo}});
    std::string bytes = whole;
    for (const char* name : {"jit_b(2)", "jit_c(3)"}) {
        const std::size_t at = bytes.find(hlo, bytes.find(name));
        bytes[at - 1] = static_cast<char>(bytes[at - 1] + 64); // the length of the HLO reaches beyond its stat
    }
    const XSpaceIndex found = index(bytes);
    ASSERT_EQ(found.modules.size(), 2U);
    EXPECT_EQ(found.modules[0].name, "jit_a");
    EXPECT_EQ(found.modules[1].name, "jit_d");
    ASSERT_EQ(found.warnings.list().size(), 2U);
    EXPECT_NE(found.warnings.list()[0].text.find("jit_b(2)"), std::string::npos);
    EXPECT_NE(found.warnings.list()[1].text.find("jit_c(3)"), std::string::npos);
    EXPECT_EQ(found.warnings.list()[0].offset, whole.find(hlo, whole.find("jit_b(2)")) - 2);
}

/// The length of an entry covers the next ones.
TEST_F(XSpaceIndexTest, AnEntryWhoseLengthCoversTheNextOnesIsReported)
{
    const std::string whole = containerBytes({{"jit_a(1)", "a"}, {"jit_b(2)", "b"}, {"jit_c(3)", "c"}});
    std::string bytes = whole;
    const std::size_t key = whole.find("jit_a(1)") - 8; // entry, size, key 1, value, size, id 1, name, size
    ASSERT_EQ(bytes.substr(key, 2), "\x08\x01");
    bytes[key - 1] = static_cast<char>(bytes[key - 1] + 40);
    const XSpaceIndex found = index(bytes);
    EXPECT_LT(found.modules.size(), 3U);
    EXPECT_TRUE(std::ranges::any_of(found.warnings.list(), [](const Warning& warning) {
        return warning.text.find("jit_a(1)") != std::string::npos;
    }));
}

TEST_F(XSpaceIndexTest, ReportsProgressBeforeTheFirstPlane)
{
    m_file = *File::open(m_folder.write("x", bytesField(4, "host-0") + bytesField(4, "host-1")));
    std::vector<std::uint64_t> reported;
    Progress progress;
    progress.report = [&](std::uint64_t done, std::uint64_t total, Progress::Unit unit, std::string_view what) {
        EXPECT_EQ(total, m_file->size());
        EXPECT_EQ(unit, Progress::Unit::Bytes);
        EXPECT_EQ(what, "Reading x");
        reported.push_back(done);
    };
    ASSERT_TRUE(indexXSpace(*m_file, progress));
    ASSERT_GE(reported.size(), 2U);
    EXPECT_EQ(reported[0], 0U);
    EXPECT_EQ(reported[1], m_file->size() / 2) << "the second of two that are as long";
}

TEST_F(XSpaceIndexTest, CanBeCancelled)
{
    m_file = *File::open(m_folder.write("x", containerBytes(kTwo)));
    Progress progress;
    progress.isCancelled = [] { return true; };
    EXPECT_EQ(indexXSpace(*m_file, progress).error().kind, ErrorKind::Cancelled);
}

TEST_F(XSpaceIndexTest, CountsTheChips)
{
    std::string planes;
    for (const char* name :
         {"/device:TPU:0", "/device:TPU:1", "/device:TPU:10", "/device:TPU:1", "/device:TPU:1 SparseCore 0",
          "/device:CUSTOM:Megascale Trace", "/device:TPU:", "/device:TPU:x", "/host:CPU"})
        planes += bytesField(1, bytesField(2, name));
    EXPECT_EQ(index(planes).chips, 3U) << "each name once, without parts of chips";
    EXPECT_EQ(index(planes).platform, Platform::Tpu);
    const std::string onHosts = "/device:CUSTOM:Megascale Trace"; // exists also on a host with only the library
    EXPECT_NE(index(bytesField(1, bytesField(2, onHosts))).platform, Platform::Tpu);
    ContainerStyle gpu;
    gpu.deviceName = "/device:GPU:0";
    EXPECT_EQ(index(containerBytes(kTwo, gpu)).chips, 1U);
}

/// Returns how many bytes this process has read, as the kernel counts them in /proc/self/io.
std::uint64_t bytesRead()
{
    std::ifstream counters("/proc/self/io");
    std::string name;
    std::uint64_t bytes = 0;
    counters >> name >> bytes;
    EXPECT_EQ(name, "rchar:");
    return bytes;
}

/// A file of more than 4 GiB whose device plane is a hole. The plane is skipped, and offsets beyond 32 bits are
/// correct.
TEST_F(XSpaceIndexTest, SkipsHugePlanes)
{
    constexpr std::uint64_t kHole = 5ULL << 30;
    const std::string path = m_folder.path("huge.xplane.pb");
    const std::string name = numberField(1, 1) + bytesField(2, "/device:TPU:0");
    const std::string lineHead = bytesHead(3, kHole);
    const std::string head = bytesHead(1, name.size() + lineHead.size() + kHole) + name + lineHead;
    const std::string tail = containerBytes(kTwo);
    const int descriptor = ::open(path.c_str(), O_CREAT | O_RDWR, 0600);
    ASSERT_GE(descriptor, 0);
    const auto tailAt = static_cast<off_t>(head.size() + kHole);
    const bool written = ::pwrite(descriptor, head.data(), head.size(), 0) == static_cast<ssize_t>(head.size())
        && ::pwrite(descriptor, tail.data(), tail.size(), tailAt) == static_cast<ssize_t>(tail.size());
    ::close(descriptor);
    if (!written)
        GTEST_SKIP() << "this file system has no sparse files of 5 GiB";
    const std::uint64_t before = bytesRead();
    m_file = *File::open(path);
    const auto found = indexXSpace(*m_file);
    const std::uint64_t read = bytesRead() - before;
    ASSERT_TRUE(found);
    ASSERT_EQ(found->modules.size(), 2U);
    EXPECT_GT(found->modules[0].hlo.offset, kHole);
    EXPECT_EQ(hloOf(found->modules[0]), "first hlo");
    EXPECT_LT(read, 1U << 20);
}

TEST(ModuleName, IsSplitBeforeTheLastBrackets)
{
    EXPECT_EQ(splitModuleName("jit_step(137)").name, "jit_step");
    EXPECT_EQ(splitModuleName("jit_step(137)").programId, 137U);
    EXPECT_EQ(splitModuleName("f(1)(2)").name, "f(1)");
    for (const char* whole :
         {"jit_step", "f()", "f(x)", "f(-1)", "f(18446744073709551616)", "f(1) ", "", ")", "(", "f(1", "f(12"})
        EXPECT_EQ(splitModuleName(whole).name, whole);
    EXPECT_FALSE(splitModuleName("f()").programId);
    EXPECT_EQ(splitModuleName("(5)").programId, 5U);
}

} // namespace
} // namespace tidemark
