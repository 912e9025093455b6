#include "core/xla/meaning/opcode.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace tidemark::xla {
namespace {

/// Maps names to opcodes. A lookup does not read every letter of a name, because every instruction is looked up.
class Names
{
public:
    void emplace(std::string_view name, Opcode opcode) { m_entries[placeOf(name)] = {name, endsOf(name), opcode}; }
    Opcode find(std::string_view name) const { return m_entries[placeOf(name)].opcode; }

private:
    static constexpr int kBits = 9; // for several times as many entries as there are names
    static constexpr std::uint64_t kSpread = 0x9e3779b97f4a7c15;

    /// The first and the last letters, up to eight each. That is all letters of most names.
    struct Ends {
        std::uint64_t first = 0;
        std::uint64_t last = 0;
        friend bool operator==(const Ends&, const Ends&) = default;
    };
    struct Entry {
        std::string_view name; // empty in an unused entry
        Ends ends;
        Opcode opcode = Opcode::Other;
    };

    static Ends endsOf(std::string_view name)
    {
        const auto load = [&](std::size_t at, auto word) {
            std::memcpy(&word, name.data() + at, sizeof word);
            return std::uint64_t{word};
        };
        const std::size_t size = name.size();
        if (size >= 8)
            return {load(0, std::uint64_t{}), load(size - 8, std::uint64_t{})};
        if (size >= 4)
            return {load(0, std::uint32_t{}), load(size - 4, std::uint32_t{})};
        if (size >= 2)
            return {load(0, std::uint16_t{}), load(size - 2, std::uint16_t{})};
        return {size == 0 ? 0 : load(0, std::uint8_t{}), 0};
    }

    /// Returns the position of the entry, or of the free entry where it would be added. Collisions move it to the next
    /// entry.
    std::size_t placeOf(std::string_view name) const
    {
        const Ends ends = endsOf(name);
        std::size_t place = ((ends.first * kSpread ^ ends.last) * kSpread + name.size() * kSpread) >> (64 - kBits);
        while (!m_entries[place].name.empty() && !isSame(m_entries[place], name, ends))
            place = (place + 1) % m_entries.size();
        return place;
    }
    static bool isSame(const Entry& entry, std::string_view name, const Ends& ends)
    {
        return entry.ends == ends && entry.name.size() == name.size()
            && (name.size() <= sizeof ends || entry.name == name);
    }

    std::array<Entry, std::size_t{1} << kBits> m_entries;
};

Names makeNames()
{
    constexpr std::pair<std::string_view, Opcode> kSingle[] = {
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
    Names names;
    for (const auto& [name, opcode] : kSingle)
        names.emplace(name, opcode);
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
    return kNames.find(name);
}

Target targetOf(std::string_view name)
{
    if (name == "AllocateBuffer")
        return Target::Allocate;
    if (name == "ConcatBitcast")
        return Target::Concatenate;
    if (name == "AsyncCollectiveStart")
        return Target::CollectiveStart;
    if (name == "AsyncCollectiveDone")
        return Target::CollectiveDone;
    if (name == "AssumeGatherIndicesInBound" || name == "Sharding" || name == "SPMDFullToShardShape"
        || name == "SPMDShardToFullShape" || name == "MoveToHost" || name == "MoveToDevice"
        || name == "annotate_device_placement")
        return Target::Move;
    if (name.starts_with("__cublas$") || name.starts_with("__cudnn$conv") || name.starts_with("__onednn$")
        || name == "__triton_gemm" || name == "__nvjet_gemm")
        return Target::Product;
    return Target::None;
}

} // namespace tidemark::xla
