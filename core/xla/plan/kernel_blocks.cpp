#include "core/xla/plan/kernel_blocks.h"

#include "core/base/characters.h"
#include "core/base/find.h"
#include "core/base/text.h"
#include "core/xla/plan/mlir_types.h"

#include <algorithm>
#include <array>
#include <limits>

namespace tidemark::xla {
namespace {

using Dimensions = std::vector<std::int64_t>;

constexpr std::int64_t kLargest = std::int64_t{1} << 50; // bytes

std::string decodeBase64(std::string_view text)
{
    std::string bytes;
    std::uint32_t bits = 0;
    int count = 0;
    for (const char c : text) {
        constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        const std::size_t value = kDigits.find(c);
        if (value == kDigits.npos)
            break;
        bits = (bits << 6) | static_cast<std::uint32_t>(value);
        if (++count % 4 != 1)
            bytes.push_back(static_cast<char>((bits >> (6 - 2 * ((count - 1) % 4))) & 0xff));
    }
    return bytes;
}

/// Returns the decoded kernel in a custom call's configuration; empty when there is none.
std::string bytecodeIn(std::string_view backendConfig)
{
    constexpr std::string_view kConfig = "\"custom_call_config\":";
    constexpr std::string_view kBody = "\"body\":\"";
    const std::size_t config = backendConfig.find(kConfig);
    const std::size_t body = config == std::string_view::npos ? config : backendConfig.find(kBody, config);
    return body == std::string_view::npos ? std::string() : decodeBase64(backendConfig.substr(body + kBody.size()));
}

/// Returns the size rounded up to tiles; 0 for impossible sizes.
std::int64_t paddedBytes(Dimensions dimensions, std::int64_t bits)
{
    constexpr std::int64_t kLanes = 128;
    constexpr std::int64_t kRows = 8;
    constexpr std::int64_t kWord = 32;
    for (const std::int64_t size : dimensions)
        if (size <= 0 || size > kLargest)
            return 0;
    const auto roundUp = [](std::int64_t& size, std::int64_t to) { size = (size + to - 1) / to * to; };
    if (!dimensions.empty())
        roundUp(dimensions.back(), kLanes);
    if (dimensions.size() > 1)
        roundUp(dimensions[dimensions.size() - 2], kRows * std::max<std::int64_t>(1, kWord / bits));
    constexpr std::int64_t kBitsOfByte = 8;
    std::int64_t all = bits;
    for (const std::int64_t size : dimensions)
        if (__builtin_mul_overflow(all, size, &all) || all > kLargest * kBitsOfByte)
            return 0;
    return (all + kBitsOfByte - 1) / kBitsOfByte;
}

/// Returns the number of buffers of each window of the kernel; empty when it has no windows.
std::vector<std::int64_t> windowBuffers(const MlirTypes& mlir, const MlirTypes::Dictionary& kernel)
{
    std::vector<std::int64_t> buffers;
    const auto windows = kernel.find("window_params");
    if (windows == kernel.end())
        return buffers;
    for (const std::uint64_t window : mlir.array(windows->second)) {
        const MlirTypes::Dictionary entries = mlir.dictionary(window);
        const auto mode = entries.find("pipeline_mode");
        const bool isOne = mode != entries.end() && mlir.text(mode->second) == "#tpu.pipeline_mode<synchronous>";
        buffers.push_back(isOne ? 1 : 2);
    }
    return buffers;
}

std::int64_t numberIn(const MlirTypes& mlir, const MlirTypes::Dictionary& kernel, const char* key)
{
    const auto* const found = findValue(kernel, key);
    return found ? mlir.integer(*found).value_or(0) : 0;
}

} // namespace

std::vector<KernelBlock> kernelBlocks(std::string_view backendConfig)
{
    const std::string bytecode = bytecodeIn(backendConfig);
    const auto mlir = MlirTypes::read(bytecode);
    if (!mlir)
        return {};
    const MlirTypes::Dictionary kernel = mlir->dictionaryWith("window_params");
    const auto type = kernel.find("function_type");
    const std::vector<std::int64_t> buffers = windowBuffers(*mlir, kernel);
    const std::int64_t scalars = numberIn(*mlir, kernel, "scalar_prefetch");
    if (type == kernel.end() || buffers.empty() || scalars < 0)
        return {};
    // The inputs are the numbers of the grid, prefetched scalars, windows and scratch memory, in this order.
    std::int64_t position = -scalars;
    std::vector<KernelBlock> blocks;
    for (const std::uint64_t input : mlir->inputs(type->second)) {
        const auto memory = mlir->memory(input);
        if (!memory)
            continue;
        const std::int64_t at = position++;
        if (at < 0 || memory->space != "#tpu.memory_space<vmem>")
            continue;
        KernelBlock block;
        block.buffers = at < static_cast<std::int64_t>(buffers.size()) ? buffers[static_cast<std::size_t>(at)] : 1;
        block.bytes = block.buffers * paddedBytes(memory->dimensions, memory->bits);
        if (block.bytes <= 0)
            return {};
        block.shape = memory->element + "[" + joined(memory->dimensions, ",") + "]";
        blocks.push_back(std::move(block));
    }
    return blocks;
}

std::int64_t sizeOf(const std::vector<KernelBlock>& blocks)
{
    std::int64_t sum = 0;
    for (const KernelBlock& block : blocks)
        sum = std::min(kLargest, sum + block.bytes);
    return sum;
}

std::string textOf(const std::vector<KernelBlock>& blocks)
{
    return joined(blocks, ", ",
                  [](const KernelBlock& block) { return block.shape + (block.buffers > 1 ? " × 2" : ""); });
}

std::optional<Kernel> largestKernel(const HloModule& module)
{
    std::optional<Kernel> largest;
    for (const InstructionId instruction : module.customCalls()) {
        std::vector<KernelBlock> blocks = kernelBlocks(module.instruction(instruction).backendConfig);
        if (!blocks.empty() && (!largest || sizeOf(blocks) > sizeOf(largest->blocks)))
            largest = Kernel{instruction, std::move(blocks)};
    }
    return largest;
}

} // namespace tidemark::xla
