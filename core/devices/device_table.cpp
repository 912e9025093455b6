#include "core/devices/device_table.h"

#include "core/base/characters.h"
#include "core/base/find.h"
#include "core/base/nearest.h"
#include "core/base/text.h"
#include "core/text/amount.h"

#include <algorithm>
#include <array>

namespace tidemark {
namespace {

constexpr std::int64_t kGiB = std::int64_t{1} << 30;
constexpr std::int64_t kMiB = std::int64_t{1} << 20;
constexpr std::int64_t kKiB = std::int64_t{1} << 10;
constexpr std::string_view kRocm = "nominal: AMD GPU specifications (rocm.docs.amd.com, VRAM)";

// The main memory is what a program can use. For TPUs it is the number in the out-of-memory message of libtpu 0.0.51
// ("exceeds available HBM (15.75G)"), for NVIDIA GPUs the total of nvidia-smi, for others the nominal size. Two
// decimals of GiB are rounded down to MiB. TPU chips before v4 and TPU7x are two devices, each with half of the chip's
// memory; v4 and v5p are one device (megacore). Vendors' GB of device memory are binary. Memories on TPU chips are
// those of a TensorCore in JAX's table (docs.jax.dev/en/latest/pallas/tpu/hardware.html), except CMEM, which is that of
// the chip. Sorted by maker and generation, as lists show them.
constexpr std::array kDevices = {
    Device{
        "v2", "TPU v2", "tpu v2", Platform::Tpu, 7659 * kMiB, 16 * kMiB, 16 * kKiB, 0,
        "usable: libtpu's out-of-memory message (7.48G); nominal: 8 GiB, half of a chip, Google Cloud documentation, "
        "TPU v2"},
    Device{"v3", "TPU v3", "tpu v3", Platform::Tpu, 15851 * kMiB, 16 * kMiB, 16 * kKiB, 0,
           "usable: libtpu's out-of-memory message (15.48G); nominal: 16 GiB, half of a chip, Google Cloud "
           "documentation, TPU v3"},
    Device{"v4", "TPU v4", "tpu v4", Platform::Tpu, 31488 * kMiB, 16 * kMiB, kMiB, 128 * kMiB,
           "usable: libtpu's out-of-memory message (30.75G); nominal: 32 GiB, Google Cloud documentation, TPU v4"},
    Device{"v5e", "TPU v5e", "tpu v5 lite|tpu v5e", Platform::Tpu, 16128 * kMiB, 128 * kMiB, kMiB, 0,
           "usable: libtpu's out-of-memory messages (15.75G hbm, 128.00M vmem); nominal: 16 GB, Google Cloud "
           "documentation, TPU v5e"},
    Device{"v5p", "TPU v5p", "tpu v5|tpu v5p", Platform::Tpu, 98027 * kMiB, 64 * kMiB, kMiB, 0,
           "usable: libtpu's out-of-memory message (95.73G); nominal: 95 GiB, Google Cloud documentation, TPU7x"},
    Device{"v6e", "TPU v6e", "tpu v6 lite|tpu v6e", Platform::Tpu, 31989 * kMiB, 128 * kMiB, kMiB, 0,
           "usable: libtpu's out-of-memory message (31.24G); nominal: 32 GiB, Google Cloud documentation, TPU7x"},
    Device{"tpu7x", "TPU7x", "tpu7x|tpu v7x", Platform::Tpu, 97013 * kMiB, 64 * kMiB, kMiB, 0,
           "usable: libtpu's out-of-memory message (94.74G); nominal: 96 GiB, half of a chip, Google Cloud "
           "documentation, TPU7x"},
    Device{"v100-16", "NVIDIA V100 16 GB", "v100-sxm2-16gb|v100-pcie-16gb", Platform::Gpu, 16160 * kMiB, 0, 0, 0,
           "usable: total of nvidia-smi (16,160 MiB); nominal: 16 GB, NVIDIA V100 data sheet"},
    Device{"t4", "NVIDIA T4", "tesla t4|nvidia t4", Platform::Gpu, 15360 * kMiB, 0, 0, 0,
           "usable: total of nvidia-smi (15,360 MiB); nominal: 16 GB, NVIDIA T4 data sheet"},
    Device{"a10", "NVIDIA A10", "nvidia a10|nvidia a10g", Platform::Gpu, 23028 * kMiB, 0, 0, 0,
           "usable: total of nvidia-smi (23,028 MiB); nominal: 24 GB, NVIDIA A10 data sheet"},
    Device{"a100-40", "NVIDIA A100 40 GB", "a100-sxm4-40gb|a100-pcie-40gb", Platform::Gpu, 40960 * kMiB, 0, 0, 0,
           "usable: total of nvidia-smi (40,960 MiB); nominal: 40 GB, NVIDIA A100 data sheet"},
    Device{"a100-80", "NVIDIA A100 80 GB", "a100-sxm4-80gb|a100 80gb", Platform::Gpu, 81920 * kMiB, 0, 0, 0,
           "usable: total of nvidia-smi (81,920 MiB); nominal: 80 GB, NVIDIA A100 data sheet"},
    Device{"l4", "NVIDIA L4", "nvidia l4", Platform::Gpu, 23034 * kMiB, 0, 0, 0,
           "usable: total of nvidia-smi (23,034 MiB); nominal: 24 GB, NVIDIA L4 data sheet"},
    Device{"l40s", "NVIDIA L40S", "nvidia l40s", Platform::Gpu, 46068 * kMiB, 0, 0, 0,
           "usable: total of nvidia-smi (46,068 MiB); nominal: 48 GB, NVIDIA L40S data sheet"},
    Device{"h100", "NVIDIA H100 80 GB", "h100 80gb|h100 pcie", Platform::Gpu, 81559 * kMiB, 0, 0, 0,
           "usable: total of nvidia-smi (81,559 MiB); nominal: 80 GB, NVIDIA H100 data sheet"},
    Device{"h100-nvl", "NVIDIA H100 NVL", "h100 nvl", Platform::Gpu, 94 * kGiB, 0, 0, 0,
           "nominal: 94 GB, NVIDIA H100 data sheet"},
    Device{"h20", "NVIDIA H20", "nvidia h20", Platform::Gpu, 97871 * kMiB, 0, 0, 0,
           "usable: total of nvidia-smi (97,871 MiB)"},
    Device{"gh200-96", "NVIDIA GH200 96 GB", "gh200 480gb|gh200 120gb", Platform::Gpu, 97871 * kMiB, 0, 0, 0,
           "usable: total of nvidia-smi (97,871 MiB; 480 GB and 120 GB are the host's); nominal: 96 GB, NVIDIA GH200 "
           "data sheet"},
    Device{"h200", "NVIDIA H200", "h200", Platform::Gpu, 143771 * kMiB, 0, 0, 0,
           "usable: total of nvidia-smi (143,771 MiB); nominal: 141 GB, NVIDIA H200 data sheet"},
    Device{"b200", "NVIDIA B200", "b200", Platform::Gpu, 183359 * kMiB, 0, 0, 0,
           "usable: total of nvidia-smi (183,359 MiB); nominal: 180 GB, NVIDIA DGX B200 data sheet (1,440 GB over 8 "
           "GPUs)"},
    Device{"gb200", "NVIDIA GB200", "gb200", Platform::Gpu, 189471 * kMiB, 0, 0, 0,
           "usable: total of nvidia-smi (189,471 MiB)"},
    Device{"b300", "NVIDIA B300", "b300", Platform::Gpu, 275040 * kMiB, 0, 0, 0,
           "usable: total of nvidia-smi (275,040 MiB)"},
    Device{"mi210", "AMD Instinct MI210", "mi210", Platform::Gpu, 64 * kGiB, 0, 0, 0, kRocm},
    Device{"mi250x", "AMD Instinct MI250X", "mi250x|mi250", Platform::Gpu, 64 * kGiB, 0, 0, 0,
           "nominal: AMD GPU specifications (rocm.docs.amd.com, VRAM), half of it: a program sees one of two dies"},
    Device{"mi300a", "AMD Instinct MI300A", "mi300a", Platform::Gpu, 128 * kGiB, 0, 0, 0, kRocm},
    Device{"mi300x", "AMD Instinct MI300X", "mi300x", Platform::Gpu, 192 * kGiB, 0, 0, 0, kRocm},
    Device{"mi325x", "AMD Instinct MI325X", "mi325x", Platform::Gpu, 256 * kGiB, 0, 0, 0, kRocm},
    Device{"mi350x", "AMD Instinct MI350X", "mi350x", Platform::Gpu, 288 * kGiB, 0, 0, 0, kRocm},
    Device{"mi355x", "AMD Instinct MI355X", "mi355x", Platform::Gpu, 288 * kGiB, 0, 0, 0, kRocm},
    // These devices belong to no platform that numbers memory spaces. In their files, which are not XLA's, memory 0 is
    // DRAM.
    Device{"n150", "Wormhole n150", "n150", Platform::Unknown, 12 * kGiB, 0, 0, 0,
           "nominal: 12 GB, the maker's specifications of n150"},
    Device{"n300", "Wormhole n300", "n300", Platform::Unknown, 12 * kGiB, 0, 0, 0,
           "nominal: 24 GB, the maker's specifications of n300, half of it: a program sees one of two chips"},
    Device{"p100a", "Blackhole p100a", "p100a", Platform::Unknown, 28 * kGiB, 0, 0, 0,
           "nominal: 28 GB, the maker's specifications of p100a"},
    Device{"p150", "Blackhole p150", "p150|p150a|p150b", Platform::Unknown, 32 * kGiB, 0, 0, 0,
           "nominal: 32 GB, the maker's specifications of p150"},
};

std::string lower(std::string_view text)
{
    std::string result(text);
    std::ranges::transform(result, result.begin(), toLower);
    return result;
}

/// Returns the length of the longest type string that occurs in `text` as whole words; 0 for none.
std::size_t matchLength(std::string_view typeStrings, std::string_view text)
{
    const auto isWord = [](char c) { return isLower(c) || isDigit(c); };
    std::size_t longest = 0;
    while (!typeStrings.empty()) {
        const std::string_view wanted = typeStrings.substr(0, typeStrings.find('|'));
        typeStrings.remove_prefix(std::min(wanted.size() + 1, typeStrings.size()));
        const std::size_t at = text.find(wanted);
        if (at == std::string_view::npos)
            continue;
        const std::size_t end = at + wanted.size();
        if ((at == 0 || !isWord(text[at - 1])) && (end == text.size() || !isWord(text[end])))
            longest = std::max(longest, wanted.size());
    }
    return longest;
}

} // namespace

std::span<const Device> knownDevices()
{
    return kDevices;
}

const Device* findDevice(std::string_view text)
{
    const std::string wanted = lower(text);
    return findFirstIf(kDevices, [&](const Device& device) {
        return lower(device.id) == wanted || lower(device.name) == wanted || "tpu " + lower(device.id) == wanted;
    });
}

std::shared_ptr<const Device> givenDevice(std::string_view text)
{
    if (const Device* const known = findDevice(text))
        return {std::shared_ptr<const Device>(), known}; // the table owns it
    const auto amount = takeAmountWithUnit(text);
    if (!amount || !text.empty() || amount->bytes <= 0)
        return nullptr;
    return std::make_shared<const Device>(
        Device{{}, "the given device", {}, Platform::Unknown, amount->bytes, 0, 0, 0, "given by the user"});
}

std::string deviceRefusal(const std::string& text)
{
    if (givenDevice(text))
        return {};
    if (!text.empty() && text.find_first_not_of("0123456789.") == std::string::npos)
        return "a size needs a unit: " + text + "GiB";
    std::vector<std::string> names;
    std::string known;
    for (const Device& device : kDevices) {
        names.emplace_back(device.id);
        known += " " + names.back();
    }
    return "unknown device " + text + "." + suggestion(text, names) + " Known:" + known + ". Or a size, as 24GiB.";
}

const Device* deviceOf(const DeviceFacts& facts)
{
    const std::string type = lower(facts.type);
    const Device* best = nullptr;
    std::size_t longest = 0;
    for (const Device& device : kDevices) {
        const std::size_t length = matchLength(device.typeStrings, type);
        if (length > longest) {
            best = &device;
            longest = length;
        }
    }
    return best;
}

const Device* largestDevice(Platform platform)
{
    const Device* largest = nullptr;
    for (const Device& device : kDevices)
        if (device.platform == platform && platform != Platform::Unknown
            && (!largest || device.hbmBytes > largest->hbmBytes))
            largest = &device;
    return largest;
}

std::int64_t largestVmem()
{
    return std::ranges::max_element(kDevices, {}, &Device::vmemBytes)->vmemBytes;
}

std::string fitsOn(Platform platform, std::int64_t bytes, std::int64_t vmemBytes)
{
    std::vector<const Device*> devices;
    for (const Device& device : kDevices)
        if (device.platform == platform && platform != Platform::Unknown)
            devices.push_back(&device);
    std::ranges::stable_sort(devices, {}, &Device::hbmBytes);
    if (devices.empty())
        return {};
    const std::string none = "no known " + std::string(platformName(platform)) + ": ";
    if (const Device* const largest = largestDevice(platform); largest->hbmBytes < bytes)
        return none + "the largest, " + std::string(largest->name) + ", has " + bytesText(largest->hbmBytes);
    if (vmemBytes > largestVmem())
        return none + "a kernel needs " + bytesText(vmemBytes) + " of VMEM, and none has more than "
            + bytesText(largestVmem());
    const auto fits = [&](const Device* device) { return device->hbmBytes >= bytes && device->vmemBytes >= vmemBytes; };
    if (std::ranges::all_of(devices, fits))
        return "every known " + std::string(platformName(platform));
    std::string names;
    for (const Device* device : devices)
        if (fits(device))
            addTo(names, ", ", device->name);
    return names.empty() ? none + "those with enough HBM have too little VMEM for a kernel of " + bytesText(vmemBytes)
                         : names;
}

namespace {

/// Returns the size of a memory on a TPU chip, by its space; nullopt when no figure is public.
std::optional<std::int64_t> onChip(const Device& device, std::int64_t space)
{
    constexpr std::int64_t kVmem = 1;
    constexpr std::int64_t kCmem = 3;
    constexpr std::int64_t kSmem = 4;
    if (device.platform != Platform::Tpu)
        return std::nullopt;
    std::int64_t bytes = 0;
    if (space == kVmem)
        bytes = device.vmemBytes;
    else if (space == kSmem)
        bytes = device.smemBytes;
    else if (space == kCmem)
        bytes = device.cmemBytes;
    return bytes > 0 ? std::optional(bytes) : std::nullopt;
}

} // namespace

Capacity capacityOf(Platform platform, const DeviceFacts& facts, const Device* chosen, std::int64_t space)
{
    const Device* const named = deviceOf(facts);
    const Device* const device = chosen ? chosen : named;
    const bool isOfDevice = device && device->platform != Platform::Unknown;
    const Platform whose = isOfDevice ? device->platform : platform;
    const bool isDeviceMemory = shareMemory(whose, space, 0);
    Capacity capacity;
    capacity.isChosen = chosen != nullptr;
    capacity.isOtherDevice = chosen && !facts.type.empty() && chosen != named;
    if (chosen || facts.type.empty())
        capacity.device = device ? std::string(device->name) : std::string();
    else
        capacity.device = validUtf8(facts.type);
    if (!chosen && isDeviceMemory && facts.memoryBytes)
        capacity.bytes = facts.memoryBytes;
    else if (device && isDeviceMemory)
        capacity.bytes = device->hbmBytes;
    else if (device)
        capacity.bytes = onChip(*device, space);
    // Source: JAX, GPU memory allocation (docs.jax.dev/en/latest/gpu_memory_allocation.html). JAX reserves nothing on
    // TPUs.
    if (isDeviceMemory && whose == Platform::Gpu && capacity.bytes)
        capacity.preallocatedBytes = *capacity.bytes - *capacity.bytes / 4;
    capacity.isOfTable = !chosen && capacity.bytes && !(isDeviceMemory && facts.memoryBytes);
    return capacity;
}

} // namespace tidemark
