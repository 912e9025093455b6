#pragma once

#include "core/tenstorrent/tt_xla/profile_log_reader.h"

#include <array>
#include <cstdio>
#include <string>

namespace tidemark::test {

/// The state of a memory in a block, in thousandths of a MB per bank.
struct BlockState {
    int allocated = 0;
    int total = 1000000;
    int largest = -1; // -1: all that is free
};

/// Returns a line of tt-mlir's runtime.
inline std::string runtimeLine(const char* type, const char* level, const std::string& message)
{
    char frame[100];
    std::snprintf(frame, sizeof frame, "%23s | %8s | ", type, level);
    return frame + message + "\n";
}

inline std::string memoryText(const char* memory, BlockState state, int banks = 12)
{
    const int free = state.total - state.allocated;
    const int largest = state.largest < 0 ? free : state.largest;
    char text[400];
    std::snprintf(text, sizeof text,
                  "Device %s memory state: MemoryView{numBanks: %d, totalBytesPerBank: %d.%03d MB, "
                  "totalBytesAllocatedPerBank: %d.%03d MB, totalBytesFreePerBank: %d.%03d MB, "
                  "largestContiguousBytesFreePerBank: %d.%03d MB}",
                  memory, banks, state.total / 1000, state.total % 1000, state.allocated / 1000, state.allocated % 1000,
                  free / 1000, free % 1000, largest / 1000, largest % 1000);
    return runtimeLine("Always", "INFO", text);
}

/// Returns the memory states before an operation ("operation MatmulOp") or before "submit".
inline std::string blockText(const std::string& before, BlockState dram, BlockState l1 = {0, 1268, -1})
{
    return runtimeLine("Always", "INFO", "Device memory state before " + before) + memoryText("DRAM", dram)
        + memoryText("L1", l1, 64) + memoryText("L1_SMALL", {0, 62, -1}, 64) + memoryText("TRACE", {0, 0, -1});
}

inline std::string executing(const std::string& operation)
{
    return runtimeLine("RuntimeTTNN", "DEBUG", "Executing operation: " + operation);
}

/// Returns the type of a tensor of rows × columns in bfloat16, laid out in tiles.
inline std::string tileType(int rows, int columns)
{
    const auto tiles = [](int size) { return std::to_string((size + 31) / 32); };
    return "tensor<" + std::to_string(rows) + "x" + std::to_string(columns)
        + "xbf16, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<" + tiles(rows) + "x" + tiles(columns)
        + "x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>";
}

/// Returns "%4 = "ttnn.matmul"(%3) : (…) -> … loc("dot.10")" with its block.
inline std::string stepText(const std::string& result, const std::string& name, const std::string& input,
                            const std::string& type, BlockState dram, int rows = 64, int columns = 64)
{
    const std::string of = tileType(rows, columns);
    return executing((result.empty() ? "" : result + " = ") + "\"" + name + "\"(" + input + ") : (" + of + ") -> "
                     + (result.empty() ? "()" : of) + " loc(\"" + name + input + "\")")
        + blockText("operation " + type, dram);
}

/// Reads a log in blocks of `block` bytes.
inline std::vector<ttxla::Profile> readXlaLog(const std::string& text, std::size_t block = 4096)
{
    ttxla::ProfileLogReader reader;
    for (std::size_t at = 0; at < text.size(); at += block)
        reader.push(std::string_view(text).substr(at, block));
    return reader.finish();
}

} // namespace tidemark::test
