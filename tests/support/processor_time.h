#pragma once

#include <ctime>

namespace tidemark::test {

/// Processor seconds used by this process. They measure speed independently of the load of the machine.
inline double processorSeconds()
{
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

} // namespace tidemark::test
