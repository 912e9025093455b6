#pragma once

#include "core/base/warnings.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace tidemark {

/// Codes of warnings that are notes: nothing is wrong with the input. They say what its format does not have, and how
/// its numbers are to be read. Any other code means that the input is damaged, contradicts itself, lacks a part or is
/// not shown in full, or it is a remark about figures (core/xla/plan/remarks.h). Code that adds a note takes its code
/// from here.
namespace note {
constexpr std::string_view kRoundedSizes = "rounded-sizes";
constexpr std::string_view kRestNotListed = "rest-not-listed";
constexpr std::string_view kUnlistedRest = "unlisted-rest";
constexpr std::string_view kPeakLowerBound = "peak-lower-bound";
constexpr std::string_view kNoKinds = "no-kinds";
constexpr std::string_view kNoAllocations = "no-allocations";
constexpr std::string_view kNoTotal = "no-total"; // complete reports have none either
constexpr std::string_view kNoLiveRanges = "no-live-ranges";
constexpr std::string_view kNoHlo = "no-hlo";
constexpr std::string_view kBanksUnknown = "banks-unknown";
constexpr std::string_view kNoAllocator = "event-without-allocator";
constexpr std::array kAll = {kRoundedSizes, kRestNotListed, kUnlistedRest, kPeakLowerBound, kNoKinds,    kNoAllocations,
                             kNoTotal,      kNoLiveRanges,  kNoHlo,        kBanksUnknown,   kNoAllocator};
} // namespace note

inline bool isProblem(const Warning& warning)
{
    return std::ranges::find(note::kAll, warning.code) == note::kAll.end();
}

} // namespace tidemark
