#pragma once

#include <cstdint>
#include <string_view>

namespace tidemark {

/// Opcodes as dataflow tells them apart. Source: XLA's operation semantics; names as HloOpcodeString prints them.
enum class Opcode : std::uint8_t {
    Other, // reads all operands, in a way that is not followed
    Parameter,
    Constant,
    Iota,
    Source, // other values out of nothing: partition-id, rng
    Elementwise,
    Select,
    Move, // of its first operand: copy, convert, transpose, slice, …
    Exchange, // with other devices, the values as they are: all-gather, collective-permute, …
    Sum, // over devices: all-reduce, reduce-scatter
    DynamicSlice,
    DynamicUpdateSlice,
    Scatter,
    Gather,
    Concatenate,
    Broadcast,
    Product, // dot, convolution
    Reduce,
    Alias, // of its first operand, value by value: bitcast, optimization-barrier, …
    Tuple,
    GetTupleElement,
    While,
    Conditional,
    Call, // fusion, call: the values of the computation
    AsyncStart,
    AsyncUpdate,
    AsyncDone,
    CopyStart, // (there, here, context)
    ExchangeStart, // (here, there, …)
    Done, // of one of the two
    CustomCall,
};

/// Other for an unknown one.
Opcode opcodeOf(std::string_view name);

/// Custom calls whose dataflow is known.
enum class Target : std::uint8_t {
    None,
    Allocate, // memory that something is written to later
    Concatenate, // of pieces
    Product,
    Move,
    CollectiveStart, // of an exchange or a sum: (from, to, semaphores)
    CollectiveDone, // (from, to, …): what arrived
};
Target targetOf(std::string_view name);

} // namespace tidemark
