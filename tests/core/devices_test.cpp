#include "core/devices/device_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace tidemark {
namespace {

constexpr std::int64_t kOneGiB = std::int64_t{1} << 30;

const char* named(const char* type)
{
    const Device* device = deviceOf({type, std::nullopt});
    return device ? device->id.data() : "unknown";
}

TEST(Devices, AreRecognisedByTheirTypeString)
{
    EXPECT_STREQ(named("TPU v5 lite"), "v5e");
    EXPECT_STREQ(named("TPU v5p"), "v5p");
    EXPECT_STREQ(named("TPU v6 lite"), "v6e");
    EXPECT_STREQ(named("TPU v4"), "v4");
    EXPECT_STREQ(named("NVIDIA H100 80GB HBM3"), "h100");
}

TEST(Devices, UnknownOnesStayUnknown)
{
    EXPECT_STREQ(named(""), "unknown");
    EXPECT_STREQ(named("NVIDIA L40"), "unknown") << "not an L4";
    EXPECT_STREQ(named("NVIDIA GH200 144G HBM3e"), "unknown") << "not an H200";
    EXPECT_STREQ(named("NVIDIA GB300"), "unknown") << "not a B300";
    EXPECT_STREQ(named("TPU v40"), "unknown");
    EXPECT_EQ(findDevice(""), nullptr);
    EXPECT_EQ(findDevice("v99"), nullptr);
}

TEST(Devices, AreFoundByIdAndNameInAnyCase)
{
    std::set<std::string_view> ids;
    for (const Device& device : knownDevices()) {
        EXPECT_TRUE(ids.insert(device.id).second) << device.id << " twice";
        EXPECT_EQ(findDevice(device.id), &device);
        EXPECT_EQ(findDevice(device.name), &device);
        EXPECT_GT(device.hbmBytes, kOneGiB);
        EXPECT_FALSE(device.source.empty()) << device.id << " has no source";
    }
    EXPECT_EQ(findDevice("V5E"), findDevice("v5e"));
}

TEST(Devices, HaveTheMemoryGivenByTheirSource)
{
    // GiB as printed by libtpu, MiB as printed by nvidia-smi, and GiB of data sheets.
    const std::map<std::string_view, double> libtpu = {{"v2", 7.48},   {"v3", 15.48},  {"v4", 30.75},   {"v5e", 15.75},
                                                       {"v5p", 95.73}, {"v6e", 31.24}, {"tpu7x", 94.74}};
    const std::map<std::string_view, std::int64_t> driver
        = {{"v100-16", 16160}, {"t4", 15360},    {"a10", 23028},    {"a100-40", 40960}, {"a100-80", 81920},
           {"l4", 23034},      {"l40s", 46068},  {"h100", 81559},   {"h20", 97871},     {"gh200-96", 97871},
           {"h200", 143771},   {"b200", 183359}, {"gb200", 189471}, {"b300", 275040}};
    const std::map<std::string_view, std::int64_t> sheets
        = {{"h100-nvl", 94}, {"mi210", 64},   {"mi250x", 64}, {"mi300a", 128}, {"mi300x", 192}, {"mi325x", 256},
           {"mi350x", 288},  {"mi355x", 288}, {"n150", 12},   {"n300", 12},    {"p100a", 28},   {"p150", 32}};
    // VMEM, SMEM and CMEM of a TensorCore.
    using OnChip = std::array<std::int64_t, 3>;
    constexpr std::int64_t kOneMiB = 1 << 20;
    const std::map<std::string_view, OnChip> memories = {
        {"v2", {16 * kOneMiB, 16 << 10, 0}},
        {"v3", {16 * kOneMiB, 16 << 10, 0}},
        {"v4", {16 * kOneMiB, kOneMiB, 128 * kOneMiB}},
        {"v5e", {128 * kOneMiB, kOneMiB, 0}},
        {"v5p", {64 * kOneMiB, kOneMiB, 0}},
        {"v6e", {128 * kOneMiB, kOneMiB, 0}},
        {"tpu7x", {64 * kOneMiB, kOneMiB, 0}},
    };
    EXPECT_EQ(knownDevices().size(), libtpu.size() + driver.size() + sheets.size());
    for (const Device& device : knownDevices()) {
        EXPECT_EQ(device.source.starts_with("usable"), !sheets.contains(device.id)) << device.id;
        const auto onChip = memories.contains(device.id) ? memories.at(device.id) : OnChip{0, 0, 0};
        EXPECT_EQ(OnChip({device.vmemBytes, device.smemBytes, device.cmemBytes}), onChip) << device.id;
        const auto bytes = static_cast<double>(device.hbmBytes);
        if (libtpu.contains(device.id)) {
            EXPECT_NEAR(bytes / kOneGiB, libtpu.at(device.id), 0.005) << device.id;
            EXPECT_LE(bytes / kOneGiB, libtpu.at(device.id)) << "at most the memory of the device: " << device.id;
        } else if (driver.contains(device.id)) {
            EXPECT_EQ(device.hbmBytes, driver.at(device.id) << 20) << device.id;
        } else {
            EXPECT_EQ(device.hbmBytes, sheets.at(device.id) * kOneGiB) << device.id;
        }
    }
}

TEST(Devices, ThatAProgramFitsOnAreNamedSmallestFirst)
{
    EXPECT_EQ(fitsOn(Platform::Tpu, 20 * kOneGiB), "TPU v4, TPU v6e, TPU7x, TPU v5p");
    EXPECT_EQ(fitsOn(Platform::Tpu, 94 * kOneGiB), "TPU7x, TPU v5p");
    EXPECT_EQ(fitsOn(Platform::Tpu, 97 * kOneGiB), "no known TPU: the largest, TPU v5p, has 95.73 GiB");
    EXPECT_EQ(fitsOn(Platform::Gpu, 270 * kOneGiB), "AMD Instinct MI350X, AMD Instinct MI355X");
    EXPECT_EQ(fitsOn(Platform::Tpu, 7 * kOneGiB), "every known TPU");
    EXPECT_EQ(fitsOn(Platform::Tpu, 8 * kOneGiB), "TPU v3, TPU v5e, TPU v4, TPU v6e, TPU7x, TPU v5p");
    EXPECT_EQ(fitsOn(Platform::Tpu, 8 * kOneGiB, 64 << 20), "TPU v5e, TPU v6e, TPU7x, TPU v5p") << "with a kernel";
    EXPECT_EQ(fitsOn(Platform::Tpu, 33 * kOneGiB, 65 << 20),
              "no known TPU: those with enough HBM have too little VMEM for a kernel of 65 MiB");
    EXPECT_EQ(fitsOn(Platform::Tpu, 1, 192 << 20),
              "no known TPU: a kernel needs 192 MiB of VMEM, and none has more than 128 MiB");
    EXPECT_EQ(fitsOn(Platform::Cpu, 1), "");
    EXPECT_EQ(fitsOn(Platform::Unknown, 1), "");
}

TEST(Capacity, TakesTheFilesOwnFigureFirst)
{
    const DeviceFacts facts = {"NVIDIA H100 80GB HBM3", 84942979072};
    EXPECT_EQ(capacityOf(Platform::Gpu, facts, nullptr, 0).bytes, 84942979072);
    EXPECT_EQ(capacityOf(Platform::Gpu, facts, nullptr, 0).device, "NVIDIA H100 80GB HBM3");
    EXPECT_EQ(capacityOf(Platform::Gpu, {facts.type, std::nullopt}, nullptr, 0).bytes, std::int64_t{81559} << 20);
    EXPECT_TRUE(capacityOf(Platform::Gpu, {facts.type, std::nullopt}, nullptr, 0).isOfTable);
    EXPECT_FALSE(capacityOf(Platform::Gpu, facts, nullptr, 0).isOfTable) << "the file states it";
    EXPECT_FALSE(capacityOf(Platform::Gpu, {facts.type, std::nullopt}, findDevice("h100"), 0).isOfTable);
    EXPECT_FALSE(capacityOf(Platform::Gpu, {"NVIDIA GB300", std::nullopt}, nullptr, 0).isOfTable);
}

TEST(Capacity, TakesTheChosenDeviceIfTheFileNamesNone)
{
    const Device* v5e = findDevice("v5e");
    const Capacity capacity = capacityOf(Platform::Unknown, {}, v5e, 0);
    EXPECT_EQ(capacity.bytes, 15 * kOneGiB + 3 * kOneGiB / 4);
    EXPECT_TRUE(capacity.isChosen);
    EXPECT_EQ(capacityOf(Platform::Unknown, {}, v5e, 1).bytes, 128 << 20);
    EXPECT_EQ(capacityOf(Platform::Unknown, {}, v5e, 8).bytes, std::nullopt);
    EXPECT_EQ(capacityOf(Platform::Unknown, {}, findDevice("v4"), 1).bytes, 16 << 20);
    EXPECT_EQ(capacityOf(Platform::Unknown, {}, findDevice("v4"), 3).bytes, 128 << 20);
    EXPECT_EQ(capacityOf(Platform::Unknown, {}, findDevice("v4"), 4).bytes, 1 << 20);
    EXPECT_EQ(capacityOf(Platform::Unknown, {}, v5e, 3).bytes, std::nullopt) << "it has none";
    EXPECT_EQ(capacityOf(Platform::Unknown, {}, findDevice("h100"), 5).bytes, std::nullopt) << "the host's";
}

TEST(Capacity, JaxReservesThreeQuartersOfAGpu)
{
    EXPECT_EQ(capacityOf(Platform::Gpu, {"Some GPU", 1000}, nullptr, 0).preallocatedBytes, 750);
    EXPECT_EQ(capacityOf(Platform::Gpu, {"Some GPU", 1000}, nullptr, 2).preallocatedBytes, 750);
    EXPECT_EQ(capacityOf(Platform::Gpu, {"Some GPU", std::nullopt}, nullptr, 0).preallocatedBytes, std::nullopt);
    EXPECT_EQ(capacityOf(Platform::Tpu, {"TPU v4", std::nullopt}, nullptr, 0).preallocatedBytes, std::nullopt);
}

TEST(Capacity, TheChosenDeviceOverridesTheOneOfTheFile)
{
    const Device* v5e = findDevice("v5e");
    const Capacity unknown = capacityOf(Platform::Gpu, {"NVIDIA GB300", std::nullopt}, v5e, 0);
    EXPECT_EQ(unknown.device, "TPU v5e") << "the name is that of the device whose memory it is";
    EXPECT_EQ(unknown.bytes, v5e->hbmBytes);
    EXPECT_TRUE(unknown.isOtherDevice);
    EXPECT_EQ(capacityOf(Platform::Gpu, {"NVIDIA H100 80GB HBM3", 84942979072}, v5e, 0).bytes, v5e->hbmBytes);
    EXPECT_FALSE(capacityOf(Platform::Tpu, {"TPU v5 lite", std::nullopt}, v5e, 0).isOtherDevice);
}

TEST(Capacity, SpacesOfOneMemoryShareItsCapacity)
{
    const DeviceFacts facts = {"NVIDIA H100 80GB HBM3", 1000};
    EXPECT_EQ(capacityOf(Platform::Gpu, facts, nullptr, 1).bytes, 1000);
    EXPECT_EQ(capacityOf(Platform::Gpu, facts, nullptr, 2).bytes, 1000);
    EXPECT_EQ(capacityOf(Platform::Gpu, facts, nullptr, 5).bytes, std::nullopt) << "the host's";
    EXPECT_TRUE(shareMemory(Platform::Gpu, 2, 0));
    EXPECT_FALSE(shareMemory(Platform::Gpu, 5, 0));
    EXPECT_FALSE(shareMemory(Platform::Tpu, 1, 0));
    EXPECT_TRUE(shareMemory(Platform::Tpu, 1, 1));
}

TEST(Capacity, NamesOfDevicesMayHoldAnything)
{
    EXPECT_EQ(capacityOf(Platform::Gpu, {"GPU \xff", std::nullopt}, nullptr, 0).device, "GPU \ufffd");
}

TEST(Capacity, UnknownStaysUnknown)
{
    EXPECT_EQ(capacityOf(Platform::Unknown, {}, nullptr, 0).bytes, std::nullopt);
    EXPECT_EQ(capacityOf(Platform::Unknown, {}, nullptr, 0).device, "");
    EXPECT_EQ(capacityOf(Platform::Gpu, {"Some Chip", std::nullopt}, nullptr, 0).bytes, std::nullopt);
}

TEST(Devices, AreRecognisedByWholeWords)
{
    EXPECT_STREQ(named("tpu v4"), "v4");
    EXPECT_STREQ(named("A TPU v4."), "v4") << "anywhere in the text";
    EXPECT_STREQ(named("xTPU v4"), "unknown");
    EXPECT_STREQ(named("TPU v4x"), "unknown");
    EXPECT_STREQ(named("TPU v4z"), "unknown");
    EXPECT_STREQ(named("aTPU v4"), "unknown");
    EXPECT_STREQ(named("TPU v4A"), "unknown");
    EXPECT_STREQ(named("ZTPU v4Z"), "unknown");
    EXPECT_STREQ(named("TPU v4Z"), "unknown");
    EXPECT_STREQ(named("TPU v40"), "unknown");
    EXPECT_STREQ(named("9TPU v4"), "unknown");
    EXPECT_STREQ(named("TPU v49"), "unknown");
    EXPECT_STREQ(named("TPU v5"), "v5p");
    EXPECT_STREQ(named("TPU v5 lite podslice"), "v5e") << "the longest that fits";
    EXPECT_STREQ(named("TPU7x"), "tpu7x");
    EXPECT_STREQ(named("Tesla V100-SXM2-16GB"), "v100-16");
    EXPECT_STREQ(named("NVIDIA A100 80GB PCIe"), "a100-80");
    EXPECT_STREQ(named("NVIDIA H100 NVL"), "h100-nvl");
    EXPECT_STREQ(named("AMD Instinct MI300X"), "mi300x");
    for (const Device& device : knownDevices()) {
        std::string_view types = device.typeStrings;
        while (!types.empty()) {
            const std::string type(types.substr(0, types.find('|')));
            EXPECT_STREQ(named(type.c_str()), device.id.data()) << type;
            types.remove_prefix(std::min(type.size() + 1, types.size()));
        }
    }
}

TEST(Devices, AreFoundByTheirCommonNames)
{
    EXPECT_EQ(findDevice("tpu v5e"), findDevice("v5e"));
    EXPECT_EQ(findDevice("TPU V5E"), findDevice("v5e"));
    EXPECT_EQ(findDevice("nvidia h100 80 gb"), findDevice("h100"));
    EXPECT_EQ(findDevice("tpu"), nullptr);
    EXPECT_EQ(findDevice("v5"), nullptr);
    EXPECT_EQ(findDevice("v5e "), nullptr);
}

TEST(Platforms, HaveNames)
{
    EXPECT_EQ(platformName(Platform::Tpu), "TPU");
    EXPECT_EQ(platformName(Platform::Gpu), "GPU");
    EXPECT_EQ(platformName(Platform::Cpu), "CPU");
    EXPECT_EQ(platformName(Platform::Unknown), "");
}

TEST(Spaces, ShareTheMemoryOfAGpuBelowThree)
{
    for (std::int64_t space = -1; space < 8; ++space) {
        EXPECT_EQ(shareMemory(Platform::Gpu, space, 0), space >= 0 && space <= 2) << space;
        EXPECT_EQ(shareMemory(Platform::Gpu, 0, space), space >= 0 && space <= 2) << space;
        EXPECT_EQ(shareMemory(Platform::Tpu, space, 0), space == 0) << space;
        EXPECT_EQ(shareMemory(Platform::Gpu, space, 5), space == 5) << space;
    }
}

TEST(Spaces, AreListedByPlatform)
{
    EXPECT_EQ(spaceNames(Platform::Tpu), "HBM, VMEM, SFLAG, CMEM, SMEM, Host, SparseCore (TPU)");
    EXPECT_EQ(spaceNames(Platform::Gpu), "HBM, Collective, Temp, Host (GPU)");
    EXPECT_EQ(spaceNames(Platform::Unknown),
              "HBM, VMEM, SFLAG, CMEM, SMEM, Host, SparseCore (TPU); HBM, Collective, Temp, Host (GPU)");
}

TEST(Spaces, AreParsedFromTheirPrintedForm)
{
    for (const Platform platform : {Platform::Tpu, Platform::Gpu, Platform::Unknown})
        for (std::int64_t space = 0; space < 9; ++space) {
            EXPECT_EQ(parseSpace(platform, spaceText(platform, space)), space);
            EXPECT_EQ(parseSpace(platform, std::to_string(space)), space);
        }
    for (const char* wrong : {"VMEM (1", "VMEM 1)", "VMEM ()", "VMEM (x)", " (1)", "space", "space ", "space x",
                              "space 8 ", ")", "(", "HBM(1)"})
        EXPECT_EQ(parseSpace(Platform::Tpu, wrong), std::nullopt) << wrong;
    EXPECT_EQ(parseSpace(Platform::Tpu, "HBM(0)"), 0);
    EXPECT_EQ(parseSpace(Platform::Tpu, "hbm   (0)"), 0);
    EXPECT_EQ(parseSpace(Platform::Tpu, "-3"), -3);
    EXPECT_EQ(parseSpace(Platform::Tpu, std::string_view("123").substr(0, 2)), 12);
}

TEST(Spaces, AreNamedByPlatform)
{
    const auto namesOf = [](Platform platform) {
        std::string names;
        for (std::int64_t space = 0; space < 8; ++space)
            names += std::string(spaceName(platform, space).value_or("-")) + " ";
        return names;
    };
    EXPECT_EQ(namesOf(Platform::Tpu), "HBM VMEM SFLAG CMEM SMEM Host SparseCore - ");
    EXPECT_EQ(namesOf(Platform::Gpu), "HBM Collective Temp - - Host - - ");
    EXPECT_EQ(spaceName(Platform::Cpu, 0), std::nullopt);
    EXPECT_EQ(spaceText(Platform::Tpu, 8), "space 8");
    EXPECT_EQ(parseSpace(Platform::Tpu, "vmem"), 1);
    EXPECT_EQ(parseSpace(Platform::Tpu, "sflag"), 2);
    EXPECT_EQ(parseSpace(Platform::Unknown, "HBM"), 0);
    EXPECT_EQ(parseSpace(Platform::Gpu, "Temp"), 2);
    EXPECT_EQ(parseSpace(Platform::Gpu, "12"), 12);
    EXPECT_EQ(parseSpace(Platform::Tpu, "attic"), std::nullopt);
    EXPECT_EQ(parseSpace(Platform::Tpu, ""), std::nullopt);
    EXPECT_EQ(parseSpace(Platform::Gpu, "vmem"), std::nullopt) << "another platform's";
    EXPECT_EQ(parseSpace(Platform::Unknown, "vmem"), 1);
    EXPECT_EQ(parseSpace(Platform::Cpu, "hbm"), 0);
    EXPECT_EQ(parseSpace(Platform::Tpu, "VMEM (1)"), 1) << "as shown";
    EXPECT_EQ(parseSpace(Platform::Tpu, "VMEM (2)"), std::nullopt);
    EXPECT_EQ(parseSpace(Platform::Tpu, "space 8"), 8);
    EXPECT_EQ(parseSpace(Platform::Tpu, "(1)"), std::nullopt);
    EXPECT_EQ(parseSpace(Platform::Tpu, "1x"), std::nullopt);
}

} // namespace
} // namespace tidemark
