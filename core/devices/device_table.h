#pragma once

#include "core/devices/platform.h"

#include <span>

namespace tidemark {

/// What a file says about the device it was captured on.
struct DeviceFacts {
    std::string type; // device_type_string of the first device plane that has one
    std::optional<std::int64_t> memoryBytes; // memory_size of the same plane
};

/// A kind of accelerator and its memory, per device as a program sees it.
struct Device {
    std::string_view id; // for the command line: "v5e"
    std::string_view name; // for people: "TPU v5e"
    std::string_view typeStrings; // what a profile's device_type_string contains, lower case, separated by '|'
    Platform platform; // Unknown: of another maker than those of TPUs and GPUs
    std::int64_t hbmBytes; // space 0
    std::int64_t vmemBytes; // space 1 of a TPU; 0: no public figure
    std::int64_t smemBytes; // space 4
    std::int64_t cmemBytes; // space 3
    std::string_view source; // of hbmBytes, and whether it is what a program can have or nominal
};

std::span<const Device> knownDevices();

/// By id or name, any case. nullptr when unknown.
const Device* findDevice(std::string_view text);
/// Why findDevice() does not find it, with all that it does, for the user; empty: it does.
std::string deviceRefusal(const std::string& text);

/// The device one of whose type strings stands in the file's as whole words; the longest match wins. nullptr when
/// unknown.
const Device* deviceOf(const DeviceFacts& facts);

/// The most VMEM that a known TPU has.
std::int64_t largestVmem();

/// On which devices of a platform a program fits that needs so much of their memory, and so much of their VMEM where
/// one of its kernels says so; the smallest first: "TPU v4, TPU v6e"; in words where it fits on all or none. Empty
/// where none of the platform is known.
std::string fitsOn(Platform platform, std::int64_t bytes, std::int64_t vmemBytes = 0);

/// How much memory a program may use, and who says so.
struct Capacity {
    std::string device; // "TPU v5e", "NVIDIA H100 80GB HBM3"; valid UTF-8; empty: unknown
    std::optional<std::int64_t> bytes;
    bool isChosen = false; // by the user, not by the file
    bool isOtherDevice = false; // chosen, and the file names another
    bool isOfTable = false; // the file names the device, and the table says the bytes
    std::optional<std::int64_t> preallocatedBytes; // what JAX reserves of it when it starts, by default: 75 % on GPUs
};

/// The capacity of the memory that a space lies in: that of the chosen device, which may be null, else the file's own
/// memory_size, else the table's figure for the device that the file names. Unknown stays nullopt.
Capacity capacityOf(Platform platform, const DeviceFacts& facts, const Device* chosen, std::int64_t space);

} // namespace tidemark
