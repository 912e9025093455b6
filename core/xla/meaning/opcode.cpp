#include "core/xla/meaning/opcode.h"

#include <algorithm>
#include <cstring>
#include <unordered_map>
#include <utility>

namespace tidemark::xla {
namespace {

/// The opcode of each name. The names of one opcode are separated by spaces.
constexpr std::pair<Opcode, std::string_view> kNames[] = {
    {Opcode::Parameter, "parameter"},
    {Opcode::Constant, "constant"},
    {Opcode::Iota, "iota"},
    {Opcode::Source,
     "partition-id replica-id rng rng-bit-generator "
     "rng-get-and-update-state after-all infeed "
     "create-token recv"},
    {Opcode::Elementwise,
     "abs add and atan2 cbrt ceil clamp compare complex cosine "
     "count-leading-zeros divide erf "
     "exponential exponential-minus-one floor imag is-finite log log-plus-one "
     "logistic maximum "
     "minimum multiply negate not or popcnt power real remainder "
     "round-nearest-afz "
     "round-nearest-even rsqrt shift-left shift-right-arithmetic "
     "shift-right-logical sign sine "
     "sqrt stochastic-convert subtract tan tanh xor"},
    {Opcode::Select, "select"},
    {Opcode::Move,
     "copy convert transpose reshape bitcast-convert slice "
     "reverse pad reduce-precision dynamic-reshape "
     "set-dimension-size"},
    {Opcode::Exchange, "all-gather collective-permute collective-broadcast all-to-all"},
    {Opcode::Sum, "all-reduce all-reduce-start reduce-scatter"},
    {Opcode::DynamicSlice, "dynamic-slice"},
    {Opcode::DynamicUpdateSlice, "dynamic-update-slice"},
    {Opcode::Scatter, "scatter"},
    {Opcode::Gather, "gather"},
    {Opcode::Concatenate, "concatenate"},
    {Opcode::Broadcast, "broadcast"},
    {Opcode::Product, "dot convolution ragged-dot scaled-dot"},
    {Opcode::Reduce, "reduce reduce-window"},
    {Opcode::Alias,
     "bitcast opt-barrier optimization-barrier add-dependency "
     "domain all-reduce-done"},
    {Opcode::Tuple, "tuple"},
    {Opcode::GetTupleElement, "get-tuple-element"},
    {Opcode::While, "while"},
    {Opcode::Conditional, "conditional"},
    {Opcode::Call, "call fusion"},
    {Opcode::AsyncStart, "async-start"},
    {Opcode::AsyncUpdate, "async-update"},
    {Opcode::AsyncDone, "async-done"},
    {Opcode::CopyStart, "copy-start"},
    {Opcode::ExchangeStart, "all-gather-start collective-permute-start"},
    {Opcode::Done, "copy-done all-gather-done collective-permute-done"},
    {Opcode::CustomCall, "custom-call"},
};

/// Names that start with one of these are those of matrix products and convolutions.
constexpr std::string_view kProducts[] = {"__cublas$", "__cudnn$conv", "__onednn$", "__triton_gemm", "__nvjet_gemm"};

constexpr std::pair<std::string_view, Target> kTargets[] = {
    {"AllocateBuffer", Target::Allocate},
    {"ConcatBitcast", Target::Concatenate},
    {"AsyncCollectiveStart", Target::CollectiveStart},
    {"AsyncCollectiveDone", Target::CollectiveDone},
    {"AssumeGatherIndicesInBound", Target::Move},
    {"Sharding", Target::Move},
    {"SPMDFullToShardShape", Target::Move},
    {"SPMDShardToFullShape", Target::Move},
    {"MoveToHost", Target::Move},
    {"MoveToDevice", Target::Move},
    {"annotate_device_placement", Target::Move},
};

/// Reads at most the first and the last eight letters of a name, because every instruction is looked up.
struct NameHash {
    std::size_t operator()(std::string_view name) const
    {
        std::uint64_t first = name.size();
        std::uint64_t last = 0;
        const std::size_t size = std::min(name.size(), sizeof first);
        std::memcpy(&first, name.data(), size);
        std::memcpy(&last, name.data() + name.size() - size, size);
        constexpr std::uint64_t kSpread = 0x9e3779b97f4a7c15;
        return ((first * kSpread) ^ last) * kSpread >> 32;
    }
};

} // namespace

Opcode opcodeOf(std::string_view name)
{
    static const auto kOpcodes = [] {
        std::unordered_map<std::string_view, Opcode, NameHash> opcodes;
        for (auto [opcode, names] : kNames)
            while (!names.empty()) {
                const std::size_t end = std::min(names.find(' '), names.size());
                opcodes.emplace(names.substr(0, end), opcode);
                names.remove_prefix(std::min(end + 1, names.size()));
            }
        return opcodes;
    }();
    const auto found = kOpcodes.find(name);
    return found == kOpcodes.end() ? Opcode::Other : found->second;
}

Target targetOf(std::string_view name)
{
    if (std::ranges::any_of(kProducts, [&](std::string_view product) { return name.starts_with(product); }))
        return Target::Product;
    const auto found = std::ranges::find(kTargets, name, &std::pair<std::string_view, Target>::first);
    return found == std::end(kTargets) ? Target::None : found->second;
}

} // namespace tidemark::xla
