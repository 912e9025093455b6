#include "core/view/explain_peak.h"

#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/view/finding.h"
#include "core/view/known_array.h"
#include "core/view/source_frame.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>

namespace tidemark {
namespace {

// Shares of the peak, in percent.
constexpr std::int64_t kDominates = 20; // for the first clause
constexpr std::int64_t kMentioned = 10; // for the second clause
constexpr std::int64_t kListedShare = 3; // for a category of the arguments
constexpr std::int64_t kPadded = 25; // for padding
constexpr std::size_t kMostClauses = 2;
constexpr std::size_t kMostWords = 12; // counts that countWord() writes as words
constexpr std::int64_t kLeastVocabulary = 1000;

bool isShare(std::int64_t part, std::int64_t whole, std::int64_t percent)
{
    return part > 0 && static_cast<double>(part) * 100 >= static_cast<double>(whole) * static_cast<double>(percent);
}

/// "59 %", escaped for a text with placeholders. A part of the whole never reads as 0 % or 100 %.
std::string shareOf(std::int64_t part, std::int64_t whole)
{
    const double percent = static_cast<double>(part) * 100 / static_cast<double>(whole);
    if (part < whole && percent >= 99.5)
        return "more than 99 %%";
    if (part > 0 && percent < 0.5)
        return "less than 1 %%";
    return std::to_string(static_cast<int>(percent + 0.5)) + " %%";
}

/// Adds an amount and returns its placeholder.
std::string addAmount(Explanation& explanation, std::int64_t bytes)
{
    explanation.amounts.push_back(bytes);
    return "%" + std::to_string(explanation.amounts.size());
}

/// A row that is live at the peak, with the facts that the sentence uses.
struct LivePeakRow {
    RowId row;
    std::int64_t bytes = 0; // occupied
    std::int64_t padding = 0; // 0 where the row shares its memory
    bool isArgument = false;
    bool isOutput = false;
    bool isAliased = false;
    std::string category; // empty: no rule has decided
    std::string categoryLabel; // in the middle of a sentence
    std::string role;
    KnownArray array = KnownArray::None;
    std::string path; // of the operation in the model: "layers_{0..23}/attention/dot_general"
    std::string pass; // "forward", "backward"; empty: not known
    std::string source; // "lm.py:33"
    std::string shape;
};

/// The pass that an op name belongs to. Source: JAX's name stacks. They wrap the backward pass of a function in
/// transpose(…) and its forward pass under differentiation in jvp(…), and a recomputed forward pass runs within the
/// backward pass.
std::string passOf(std::string_view opName)
{
    const auto has = [&](std::string_view word) { return opName.find(word) != std::string_view::npos; };
    if (has("transpose(") || has("rematted_computation"))
        return "backward";
    return has("jvp(") ? "forward" : "";
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
    const std::size_t outer = inner == std::string::npos || inner == 0 ? std::string::npos : path.rfind('/', inner - 1);
    return outer == std::string::npos ? path : path.substr(outer + 1);
}

std::string sourceText(const Facts& facts)
{
    const SourceFrame frame = ownSource(facts);
    if (frame.file.empty())
        return {};
    return std::string(fileNameOf(frame.file)) + (frame.line > 0 ? ':' + std::to_string(frame.line) : std::string());
}

/// The sizes of vocabularies: the larger dimension of matrices whose argument path names an embedding or the head of a
/// language model. A size that another argument has as well is ambiguous and left out.
class Vocabularies
{
public:
    void add(const Facts& facts)
    {
        const std::vector<std::int64_t> dimensions = dimensionsOf(facts.shapeWithoutLayout);
        if (dimensions.size() == 2 && isVocabularyPath(facts.label())) {
            m_sizes.insert(std::max(dimensions[0], dimensions[1]));
            return;
        }
        if (dimensions.size() > 1)
            m_others.insert(dimensions.begin(), dimensions.end());
    }

    /// Returns whether an array of two or more dimensions has a vocabulary as a dimension.
    bool isIn(const std::vector<std::int64_t>& dimensions) const
    {
        return dimensions.size() >= 2 && std::ranges::any_of(dimensions, [&](std::int64_t size) {
                   return size >= kLeastVocabulary && m_sizes.contains(size) && !m_others.contains(size);
               });
    }

private:
    static bool isVocabularyPath(std::string path)
    {
        std::ranges::transform(path, path.begin(), toLower);
        static constexpr std::array<std::string_view, 5> kWords = {"embed", "wte", "vocab", "lm_head", "lm_logits"};
        const bool isPosition = path.find("pos") != std::string::npos;
        return !isPosition && std::ranges::any_of(kWords, [&](std::string_view word) {
            return path.find(word) != std::string::npos;
        });
    }

