#include "core/xla/meaning/arguments.h"

#include "core/shapes/array_shape.h"
#include "core/shapes/element_type.h"
#include "core/xla/meaning/argument_words.h"
#include "core/xla/meaning/sweep.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <unordered_map>
#include <vector>

namespace tidemark::xla {
namespace {

/// The category of a word, and the number of its entry. Within one part of a path the first entry decides.
struct KnownWord {
    std::size_t entry;
    Category category;
};
using Words = std::unordered_map<std::string, KnownWord>;

/// The contents of argument_words.json.
struct KnownWords {
    Words strong;
    Words weak;
    std::vector<std::string> layers;
    std::vector<std::string> trees;
};

Words wordsIn(const nlohmann::json& entries)
{
    Words words;
    for (std::size_t i = 0; i < entries.size(); ++i)
        for (const nlohmann::json& word : entries[i].at("words"))
            words.emplace(word, KnownWord{i, categoryNamed(entries[i].at("category").get_ref<const std::string&>())});
    return words;
}

std::optional<Category> categoryOf(const Words& known, const std::vector<std::string>& words)
{
    std::optional<KnownWord> first;
    for (const std::string& word : words)
        if (const auto found = known.find(word); found != known.end() && (!first || found->second.entry < first->entry))
            first = found->second;
    return first ? std::optional(first->category) : std::nullopt;
}

const KnownWords& knownWords()
{
    static const KnownWords kKnown = [] {
        const nlohmann::json file = nlohmann::json::parse(kArgumentWords);
        return KnownWords{wordsIn(file.at("strong").at("entries")), wordsIn(file.at("weak").at("entries")),
                          file.at("layers").at("words"), file.at("trees").at("words")};
    }();
    return kKnown;
}

bool isPart(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

std::vector<std::string_view> partsOf(std::string_view path)
{
    std::vector<std::string_view> parts;
    for (std::size_t at = 0; at < path.size();) {
        const std::size_t begin = at;
        while (at < path.size() && isPart(path[at]))
            ++at;
        if (at > begin)
            parts.push_back(path.substr(begin, at - begin));
        else
            ++at;
    }
    return parts;
}

/// Splits at underscores and capital letters, and converts to lower case.
std::vector<std::string> wordsOf(std::string_view part)
{
    std::vector<std::string> words(1);
    bool wasSmall = false;
    for (const char c : part) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '_' || (std::isupper(byte) && wasSmall)) {
            if (!words.back().empty())
                words.emplace_back();
        }
        wasSmall = std::islower(byte);
        if (std::isalpha(byte))
            words.back() += static_cast<char>(std::tolower(byte));
    }
    if (words.size() > 1 && words.back().empty())
        words.pop_back(); // "BatchNorm_0"
    return words;
}

bool isTreeOfState(std::string_view part)
{
    part = part.substr(0, part.find_last_not_of("_0123456789") + 1);
    return std::ranges::find(knownWords().trees, part) != knownWords().trees.end();
}

/// Returns whether an inner part of a path decides although an outer part has a meaning. Inside weights and other
/// state, the inner parts are names of layers.
bool isMoreSpecific(Category inner, Category outer, std::string_view part)
{
    if (outer == Category::OptimizerState)
        return inner == Category::Gradients; // "opt_state.acc_grads": gradients summed over steps
    return outer == Category::Inputs && inner != Category::Inputs && isTreeOfState(part);
}

} // namespace

bool Argument::isKey() const
{
    const ElementType* const known = elementTypeOf(type);
    return known && known->name == "u32" && elements > 1 && elements <= kLargestKey;
}

bool contains(const std::vector<ArgumentId>& all, ArgumentId one)
{
    return std::ranges::find(all, one) != all.end();
}

bool isIntegerType(std::int64_t type)
{
    const ElementType* const known = elementTypeOf(type);
    if (!known)
        return false;
    const bool isQuantized = known->bits < 8 || known->name == "s8"; // weights and caches of few bits
    return !isQuantized && (known->name == "pred" || known->name.starts_with("s") || known->name.starts_with("u"));
}

