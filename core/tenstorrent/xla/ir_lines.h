#pragma once

#include "core/tenstorrent/xla/profile.h"

#include <map>

namespace tidemark::ttxla {

/// A line of a module that an operation comes from.
struct IrLine {
    std::string_view stage; // "ttnn"
    std::uint64_t number = 0; // from 1
    std::string_view text; // without what stands around it; valid UTF-8
};

/// Finds the lines of a profile's modules by what operations tell of their locations. The profile must outlive it and
/// what it returns.
class IrLines
{
public:
    /// Cost: a pass over the first module of each stage.
    explicit IrLines(const Profile& profile);
    /// The nearest to the device first; none where no module names the location.
    std::vector<IrLine> of(const Operation& operation) const;

private:
    struct Module {
        std::string_view stage;
        std::vector<std::string_view> lines;
        std::map<std::string, std::uint64_t> byLocation;
    };
    const Profile& m_profile;
    std::vector<Module> m_modules;
};

} // namespace tidemark::ttxla
