#pragma once

#include <cstdint>
#include <limits>
#include <optional>

namespace tidemark::history {

/// A moment in a capture. Captures count nanoseconds since 1970, and picoseconds since then do not fit 64 bits.
struct CaptureMoment {
    std::int64_t nanoseconds = 0;
    std::int64_t picoseconds = 0; // 0 to 999, in addition

    friend bool operator==(CaptureMoment, CaptureMoment) = default;
    friend bool operator<(CaptureMoment a, CaptureMoment b)
    {
        return a.nanoseconds != b.nanoseconds ? a.nanoseconds < b.nanoseconds : a.picoseconds < b.picoseconds;
    }
};

/// Numbers of damaged files may be too large. They become the first or the last moment.
inline CaptureMoment after(CaptureMoment moment, std::int64_t picoseconds)
{
    constexpr std::int64_t kThousand = 1000;
    std::int64_t nanoseconds = picoseconds / kThousand;
    std::int64_t rest = picoseconds % kThousand + moment.picoseconds;
    if (rest < 0 || rest >= kThousand) {
        nanoseconds += rest < 0 ? -1 : 1;
        rest += rest < 0 ? kThousand : -kThousand;
    }
    CaptureMoment result{0, rest};
    if (__builtin_add_overflow(moment.nanoseconds, nanoseconds, &result.nanoseconds))
        result.nanoseconds
            = nanoseconds < 0 ? std::numeric_limits<std::int64_t>::min() : std::numeric_limits<std::int64_t>::max();
    return result;
}

/// The picoseconds from `begin` to `end`. Nothing if they do not fit 64 bits, which is 106 days.
inline std::optional<std::int64_t> picosecondsBetween(CaptureMoment begin, CaptureMoment end)
{
    std::int64_t between = 0;
    if (__builtin_sub_overflow(end.nanoseconds, begin.nanoseconds, &between)
        || __builtin_mul_overflow(between, std::int64_t{1000}, &between)
        || __builtin_add_overflow(between, end.picoseconds - begin.picoseconds, &between))
        return std::nullopt;
    return between;
}

} // namespace tidemark::history
