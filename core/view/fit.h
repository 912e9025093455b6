#pragma once

#include "core/view/view.h"

namespace tidemark {

/// Whether a program fits into the memory that its figures are for.
enum class Fit {
    Unknown, // the capacity, or what else is needed, is not known
    Fits,
    TooBig,
    Refused, // the compiler refuses the program for another reason than this memory
    Recorded // a recording, which shows what was in use and not whether a program fits
};

/// The verdict that command line, window and JSON share.
inline Fit fitOf(const View& view, const Figures& figures)
{
    if (figures.headroomBytes && *figures.headroomBytes < 0)
        return Fit::TooBig;
    if (figures.isRefused)
        return Fit::Refused;
    if (!figures.headroomBytes)
        return Fit::Unknown;
    return view.isHistory ? Fit::Recorded : Fit::Fits;
}

} // namespace tidemark
