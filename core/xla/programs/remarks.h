#pragma once

#include "core/base/warnings.h"

namespace tidemark {

/// About a figure that users see in XProf.
inline bool isAboutXprof(const Warning& warning)
{
    return warning.code.starts_with("xprof-");
}

/// About figures alone: nothing is wrong with the file.
inline bool isRemark(const Warning& warning)
{
    return isAboutXprof(warning) || warning.code == "untraced-allocations" || warning.code == "no-module"
        || warning.code == "refused-by-compiler" || warning.code == "kernel-above-vmem";
}

} // namespace tidemark
