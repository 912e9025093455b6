#pragma once

#include "core/xla/plan/hlo_module.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark::xla {

/// A block of an argument, a result or a scratch array of a kernel in VMEM.
struct KernelBlock {
    std::string shape; // "f32[2048,4096]"
    std::int64_t bytes = 0; // bytes of all its buffers, padded to tiles of 8 × 128 words of 32 bits
    std::int64_t buffers = 1; // 2 if the next block is copied while the kernel computes with the current one
};

/// Reads the blocks of a Pallas kernel for TPU from the backend_config of its custom call, which holds the kernel as
/// MLIR bytecode in base64. Empty for any other text, and if any of the blocks cannot be read. Sources: MLIR Bytecode
/// Format (mlir.llvm.org/docs/BytecodeFormat); BuiltinDialectBytecode.td for its types and attributes; window_params of
/// kernels as JAX writes them. Cost: linear in the bytecode.
std::vector<KernelBlock> kernelBlocks(std::string_view backendConfig);

/// The sum of all blocks in bytes.
std::int64_t sizeOf(const std::vector<KernelBlock>& blocks);

/// "f32[2048,4096] × 2, bf16[512,512]"
std::string textOf(const std::vector<KernelBlock>& blocks);

/// A kernel, identified by its custom call.
struct Kernel {
    InstructionId instruction;
    std::vector<KernelBlock> blocks;
};
/// The kernel with the largest blocks, the first among equals, or nothing if no kernel can be read. Cost: linear in
/// the custom calls and in the bytecode of all kernels.
std::optional<Kernel> largestKernel(const HloModule& module);

} // namespace tidemark::xla
