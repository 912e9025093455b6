#pragma once

#include "core/devices/platform.h"

#include <memory>
#include <span>

namespace tidemark {

/// The facts of a file about the device that it was captured on.
struct DeviceFacts {
    std::string type; // device_type_string of the first device plane that has one
    std::optional<std::int64_t> memoryBytes; // memory_size of the same plane
};

/// A type of accelerator and the memory of one device, as a program sees it.
struct Device {
    std::string_view id; // for the command line: "v5e"
    std::string_view name; // for people: "TPU v5e"
    std::string_view typeStrings; // what a profile's device_type_string contains, lower case, separated by '|'
    Platform platform; // Unknown for devices that are neither TPUs nor GPUs, and for a size that the user gives
    std::int64_t hbmBytes; // size of space 0
    std::int64_t vmemBytes; // size of space 1 of a TPU; 0 if no figure is public
    std::int64_t smemBytes; // size of space 4
    std::int64_t cmemBytes; // size of space 3
    std::string_view source; // source of hbmBytes; says whether it is the usable or the nominal size
};

std::span<const Device> knownDevices();

/// Finds a device by id or name, in any case. nullptr when unknown.
const Device* findDevice(std::string_view text);
/// The device that the user gives as a name or as a size with a unit, such as "24GiB". Null if the text is neither.
std::shared_ptr<const Device> givenDevice(std::string_view text);
/// Explains to the user why givenDevice() is null, and lists the known devices. Empty if it is not.
std::string deviceRefusal(const std::string& text);

/// Finds the device with a type string that occurs in the file's text as whole words. The longest match wins. nullptr
/// when unknown.
const Device* deviceOf(const DeviceFacts& facts);

/// The device of a platform with most memory. nullptr when no device of the platform is known.
const Device* largestDevice(Platform platform);

/// The largest VMEM of a known TPU.
std::int64_t largestVmem();

/// The devices of a platform that fit a program with these needs, the smallest first: "TPU v4, TPU v6e". The need
/// of VMEM counts if a kernel of the program states it. A sentence if it fits on all or none. Empty if no device
/// of the platform is known.
std::string fitsOn(Platform platform, std::int64_t bytes, std::int64_t vmemBytes = 0);

/// The memory that a program may use, and the source of that number.
struct Capacity {
    std::string device; // "TPU v5e", "NVIDIA H100 80GB HBM3"; valid UTF-8; empty: unknown
    std::optional<std::int64_t> bytes;
    bool isChosen = false; // chosen by the user, not named by the file
    bool isOtherDevice = false; // it is chosen, and the file names another device
    bool isOfTable = false; // the file names the device, and the size is from the table
    std::optional<std::int64_t> preallocatedBytes; // bytes that JAX reserves at its start by default: 75 % on GPUs
    std::string statedBy = {}; // "run.log:17": the message that states it as its limit; empty if it is of a device
};

/// The capacity of the memory that holds a space: the memory of the chosen device, which may be null, otherwise the
/// file's own memory_size, otherwise the table's figure for the device that the file names. nullopt when unknown.
Capacity capacityOf(Platform platform, const DeviceFacts& facts, const Device* chosen, std::int64_t space);

} // namespace tidemark
