#include "core/compare/argument_shapes.h"

#include "core/base/text.h"
#include "core/groups/known_array.h"

#include <algorithm>
#include <cstdlib>
#include <map>

namespace tidemark {
namespace {

/// Arguments that differ in the same way.
struct DifferingArguments {
    std::vector<std::string> paths;
    std::int64_t bytes = 0;
    std::int64_t common = 0; // bytes of the same arguments in the other program
};

/// Describes how the argument's shape differs from the other one: "24 instead of 16 in dimension 1".
std::string differenceOfShapes(const std::string& own, const std::string& common)
{
    const std::vector<std::int64_t> mine = dimensionsOf(own);
    const std::vector<std::int64_t> theirs = dimensionsOf(common);
    const std::string type = own.substr(0, own.find('['));
    const std::string otherType = common.substr(0, common.find('['));
    if (mine.empty() || mine.size() != theirs.size())
        return "shape " + own + " instead of " + common;
    if (type != otherType)
        return mine == theirs ? "type " + type + " instead of " + otherType : "shape " + own + " instead of " + common;
    std::string text;
    for (std::size_t i = 0; i < mine.size(); ++i)
        if (mine[i] != theirs[i])
            addTo(text, " and ",
                  std::to_string(mine[i]) + " instead of " + std::to_string(theirs[i]) + " in dimension "
                      + std::to_string(i));
    return text;
}

/// Lists paths: "init_carry[2] and init_carry[3]", "a, b and 22 more".
std::string pathsText(const std::vector<std::string>& paths)
{
    if (paths.size() == 1)
        return paths[0];
    if (paths.size() == 2)
        return paths[0] + " and " + paths[1];
    return paths[0] + ", " + paths[1] + andMore(paths.size(), 2);
}

} // namespace

std::vector<ArgumentShape> argumentShapes(const View& view)
{
    std::vector<ArgumentShape> arguments;
    const Rows& rows = view.rows;
    Facts facts;
    for (std::size_t i = 0; rows.kind && i < rows.count; ++i) {
        const RowId row = RowId::at(i);
        if (rows.kindOf(row).id != RowKind::kParameter)
            continue;
        if (rows.identify)
            rows.identify(row, facts);
        else
            rows.describe(row, facts);
        if (!facts.argument.empty())
            arguments.push_back({facts.argument, facts.shapeWithoutLayout, rows.size[row]});
    }
    return arguments;
}

AmountText shapeDifference(const std::vector<ArgumentShape>& own, const std::vector<ArgumentShape>& common)
{
    std::map<std::string_view, const ArgumentShape*> others;
    for (const ArgumentShape& argument : common)
        others.try_emplace(argument.path, &argument);
    std::map<std::string, DifferingArguments> differences;
    std::size_t count = 0;
    for (const ArgumentShape& argument : own) {
        const auto found = others.find(argument.path);
        if (found == others.end() || found->second->shape == argument.shape)
            continue;
        DifferingArguments& same = differences[differenceOfShapes(argument.shape, found->second->shape)];
        same.paths.push_back(argument.path);
        same.bytes = addressPast(same.bytes, argument.bytes);
        same.common = addressPast(same.common, found->second->bytes);
        ++count;
    }
    if (differences.empty())
        return {};
    auto& [words, most]
        = *std::ranges::max_element(differences, {}, [](const auto& each) { return each.second.bytes; });
    std::ranges::sort(most.paths, {}, naturalKey);
    AmountText result;
    result.text = plainWords(pathsText(most.paths) + worded(most.paths.size(), " has ", " have ") + words);
    if (const std::int64_t change = most.bytes - most.common; change != 0)
        result.text += worded(most.paths.size(), " and takes ", " and take ") + result.addAmount(std::abs(change))
            + (change > 0 ? " more" : " less");
    if (const std::size_t rest = count - most.paths.size(); rest > 0)
        result.text += ", and " + counted(rest, "other argument") + worded(rest, " differs", " differ");
    return result;
}

} // namespace tidemark
