#include "core/base/notes.h"
#include "core/tenstorrent/xla/list_facts.h"
#include "core/tenstorrent/xla/list_reader.h"
#include "core/text/text_cursor.h"

#include <algorithm>
#include <charconv>

namespace tidemark::ttxla {
namespace {

/// Returns the value of a constant at the beginning of a line: "const opsData = [...];". Returns nullopt if there is no
/// such line. Elsewhere in a line the same words belong to a name in the data.
std::optional<std::string_view> constantOf(std::string_view page, std::string_view name)
{
    constexpr std::size_t kDeepest = 100; // most blanks before the constant
    const std::string words = "const " + std::string(name) + " = ";
    const auto beginsLine = [&](std::size_t at) {
        const std::string_view before = page.substr(at - std::min(at, kDeepest), std::min(at, kDeepest));
        const std::size_t last = before.find_last_not_of(" \t");
        return last == std::string_view::npos || before[last] == '\n'
            || before.substr(0, last + 1).ends_with("<script>");
    };
    std::size_t at = page.find(words);
    while (at != std::string_view::npos && !beginsLine(at))
        at = page.find(words, at + words.size());
    if (at == std::string_view::npos)
        return std::nullopt;
    std::string_view value = page.substr(at + words.size());
    value = trimmed(value.substr(0, value.find('\n')));
    while (value.ends_with(';'))
        value.remove_suffix(1);
    return value;
}

void skipTags(TextCursor& at)
{
    for (at.skipSpaces(); at.peek() == '<'; at.skipSpaces())
        if (at.takeWhile([](char c) { return c != '>'; }).empty() || !at.take(">"))
            return;
}

/// Reads "DRAM: 12 banks × 1022.17 MB/bank" in the head of the page.
BankState geometryIn(std::string_view page, std::string_view memory)
{
    const std::string words = std::string(memory) + ":";
    for (std::size_t place = page.find(words); place != std::string_view::npos;
         place = page.find(words, place + words.size())) {
        TextCursor at(page.substr(place + words.size()));
        skipTags(at);
        const std::string_view banks = at.takeWhile(isDigit, 1, 6);
        if (banks.empty() || !at.take(" banks"))
            continue;
        at.takeWhile([](char c) { return !isDigit(c) && c != '|' && c != '\n'; }, 1, 20);
        const std::string_view size = at.takeWhile([](char c) { return isDigit(c) || c == '.'; });
        BankState state;
        std::from_chars(banks.data(), banks.data() + banks.size(), state.banks);
        if (const auto total = megabytes(size); total && at.take(" MB/bank"))
            state.total = *total;
        return state;
    }
    return {};
}

BankState configured(const JsonSource& source, const LocatedJson* config, std::string_view memory)
{
    const LocatedJson* const object = config ? source.find(*config, memory, LocatedJson::Type::Object) : nullptr;
    BankState state;
    if (!object)
        return state;
    state.banks = static_cast<std::int32_t>(std::min<std::int64_t>(source.integer(*object, "num_banks"), INT32_MAX));
    state.total = megabytesIn(source, *object, "total_bytes_per_bank_MB");
    return state;
}

Result<JsonSource> dataOf(NamedText page, Warnings& warnings)
{
    if (trimmedLeft(page.text).starts_with('{'))
        return JsonSource::parse(std::move(page.path), std::move(page.text), warnings);
    const auto operations = constantOf(page.text, "opsData");
    const auto memory = constantOf(page.text, "memData");
    if (!operations || !memory)
        return Error{ErrorKind::NotFound,
                     page.path + ": this page has no data of tt-xla's memory profiler (opsData and memData).",
                     std::nullopt};
    const auto config = constantOf(page.text, "memoryConfig");
    std::string text = "{\"opsData\": " + std::string(*operations) + ",\n\"memData\": " + std::string(*memory);
    if (config)
        text += ",\n\"memoryConfig\": " + std::string(*config);
    return JsonSource::parse(std::move(page.path), text + "}", warnings);
}

} // namespace

Result<Profile> readReport(NamedText page)
{
    // The page of report_writer.h has the lists themselves.
    const auto memoryList = constantOf(page.text, "memoryList");
    const auto operationList = constantOf(page.text, "operationList");
    if (memoryList && operationList)
        return readLists(
            {{page.path, std::string(*memoryList)}, NamedText{page.path, std::string(*operationList)}, {}, {}});
    Profile profile;
    profile.origin = Origin::Report;
    std::array<BankState, kMemories> geometry;
    for (std::size_t i = 0; i < kMemories; ++i)
        geometry[i] = geometryIn(page.text, kMemoryNames[i]);
    const auto source = dataOf(std::move(page), profile.warnings);
    if (!source)
        return source.error();
    const auto operations = source->list(source->root(), "opsData", LocatedJson::Type::Object);
    const auto states = source->list(source->root(), "memData", LocatedJson::Type::Object);
    if (states.empty())
        return Error{ErrorKind::NotFound, source->name() + ": this report has no operation with its memory.",
                     std::nullopt};
    const LocatedJson* const config = source->find(source->root(), "memoryConfig", LocatedJson::Type::Object);
    ListedOperations listed(profile);
    bool areBanksKnown = true;
    for (std::size_t i = 0; i < states.size(); ++i) {
        Operation& operation = listed.add();
        operation.hasState = true;
        if (i < operations.size()) {
            listed.addFacts(operation, factsIn(*source, operations[i]));
            operation.isWeight = source->truth(operations[i], "is_weight_op");
            if (const std::int64_t index = source->integer(operations[i], "index"); index >= 0 && index < UINT32_MAX)
                operation.index = static_cast<std::uint32_t>(index); // not the position if the report is a part
            if (source->text(operations[i], "source") == "Consteval")
                listed.setConstEval(operation, "const-eval", false);
            listed.addWeights(i, *source, operations[i]);
        }
        for (std::size_t m = 0; m < kMemories; ++m) {
            const std::int64_t allocated = megabytesIn(*source, states[i], kMemoryNames[m]);
            if (allocated < 0)
                continue;
            BankState state = geometry[m].banks >= 0 ? geometry[m] : configured(*source, config, kMemoryNames[m]);
            areBanksKnown = areBanksKnown && state.banks >= 0;
            state.banks = std::max(state.banks, 1);
            state.allocated = allocated;
            keepPossible(state, [&](std::string_view code, std::string_view words) {
                source->warn(code, states[i], "this memory " + std::string(words));
            });
            profile.states.back()[m] = state;
        }
    }
    profile.areAmountsPerBank = !areBanksKnown;
    if (!areBanksKnown)
        profile.warnings.addNamed(note::kBanksUnknown,
                                  "The report does not state the number of banks: amounts are those of one bank.");
    if (operations.size() != states.size())
        profile.relations.push_back("opsData has " + std::to_string(operations.size()) + " elements, memData "
                                    + std::to_string(states.size()) + ".");
    listed.finish();
    return profile;
}

} // namespace tidemark::ttxla
