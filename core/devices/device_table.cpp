#include "core/devices/device_table.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>

namespace tidemark {
namespace {

constexpr std::int64_t kGiB = std::int64_t{1} << 30;
constexpr std::int64_t kMiB = std::int64_t{1} << 20;

/// Usable figures (what the compiler lets a program have) where public, else nominal ones. TPU chips before v4 show two
/// devices, each with half of the chip's memory; v4 and v5p show one (megacore). Vendors' GB of device memory are
/// binary. By maker and generation, as lists show them.
constexpr std::array kDevices = {
    Device{"v2", "TPU v2", "tpu v2", Platform::Tpu, 8 * kGiB, 0,
           "nominal: Google Cloud documentation, TPU v2 (16 GiB HBM per chip of two cores)"},
    Device{"v3", "TPU v3", "tpu v3", Platform::Tpu, 16 * kGiB, 0,
           "nominal: Google Cloud documentation, TPU v3 (32 GiB HBM2 per chip of two cores)"},
    Device{"v4", "TPU v4", "tpu v4", Platform::Tpu, 32 * kGiB, 0,
           "nominal: Google Cloud documentation, TPU v4 (32 GiB HBM2 per chip)"},
    Device{"v5e", "TPU v5e", "tpu v5 lite|tpu v5e", Platform::Tpu, 15 * kGiB + 3 * kGiB / 4, 128 * kMiB,
           "usable: libtpu's out-of-memory messages (15.75G hbm, 128.00M vmem)"},
    Device{"v5p", "TPU v5p", "tpu v5|tpu v5p", Platform::Tpu, 95 * kGiB, 0,
           "nominal: Google Cloud documentation, TPU v5p (95 GB HBM2e per chip)"},
    Device{"v6e", "TPU v6e", "tpu v6 lite|tpu v6e", Platform::Tpu, 32 * kGiB, 0,
           "nominal: Google Cloud documentation, TPU v6e (32 GB HBM per chip)"},
    Device{"tpu7x", "TPU7x", "tpu7x|tpu v7x", Platform::Tpu, 96 * kGiB, 0,
           "nominal: Google Cloud documentation, TPU7x (192 GB HBM per chip of two devices)"},
    Device{"v100-16", "NVIDIA V100 16 GB", "v100-sxm2-16gb|v100-pcie-16gb", Platform::Gpu, 16 * kGiB, 0,
           "nominal: NVIDIA V100 data sheet"},
    Device{"t4", "NVIDIA T4", "tesla t4|nvidia t4", Platform::Gpu, 16 * kGiB, 0, "nominal: NVIDIA T4 data sheet"},
    Device{"a100-40", "NVIDIA A100 40 GB", "a100-sxm4-40gb|a100-pcie-40gb", Platform::Gpu, 40 * kGiB, 0,
           "nominal: NVIDIA A100 data sheet"},
    Device{"a100-80", "NVIDIA A100 80 GB", "a100-sxm4-80gb|a100 80gb", Platform::Gpu, 80 * kGiB, 0,
           "nominal: NVIDIA A100 data sheet"},
    Device{"l4", "NVIDIA L4", "nvidia l4", Platform::Gpu, 24 * kGiB, 0, "nominal: NVIDIA L4 data sheet"},
    Device{"h100", "NVIDIA H100 80 GB", "h100 80gb|h100 pcie", Platform::Gpu, 80 * kGiB, 0,
           "nominal: NVIDIA H100 data sheet"},
    Device{"h100-nvl", "NVIDIA H100 NVL", "h100 nvl", Platform::Gpu, 94 * kGiB, 0, "nominal: NVIDIA H100 data sheet"},
    Device{"h200", "NVIDIA H200", "h200", Platform::Gpu, 141 * kGiB, 0, "nominal: NVIDIA H200 data sheet"},
    Device{"b200", "NVIDIA B200", "b200", Platform::Gpu, 180 * kGiB, 0,
           "nominal: NVIDIA DGX B200 data sheet (1,440 GB over 8 GPUs)"},
    Device{"mi300x", "AMD Instinct MI300X", "mi300x", Platform::Gpu, 192 * kGiB, 0,
           "nominal: AMD Instinct MI300X data sheet"},
};

std::string lower(std::string_view text)
{
    std::string result(text);
    for (char& c : result)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return result;
}

/// Length of the longest type string that stands in `text` as whole words; 0 for none.
std::size_t matchLength(std::string_view typeStrings, std::string_view text)
{
    const auto isWord = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
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
    const auto found = std::ranges::find_if(kDevices, [&](const Device& device) {
        return lower(device.id) == wanted || lower(device.name) == wanted || "tpu " + lower(device.id) == wanted;
    });
    return found == kDevices.end() ? nullptr : &*found;
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

std::string fitsOn(Platform platform, std::int64_t bytes)
{
    std::vector<const Device*> devices;
    for (const Device& device : kDevices)
        if (device.platform == platform)
            devices.push_back(&device);
    std::ranges::stable_sort(devices, {}, &Device::hbmBytes);
    if (devices.empty())
        return {};
    if (devices.back()->hbmBytes < bytes)
        return "none that is known: the largest, " + std::string(devices.back()->name) + ", has "
            + bytesText(devices.back()->hbmBytes);
    if (devices.front()->hbmBytes >= bytes)
        return "every " + std::string(platformName(platform)) + " that is known";
    std::string names;
    for (const Device* device : devices)
        if (device->hbmBytes >= bytes)
            names += (names.empty() ? "" : ", ") + std::string(device->name);
    return names;
}

Capacity capacityOf(Platform platform, const DeviceFacts& facts, const Device* chosen, std::int64_t space)
{
    const Device* const named = deviceOf(facts);
    const Device* const device = chosen ? chosen : named;
    const bool isDeviceMemory = shareMemory(device ? device->platform : platform, space, 0);
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
    else if (device && space == 1 && device->platform == Platform::Tpu && device->vmemBytes > 0)
        capacity.bytes = device->vmemBytes;
    capacity.isOfTable = !chosen && capacity.bytes && !(isDeviceMemory && facts.memoryBytes);
    return capacity;
}

} // namespace tidemark
