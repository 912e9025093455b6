#include "tests/support/program_text.h"

#include "tests/support/profile_builder.h"

#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace tidemark::test {
namespace {

/// Returns the elements of "(a,(b,c))".
std::vector<std::string_view> elementsOf(std::string_view tuple)
{
    std::vector<std::string_view> elements;
    std::size_t begin = 1;
    int depth = 0;
    for (std::size_t i = 1; i < tuple.size(); ++i) {
        const bool isEnd = depth == 0 && (tuple[i] == ',' || tuple[i] == ')');
        if (isEnd && i > begin)
            elements.push_back(tuple.substr(begin, i - begin));
        if (isEnd)
            begin = i + 1;
        else
            depth += tuple[i] == '(' || tuple[i] == '[' ? 1 : tuple[i] == ')' || tuple[i] == ']' ? -1 : 0;
    }
    return elements;
}

proto::ShapeProto shapeOf(std::string_view text)
{
    if (!text.starts_with('('))
        return shapeFromText(text);
    constexpr int kTuple = 13; // its number in PrimitiveType
    proto::ShapeProto shape;
    shape.set_element_type(kTuple);
    for (const std::string_view element : elementsOf(text))
        *shape.add_tuple_shapes() = shapeOf(element);
    return shape;
}

/// Parses "1,0".
template <class Numbers>
void addNumbers(const std::string& text, Numbers& numbers)
{
    std::istringstream words(text);
    for (std::string word; std::getline(words, word, ',');)
        numbers.Add(std::stoll(word));
}

void setSummed(const std::string& text, proto::DotDimensionNumbers& numbers)
{
    const std::size_t comma = text.find(',');
    addNumbers(text.substr(0, comma), *numbers.mutable_lhs_contracting_dimensions());
    addNumbers(text.substr(comma + 1), *numbers.mutable_rhs_contracting_dimensions());
}

} // namespace

proto::HloProto programFromText(std::string_view text)
{
    proto::HloProto hlo;
    auto& module = *hlo.mutable_hlo_module();
    hlo.mutable_buffer_assignment()->add_buffer_allocations();
    std::map<std::string, std::int64_t> instructions;
    std::map<std::string, std::int64_t> computations;
    std::istringstream lines{std::string(text)};
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line.substr(0, line.find('#')));
        std::string name;
        if (!(words >> name))
            continue;
        if (name.ends_with(':')) {
            name.pop_back();
            auto& computation = *module.add_computations();
            computation.set_name(name);
            computation.set_id(module.computations_size());
            module.set_entry_computation_id(computation.id());
            computations[name] = computation.id();
            continue;
        }
        auto& computation = *module.mutable_computations(module.computations_size() - 1);
        auto& instruction = *computation.add_instructions();
        std::string equals, shape, opcode;
        words >> equals >> shape >> opcode;
        instruction.set_name(name);
        instruction.set_id(static_cast<std::int64_t>(instructions.size()) + 1);
        instruction.set_opcode(opcode);
        *instruction.mutable_shape() = shapeOf(shape);
        instructions[name] = instruction.id();
        computation.set_root_id(instruction.id());
        bool isCallee = false;
        for (std::string word; words >> word;) {
            if (word == "calls")
                isCallee = true;
            else if (word.starts_with("op="))
                instruction.mutable_metadata()->set_op_name(word.substr(3));
            else if (word.starts_with("dims="))
                addNumbers(word.substr(5), *instruction.mutable_dimensions());
            else if (word.starts_with("sums="))
                setSummed(word.substr(5), *instruction.mutable_dot_dimension_numbers());
            else if (word.starts_with("target="))
                instruction.set_custom_call_target(word.substr(7));
            else if (isCallee)
                instruction.add_called_computation_ids(computations.at(word));
            else if (opcode == "parameter")
                instruction.set_parameter_number(std::stoll(word));
            else if (opcode == "get-tuple-element" && instruction.operand_ids_size() == 1)
                instruction.set_tuple_index(std::stoll(word));
            else
                instruction.add_operand_ids(instructions.at(word));
        }
    }
    return hlo;
}

} // namespace tidemark::test
