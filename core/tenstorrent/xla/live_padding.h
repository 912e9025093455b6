#pragma once

#include "core/tenstorrent/xla/profile.h"

#include <map>

namespace tidemark::ttxla {

/// The results that upstream counts as live in a memory, by their layouts. Estimates: arguments are never among them,
/// const-eval shares its names with the main program, and what is left of one run stays in the next.
struct PaddedSum {
    std::int64_t unpadded = 0; // bytes of all banks
    std::int64_t padded = 0;
    std::int64_t tensors = 0;
};

/// Follows the operations of a profile, in their order.
class LivePadding
{
public:
    explicit LivePadding(const Profile& profile)
        : m_profile(profile)
    { }

    /// Takes the operation in.
    void execute(const Operation& operation);
    /// A new session begins.
    void clear();
    /// Of DRAM or L1. Tensors with which it would be above 2^63 are not in it: no memory is as large.
    const PaddedSum& sum(Memory memory) const { return memory == Memory::Dram ? m_dram : m_l1; }

private:
    PaddedSum& sumOf(const TensorLayout& layout);
    void forget(const std::string& result);

    const Profile& m_profile;
    std::map<std::string, const TensorLayout*> m_live; // by result
    PaddedSum m_dram;
    PaddedSum m_l1;
};

} // namespace tidemark::ttxla
