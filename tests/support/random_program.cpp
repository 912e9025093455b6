#include "tests/support/random_program.h"

#include <algorithm>
#include <functional>
#include <vector>

namespace tidemark::test {
namespace {

using proto::HloComputationProto;
using proto::HloInstructionProto;
using proto::HloProto;
using proto::ShapeProto;
using Path = std::vector<std::int64_t>;

constexpr int kTuple = 13; // element types of xla_data.proto
constexpr int kF32 = 11;

ShapeProto array()
{
    ShapeProto shape;
    shape.set_element_type(static_cast<decltype(shape.element_type())>(kF32));
    shape.add_dimensions(4);
    return shape;
}

ShapeProto tupleOf(const std::vector<ShapeProto>& elements)
{
    ShapeProto shape;
    shape.set_element_type(static_cast<decltype(shape.element_type())>(kTuple));
    for (const ShapeProto& element : elements)
        *shape.add_tuple_shapes() = element;
    return shape;
}

class ProgramWriter
{
public:
    explicit ProgramWriter(std::mt19937& random)
        : m_random(random)
    {
        auto& allocation = *m_hlo.mutable_buffer_assignment()->add_buffer_allocations();
        allocation.set_size(1 << 20);
        m_hlo.mutable_hlo_module()->set_name("jit_random");
        m_hlo.mutable_hlo_module()->set_entry_computation_id(1);
    }

    HloProto write()
    {
        const std::int64_t entry = addComputation();
        std::vector<std::int64_t> arrays;
        for (int i = 0; i < 3; ++i)
            arrays.push_back(add(entry, "parameter", {}, array()));
        for (int i = 0; i < 25; ++i)
            addAny(entry, arrays, 0);
        addTrace();
        return std::move(m_hlo);
    }

private:
    int any(int below) { return std::uniform_int_distribution<int>(0, below - 1)(m_random); }
    std::int64_t anyOf(const std::vector<std::int64_t>& ids)
    {
        return ids[static_cast<std::size_t>(any(static_cast<int>(ids.size())))];
    }
    HloComputationProto& computation(std::int64_t id)
    {
        return *m_hlo.mutable_hlo_module()->mutable_computations(static_cast<int>(id) - 1);
    }
    std::int64_t addComputation()
    {
        auto& added = *m_hlo.mutable_hlo_module()->add_computations();
        added.set_id(m_hlo.hlo_module().computations_size());
        return added.id();
    }
    /// Adds an instruction. The last one of a computation is its root.
    std::int64_t add(std::int64_t to, const std::string& opcode, const std::vector<std::int64_t>& operands,
                     const ShapeProto& shape, const std::vector<std::int64_t>& callees = {})
    {
        auto& added = *computation(to).add_instructions();
        added.set_id(++m_instructions);
        added.set_name(opcode + "." + std::to_string(m_instructions));
        added.set_opcode(opcode);
        *added.mutable_shape() = shape;
        for (const std::int64_t id : operands)
            added.add_operand_ids(id);
        for (const std::int64_t id : callees)
            added.add_called_computation_ids(id);
        computation(to).set_root_id(m_instructions);
        return m_instructions;
    }
    HloInstructionProto& last(std::int64_t of)
    {
        auto& instructions = *computation(of).mutable_instructions();
        return instructions[instructions.size() - 1];
    }
    void addBuffer(std::int64_t instruction, const Path& path = {})
    {
        auto& buffer = *m_hlo.mutable_buffer_assignment()->add_logical_buffers();
        buffer.set_id(++m_buffers);
        buffer.set_size(16);
        buffer.mutable_defined_at()->set_instruction_id(instruction);
        for (const std::int64_t i : path)
            buffer.mutable_defined_at()->add_shape_index(i);
        auto& assigned = *m_hlo.mutable_buffer_assignment()->mutable_buffer_allocations(0)->add_assigned();
        assigned.set_logical_buffer_id(m_buffers);
        assigned.set_offset(16 * m_buffers);
        assigned.set_size(16);
    }
    std::int64_t addBuffered(std::int64_t to, const std::string& opcode, const std::vector<std::int64_t>& operands,
                             const std::vector<std::int64_t>& callees = {})
    {
        const std::int64_t id = add(to, opcode, operands, array(), callees);
        addBuffer(id);
        return id;
    }
    std::int64_t element(std::int64_t of, std::int64_t tuple, std::int64_t at, const ShapeProto& shape)
    {
        const std::int64_t id = add(of, "get-tuple-element", {tuple}, shape);
        last(of).set_tuple_index(at);
        return id;
    }

