#include "core/explain/explain_peak.h"

#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/devices/device_table.h"
#include "core/groups/peak_groups.h"
#include "core/view/finding.h"

#include <array>
#include <map>
#include <optional>
#include <set>
#include <tuple>

namespace tidemark {
namespace {

// Shares of the peak, in percent.
constexpr std::int64_t kDominates = 20; // for the first clause
constexpr std::int64_t kMentioned = 10; // for the second clause, and for memory of the host
constexpr std::int64_t kListedShare = 3; // for a category of the arguments
constexpr std::int64_t kPadded = 25; // for padding
constexpr std::int64_t kAlmostAll = 90; // of a group, for its largest row alone
constexpr std::size_t kMostClauses = 2;
constexpr std::size_t kMostWords = 12; // counts that countWord() writes as words
constexpr std::size_t kMostRoles = 3;

bool isShare(std::int64_t part, std::int64_t whole, std::int64_t percent)
{
    return part > 0 && static_cast<double>(part) * 100 >= static_cast<double>(whole) * static_cast<double>(percent);
}

/// The two innermost modules of an op path, without the operation and without einsum specifications.
std::string moduleOf(std::string path)
{
    const auto removeLast = [&] {
        const std::size_t slash = path.rfind('/');
        path.resize(slash == std::string::npos ? 0 : slash);
    };
    removeLast();
    while (path.substr(path.rfind('/') + 1).find("->") != std::string::npos)
        removeLast();
    const std::size_t inner = path.rfind('/');
    if (inner == std::string::npos || inner == 0)
        return path;
    return path.substr(path.rfind('/', inner - 1) + 1);
}

/// Where the program is at its peak.
struct PeakPlace {
    std::string pass;
    std::string module;
    std::string source;

