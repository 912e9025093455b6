#pragma once

#include "core/tenstorrent/xla/profile.h"

#include <map>

namespace tidemark::ttxla {

/// The padded and unpadded size of the results that upstream counts as live in a memory, from their layouts. The sums
/// are estimates: arguments are never counted, const-eval shares its result names with the main program, and results
/// that one run leaves stay live in the next.
struct PaddedSum {
    std::int64_t unpadded = 0; // bytes of all banks
    std::int64_t padded = 0;
    std::int64_t tensors = 0;
};

/// Follows the operations of a profile in their order.
class LivePadding
{
public:
    explicit LivePadding(const Profile& profile)
        : m_profile(profile)
    { }

    /// Applies the next operation.
    void execute(const Operation& operation);
    /// Starts a new session: no result is live.
    void clear();
    /// The sum of DRAM or L1. A tensor that would make the sum overflow 2^63 is not counted.
    const PaddedSum& sum(Memory memory) const { return memory == Memory::Dram ? m_dram : m_l1; }

private:
    PaddedSum& sumOf(const TensorLayout& layout);
    void forget(const std::string& result);

    const Profile& m_profile;
    std::map<std::string, const TensorLayout*> m_live; // by name of the result
    PaddedSum m_dram;
    PaddedSum m_l1;
};

} // namespace tidemark::ttxla