    void addAny(std::int64_t to, std::vector<std::int64_t>& arrays, int depth)
    {
        const std::int64_t a = anyOf(arrays);
        const std::int64_t b = anyOf(arrays);
        switch (any(depth < 2 ? 9 : 5)) {
        case 0:
            return arrays.push_back(addBuffered(to, "add", {a, b}));
        case 1:
            return arrays.push_back(add(to, "bitcast", {a}, array()));
        case 2: {
            const std::int64_t tuple = add(to, "tuple", {a, b}, tupleOf({array(), array()}));
            return arrays.push_back(element(to, tuple, any(2), array()));
        }
        case 3: {
            const std::int64_t inner = add(to, "tuple", {a, b}, tupleOf({array(), array()}));
            const std::int64_t outer = add(to, "tuple", {a, inner}, tupleOf({array(), tupleOf({array(), array()})}));
            const std::int64_t again = element(to, outer, 1, tupleOf({array(), array()}));
            return arrays.push_back(element(to, again, any(2), array()));
        }
        case 4: {
            const std::int64_t start = add(to, "copy-start", {a}, tupleOf({array(), array(), array()}));
            addBuffer(start, {0});
            return arrays.push_back(add(to, "copy-done", {start}, array()));
        }
        case 5: {
            const std::int64_t fused = addComputation();
            std::vector<std::int64_t> inside;
            for (int i = 0; i < 2; ++i) {
                inside.push_back(add(fused, "parameter", {}, array()));
                last(fused).set_parameter_number(i);
            }
            add(fused, "add", inside, array());
            return arrays.push_back(addBuffered(to, "fusion", {a, b}, {fused}));
        }
        case 6:
            return arrays.push_back(add(to, "call", {a, b}, array(), {addCallee(depth)}));
        case 7: {
            const std::int64_t program = addCallee(depth);
            const std::int64_t start
                = add(to, "async-start", {a, b}, tupleOf({tupleOf({array(), array()}), array(), array()}), {program});
            return arrays.push_back(add(to, "async-done", {start}, array()));
        }
        default:
            return addLoop(to, arrays, depth);
        }
    }

    /// Adds a computation with two array parameters. It returns an array that it defines itself.
    std::int64_t addCallee(int depth)
    {
        const std::int64_t callee = addComputation();
        std::vector<std::int64_t> inside;
        for (int i = 0; i < 2; ++i) {
            inside.push_back(add(callee, "parameter", {}, array()));
            last(callee).set_parameter_number(i);
        }
        for (int i = any(3); i > 0; --i)
            addAny(callee, inside, depth + 1);
        addBuffered(callee, "add", {inside.back(), anyOf(inside)});
        return callee;
    }

    /// Adds a loop that carries two arrays: the first is unchanged, the second has buffers of its own in every part of
    /// the loop.
    void addLoop(std::int64_t to, std::vector<std::int64_t>& arrays, int depth)
    {
        const ShapeProto carried = tupleOf({array(), array()});
        const std::int64_t body = addComputation();
        const std::int64_t bodyParameter = add(body, "parameter", {}, carried);
        addBuffer(bodyParameter, {1});
        std::vector<std::int64_t> inside{element(body, bodyParameter, 0, array()),
                                         element(body, bodyParameter, 1, array())};
        const std::int64_t unchanged = inside.front();
        for (int i = any(3); i > 0; --i)
            addAny(body, inside, depth + 1);
        const std::int64_t next = addBuffered(body, "add", {inside.back(), anyOf(inside)});
        add(body, "tuple", {unchanged, next}, carried);
        const std::int64_t condition = addComputation();
        const std::int64_t conditionParameter = add(condition, "parameter", {}, carried);
        addBuffer(conditionParameter, {1});
        const std::int64_t count = element(condition, conditionParameter, any(2), array());
        addBuffered(condition, "compare", {count, count});
        const std::int64_t initial = add(to, "tuple", {anyOf(arrays), anyOf(arrays)}, carried);
        const std::int64_t loop = add(to, "while", {initial}, carried, {body, condition});
        addBuffer(loop, {1});
        for (int i = 0; i < 2; ++i)
            arrays.push_back(element(to, loop, i, array()));
    }

    /// Adds a trace that allocates all buffers in ascending order and frees them in descending order.
    void addTrace()
    {
        auto& trace = *m_hlo.mutable_buffer_assignment()->add_heap_simulator_traces();
        for (std::int64_t id = 1; id <= m_buffers; ++id)
            trace.add_events()->set_buffer_id(id);
        for (std::int64_t id = m_buffers; id > 0; --id) {
            auto& event = *trace.add_events();
            event.set_kind(proto::HeapSimulatorTrace::Event::FREE);
            event.set_buffer_id(id);
        }
    }

    std::mt19937& m_random;
    HloProto m_hlo;
    std::int64_t m_instructions = 0;
    std::int64_t m_buffers = 0;
};

/// Follows the bytes of one buffer.
class Walk
{
public:
    explicit Walk(const HloProto& hlo)
    {
        for (const auto& computation : hlo.hlo_module().computations())
            for (const auto& instruction : computation.instructions()) {
                m_instructions[instruction.id()] = &instruction;
                m_home[instruction.id()] = &computation;
                for (int k = 0; k < instruction.operand_ids_size(); ++k)
                    m_users[instruction.operand_ids(k)].push_back({&instruction, k});
                for (int k = 0; k < instruction.called_computation_ids_size(); ++k)
                    m_callers[instruction.called_computation_ids(k)] = {&instruction, k};
                m_computations[computation.id()] = &computation;
            }
        for (const auto& buffer : hlo.buffer_assignment().logical_buffers())
            m_buffers.insert(
                {buffer.defined_at().instruction_id(),
                 Path(buffer.defined_at().shape_index().begin(), buffer.defined_at().shape_index().end())});
    }

