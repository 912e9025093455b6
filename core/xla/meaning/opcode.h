#pragma once

#include <cstdint>
#include <string_view>

namespace tidemark::xla {

/// Groups of opcodes with the same kind of dataflow. Source: XLA's operation semantics. Names are those that
/// HloOpcodeString prints.
enum class Opcode : std::uint8_t {
    Other, // reads all operands in an unknown way
    Parameter,
    Constant,
    Iota,
    Source, // other values without operands: partition-id, rng
    Elementwise,
    Select,
    Move, // moves its first operand: copy, convert, transpose, slice, …
    Exchange, // moves values between devices unchanged: all-gather, collective-permute, …
    Sum, // sums over devices: all-reduce, reduce-scatter
    DynamicSlice,
    DynamicUpdateSlice,
    Scatter,
    Gather,
    Concatenate,
    Broadcast,
    Product, // dot, convolution
    Reduce,
    Alias, // the same values as its first operand: bitcast, optimization-barrier, …
    Tuple,
    GetTupleElement,
    While,
    Conditional,
    Call, // fusion, call: the result of the called computation
    AsyncStart,
    AsyncUpdate,
    AsyncDone,
    CopyStart, // gives (destination, source, context)
    ExchangeStart, // gives (source, destination, …)
    Done, // ends a CopyStart or ExchangeStart
    CustomCall,
};

/// Returns Other for an unknown name.
Opcode opcodeOf(std::string_view name);

/// Custom calls with known dataflow.
enum class Target : std::uint8_t {
    None,
    Allocate, // allocates memory that is written later
    Concatenate, // concatenates pieces
    Product,
    Move,
    CollectiveStart, // starts an exchange or a sum: (from, to, semaphores)
    CollectiveDone, // takes (from, to, …) and gives the received values
};
Target targetOf(std::string_view name);

} // namespace tidemark::xla
