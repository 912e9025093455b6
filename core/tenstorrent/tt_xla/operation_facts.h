#pragma once

#include "core/tenstorrent/tt_xla/memory_state.h"

#include <map>
#include <string>
#include <vector>

namespace tidemark::ttxla {

/// The tile padding in percent of the unpadded bytes; 0 if there are no unpadded bytes.
double paddingPercent(std::int64_t padded, std::int64_t unpadded);

/// A tensor, from its MLIR type "tensor<1x32xbf16, …>".
struct TensorType {
    std::string shape; // "1x32"; empty for a scalar or an element type of tiles
    std::string dtype; // "bf16"; empty for an element type of tiles
};

/// The layout of a result in memory, from its type. Sizes are in bytes of all banks together.
struct TensorLayout {
    std::vector<std::int64_t> shape;
    std::string dtype;
    std::int64_t unpaddedBytes = 0;
    std::vector<std::int64_t> memref; // empty if the tensor is not tiled
    std::optional<std::pair<std::int64_t, std::int64_t>> tile; // height, width
    std::vector<std::int64_t> paddedShape;
    std::int64_t paddedBytes = 0; // for a sharded tensor the bytes of one shard, which is too little
    std::string bufferType; // "dram", "l1"; empty if not known

    double overheadPercent() const { return paddingPercent(paddedBytes, unpaddedBytes); }
};

/// The facts that a log gives about an operation, the same for each of its runs. Texts are valid UTF-8.
struct OperationFacts {
    std::string result; // "%4"; empty if there is no result or several
    std::string results; // "%4", also for several results; empty if there is none
    std::string name; // "ttnn.matmul"; empty if not known
    std::vector<std::string> inputs; // split as upstream does, which leaves brackets on the operands
    std::optional<std::string> attributes;
    std::optional<std::string> inputTypes;
    std::optional<std::string> outputType;
    std::vector<TensorType> inputTensors; // a device operand has no tensor: there may be fewer than inputs
    std::vector<TensorType> outputTensors;
    std::optional<TensorLayout> layout; // layout of the first result
    std::string loc; // "dot.10"; "@main_const_eval_0" for a result loaded from the cache; empty if unknown
    std::int64_t locLine = 0; // line in the file that `loc` names; 0 if `loc` is not a file

    /// The file and the line, if the location is one, such as "test.py:27".
    std::optional<std::pair<std::string, std::int64_t>> source() const;
    bool isDeallocate() const { return name.find("deallocate") != std::string::npos; }
    bool isGetDevice() const { return name.find("get_device") != std::string::npos; }
    bool isLoadCached() const { return name.find("load_cached") != std::string::npos; }
};

/// Reads the text after "Executing operation: ". Returns nullopt if it contains no operation name.
std::optional<OperationFacts> readOperation(std::string_view text);

/// Returns the position of `wanted` outside all brackets and quotes, or npos. "->" does not count as a bracket.
std::size_t findOutside(std::string_view text, std::string_view wanted);

/// Returns all tensors of a list of types in order. `types` must be valid UTF-8.
std::vector<TensorType> tensorsIn(std::string_view types);

/// Returns the layout of the first tensor of a type. `type` must be valid UTF-8. Returns nullopt if there is no tensor
/// with a known element type.
std::optional<TensorLayout> layoutOf(std::string_view type);

/// The bytes of an element: "bf16" 2, "f32" 4, "ui8" 1. As in upstream, 4 for a type that upstream does not list.
std::int64_t elementBytes(std::string_view dtype);

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

/// The lines of a text without surrounding spaces.
std::vector<std::string_view> linesOf(std::string_view text);

/// Maps each operation of a module to its line, counted from 1. Keys are locations, "dot.10", and functions whose
/// results are loaded from the cache, "@main_const_eval_0". If several lines name a location, the first one that names
/// it by an alias ("loc(#loc3)") counts, else the first one that writes it out.
std::map<std::string, std::uint64_t> linesByLocation(std::string_view module);

} // namespace tidemark::ttxla
