#pragma once

#include <cstddef>
#include <cstdlib>
#include <string>

namespace tidemark::test {

/// Tests that try every single damage of a file take every N-th where everything takes ten times as long, under
/// sanitizers (TIDEMARK_SAMPLE_STRIDE). N has no divisor in common with 8 nor with the number of commands that take
/// turns: all bits and commands are met.
inline std::size_t sampleStride()
{
    const char* const wider = std::getenv("TIDEMARK_SAMPLE_STRIDE");
    return wider ? std::stoul(wider) : 1;
}

/// Of random inputs, of which each is of any kind, the same share.
inline int sampleRounds(int all)
{
    return all / static_cast<int>(sampleStride());
}

} // namespace tidemark::test
