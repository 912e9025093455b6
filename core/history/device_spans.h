#pragma once

#include "core/base/progress.h"
#include "core/history/capture_moment.h"
#include "core/history/recording.h"
#include "core/xspace/xplane_reader.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark::history {

/// A device that a plane is named after: "/device:TPU:0".
struct PlaneDevice {
    std::string platform; // "TPU"
    std::int64_t number = 0;
};
/// Nothing for planes of other things, and of parts of a device.
std::optional<PlaneDevice> deviceOf(std::string_view plane);

/// A span on the clock of its plane.
struct DeviceSpan {
    TextId name;
    CaptureMoment begin;
    CaptureMoment end;
    bool isProgram = false;
};

/// Reads the runs of programs (line "XLA Modules") and the steps (line "Steps") of the plane of a device. Other lines
/// are skipped. Source of the names: xplane_schema.cc of openxla/xla. Error Cancelled.
Result<std::vector<DeviceSpan>> readDeviceSpans(FileWindow& window, const IndexedPlane& plane, Names& names,
                                                const Progress& progress, Warnings& warnings);

} // namespace tidemark::history
