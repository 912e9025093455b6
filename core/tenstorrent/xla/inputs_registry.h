#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark::ttxla {

/// An argument of the program, as its first dump declares it.
struct InputEntry {
    std::string ssa; // "%arg1"
    std::string name; // as the framework calls it, else the SSA name
    std::string type; // "parameter", "constant", "input" or "unknown"
    std::string shape; // "1024x16384"; empty: a scalar
    std::string dtype; // "bf16"
    std::int64_t bytes = 0;

    bool isWeight() const { return type == "parameter" || type == "constant"; }
};

/// What the program takes: weights, which are parameters and constants, and inputs.
struct InputsRegistry {
    bool isKnown = false; // there is a dump that declares them
    std::vector<InputEntry> entries;

    std::int64_t weightBytes() const;
    std::size_t weightCount() const;
};

/// The arguments of "func.func @main(" in a module.
InputsRegistry readInputs(std::string_view module);

} // namespace tidemark::ttxla
