#pragma once

#include <cstddef>
#include <cstdlib>
#include <string>

namespace tidemark::test {

/// The stride of tests that try every single damage of a file. Under sanitizers, where everything takes ten times as
/// long, they take only every N-th (TIDEMARK_SAMPLE_STRIDE). N has no common divisor with 8 or with the number of
/// commands that take turns, so all bits and commands are covered.
inline std::size_t sampleStride()
{
    const char* const wider = std::getenv("TIDEMARK_SAMPLE_STRIDE");
    return wider ? std::stoul(wider) : 1;
}

/// Returns the same share of `all` random inputs, each of which may be of any kind.
inline int sampleRounds(int all)
{
    return all / static_cast<int>(sampleStride());
}

} // namespace tidemark::test