    std::set<std::int64_t> m_sizes;
    std::set<std::int64_t> m_others;
};

/// The rows that are live at the peak and occupy bytes of their own.
Result<std::vector<LivePeakRow>> rowsAtPeak(const Rows& rows, StepId peakStep, const RowMeanings* meanings,
                                            const Progress& progress)
{
    const auto grouping = std::ranges::find(rows.groupings, "op_path", &Grouping::id);
    std::vector<LivePeakRow> result;
    Vocabularies vocabularies;
    Facts facts;
    for (const LiveRow& live : rows.live(peakStep)) {
        if (progress.cancelled())
            return Progress::cancelledError();
        if (rows.isFree(live.row) || rows.size[live.row] <= live.overlap)
            continue;
        rows.describe(live.row, facts);
        LivePeakRow row;
        row.row = live.row;
        row.bytes = rows.size[live.row] - live.overlap;
        if (rows.unpadded && live.overlap == 0)
            row.padding = rows.padding(live.row).value_or(0);
        if (rows.kind) {
            row.isArgument = rows.kindOf(live.row).id == RowKind::kParameter;
            row.isOutput = rows.kindOf(live.row).id == RowKind::kOutput;
        }
        row.isAliased = facts.aliased;
        if (meanings && meanings->category[live.row.index()] != meanings->unknown()) {
            row.category = meanings->categoryOf(live.row).id;
            row.categoryLabel = inSentence(meanings->categoryOf(live.row).label);
            row.role = meanings->roleOf(live.row);
        }
        row.shape = facts.shapeWithoutLayout;
        row.source = sourceText(facts);
        row.pass = passOf(facts.opName);
        if (row.isArgument)
            vocabularies.add(facts);
        else if (!meanings || row.category == "activations" || row.category == "outputs")
            row.array = knownArray(facts.opName, facts.shapeWithoutLayout);
        if (!row.isArgument && grouping != rows.groupings.end() && !facts.opName.empty())
            row.path = grouping->groupOf(live.row);
        result.push_back(std::move(row));
    }
    for (LivePeakRow& row : result)
        if (row.category == "activations" && row.array == KnownArray::None
            && vocabularies.isIn(dimensionsOf(row.shape)))
            row.array = KnownArray::Logits;
    return result;
}

/// What the rows of a clause have in common.
enum class Sort : std::uint8_t {
    Given, // arguments
    NotDonated, // next values of a state in memory of their own
    Scores,
    Logits,
    Copies, // of a category
    NewState, // of a category
    Operation, // results of one operation
};

/// Rows that one clause is about.
struct PeakGroup {
    Sort sort = Sort::Operation;
    std::int64_t bytes = 0;
    std::vector<const LivePeakRow*> rows; // the largest first

