#include "core/xla/meaning/opcode.h"

#include <unordered_map>

namespace tidemark {
namespace {

using Names = std::unordered_map<std::string_view, Opcode>;

Names makeNames()
{
    Names names = {
        {"parameter", Opcode::Parameter},
        {"constant", Opcode::Constant},
        {"iota", Opcode::Iota},
        {"select", Opcode::Select},
        {"dynamic-slice", Opcode::DynamicSlice},
        {"dynamic-update-slice", Opcode::DynamicUpdateSlice},
        {"scatter", Opcode::Scatter},
        {"gather", Opcode::Gather},
        {"concatenate", Opcode::Concatenate},
        {"broadcast", Opcode::Broadcast},
        {"dot", Opcode::Product},
        {"convolution", Opcode::Product},
        {"ragged-dot", Opcode::Product},
        {"scaled-dot", Opcode::Product},
        {"reduce", Opcode::Reduce},
        {"reduce-window", Opcode::Reduce},
        {"tuple", Opcode::Tuple},
        {"get-tuple-element", Opcode::GetTupleElement},
        {"while", Opcode::While},
        {"conditional", Opcode::Conditional},
        {"fusion", Opcode::Call},
        {"call", Opcode::Call},
        {"async-start", Opcode::AsyncStart},
        {"async-update", Opcode::AsyncUpdate},
        {"async-done", Opcode::AsyncDone},
        {"copy-start", Opcode::CopyStart},
        {"copy-done", Opcode::Done},
        {"all-gather-start", Opcode::ExchangeStart},
        {"collective-permute-start", Opcode::ExchangeStart},
        {"all-gather-done", Opcode::Done},
        {"collective-permute-done", Opcode::Done},
        {"all-reduce-start", Opcode::Sum},
        {"all-reduce-done", Opcode::Alias},
        {"all-reduce", Opcode::Sum},
        {"reduce-scatter", Opcode::Sum},
        {"custom-call", Opcode::CustomCall},
    };
    for (const std::string_view name : {"partition-id", "replica-id", "rng", "rng-bit-generator",
                                        "rng-get-and-update-state", "after-all", "infeed", "create-token", "recv"})
        names.emplace(name, Opcode::Source);
    for (const std::string_view name : {"copy", "convert", "transpose", "reshape", "bitcast-convert", "slice",
                                        "reverse", "pad", "reduce-precision", "dynamic-reshape", "set-dimension-size"})
        names.emplace(name, Opcode::Move);
    for (const std::string_view name : {"all-gather", "collective-permute", "collective-broadcast", "all-to-all"})
        names.emplace(name, Opcode::Exchange);
    for (const std::string_view name : {"bitcast", "opt-barrier", "optimization-barrier", "add-dependency", "domain"})
        names.emplace(name, Opcode::Alias);
    for (const std::string_view name : {"abs",
                                        "add",
                                        "and",
                                        "atan2",
                                        "cbrt",
                                        "ceil",
                                        "clamp",
                                        "compare",
                                        "complex",
                                        "cosine",
                                        "count-leading-zeros",
                                        "divide",
                                        "erf",
                                        "exponential",
                                        "exponential-minus-one",
                                        "floor",
                                        "imag",
                                        "is-finite",
                                        "log",
                                        "log-plus-one",
                                        "logistic",
                                        "maximum",
                                        "minimum",
                                        "multiply",
                                        "negate",
                                        "not",
                                        "or",
                                        "popcnt",
                                        "power",
                                        "real",
                                        "remainder",
                                        "round-nearest-afz",
                                        "round-nearest-even",
                                        "rsqrt",
                                        "shift-left",
                                        "shift-right-arithmetic",
                                        "shift-right-logical",
                                        "sign",
                                        "sine",
                                        "sqrt",
                                        "stochastic-convert",
                                        "subtract",
                                        "tan",
                                        "tanh",
                                        "xor"})
        names.emplace(name, Opcode::Elementwise);
    return names;
}

} // namespace

Opcode opcodeOf(std::string_view name)
{
    static const Names kNames = makeNames();
    const auto found = kNames.find(name);
    return found == kNames.end() ? Opcode::Other : found->second;
}

Target targetOf(std::string_view name)
{
    if (name == "AllocateBuffer")
        return Target::Allocate;
    if (name == "ConcatBitcast")
        return Target::Concatenate;
    if (name == "AssumeGatherIndicesInBound" || name == "Sharding" || name == "SPMDFullToShardShape"
        || name == "SPMDShardToFullShape" || name == "MoveToHost" || name == "MoveToDevice"
        || name == "annotate_device_placement")
        return Target::Move;
    if (name.starts_with("__cublas$") || name.starts_with("__cudnn$conv") || name.starts_with("__onednn$")
        || name == "__triton_gemm" || name == "__nvjet_gemm")
        return Target::Product;
    return Target::None;
}

} // namespace tidemark