    bool isKnown() const { return !pass.empty() || !source.empty(); }
};

/// The place of the memory that is allocated last before the peak. Copies have the source line of what they copy, so
/// they only count where there is nothing else.
PeakPlace placeOfPeak(const Rows& table, const std::vector<ExplainedRow>& rows)
{
    const ExplainedRow* newest = nullptr;
    const auto order = [&](const ExplainedRow& row) {
        return std::tuple(row.role != "copy", table.start[row.row].value, row.bytes);
    };
    for (const ExplainedRow& row : rows)
        if (!row.isArgument && !row.isOutput && !row.isUntraced && table.start
            && (!newest || order(row) > order(*newest)))
            newest = &row;
    if (!newest)
        return {};
    return {newest->pass, moduleOf(newest->path), newest->source};
}

/// "Peak in the backward pass of attention (lm.py:33): "
std::string peakPlaceText(const PeakPlace& place)
{
    if (!place.isKnown())
        return {};
    const std::string pass = framed(" in the ", place.pass, " pass");
    const std::string module = framed(pass.empty() ? " in " : " of ", plainWords(place.module));
    if (pass.empty() && module.empty())
        return "Peak at " + plainWords(place.source) + ": ";
    return "Peak" + pass + module + framed(" (", plainWords(place.source), ")") + ": ";
}

/// The singular and the plural of what a group consists of.
struct Nouns {
    std::string one;
    std::string many;
};

/// "copy of the KV cache", "copies of the KV cache"
Nouns copiesOf(const std::string& what)
{
    return {"copy of " + what, "copies of " + what};
}

/// The words for values that are held in one way.
Nouns nounsOfRole(std::string_view role, const Nouns& values, const Nouns& gradients)
{
    if (role == "recomputed")
        return {"recomputed " + values.one, "recomputed " + values.many};
    if (role == "backward")
        return gradients;
    return role == "copy" ? copiesOf(values.many) : values;
}

Nouns activationNouns(std::string_view role)
{
    return nounsOfRole(role, {"activation", "activations"}, {"activation gradient", "activation gradients"});
}

Nouns scoreNouns(std::string_view role)
{
    return nounsOfRole(role, {"attention score matrix", "attention score matrices"},
                       {"gradient of an attention score matrix", "gradients of attention score matrices"});
}

/// The words for the values that a loop stacks.
std::string stackedNoun(const PeakGroup& stacks)
{
    if (stacks.first().array == KnownArray::AttentionScores)
        return scoreNouns(stacks.first().role).many;
    if (stacks.first().array == KnownArray::Logits)
        return "logits";
    if (stacks.first().category == "gradients")
        return "weight gradients";
    if (stacks.first().category == "activations")
        return activationNouns(stacks.first().role).many;
    return plainWords(stacks.first().categoryLabel);
}

/// " of mlp activations of 8 loop iterations", with the module if all values are of one.
std::string stackedText(const PeakGroup& group)
{
    const std::int64_t iterations = group.common(&ExplainedRow::iterations);
    const std::string module = moduleOf(group.first().path);
    const bool isOfOne
        = std::ranges::all_of(group.rows, [&](const ExplainedRow* row) { return moduleOf(row->path) == module; });
    const std::string of = isOfOne && !module.empty() ? " of " + plainWords(module) + " " : " of ";
    return of + stackedNoun(group) + " of "
        + (iterations > 0 ? groupedNumber(iterations) + " loop iterations" : std::string("loops"));
}

/// The words for the results of an operation, of a line, or of one meaning.
Nouns resultNouns(const PeakGroup& group)
{
    if (std::ranges::all_of(group.rows, &ExplainedRow::isOutput))
        return {"output", "outputs"};
    if (std::ranges::all_of(group.rows, &ExplainedRow::isScalar))
        return {"scalar", "scalars"};
    const std::string category = group.common(&ExplainedRow::category);
    if (category == "gradients")
        return {"weight gradient", "weight gradients"};
    if (category == "activations")
        return activationNouns(group.common(&ExplainedRow::role));
    if (!category.empty() && group.sort == PeakSort::Meaning && group.common(&ExplainedRow::role) == "copy")
        return copiesOf("the " + plainWords(group.first().categoryLabel));
    return {"buffer", "buffers"};
}

Nouns nounsOf(const PeakGroup& group)
{
    switch (group.sort) {
    case PeakSort::Given:
        return {"argument", "arguments"};
    case PeakSort::Untraced:
        return {"temporary allocation", "temporary allocations"};
    case PeakSort::Scores:
        return scoreNouns(group.common(&ExplainedRow::role));
    case PeakSort::Stacks:
        return {"stack", "stacks"};
    case PeakSort::Copies:
        return copiesOf("the " + plainWords(group.first().categoryLabel));
    default:
        return resultNouns(group);
    }
}

/// "six 512 MiB attention score matrices", "8 activations of 1 GiB together". `shape` follows the noun.
std::string countedText(const PeakGroup& group, Explanation& explanation, const std::string& shape = {})
{
    const std::size_t count = group.rows.size();
    const auto& [one, many] = nounsOf(group);
    const std::string noun = worded(count, one, many) + shape;
    if (group.isOneSize() && count > kMostWords)
        return countWord(count) + " " + noun + " of " + explanation.addAmount(group.first().bytes) + " each";
    if (group.isOneSize())
        return countWord(count) + " " + explanation.addAmount(group.first().bytes) + " " + noun;
    return countWord(count) + " " + noun + " of " + explanation.addAmount(group.bytes) + " together";
}

/// " (one recomputed, two activation gradients)" for activations that are held in different ways; otherwise nothing.
std::string rolesText(const PeakGroup& group)
{
    if (group.common(&ExplainedRow::category) != "activations" || !group.common(&ExplainedRow::role).empty()
        || group.first().isScalar())
        return {};
    std::map<std::string, std::size_t> counts;
    for (const ExplainedRow* row : group.rows)
        ++counts[row->role];
    if (counts.size() > kMostRoles || counts.contains(""))
        return {};
    static constexpr std::array<std::array<std::string_view, 3>, 5> kWords
        = {{{"saved", "saved", "saved"},
            {"recomputed", "recomputed", "recomputed"},
            {"backward", "activation gradient", "activation gradients"},
            {"forward", "of the forward pass alone", "of the forward pass alone"},
            {"copy", "copy", "copies"}}};
    std::string text;
    for (const auto& [role, one, many] : kWords)
        if (const auto found = counts.find(std::string(role)); found != counts.end())
            addTo(text, ", ", countWord(found->second) + " " + worded(found->second, one, many));
    return framed(" (", text, ")");
}

/// " (lm.py:33)", or nothing if the sentence has it already.
std::string sourceOfGroup(const PeakGroup& group, const PeakPlace& place)
{
    const std::string source = group.common(&ExplainedRow::source);
    if (source == place.source)
        return {};
    return framed(" (", plainWords(source), ")");
}

/// "bf16[16384,1024] and 12 more", for the name of memory that a report gives as a list of arrays.
std::string firstOf(const std::string& label)
{
    constexpr std::string_view kNext = ", ";
    std::size_t arrays = 1;
    for (std::size_t at = label.find(kNext); at != std::string::npos; at = label.find(kNext, at + 1))
        ++arrays;
    return label.substr(0, label.find(kNext)) + andMore(arrays, 1);
}

/// " bf16[8,4,2048]" if all have that shape. For a single buffer without a shape, " (buffer 37)".
std::string shapeOfGroup(const PeakGroup& group)
{
    const std::string shape = group.common(&ExplainedRow::shape);
    if (!dimensionsOf(shape).empty() || group.first().isScalar())
        return framed(" ", plainWords(shape));
    if (!group.first().shape.empty())
        return {};
    return framed(" (", plainWords(firstOf(group.common(&ExplainedRow::label))), ")");
}

/// " saved for the backward pass" if all are, shorter if the sentence names that pass.
std::string savedText(const PeakGroup& group, const PeakPlace& place)
{
    if (group.common(&ExplainedRow::role) != "saved")
        return {};
    return place.pass == "backward" ? " saved for it" : " saved for the backward pass";
}

/// What a group holds of a category.
struct CategoryPart {
    std::string label; // in the middle of a sentence
    std::int64_t bytes = 0;
    std::int64_t ofAll = 0; // of the category at the peak, as the tables show it
};

/// The categories of a group, the largest part first. Rows without a category are left out.
std::vector<CategoryPart> categoriesOf(const PeakGroup& group)
{
    std::map<std::string, CategoryPart> byLabel;
    for (const ExplainedRow* row : group.rows)
        if (!row->category.empty()) {
            CategoryPart& part = byLabel[row->categoryLabel];
            part = {row->categoryLabel, part.bytes + row->bytes, row->categoryBytes};
        }
    std::vector<CategoryPart> parts;
    for (auto& [label, part] : byLabel)
        parts.push_back(std::move(part));
    std::ranges::stable_sort(parts, std::greater(), &CategoryPart::bytes);
    return parts;
}

/// "KV cache 3.25 of 3.31 GiB, model parameters 1.22 GiB"; empty where no rule has decided on any argument. The
/// size of a category is named where it is not that of its arguments.
std::string categoriesText(const PeakGroup& given, std::int64_t peak, Explanation& explanation)
{
    const std::vector<CategoryPart> parts = categoriesOf(given);
    std::string text;
    for (std::size_t i = 0; i < std::min<std::size_t>(parts.size(), 3); ++i) {
        const CategoryPart& part = parts[i];
        if (i > 0 && !isShare(part.bytes, peak, kListedShare))
            continue;
        addTo(text, ", ", plainWords(part.label) + " " + explanation.addAmount(part.bytes));
        if (bytesText(part.bytes) != bytesText(part.ofAll))
            text += " of " + explanation.addAmount(part.ofAll);
    }
    return text;
}

/// "97 % are arguments: KV cache 3.25 of 3.31 GiB, model parameters 1.22 GiB", "67 % are two 2 MiB arguments"
void describeGiven(const PeakGroup& given, std::int64_t peak, const ExplainedMemory& memory, Explanation& explanation)
{
    const std::string place = memory.isHost ? " in host memory" : "";
    const std::size_t count = given.rows.size();
    const std::string categories = categoriesText(given, peak, explanation);
    if (categories.empty() && count > 1 && isShare(given.first().bytes, given.bytes, kAlmostAll)) {
        explanation.text += shareText(given.first().bytes, peak) + " is the ";
        explanation.text += explanation.addAmount(given.first().bytes) + " argument ";
        explanation.text += plainWords(firstOf(given.first().label)) + place;
        return;
    }
    explanation.text += shareText(given.bytes, peak) + worded(count, " is ", " are ");
    if (categories.empty())
        explanation.text += countedText(given, explanation) + place;
    else
        explanation.text += worded(count, "one argument", "arguments") + place + ": " + categories;
}

/// "41 % is the new KV cache, 3.25 GiB, written next to the old one because that is not donated"
void describeNotDonated(const PeakGroup& group, std::int64_t peak, Explanation& explanation)
{
    std::vector<CategoryPart> parts = categoriesOf(group);
    std::erase_if(parts, [&](const CategoryPart& part) { return !isShare(part.bytes, group.bytes, kListedShare); });
    std::string labels = plainWords(parts.front().label);
    for (std::size_t i = 1; i < parts.size(); ++i)
        labels += (i + 1 < parts.size() ? ", " : " and ") + plainWords(parts[i].label);
    explanation.text += shareText(group.bytes, peak) + " is the new " + labels + ", "
        + explanation.addAmount(group.bytes)
        + worded(parts.size(), ", written next to the old one because that is not donated",
                 ", written next to the old ones because those are not donated");
}

/// One clause without a full stop: "six 512 MiB attention score matrices (lm.py:33) saved for it are 59 %".
void describeGroup(const PeakGroup& group, std::int64_t peak, const PeakPlace& place, const ExplainedMemory& memory,
                   Explanation& explanation)
{
    const std::string share = shareText(group.bytes, peak);
    const std::string verb = worded(group.rows.size(), " is ", " are ");
    std::string& text = explanation.text;
    switch (group.sort) {
    case PeakSort::Given:
        describeGiven(group, peak, memory, explanation);
        break;
    case PeakSort::NotDonated:
        describeNotDonated(group, peak, explanation);
        break;
    case PeakSort::Untraced:
        text += countedText(group, explanation) + ", counted whole because the file has no live ranges of its buffers,"
            + verb + share;
        break;
    case PeakSort::Logits:
        text += explanation.addAmount(group.bytes) + " of logits" + shapeOfGroup(group) + sourceOfGroup(group, place)
            + savedText(group, place) + " is " + share;
        break;
    case PeakSort::NewState:
        text += explanation.addAmount(group.bytes) + " of new " + plainWords(group.first().categoryLabel)
            + sourceOfGroup(group, place) + " is " + share;
        break;
    case PeakSort::Scores:
    case PeakSort::Copies:
        text += countedText(group, explanation) + rolesText(group) + sourceOfGroup(group, place)
            + savedText(group, place) + verb + share;
        break;
    case PeakSort::Line:
    case PeakSort::Meaning:
        text += countedText(group, explanation) + sourceOfGroup(group, place) + savedText(group, place) + verb + share;
        break;
    case PeakSort::Stacks:
        text += countedText(group, explanation, shapeOfGroup(group)) + stackedText(group) + sourceOfGroup(group, place)
            + savedText(group, place) + verb + share;
        break;
    case PeakSort::Operation:
        text += countedText(group, explanation, shapeOfGroup(group)) + rolesText(group);
        if (!group.first().isScalar())
            text += framed(" of ", plainWords(group.common(&ExplainedRow::path)));
        text += sourceOfGroup(group, place) + savedText(group, place) + verb + share;
        break;
    }
    for (const ExplainedRow* row : group.rows)
        explanation.rows.push_back(row->row);
}

/// "No op path holds more than 8 %: 210 activations of 3.11 GiB together saved for the backward pass are 62 %", or the
/// largest group if its line and its meaning do not dominate either.
void describeLargestGroups(const PeakGroup& largest, const std::vector<ExplainedRow>& rows, std::int64_t peak,
                           const ExplainedMemory& memory, Explanation& explanation)
{
    explanation.text += (largest.first().path.empty() ? "Nothing holds more than " : "No op path holds more than ")
        + shareText(largest.bytes, peak);
    const PeakGroup kind = largestKind(rows, peak / 100 * kDominates);
    if (kind.rows.empty()) {
        explanation.text += "; the largest: ";
        describeGroup(largest, peak, {}, memory, explanation);
    } else {
        explanation.text += ": ";
        describeGroup(kind, peak, {}, memory, explanation);
    }
}

std::int64_t paddingOf(const std::vector<ExplainedRow>& rows)
{
    std::int64_t padding = 0;
    for (const ExplainedRow& row : rows)
        padding += row.padding;
    return padding;
}

/// ": u8[8,1] takes 128 MiB for 1 MiB of data", the row with most padding.
std::string mostPadded(const std::vector<ExplainedRow>& rows, Explanation& explanation)
{
    const ExplainedRow& most = *std::ranges::max_element(rows, {}, &ExplainedRow::padding);
    if (most.shape.empty())
        return {};
    const std::string taken = explanation.addAmount(most.bytes);
    return ": " + plainWords(most.shape) + " takes " + taken + " for "
        + explanation.addAmount(most.bytes - most.padding) + " of data";
}

/// The clauses on what dominates the peak and on padding, without a full stop.
void describePeak(const Rows& table, const std::vector<ExplainedRow>& rows, const ExplainedMemory& memory,
                  Explanation& explanation)
{
    const std::vector<PeakGroup> groups = peakGroups(rows);
    std::int64_t peak = 0;
    for (const PeakGroup& group : groups)
        peak += group.bytes;
    const std::int64_t padding = paddingOf(rows);
    const bool isPadded = isShare(padding, peak, kPadded);
    const bool isPaddingFirst = isPadded && padding > groups.front().bytes;
    const PeakGroup& first = groups.front();
    std::string& text = explanation.text;
    PeakPlace place;
    if (isShare(first.bytes, peak, kDominates) && first.sort != PeakSort::Given && first.sort != PeakSort::NotDonated
        && first.sort != PeakSort::Untraced && !first.first().isOutput)
        place = placeOfPeak(table, rows);
    text += peakPlaceText(place);
    if (isPaddingFirst)
        text += shareText(padding, peak) + " is padding" + mostPadded(rows, explanation) + "; ";
    if (!isShare(first.bytes, peak, kDominates)) {
        describeLargestGroups(first, rows, peak, memory, explanation);
    } else {
        const std::size_t clauses = isPadded ? 1 : kMostClauses; // for a short text
        for (std::size_t i = 0; i < std::min(clauses, groups.size()); ++i)
            if (i == 0 || isShare(groups[i].bytes, peak, kMentioned)) {
                if (i > 0)
                    text += "; ";
                describeGroup(groups[i], peak, place, memory, explanation);
            }
    }
    if (isPadded && !isPaddingFirst)
        text += "; padding is " + shareText(padding, peak) + mostPadded(rows, explanation);
    if (isShare(memory.hostBytes, peak, kMentioned))
        text += "; " + explanation.addAmount(memory.hostBytes) + " more is in host memory";
}

/// Temporaries that have the same places in memory at times that the file does not state.
struct SharedMemory {
    std::int64_t bytes = 0;
    std::size_t count = 0;
    std::set<std::uint32_t> holders;
    std::vector<RowId> largest; // all of the largest size
};

SharedMemory sharedMemory(const Rows& table, StepId step)
{
    SharedMemory shared;
    if (!table.shareAtUnknownTimes || !table.holder || !table.kind)
        return shared;
    const auto isTemporary = [&](RowId row) {
        return table.kindOf(row).id != RowKind::kParameter && table.kindOf(row).id != RowKind::kOutput;
    };
    const std::vector<LiveRow> live = table.live(step);
    for (const LiveRow& each : live)
        if (each.overlap > 0 && isTemporary(each.row))
            shared.holders.insert(table.holder[each.row]);
    for (const LiveRow& each : live) {
        if (!isTemporary(each.row) || !shared.holders.contains(table.holder[each.row]))
            continue;
        shared.bytes += table.size[each.row] - each.overlap;
        ++shared.count;
        if (!shared.largest.empty() && table.size[each.row] > table.size[shared.largest.front()])
            shared.largest.clear();
        if (shared.largest.empty() || table.size[each.row] == table.size[shared.largest.front()])
            shared.largest.push_back(each.row);
    }
    return shared;
}

/// "492 buffers share 7.93 GiB at different times, 94 %; the largest are two of 2 GiB, f32[8,2048,32768]"
void describeShared(const Rows& table, std::vector<ExplainedRow> rows, const SharedMemory& shared,
                    const ExplainedMemory& memory, Explanation& explanation)
{
    std::int64_t peak = 0;
    for (const ExplainedRow& row : rows)
        peak += row.bytes;
    std::string shape;
    for (const ExplainedRow& row : rows)
        if (std::ranges::find(shared.largest, row.row) != shared.largest.end() && !row.shape.empty())
            shape = ", " + plainWords(row.shape);
    std::erase_if(rows, [&](const ExplainedRow& row) {
        return shared.holders.contains(table.holder[row.row]) && !row.isArgument && !row.isOutput;
    });
    explanation.text += countWord(shared.count) + " " + table.many + " share " + explanation.addAmount(shared.bytes)
        + " at different times, " + shareText(shared.bytes, peak) + " of the peak; the largest ";
    explanation.text += worded(shared.largest.size(), "has ", "are " + countWord(shared.largest.size()) + " of ");
    explanation.text += explanation.addAmount(table.size[shared.largest.front()]) + shape;
    explanation.rows = shared.largest;
    const std::vector<PeakGroup> groups = peakGroups(rows);
    if (groups.empty() || !isShare(groups.front().bytes, peak, kMentioned))
        return;
    explanation.text += "; ";
    describeGroup(groups.front(), peak, {}, memory, explanation);
}

/// Names the other memories of the same device memory, if they need much of it.
void addOtherMemories(const Figures& shown, Explanation& explanation)
{
    const std::int64_t others = shown.neededBytes - shown.totalBytes;
    if (shown.neededWith.empty() || others <= 0 || !isShare(others, shown.neededBytes, kMentioned))
        return;
    const bool areSeveral = shown.neededWith.find(", ") != std::string::npos;
    explanation.text += " " + shown.neededWith + (areSeveral ? " take another " : " takes another ")
        + explanation.addAmount(others) + " of the same device memory.";
}

} // namespace

std::string countWord(std::size_t count, std::size_t largest)
{
    static constexpr std::array<const char*, 13> kWords
        = {"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"};
    return std::max(count, largest) < kWords.size() ? kWords[count] : groupedNumber(static_cast<std::int64_t>(count));
}

std::string shareText(std::int64_t part, std::int64_t whole)
{
    const double percent = static_cast<double>(part) * 100 / static_cast<double>(whole);
    if (part < whole && percent >= 99.5)
        return "more than 99 %%";
    if (part > 0 && percent < 0.5)
        return "less than 1 %%";
    return std::to_string(static_cast<int>(percent + 0.5)) + " %%";
}

void addVerdict(const Figures& shown, Explanation& explanation)
{
    if (shown.isRefused) {
        const std::string needed = explanation.addAmount(shown.kernelBytes);
        explanation.text += "Cannot be compiled: a kernel needs " + needed + " of VMEM, which has "
            + explanation.addAmount(shown.vmemCapacity.value_or(largestVmem()))
            + (shown.vmemCapacity ? ". " : " on the largest known TPU. ");
        return;
    }
    if (shown.exceeded && !shown.headroomBytes) {
        explanation.text += "Fits on no known " + std::string(platformName(shown.exceeded->platform)) + ": needs "
            + explanation.addAmount(shown.neededBytes) + ", and the largest, "
            + plainWords(std::string(shown.exceeded->name));
        explanation.text += ", has " + explanation.addAmount(shown.exceeded->hbmBytes) + ". ";
    }
    if (!shown.headroomBytes || *shown.headroomBytes >= 0 || !shown.capacity.bytes)
        return;
    const std::string excess = explanation.addAmount(-*shown.headroomBytes);
    const std::string needed = explanation.addAmount(shown.neededBytes);
    explanation.text += "Over by " + excess + (shown.failedBytes > 0 ? ": needs at least " : ": needs ") + needed;
    explanation.text += " of " + explanation.addAmount(*shown.capacity.bytes) + ". ";
}

Result<Explanation> explainPeak(const Rows& table, const ExplainedMemory& memory, const Figures& shown,
                                const Progress& progress)
{
    const bool hasUntraced = shown.bytes("untraced_bytes").value_or(0) > 0;
    const auto rows = peakRows(table, memory.peakStep, memory.meanings, hasUntraced, progress);
    if (!rows)
        return rows.error();
    Explanation explanation;
    addVerdict(shown, explanation);
    if (rows->empty()) {
        explanation.text += "The program uses none of this memory.";
        return explanation;
    }
    const std::size_t begin = explanation.text.size();
    if (shown.isRefused)
        explanation.text += "in this memory, "; // which is not the one that lacks room
    const SharedMemory shared = sharedMemory(table, memory.peakStep);
    if (shared.count > 0)
        describeShared(table, *rows, shared, memory, explanation);
    else
        describePeak(table, *rows, memory, explanation);
    explanation.text += '.';
    explanation.text[begin] = toUpper(explanation.text[begin]);
    addOtherMemories(shown, explanation);
    std::ranges::stable_sort(explanation.rows, std::greater(), [&](RowId row) { return table.size[row]; });
    return explanation;
}

Explanation explainParts(const Axis& axis, StepId peakStep, const Figures& shown)
{
    Explanation explanation;
    addVerdict(shown, explanation);
    if (shown.peakBytes <= 0 || shown.parts.empty()) {
        explanation.text += "The peak is not known.";
        return explanation;
    }
    explanation.text += "Peak";
    if (axis.kind != AxisKind::None)
        explanation.text += framed(" in " + axis.cell + " ", plainWords(axis.label(peakStep)));
    const Part& largest = *std::ranges::max_element(shown.parts, {}, &Part::bytes);
    if (shown.parts.size() == 1) {
        explanation.text += ": " + explanation.addAmount(shown.peakBytes) + ", not divided into parts.";
        return explanation;
    }
    explanation.text += ": " + inSentence(plainWords(largest.name)) + " "
        + (largest.name.ends_with('s') ? "are " : "is ") + shareText(largest.bytes, shown.peakBytes) + ", "
        + explanation.addAmount(largest.bytes);
    explanation.text += " of " + explanation.addAmount(shown.peakBytes) + ".";
    return explanation;
}

} // namespace tidemark
