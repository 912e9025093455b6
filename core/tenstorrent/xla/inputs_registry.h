#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark::ttxla {

/// An argument of the program, as the first module dump declares it.
struct InputEntry {
    std::string ssa; // "%arg1"
    std::string name; // the framework's name, else the SSA name
    std::string type; // "parameter", "constant", "input" or "unknown"
    std::string shape; // "1024x16384"; empty for a scalar
    std::string dtype; // "bf16"
    std::int64_t bytes = 0;

    bool isWeight() const { return type == "parameter" || type == "constant"; }
};

/// The arguments of the program: weights, which are parameters and constants, and inputs. Sizes are in bytes.
struct InputsRegistry {
    bool isKnown = false; // a module dump declares the arguments
    std::vector<InputEntry> entries;

    std::int64_t weightBytes() const;
};

/// Reads the arguments of "func.func @main(" in a module.
InputsRegistry readInputs(std::string_view module);

} // namespace tidemark::ttxla
