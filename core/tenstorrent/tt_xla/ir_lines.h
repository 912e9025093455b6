#pragma once

#include "core/tenstorrent/tt_xla/profile.h"

#include <map>

namespace tidemark::ttxla {

/// Maps each operation of a module to its line, counted from 1. Keys are locations, "dot.10", and functions whose
/// results are loaded from the cache, "@main_const_eval_0". If several lines name a location, the first one that names
/// it by an alias ("loc(#loc3)") counts, else the first one that writes it out.
std::map<std::string, std::uint64_t> linesByLocation(std::string_view module);

/// A line of a module from which an operation was made.
struct IrLine {
    std::string_view stage; // "ttnn"
    std::uint64_t number = 0; // from 1
    std::string_view text; // without surrounding spaces; valid UTF-8
};

/// Finds the lines of a profile's modules by the locations of operations. The profile must outlive this object and the
/// lines that it returns.
class IrLines
{
public:
    /// Cost: one pass over the first module of each stage.
    explicit IrLines(const Profile& profile);
    /// Returns the lines, that of the stage nearest to the device first. Returns none if no module names the location.
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