    const LivePeakRow& first() const { return *rows.front(); }
    /// The value that all rows have, or an empty one.
    std::string common(std::string LivePeakRow::*member) const
    {
        const bool isCommon
            = std::ranges::all_of(rows, [&](const LivePeakRow* row) { return row->*member == first().*member; });
        return isCommon ? first().*member : std::string();
    }
    bool isOneSize() const
    {
        return std::ranges::all_of(rows, [&](const LivePeakRow* row) { return row->bytes == first().bytes; });
    }
};

using GroupKey = std::tuple<Sort, std::string, std::string>;

/// `notDonated` are the categories of arguments that are not donated.
GroupKey keyOf(const LivePeakRow& row, const std::set<std::string>& notDonated)
{
    if (row.isArgument)
        return {Sort::Given, {}, {}};
    if (row.array == KnownArray::AttentionScores)
        return {Sort::Scores, {}, {}};
    if (row.array == KnownArray::Logits)
        return {Sort::Logits, {}, {}};
    const bool isState = !row.category.empty() && row.category != "activations" && row.category != "outputs"
        && row.category != "constants";
    if (isState && row.isOutput && row.role == "new" && notDonated.contains(row.category))
        return {Sort::NotDonated, row.category, {}};
    if (isState && row.role == "copy")
        return {Sort::Copies, row.category, {}};
    if (isState && row.role == "new")
        return {Sort::NewState, row.category, {}};
    const std::string isOutput = row.isOutput ? "output" : "";
    if (row.path.empty())
        return {Sort::Operation, row.shape, row.source + isOutput};
    return {Sort::Operation, row.path, isOutput};
}

/// The groups, the largest first.
std::vector<PeakGroup> groupsOf(const std::vector<LivePeakRow>& rows)
{
    std::set<std::string> notDonated;
    for (const LivePeakRow& row : rows)
        if (row.isArgument && !row.isAliased)
            notDonated.insert(row.category);
    std::map<GroupKey, PeakGroup> groups;
    for (const LivePeakRow& row : rows) {
        const GroupKey key = keyOf(row, notDonated);
        PeakGroup& group = groups[key];
        group.sort = std::get<Sort>(key);
        group.bytes += row.bytes;
        group.rows.push_back(&row);
    }
    std::vector<PeakGroup> result;
    for (auto& [key, group] : groups) {
        std::ranges::stable_sort(group.rows, std::greater(), &LivePeakRow::bytes);
        result.push_back(std::move(group));
    }
    std::ranges::stable_sort(result, std::greater(), &PeakGroup::bytes);
    return result;
}

/// Where the program is at its peak.
struct PeakPlace {
    std::string pass;
    std::string module;
    std::string source;