Arguments::Arguments(const HloGraph& graph)
    : m_byValue(graph.valueCount())
    , m_only(graph.valueCount(), kOfNone)
{
    const HloModule& module = graph.module();
    if (!graph.entry())
        return;
    std::map<std::uint32_t, InstructionId> parameters; // by number; the first of equal numbers
    for (InstructionId i = graph.entry()->begin; i < graph.entry()->end; ++i.value)
        if (graph.node(i).opcode == Opcode::Parameter)
            parameters.emplace(graph.node(i).number, i);
    for (const auto& [number, parameter] : parameters) {
        const Instruction instruction = module.instruction(parameter);
        const std::vector<ShapeView> shapes = graph.shapesOf(parameter);
        for (std::uint32_t k = 0; k < graph.values(parameter); ++k) {
            Argument argument;
            argument.value = graph.value(parameter, k);
            argument.number = number;
            argument.path = instruction.opName.empty() ? instruction.name : instruction.opName;
            const ArrayMeasure measure = measureShape(shapes[k]);
            argument.type = measure.type;
            argument.elements = measure.elements.value_or(0);
            argument.rank = static_cast<int>(readArrayShape(shapes[k]).dimensions.size());
            argument.isInteger = isIntegerType(measure.type);
            m_only[argument.value] = m_all.nextId().value;
            m_byValue[argument.value] = m_all.nextId();
            m_all.push_back(argument);
        }
    }
    findForward(graph, m_only, [this](ValueId value, std::span<const Source> sources) {
        std::uint32_t only = m_only[value];
        for (const Source& source : sources) {
            const std::uint32_t other = m_only[source.value];
            if (other != kOfNone)
                only = only == kOfNone || only == other ? other : kOfMany;
        }
        return only;
    });
}

PathReader::PartMeaning PathReader::meaningOf(std::string_view part)
{
    const auto [cached, isNew] = m_parts.try_emplace(part);
    if (!isNew)
        return cached->second;
    const KnownWords& known = knownWords();
    std::vector<std::string> words = wordsOf(part);
    cached->second.isKey = std::ranges::find(words, "key") != words.end();
    std::string whole(part);
    std::ranges::transform(whole, whole.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    words.push_back(std::move(whole));
    PartMeaning& meaning = cached->second;
    meaning.strong = categoryOf(known.strong, {words.back()});
    if (!meaning.strong)
        meaning.strong = categoryOf(known.strong, words);
    meaning.weak = categoryOf(known.weak, words);
    const bool isOfData = meaning.strong == Category::Inputs || meaning.strong == Category::KvCache;
    if (!isOfData)
        return meaning;
    whole = std::move(words.back());
    words.pop_back();
    const bool isLayer = words.size() > 1 && std::ranges::find(known.layers, words.back()) != known.layers.end();
    if (isLayer || known.weak.contains(whole)) {
        meaning.strong = {};
        meaning.weak = Category::ModelParameters;
        return meaning;
    }
    meaning.isCompound = !known.strong.contains(whole) && std::ranges::any_of(words, [&](const std::string& word) {
        return !word.empty() && !known.strong.contains(word);
    });
    return meaning;
}

PathReader::PathReader(const Arguments& arguments)
{
    std::vector<std::string_view> outermost;
    for (const ArgumentId id : arguments.ids())
        if (const std::vector<std::string_view> parts = partsOf(arguments[id].path); !parts.empty())
            outermost.push_back(parts.front());
    if (outermost.size() < 2 || std::ranges::count(outermost, outermost.front()) != std::ssize(outermost))
        return;
    meaningOf(outermost.front());
    m_parts[outermost.front()].weak = {};
}

std::optional<PathMeaning> PathReader::read(const Argument& argument)
{
    const std::string_view path = argument.path;
    if (path == "b" && argument.rank > 1)
        return std::nullopt;
    std::optional<PathMeaning> strong;
    std::optional<PathMeaning> weak;
    std::string_view last;
    bool isWithinModel = false;
    for (const std::string_view part : partsOf(path)) {
        const PartMeaning meaning = meaningOf(part);
        if (meaning.strong && (!strong || isMoreSpecific(*meaning.strong, strong->category, part)))
            strong = PathMeaning{*meaning.strong, part, meaning.isCompound && isWithinModel};
        if (meaning.weak && !weak)
            weak = PathMeaning{*meaning.weak, part, true};
        isWithinModel |= meaning.weak == Category::ModelParameters;
        last = part;
    }
    const std::optional<PathMeaning>& found = strong ? strong : weak;
    const bool isKey = argument.isKey() && !last.empty() && meaningOf(last).isKey;
    const bool isCounter = argument.isInteger && argument.elements == 1 && found
        && (found->category == Category::OptimizerState || found->category == Category::Gradients);
    if (isKey || isCounter)
        return PathMeaning{Category::OtherState, last, false};
    return found;
}

} // namespace tidemark::xla
