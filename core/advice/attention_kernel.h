#pragma once

/// The words of the advice to use a kernel that does not store attention scores.
namespace tidemark::attention_kernel {

inline constexpr const char* kId = "attention_kernel";
inline constexpr const char* kLabel = "Flash or splash attention";
inline constexpr const char* kAssumption
    = "The kernel computes the scores in blocks and never stores all of them. What it keeps for the backward pass "
      "instead is not counted: padded queries, keys, values and results, and a value for each row of scores.";
inline constexpr const char* kSource
    = "JAX, jax.experimental.pallas.ops.tpu.splash_attention; jax.nn.dot_product_attention on a GPU; Dao et al. 2022 "
      "(arXiv 2205.14135)";
/// The end of the text of a finding.
inline constexpr const char* kText = "The kernel does not store the scores";

} // namespace tidemark::attention_kernel
