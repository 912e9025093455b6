#include "core/tenstorrent/tt_xla/operation_facts.h"

#include "core/base/find.h"
#include "core/base/number.h"
#include "core/base/text.h"
#include "core/text/text_cursor.h"

#include <re2/re2.h>

#include <algorithm>
#include <charconv>

namespace tidemark::ttxla {
namespace {

std::vector<std::string> splitAtCommas(std::string_view list)
{
    std::vector<std::string> parts;
    while (!trimmed(list).empty()) {
        const std::size_t end = std::min(list.find(','), list.size());
        parts.emplace_back(validUtf8(trimmed(list.substr(0, end))));
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return parts;
}

void readTypes(std::string_view rest, OperationFacts& facts)
{
    const std::size_t loc = rest.rfind(" loc(");
    std::string_view types = rest.substr(0, loc);
    const bool hasAttributes = types.find("}> :") != std::string_view::npos;
    const std::string_view before = hasAttributes ? "}> :" : ") :";
    const std::size_t begin = types.find(before);
    if (begin == std::string_view::npos)
        return;
    types = trimmed(types.substr(begin + before.size()));
    const std::size_t arrow = findOutside(types, " -> ");
    std::string_view inputs = trimmed(types.substr(0, arrow));
    if (inputs.starts_with('(') && inputs.ends_with(')'))
        inputs = inputs.substr(1, inputs.size() - 2);
    facts.inputTypes = validUtf8(inputs);
    facts.inputTensors = tensorsIn(*facts.inputTypes);
    if (arrow == std::string_view::npos)
        return;
    facts.outputType = validUtf8(trimmed(types.substr(arrow + 4)));
    facts.outputTensors = tensorsIn(*facts.outputType);
    facts.layout = layoutOf(*facts.outputType);
}

void readLocation(std::string_view rest, OperationFacts& facts)
{
    static const re2::RE2 kPlace(R"re("([^"]*)"(?::(\d+))?)re", re2::RE2::Latin1);
    const std::size_t begin = rest.rfind(" loc(");
    std::string place;
    std::string line;
    if (begin != std::string_view::npos && re2::RE2::PartialMatch(rest.substr(begin), kPlace, &place, &line)) {
        facts.loc = validUtf8(place);
        constexpr std::size_t kMostDigits = 9;
        facts.locLine = line.size() <= kMostDigits ? parseNumber(line).value_or(0) : 0;
    }
    if (facts.loc.empty() && facts.isLoadCached() && !facts.inputs.empty() && facts.inputs[0].starts_with('@'))
        facts.loc = facts.inputs[0];
}

constexpr std::string_view kTensor = "tensor<";

/// Takes "1x32x" of "1x32xbf16" from the text. An unknown size, "?", and any other text end the list. Returns nullopt
/// if a size is negative or too large.
std::optional<std::vector<std::int64_t>> takeSizes(std::string_view& text)
{
    std::vector<std::int64_t> sizes;
    for (;;) {
        std::int64_t size = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), size);
        if (end == text.data() || end == text.data() + text.size() || *end != 'x')
            return sizes;
        if (error != std::errc() || size < 0)
            return std::nullopt;
        sizes.push_back(size);
        text.remove_prefix(static_cast<std::size_t>(end - text.data()) + 1);
    }
}

/// The product, in bytes. Absent if it is above 2^61.
std::optional<std::int64_t> bytesOf(const std::vector<std::int64_t>& sizes, std::int64_t element)
{
    std::int64_t bytes = element;
    for (const std::int64_t size : sizes)
        if (__builtin_mul_overflow(bytes, size, &bytes) || bytes > std::int64_t{1} << 61)
            return std::nullopt;
    return bytes;
}

/// Reads the tiles of a tensor: "memref<32x512x!ttcore.tile<32x32, bf16>". Changes nothing if there are none.
void readTiles(std::string_view type, TensorLayout& layout)
{
    static const re2::RE2 kTiles(R"(memref<((?:\d+x)+)!(?:ttcore|tt)\.tile<(\d+)x(\d+))");
    re2::StringPiece written;
    std::int64_t height = 0;
    std::int64_t width = 0;
    if (!re2::RE2::PartialMatch(type, kTiles, &written, &height, &width) || height == 0 || width == 0)
        return;
    std::string_view rest(written.data(), written.size());
    const auto sizes = takeSizes(rest);
    if (!sizes || !rest.empty())
        return;
    std::vector<std::int64_t> padded = *sizes;
    if (padded.size() == 1)
        padded.insert(padded.begin(), 1);
    if (__builtin_mul_overflow(padded[padded.size() - 2], height, &padded[padded.size() - 2])
        || __builtin_mul_overflow(padded.back(), width, &padded.back()))
        return;
    const auto bytes = bytesOf(padded, elementBytes(layout.dtype));
    if (!bytes)
        return;
    layout.memref = *sizes;
    layout.tile = {height, width};
    layout.paddedShape = std::move(padded);
    layout.paddedBytes = *bytes;
}

TensorType readTensor(std::string_view inside)
{
    std::string_view dtype = inside.substr(0, inside.find_first_of(",>"));
    const std::string_view all = dtype;
    while (!dtype.empty() && (isDigit(dtype.front()) || dtype.front() == '?')) {
        const std::size_t end = dtype.find('x');
        if (end == std::string_view::npos)
            return {};
        dtype.remove_prefix(end + 1);
    }
    if (dtype.empty() || dtype.front() == '!')
        return {};
    const std::string_view shape = all.substr(0, all.size() - dtype.size());
    return {std::string(shape.substr(0, shape.empty() ? 0 : shape.size() - 1)), std::string(dtype)};
}

std::string_view between(std::string_view text, std::string_view before, char after)
{
    const std::size_t at = text.find(before);
    if (at == std::string_view::npos)
        return {};
    const std::string_view rest = text.substr(at + before.size());
    return rest.substr(0, rest.find(after));
}

} // namespace

std::optional<std::pair<std::string, std::int64_t>> OperationFacts::source() const
{
    if (locLine > 0)
        return std::pair(loc, locLine);
    const std::size_t colon = loc.rfind(':');
    if (colon == std::string::npos || loc.find('/') == std::string::npos)
        return std::nullopt;
    const auto line = parseNumber(std::string_view(loc).substr(colon + 1));
    return line && *line > 0 ? std::optional(std::pair(loc.substr(0, colon), *line)) : std::nullopt;
}

std::optional<OperationFacts> readOperation(std::string_view text)
{
    // "%4 = " or, of several results, "%4:2 = ", and the name.
    static const re2::RE2 kHead(R"re((?:%([\w.]+)(:\d*)? = )?(?:"([\w.]+)"|([\w.]*)))re");
    re2::StringPiece after(trimmed(text));
    std::string result;
    std::string count;
    std::string quoted;
    std::string plain;
    re2::RE2::Consume(&after, kHead, &result, &count, &quoted, &plain);
    OperationFacts facts;
    facts.name = quoted + plain;
    if (facts.name.find('.') == std::string::npos)
        return std::nullopt;
    if (!result.empty())
        facts.results = "%" + result;
    if (count.empty())
        facts.result = facts.results;
    std::string_view rest(after.data(), after.size());
    const std::size_t open = rest.find('(');
    const std::size_t close = rest.find(')', std::min(open, rest.size()));
    if (close != std::string_view::npos) {
        facts.inputs = splitAtCommas(rest.substr(open + 1, close - open - 1));
        rest = rest.substr(close);
    }
    const std::size_t begin = rest.find("<{");
    const std::size_t end = begin == std::string_view::npos ? begin : rest.find("}>", begin);
    if (end != std::string_view::npos)
        facts.attributes = validUtf8(rest.substr(begin + 2, end - begin - 2));
    readTypes(rest, facts);
    readLocation(rest, facts);
    return facts;
}

std::size_t findOutside(std::string_view text, std::string_view wanted)
{
    int depth = 0;
    bool isQuoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (depth == 0 && !isQuoted && text.substr(i).starts_with(wanted))
            return i;
        const char c = text[i];
        if (c == '"')
            isQuoted = !isQuoted;
        else if (c == '-' && text.substr(i).starts_with("->"))
            ++i;
        else if (!isQuoted && std::string_view("<([{").find(c) != std::string_view::npos)
            ++depth;
        else if (!isQuoted && std::string_view(">)]}").find(c) != std::string_view::npos && depth > 0)
            --depth;
    }
    return std::string_view::npos;
}

double paddingPercent(std::int64_t padded, std::int64_t unpadded)
{
    constexpr double kWhole = 100;
    return unpadded == 0 ? 0 : static_cast<double>(padded - unpadded) / static_cast<double>(unpadded) * kWhole;
}

std::int64_t elementBytes(std::string_view dtype)
{
    struct Size {
        std::string_view dtype;
        std::int64_t bytes;
    };
    static constexpr std::array kSizes
        = {Size{"bf16", 2}, Size{"f16", 2},  Size{"i16", 2}, Size{"ui16", 2}, Size{"f64", 8},
           Size{"i64", 8},  Size{"ui64", 8}, Size{"i8", 1},  Size{"ui8", 1},  Size{"bool", 1}};
    const Size* const found = findFirst(kSizes, dtype, &Size::dtype);
    return found ? found->bytes : 4;
}

std::vector<TensorType> tensorsIn(std::string_view types)
{
    std::vector<TensorType> tensors;
    for (std::size_t at = types.find(kTensor); at != std::string_view::npos; at = types.find(kTensor, at + 1))
        tensors.push_back(readTensor(types.substr(at + kTensor.size())));
    return tensors;
}

std::optional<TensorLayout> layoutOf(std::string_view type)
{
    const std::size_t begin = type.find(kTensor);
    if (begin == std::string_view::npos)
        return std::nullopt;
    std::string_view inside = type.substr(begin + kTensor.size());
    inside = inside.substr(0, findOutside(inside, ">"));
    TensorLayout layout;
    layout.dtype = readTensor(inside).dtype;
    std::string_view rest = inside;
    const auto sizes = takeSizes(rest);
    if (layout.dtype.empty() || !sizes || !rest.starts_with(layout.dtype))
        return std::nullopt;
    const auto bytes = bytesOf(*sizes, elementBytes(layout.dtype));
    if (!bytes)
        return std::nullopt;
    layout.shape = layout.paddedShape = *sizes;
    layout.unpaddedBytes = layout.paddedBytes = *bytes;
    readTiles(inside, layout);
    constexpr std::string_view kBuffer = "#ttnn.buffer_type<";
    if (const std::size_t at = inside.find(kBuffer); at != std::string_view::npos) {
        const std::string_view name = inside.substr(at + kBuffer.size());
        layout.bufferType = name.substr(0, name.find('>'));
    }
    return layout;
}

std::int64_t InputsRegistry::weightBytes() const
{
    std::int64_t sum = 0;
    for (const InputEntry& entry : entries)
        if (entry.isWeight() && __builtin_add_overflow(sum, entry.bytes, &sum))
            return INT64_MAX;
    return sum;
}

InputsRegistry readInputs(std::string_view module)
{
    InputsRegistry registry;
    registry.isKnown = true;
    constexpr std::string_view kMain = "func.func @main(";
    const std::size_t main = module.find(kMain);
    if (main == std::string_view::npos)
        return registry;
    std::string_view rest = module.substr(main + kMain.size());
    rest = rest.substr(0, findOutside(rest, ")")); // a list that is cut off is read to its end
    while (!rest.empty()) {
        const std::size_t end = std::min(findOutside(rest, ","), rest.size());
        const std::string_view argument = trimmed(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
        const std::size_t colon = argument.find(':');
        if (!argument.starts_with('%') || colon == std::string_view::npos)
            continue;
        InputEntry entry;
        entry.ssa = validUtf8(trimmed(argument.substr(0, colon)));
        const std::string_view type = between(argument, "ttcore.argument_type<", '>');
        entry.type = type == "parameter" || type == "constant" || type == "input" ? std::string(type) : "unknown";
        const std::string_view name = between(argument, "ttir.name = \"", '"');
        entry.name = name.empty() ? entry.ssa : validUtf8(name);
        const auto tensors = tensorsIn(argument);
        const auto layout = layoutOf(argument);
        if (tensors.empty())
            continue;
        entry.shape = tensors[0].shape;
        entry.dtype = tensors[0].dtype;
        entry.bytes = layout ? layout->unpaddedBytes : 0;
        registry.entries.push_back(std::move(entry));
    }
    return registry;
}

std::vector<std::string_view> linesOf(std::string_view text)
{
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.push_back(trimmed(text.substr(0, end)));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

std::map<std::string, std::uint64_t> linesByLocation(std::string_view module)
{
    static const re2::RE2 kDefinition(R"re((#loc\d*) = loc\("([^"]+)")re");
    static const re2::RE2 kNames[] = {R"re(loc\((#[^)]*))re", R"re(loc\("([^"]+)")re", R"re(load_cached\((@[^,)]*))re"};
    const std::vector<std::string_view> lines = linesOf(module);
    std::map<std::string, std::string> aliases; // the names of the aliases
    std::string alias;
    std::string name;
    for (re2::StringPiece line : lines)
        if (re2::RE2::Consume(&line, kDefinition, &alias, &name))
            aliases[alias] = name;
    std::map<std::string, std::uint64_t> found;
    for (const re2::RE2& form : kNames)
        for (std::size_t i = 0; i < lines.size(); ++i) {
            if (lines[i].starts_with("#loc"))
                continue;
            for (re2::StringPiece line = lines[i]; re2::RE2::FindAndConsume(&line, form, &name);) {
                if (!name.starts_with('#'))
                    found.emplace(name, i + 1);
                else if (const auto known = aliases.find(name); known != aliases.end())
                    found.emplace(known->second, i + 1);
            }
        }
    return found;
}

} // namespace tidemark::ttxla
