#pragma once

#include <ctime>

namespace tidemark::test {

/// Seconds of a processor that this process has taken: what is to be fast enough, however busy the machine is.
inline double processorSeconds()
{
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

} // namespace tidemark::test