    std::set<std::string> readers(std::int64_t instruction, const Path& path)
    {
        m_readers.clear();
        m_seen.clear();
        follow(instruction, path);
        addLoops();
        std::set<std::string> names;
        for (const std::int64_t id : m_readers)
            names.insert(m_instructions.at(id)->name());
        return names;
    }

private:
    struct User {
        const HloInstructionProto* instruction;
        int number; // of the operand, or of the computation
    };

    static Path inside(std::int64_t at, const Path& path)
    {
        Path longer{at};
        longer.insert(longer.end(), path.begin(), path.end());
        return longer;
    }
    static Path behind(const Path& path) { return {path.begin() + 1, path.end()}; }

    void visit(std::int64_t instruction, const Path& path)
    {
        if (!m_buffers.contains({instruction, path}))
            follow(instruction, path);
    }
    std::int64_t parameterOf(std::int64_t computation, std::int64_t number) const
    {
        for (const auto& instruction : m_computations.at(computation)->instructions())
            if (instruction.opcode() == "parameter" && instruction.parameter_number() == number)
                return instruction.id();
        return 0;
    }

    void follow(std::int64_t id, const Path& path)
    {
        if (!m_seen.insert({id, path}).second)
            return;
        for (const User& user : m_users[id])
            read(*user.instruction, user.number, path);
        const HloComputationProto& home = *m_home.at(id);
        if (home.root_id() == id && m_callers.contains(home.id()))
            returnTo(m_callers.at(home.id()), path);
    }

    void read(const HloInstructionProto& user, int operand, const Path& path)
    {
        const std::string& opcode = user.opcode();
        if (opcode == "bitcast")
            return visit(user.id(), path);
        if (opcode == "tuple")
            return visit(user.id(), inside(operand, path));
        if (opcode == "get-tuple-element")
            return path.front() == user.tuple_index() ? visit(user.id(), behind(path)) : void();
        if (opcode == "call")
            return visit(parameterOf(user.called_computation_ids(0), operand), path);
        if (opcode == "while") {
            for (const std::int64_t callee : user.called_computation_ids())
                visit(parameterOf(callee, 0), path);
            return visit(user.id(), path);
        }
        if (opcode == "async-start") {
            visit(parameterOf(user.called_computation_ids(0), operand), path);
            return visit(user.id(), inside(0, inside(operand, path)));
        }
        m_readers.insert(user.id());
        if (opcode == "copy-start")
            visit(user.id(), inside(1, path));
        if ((opcode == "copy-done" && path.front() == 0) || (opcode == "async-done" && path.front() == 1))
            visit(user.id(), behind(path));
    }

    /// Visits the caller of a computation that returns the bytes.
    void returnTo(const User& caller, const Path& path)
    {
        const std::string& opcode = caller.instruction->opcode();
        if (opcode == "call")
            visit(caller.instruction->id(), path);
        else if (opcode == "async-start")
            visit(caller.instruction->id(), inside(1, path));
        else if (opcode == "while" && caller.number == 1)
            m_readers.insert(caller.instruction->id()); // the loop reads the result of its condition
    }

    /// A loop reads a value until its end if the value comes from outside and is read inside at any depth.
    void addLoops()
    {
        const std::set<std::int64_t> direct = m_readers;
        for (const std::int64_t reader : direct)
            for (const HloComputationProto* home = m_home.at(reader); m_callers.contains(home->id());) {
                const HloInstructionProto& caller = *m_callers.at(home->id()).instruction;
                if (caller.opcode() == "while" && isGiven(caller))
                    m_readers.insert(caller.id());
                home = m_home.at(caller.id());
            }
    }
    bool isGiven(const HloInstructionProto& loop) const
    {
        return std::ranges::any_of(m_seen, [&](const auto& seen) { return seen.first == loop.operand_ids(0); });
    }

    std::map<std::int64_t, const HloInstructionProto*> m_instructions;
    std::map<std::int64_t, const HloComputationProto*> m_home;
    std::map<std::int64_t, const HloComputationProto*> m_computations;
    std::map<std::int64_t, std::vector<User>> m_users;
    std::map<std::int64_t, User> m_callers; // by computation
    std::set<std::pair<std::int64_t, Path>> m_buffers;
    std::set<std::pair<std::int64_t, Path>> m_seen;
    std::set<std::int64_t> m_readers;
};

} // namespace

HloProto randomProgram(std::mt19937& random)
{
    return ProgramWriter(random).write();
}

std::map<std::int64_t, std::set<std::string>> readersOf(const HloProto& hlo)
{
    std::map<std::int64_t, std::set<std::string>> result;
    Walk walk(hlo);
    for (const auto& buffer : hlo.buffer_assignment().logical_buffers())
        result[buffer.id()]
            = walk.readers(buffer.defined_at().instruction_id(),
                           Path(buffer.defined_at().shape_index().begin(), buffer.defined_at().shape_index().end()));
    return result;
}

} // namespace tidemark::test
