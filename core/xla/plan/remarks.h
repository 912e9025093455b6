#pragma once

#include "core/base/warnings.h"

#include <string_view>

namespace tidemark::xla {

/// Codes of warnings about figures only. They do not mean that the file is damaged, and neither do notes
/// (core/base/notes.h), while any other code does. Code that adds a remark takes its code from here.
namespace remark {
constexpr std::string_view kNoModule = "no-module";
constexpr std::string_view kUntraced = "untraced-allocations";
constexpr std::string_view kRefused = "refused-by-compiler";
constexpr std::string_view kKernelAboveVmem = "kernel-above-vmem";
// About a figure that users see in XProf.
constexpr std::string_view kXprofAboveAllocated = "xprof-peak-above-allocations";
constexpr std::string_view kXprofOtherTrace = "xprof-other-space-trace";
} // namespace remark

inline bool isAboutXprof(const Warning& warning)
{
    return warning.code == remark::kXprofAboveAllocated || warning.code == remark::kXprofOtherTrace;
}

inline bool isRemark(const Warning& warning)
{
    return isAboutXprof(warning) || warning.code == remark::kNoModule || warning.code == remark::kUntraced
        || warning.code == remark::kRefused || warning.code == remark::kKernelAboveVmem;
}

} // namespace tidemark::xla