    bool isKnown() const { return !pass.empty() || !source.empty(); }
};

/// The place of the memory that is allocated last before the peak.
PeakPlace placeOfPeak(const Rows& table, const std::vector<LivePeakRow>& rows)
{
    const LivePeakRow* newest = nullptr;
    const auto order = [&](const LivePeakRow& row) { return std::tuple(table.start[row.row].value, row.bytes); };
    for (const LivePeakRow& row : rows)
        if (!row.isArgument && !row.isOutput && table.start && (!newest || order(row) > order(*newest)))
            newest = &row;
    return newest ? PeakPlace{newest->pass, moduleOf(newest->path), newest->source} : PeakPlace();
}

/// "Peak in the backward pass of attention (lm.py:33): "
std::string placeText(const PeakPlace& place)
{
    if (!place.isKnown())
        return {};
    std::string text = place.pass.empty() ? std::string("Peak") : "Peak in the " + place.pass + " pass";
    if (!place.module.empty())
        text += (place.pass.empty() ? " in " : " of ") + plainWords(place.module);
    if (!place.source.empty())
        text += place.pass.empty() && place.module.empty() ? " at " + plainWords(place.source)
                                                           : " (" + plainWords(place.source) + ")";
    return text + ": ";
}

/// "KV cache 3.25 GiB, model parameters 1.22 GiB"; empty where no rule has decided on any argument.
std::string categoriesText(const PeakGroup& given, std::int64_t peak, Explanation& explanation)
{
    std::map<std::string, std::int64_t> bytes;
    for (const LivePeakRow* row : given.rows)
        if (!row->category.empty())
            bytes[row->categoryLabel] += row->bytes;
    std::vector<std::pair<std::string, std::int64_t>> parts(bytes.begin(), bytes.end());
    std::ranges::stable_sort(parts, std::greater(), &std::pair<std::string, std::int64_t>::second);
    std::string text;
    for (std::size_t i = 0; i < std::min<std::size_t>(parts.size(), 3); ++i)
        if (i == 0 || isShare(parts[i].second, peak, kListedShare))
            text += (i > 0 ? ", " : "") + plainWords(parts[i].first) + " " + addAmount(explanation, parts[i].second);
    return text;
}

/// The singular and the plural of what a group of one operation consists of.
std::pair<std::string, std::string> nounsOf(const PeakGroup& group)
{
    if (std::ranges::all_of(group.rows, &LivePeakRow::isOutput))
        return {"output", "outputs"};
    if (group.common(&LivePeakRow::category) == "gradients")
        return {"weight gradient", "weight gradients"};
    if (group.common(&LivePeakRow::category) != "activations")
        return {"buffer", "buffers"};
    const std::string role = group.common(&LivePeakRow::role);
    if (role == "recomputed")
        return {"recomputed activation", "recomputed activations"};
    if (role == "backward")
        return {"activation gradient", "activation gradients"};
    return {"activation", "activations"};
}

/// "six 512 MiB attention score matrices", "8 activations of 1 GiB together"
std::string countedText(const PeakGroup& group, const std::pair<std::string, std::string>& nouns,
                        Explanation& explanation)
{
    if (group.isOneSize() && group.rows.size() > kMostWords)
        return countWord(group.rows.size()) + " " + nouns.second + " of " + addAmount(explanation, group.first().bytes)
            + " each";
    if (group.isOneSize())
        return countWord(group.rows.size()) + " " + addAmount(explanation, group.first().bytes) + " "
            + (group.rows.size() == 1 ? nouns.first : nouns.second);
    return countWord(group.rows.size()) + " " + nouns.second + " of " + addAmount(explanation, group.bytes)
        + " together";
}

/// " (lm.py:33)", or nothing if the sentence has it already.
std::string sourceOfGroup(const PeakGroup& group, const PeakPlace& place)
{
    const std::string source = group.common(&LivePeakRow::source);
    return source.empty() || source == place.source ? std::string() : " (" + plainWords(source) + ")";
}

/// " bf16[8,4,2048]" if all have that shape.
std::string shapeOfGroup(const PeakGroup& group)
{
    const std::string shape = group.common(&LivePeakRow::shape);
    return dimensionsOf(shape).empty() ? std::string() : " " + plainWords(shape);
}

/// " saved for the backward pass" if all are, shorter if the sentence names that pass.
std::string savedText(const PeakGroup& group, const PeakPlace& place)
{
    if (group.common(&LivePeakRow::role) != "saved")
        return {};
    return place.pass == "backward" ? " saved for it" : " saved for the backward pass";
}

/// One clause without a full stop: "six 512 MiB attention score matrices (lm.py:33) saved for it are 59 %".
void sayGroup(const PeakGroup& group, std::int64_t peak, const PeakPlace& place, Explanation& explanation)
{
    const std::string share = shareOf(group.bytes, peak);
    const std::string label = plainWords(group.first().categoryLabel);
    const char* const verb = group.rows.size() == 1 ? " is " : " are ";
    std::string& text = explanation.text;
    switch (group.sort) {
    case Sort::Given: {
        const std::string categories = categoriesText(group, peak, explanation);
        text += share + " is what the program is given: ";
        text += categories.empty() ? counted(group.rows.size(), "argument") + " of " + addAmount(explanation, group.bytes)
                                   : categories;
        break;
    }
    case Sort::NotDonated:
        text += share + " is the new " + label + ", " + addAmount(explanation, group.bytes)
            + ", written next to the old one because that is not donated";
        break;
    case Sort::Scores:
        text += countedText(group, {"attention score matrix", "attention score matrices"}, explanation)
            + sourceOfGroup(group, place) + savedText(group, place) + verb + share;
        break;
    case Sort::Logits:
        text += addAmount(explanation, group.bytes) + " of logits" + shapeOfGroup(group) + sourceOfGroup(group, place)
            + savedText(group, place) + " is " + share;
        break;
    case Sort::Copies:
        text += countedText(group, {"copy of the " + label, "copies of the " + label}, explanation)
            + sourceOfGroup(group, place) + verb + share;
        break;
    case Sort::NewState:
        text += addAmount(explanation, group.bytes) + " of new " + label + sourceOfGroup(group, place) + " is " + share;
        break;
    case Sort::Operation:
        text += countedText(group, nounsOf(group), explanation) + shapeOfGroup(group);
        if (!group.first().path.empty())
            text += " of " + plainWords(group.first().path);
        text += sourceOfGroup(group, place) + savedText(group, place) + verb + share;
        break;
    }
    for (const LivePeakRow* row : group.rows)
        explanation.rows.push_back(row->row);
}

/// "No op path holds more than 8 %; the largest is attention/dot_general (lm.py:33) with 40 MiB"
void sayNothingDominates(const PeakGroup& largest, std::int64_t peak, Explanation& explanation)
{
    explanation.text += "Nothing holds more than " + shareOf(largest.bytes, peak) + "; the largest: ";
    sayGroup(largest, peak, {}, explanation);
}

std::int64_t paddingOf(const std::vector<LivePeakRow>& rows)
{
    std::int64_t padding = 0;
    for (const LivePeakRow& row : rows)
        padding += row.padding;
    return padding;
}

/// "; padding is 77 %: u8[8,1] takes 128 MiB for 1 MiB of data"
void sayPadding(const std::vector<LivePeakRow>& rows, std::int64_t peak, Explanation& explanation)
{
    const std::int64_t padding = paddingOf(rows);
    if (!isShare(padding, peak, kPadded))
        return;
    const LivePeakRow& most = *std::ranges::max_element(rows, {}, &LivePeakRow::padding);
    explanation.text += "; padding is " + shareOf(padding, peak);
    if (!most.shape.empty())
        explanation.text += ": " + plainWords(most.shape) + " takes " + addAmount(explanation, most.bytes) + " for "
            + addAmount(explanation, most.bytes - most.padding) + " of data";
}

} // namespace

std::string countWord(std::size_t count)
{
    static constexpr std::array<const char*, 13> kWords = {"no",  "one",   "two",   "three", "four", "five",  "six",
                                                           "seven", "eight", "nine", "ten",  "eleven", "twelve"};
    return count < kWords.size() ? kWords[count] : groupedNumber(static_cast<std::int64_t>(count));
}

void addExcess(const Figures& shown, Explanation& explanation)
{
    if (!shown.headroomBytes || *shown.headroomBytes >= 0 || !shown.capacity.bytes)
        return;
    explanation.text += "Over by " + addAmount(explanation, -*shown.headroomBytes) + ": needs "
        + addAmount(explanation, shown.neededBytes) + " of " + addAmount(explanation, *shown.capacity.bytes) + ". ";
}

Result<Explanation> explainPeak(const Rows& table, StepId peakStep, const RowMeanings* meanings, const Figures& shown,
                                const Progress& progress)
{
    const auto rows = rowsAtPeak(table, peakStep, meanings, progress);
    if (!rows)
        return rows.error();
    Explanation explanation;
    addExcess(shown, explanation);
    if (rows->empty()) {
        explanation.text += "The program uses none of this memory.";
        return explanation;
    }
    const std::vector<PeakGroup> groups = groupsOf(*rows);
    std::int64_t peak = 0;
    for (const PeakGroup& group : groups)
        peak += group.bytes;
    const std::size_t begin = explanation.text.size();
    if (!isShare(groups.front().bytes, peak, kDominates)) {
        sayNothingDominates(groups.front(), peak, explanation);
    } else {
        const bool isTemporary = groups.front().sort != Sort::Given && groups.front().sort != Sort::NotDonated
            && !groups.front().first().isOutput;
        const PeakPlace place = isTemporary ? placeOfPeak(table, *rows) : PeakPlace();
        explanation.text += placeText(place);
        const std::size_t clauses = isShare(paddingOf(*rows), peak, kPadded) ? 1 : kMostClauses; // for a short text
        for (std::size_t i = 0; i < std::min(clauses, groups.size()); ++i)
            if (i == 0 || isShare(groups[i].bytes, peak, kMentioned)) {
                explanation.text += i > 0 ? "; " : "";
                sayGroup(groups[i], peak, place, explanation);
            }
    }
    sayPadding(*rows, peak, explanation);
    explanation.text += '.';
    explanation.text[begin] = toUpper(explanation.text[begin]);
    std::ranges::stable_sort(explanation.rows, std::greater(), [&](RowId row) { return table.size[row]; });
    return explanation;
}

Explanation explainParts(const Axis& axis, StepId peakStep, const Figures& shown)
{
    Explanation explanation;
    addExcess(shown, explanation);
    if (shown.peakBytes <= 0 || shown.parts.empty()) {
        explanation.text += "The peak is not known.";
        return explanation;
    }
    explanation.text += "Peak";
    const std::string cell = axis.kind == AxisKind::None ? std::string() : axis.label(peakStep);
    if (!cell.empty())
        explanation.text += " in " + axis.cell + " " + plainWords(cell);
    const Part& largest = *std::ranges::max_element(shown.parts, {}, &Part::bytes);
    if (shown.parts.size() == 1) {
        explanation.text += ": " + addAmount(explanation, shown.peakBytes) + ", not divided into parts.";
        return explanation;
    }
    explanation.text += ": " + inSentence(plainWords(largest.name)) + " "
        + (largest.name.ends_with('s') ? "are " : "is ") + shareOf(largest.bytes, shown.peakBytes) + ", "
        + addAmount(explanation, largest.bytes);
    explanation.text += " of " + addAmount(explanation, shown.peakBytes) + ".";
    return explanation;
}

} // namespace tidemark
