#pragma once

#include "core/tenstorrent/xla/memory_state.h"

#include <optional>
#include <string>
#include <vector>

namespace tidemark::ttxla {

/// A tensor as its type in MLIR tells: "tensor<1x32xbf16, …>".
struct TensorType {
    std::string shape; // "1x32"; empty: a scalar, or of tiles
    std::string dtype; // "bf16"; empty: of tiles
};

/// How a result lies in memory, as its type tells: sizes are of all banks together.
struct TensorLayout {
    std::vector<std::int64_t> shape;
    std::string dtype;
    std::int64_t unpaddedBytes = 0;
    std::vector<std::int64_t> memref; // empty: not in tiles
    std::optional<std::pair<std::int64_t, std::int64_t>> tile; // height, width
    std::vector<std::int64_t> paddedShape;
    std::int64_t paddedBytes = 0; // of a shard where it is sharded: too little then
    std::string bufferType; // "dram", "l1"; empty: not told

    /// What tiles add, in percent of the array's own bytes; 0 where it has none.
    double overheadPercent() const;
};

/// What a log tells of an operation, whenever it runs. Texts are valid UTF-8.
struct OperationFacts {
    std::string result; // "%4"; empty: none, or several
    std::string results; // "%4", also of several; empty: none
    std::string name; // "ttnn.matmul"; empty: not told
    std::vector<std::string> inputs; // as upstream splits them: brackets stick
    std::optional<std::string> attributes;
    std::optional<std::string> inputTypes;
    std::optional<std::string> outputType;
    std::vector<TensorType> inputTensors; // devices have none: there may be fewer than inputs
    std::vector<TensorType> outputTensors;
    std::optional<TensorLayout> layout; // of the first result
    std::string loc; // "dot.10", "@main_const_eval_0" of what is loaded from its cache; empty: unknown
    std::int64_t locLine = 0; // where loc is a file with its line beside it; else 0

    /// File and line, where its location is one: also "test.py:27" alone.
    std::optional<std::pair<std::string, std::int64_t>> source() const;
    bool isDeallocate() const { return name.find("deallocate") != std::string::npos; }
    bool isGetDevice() const { return name.find("get_device") != std::string::npos; }
    bool isLoadCached() const { return name.find("load_cached") != std::string::npos; }
};

/// Reads what stands behind "Executing operation: ". Absent where no operation's name is in it.
std::optional<OperationFacts> readOperation(std::string_view text);

/// All tensors of a list of types, which is valid UTF-8, in order.
std::vector<TensorType> tensorsIn(std::string_view types);

/// Of the first tensor of a type, which is valid UTF-8; absent where there is none whose elements are told.
std::optional<TensorLayout> layoutOf(std::string_view type);

/// Bytes of an element: "bf16" 2, "f32" 4, "ui8" 1; 4 of what is none of upstream's list, as it takes that.
std::int64_t elementBytes(std::string_view dtype);

} // namespace tidemark::ttxla
