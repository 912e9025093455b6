#include "core/view/explain_peak.h"

#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/view/finding.h"
#include "core/view/known_array.h"
#include "core/view/op_path.h"
#include "core/view/source_frame.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

namespace tidemark {
namespace {

// Shares of the peak, in percent.
constexpr std::int64_t kDominates = 25; // for a group of rows
constexpr std::int64_t kGiven = 60; // for arguments and results together
constexpr std::int64_t kMentioned = 10; // for a second group
constexpr std::int64_t kPadded = 25; // for padding

bool isShare(std::int64_t part, std::int64_t whole, std::int64_t percent)
{
    return whole > 0 && part >= whole / 100 * percent;
}

/// "59 %", escaped for a text with placeholders.
std::string shareOf(std::int64_t part, std::int64_t whole)
{
    const auto percent = static_cast<double>(part) * 100.0 / static_cast<double>(whole);
    if (percent > 0 && percent < 1)
        return "less than 1 %%";
    return std::to_string(static_cast<int>(percent + 0.5)) + " %%";
}

/// Adds an amount and returns its placeholder.
std::string addAmount(Explanation& explanation, std::int64_t bytes)
{
    explanation.amounts.push_back(bytes);
    return "%" + std::to_string(explanation.amounts.size());
}

/// A row that is live at the peak with the facts that the sentence uses.
struct LivePeakRow {
    RowId row;
    std::int64_t bytes = 0; // occupied
    std::int64_t padding = 0;
    bool isTemporary = false;
    std::string category; // empty: no rule has decided
    std::string role;
    std::string noun; // "attention score matrix"
    std::string nouns;
    std::string path; // place in the model: "layers_{0..23}/attention"
    std::string pass; // "forward", "backward", "": not known
    std::string source; // "lm.py:33"
    std::string shape;
};

/// The pass that an op name belongs to. Source: JAX's name stacks, which wrap the backward pass of a function in
/// transpose(…) and its forward pass under differentiation in jvp(…).
std::string passOf(std::string_view opName)
{
    if (opName.find("transpose(") != std::string_view::npos)
        return "backward";
    return opName.find("jvp(") != std::string_view::npos ? "forward" : "";
}

/// Whether the last part of an op path names an operation instead of a module: an einsum, or a primitive of JAX. Those
/// have lower-case names with underscores, as do modules, so only the parts behind the last module are dropped.
std::string placeOf(std::string path)
{
    const std::size_t slash = path.rfind('/');
    if (slash == std::string::npos)
        return {};
    path.resize(slash); // the operation
    while (true) {
        const std::size_t before = path.rfind('/');
        const std::string last = path.substr(before == std::string::npos ? 0 : before + 1);
        if (last.find("->") == std::string::npos)
            break;
        if (before == std::string::npos)
            return {};
        path.resize(before);
    }
    // The two innermost modules say enough.
    const std::size_t inner = path.rfind('/');
    const std::size_t outer = inner == std::string::npos ? inner : path.rfind('/', inner - 1);
    return outer == std::string::npos ? path : path.substr(outer + 1);
}

std::string sourceText(const Facts& facts)
{
    const SourceFrame frame = ownSource(facts);
    if (frame.file.empty())
        return {};
    return std::string(fileNameOf(frame.file)) + (frame.line > 0 ? ':' + std::to_string(frame.line) : std::string());
}

/// The words for a temporary by its meaning.
struct RoleNoun {
    std::string_view category;
    std::string_view role;
    const char* noun;
    const char* nouns;
};
constexpr std::array kRoleNouns = {
    RoleNoun{"activations", "saved", "activation", "activations"},
    RoleNoun{"activations", "recomputed", "recomputed activation", "recomputed activations"},
    RoleNoun{"activations", "backward", "activation gradient", "activation gradients"},
    RoleNoun{"activations", "copy", "copy of an activation", "copies of activations"},
    RoleNoun{"activations", "", "temporary", "temporaries"},
    RoleNoun{"gradients", "", "gradient", "gradients"},
    RoleNoun{"model_parameters", "copy", "copy of model parameters", "copies of model parameters"},
    RoleNoun{"model_parameters", "new", "new value of model parameters", "new values of model parameters"},
    RoleNoun{"optimizer_state", "copy", "copy of optimizer state", "copies of optimizer state"},
    RoleNoun{"optimizer_state", "new", "new value of optimizer state", "new values of optimizer state"},
    RoleNoun{"kv_cache", "copy", "copy of the KV cache", "copies of the KV cache"},
    RoleNoun{"kv_cache", "new", "new KV cache", "new KV caches"},
    RoleNoun{"inputs", "copy", "copy of the inputs", "copies of the inputs"},
};

void nameRow(const Facts& facts, const Rows& rows, LivePeakRow& row)
{
    switch (knownArray(facts.opName, facts.shapeWithoutLayout)) {
    case KnownArray::AttentionScores:
        row.noun = "attention score matrix";
        row.nouns = "attention score matrices";
        return;
    case KnownArray::Logits:
        row.noun = row.nouns = "logits";
        return;
    case KnownArray::None:
        break;
    }
    for (const RoleNoun& each : kRoleNouns)
        if (each.category == row.category && (each.role.empty() || each.role == row.role)) {
            row.noun = each.noun;
            row.nouns = each.nouns;
            return;
        }
    row.noun = rows.one;
    row.nouns = rows.many;
}

/// The rows that are live at the peak.
Result<std::vector<LivePeakRow>> rowsAtPeak(const Rows& rows, StepId peakStep, const RowMeanings* meanings,
                                            const Progress& progress)
{
    const auto grouping
        = std::ranges::find(rows.groupings, "op_path", [](const Grouping& each) { return std::string_view(each.id); });
    std::vector<LivePeakRow> result;
    Facts facts;
    for (const LiveRow& live : rows.live(peakStep)) {
        if (progress.cancelled())
            return Error{ErrorKind::Cancelled, "Cancelled.", std::nullopt};
        if (rows.isFree(live.row))
            continue;
        describeWithMeaning(rows, meanings, live.row, facts);
        LivePeakRow row;
        row.row = live.row;
        row.bytes = rows.size[live.row] - live.overlap;
        row.padding = rows.unpadded ? rows.padding(live.row).value_or(0) : 0;
        row.isTemporary = !rows.kind || rows.kindOf(live.row).id == RowKind::kTemporary;
        if (meanings && meanings->category[live.row.index()] != meanings->unknown()) {
            row.category = facts.category;
            row.role = facts.role;
        }
        nameRow(facts, rows, row);
        row.pass = passOf(facts.opName);
        row.shape = facts.shapeWithoutLayout;
        row.source = sourceText(facts);
        if (grouping != rows.groupings.end() && !facts.opName.empty())
            row.path = placeOf(grouping->groupOf(live.row));
        result.push_back(std::move(row));
    }
    return result;
}

/// Rows that the sentence treats as one.
struct PeakGroup {
    std::int64_t bytes = 0;
    std::vector<const LivePeakRow*> rows; // the largest first
    bool isOneShape = true;

    const LivePeakRow& first() const { return *rows.front(); }
    /// The size that all its rows have, or none.
    std::optional<std::int64_t> eachBytes() const
    {
        for (const LivePeakRow* row : rows)
            if (row->bytes != first().bytes)
                return std::nullopt;
        return first().bytes;
    }
};

/// The largest group of temporaries when rows with the same `keyOf` are together.
template <class KeyOf>
PeakGroup largestGroup(const std::vector<LivePeakRow>& rows, const PeakGroup* except, const KeyOf& keyOf)
{
    std::map<decltype(keyOf(rows.front())), PeakGroup> groups;
    for (const LivePeakRow& row : rows) {
        if (!row.isTemporary || row.bytes <= 0)
            continue;
        if (except && std::ranges::find(except->rows, &row) != except->rows.end())
            continue;
        PeakGroup& group = groups[keyOf(row)];
        group.bytes += row.bytes;
        group.rows.push_back(&row);
        group.isOneShape = group.isOneShape && row.shape == group.rows.front()->shape;
    }
    PeakGroup best;
    for (auto& [key, group] : groups)
        if (group.bytes > best.bytes)
            best = std::move(group);
    std::ranges::stable_sort(best.rows, std::greater(), [](const LivePeakRow* row) { return row->bytes; });
    return best;
}

using GroupKey = std::tuple<std::string, std::string, std::string, std::string>;

/// Attention scores and logits of one place are together whatever their shape and role; other rows are together if they
/// have the same meaning, place and shape.
GroupKey narrowKey(const LivePeakRow& row)
{
    const bool isKnown = row.noun == "attention score matrix" || row.noun == "logits";
    return {row.noun, row.path, isKnown ? std::string() : row.shape, isKnown ? std::string() : row.source};
}

/// Rows of the same meaning and place are together.
GroupKey wideKey(const LivePeakRow& row)
{
    return {row.noun, row.path, {}, {}};
}

/// "(attention, lm.py:33)", or nothing.
std::string bracketed(const std::string& path, const std::string& source)
{
    const std::string between = path.empty() || source.empty() ? "" : ", ";
    if (path.empty() && source.empty())
        return {};
    return " (" + plainWords(path) + between + plainWords(source) + ")";
}

/// The place of a group, if all its rows have the same.
std::string commonSource(const PeakGroup& group)
{
    for (const LivePeakRow* row : group.rows)
        if (row->source != group.first().source)
            return {};
    return group.first().source;
}

bool areAllSaved(const PeakGroup& group)
{
    return std::ranges::all_of(group.rows, [](const LivePeakRow* row) { return row->role == "saved"; });
}

/// "six 512 MiB attention score matrices, saved for the backward pass (attention, lm.py:33), are 59 %"
void sayGroup(const PeakGroup& group, std::int64_t peak, const std::string& knownPlace, Explanation& explanation)
{
    const LivePeakRow& first = group.first();
    std::string& text = explanation.text;
    const std::optional<std::int64_t> each = group.eachBytes();
    const bool isOne = group.rows.size() == 1;
    const bool isMass = first.noun == "logits"; // has no singular
    if (each && !isMass)
        text += countWord(group.rows.size()) + " " + addAmount(explanation, *each) + " ";
    else if (isMass)
        text += addAmount(explanation, group.bytes) + " of ";
    else
        text += countWord(group.rows.size()) + " ";
    text += isOne ? first.noun : first.nouns;
    if (group.isOneShape && !first.shape.empty() && dimensionsOf(first.shape).size() > 0)
        text += " " + plainWords(first.shape);
    if (!each && !isMass)
        text += " of " + addAmount(explanation, group.bytes) + " in all";
    const std::string place = bracketed(first.path, commonSource(group));
    const std::string shownPlace = place == knownPlace ? std::string() : place;
    if (areAllSaved(group))
        text += ", saved for the backward pass" + shownPlace + ",";
    else
        text += shownPlace;
    text += isOne || isMass ? " is " : " are ";
    text += shareOf(group.bytes, peak);
    for (const LivePeakRow* row : group.rows)
        explanation.rows.push_back(row->row);
}

/// "Peak in the backward pass of attention (lm.py:33): ", from the row that is allocated at the peak step.
std::string peakPlace(const Rows& table, const std::vector<LivePeakRow>& rows, std::string& knownPlace)
{
    const LivePeakRow* newest = nullptr;
    for (const LivePeakRow& row : rows) {
        const auto order
            = [&](const LivePeakRow& each) { return std::tuple(table.start[each.row].value, each.bytes); };
        if (!row.isTemporary)
            continue;
        if (!newest || order(row) > order(*newest))
            newest = &row;
    }
    if (!newest || (newest->pass.empty() && newest->path.empty() && newest->source.empty()))
        return "At the peak, ";
    std::string text = "Peak in ";
    if (!newest->pass.empty())
        text += "the " + newest->pass + " pass" + (newest->path.empty() ? "" : " of " + plainWords(newest->path));
    else
        text += newest->path.empty() ? plainWords(newest->source) : plainWords(newest->path);
    const bool isSourceShown = newest->pass.empty() && newest->path.empty();
    if (!isSourceShown && !newest->source.empty())
        text += " (" + plainWords(newest->source) + ")";
    knownPlace = bracketed(newest->path, newest->source);
    return text + ": ";
}

/// Bytes of one label, "KV cache".
using LabelledBytes = std::pair<std::string, std::int64_t>;

/// The arguments and results of the program by category, or by kind where no rule has decided, the largest first.
std::vector<LabelledBytes> givenParts(const Rows& table, const RowMeanings* meanings,
                                      const std::vector<LivePeakRow>& rows, bool isNew)
{
    std::map<std::string, std::int64_t> bytes;
    for (const LivePeakRow& row : rows) {
        if (row.isTemporary || (row.role == "new") != isNew)
            continue;
        std::string label = inSentence(table.kindOf(row.row).label) + "s";
        if (!row.category.empty())
            label = inSentence(meanings->categoryOf(row.row).label);
        bytes[label] += row.bytes;
    }
    std::vector<LabelledBytes> parts(bytes.begin(), bytes.end());
    std::ranges::stable_sort(parts, std::greater(), &LabelledBytes::second);
    return parts;
}

std::int64_t sumOf(const std::vector<LabelledBytes>& parts)
{
    std::int64_t sum = 0;
    for (const LabelledBytes& part : parts)
        sum += part.second;
    return sum;
}

/// "KV cache 3.25 GiB, model parameters 1.22 GiB"; the rest is left out below a twentieth.
std::string listParts(const std::vector<LabelledBytes>& parts, std::int64_t peak, Explanation& explanation)
{
    std::string text;
    for (std::size_t i = 0; i < parts.size() && i < 3; ++i) {
        if (i > 0 && !isShare(parts[i].second, peak, 5))
            break;
        text += (i > 0 ? ", " : "") + plainWords(parts[i].first) + " " + addAmount(explanation, parts[i].second);
    }
    return text;
}

void addGivenRows(const std::vector<LivePeakRow>& rows, Explanation& explanation)
{
    std::vector<const LivePeakRow*> given;
    for (const LivePeakRow& row : rows)
        if (!row.isTemporary && row.bytes > 0)
            given.push_back(&row);
    std::ranges::stable_sort(given, std::greater(), [](const LivePeakRow* row) { return row->bytes; });
    for (const LivePeakRow* row : given)
        explanation.rows.push_back(row->row);
}

/// "97 % is what the program is given: KV cache 3.25 GiB, …. The new KV cache takes another 3.25 GiB: it is not donated."
void sayGiven(const std::vector<LabelledBytes>& given, const std::vector<LabelledBytes>& next, std::int64_t peak,
              Explanation& explanation)
{
    explanation.text += shareOf(sumOf(given), peak) + " is what the program is given or returns: "
        + listParts(given, peak, explanation);
    if (!next.empty() && isShare(next.front().second, peak, kMentioned))
        explanation.text += ". The new " + plainWords(next.front().first) + " takes another "
            + addAmount(explanation, next.front().second) + ", because the old one is not donated";
}

void sayPadding(std::int64_t padding, std::int64_t peak, Explanation& explanation)
{
    if (isShare(padding, peak, kPadded))
        explanation.text += "; padding is " + shareOf(padding, peak);
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
    const std::size_t begin = explanation.text.size();

    std::int64_t peak = 0;
    std::int64_t padding = 0;
    for (const LivePeakRow& row : *rows) {
        peak += row.bytes;
        padding += row.padding;
    }
    if (peak <= 0) {
        explanation.text += "The program uses none of this memory.";
        return explanation;
    }
    const std::vector<LabelledBytes> given = givenParts(table, meanings, *rows, false);
    const std::vector<LabelledBytes> next = givenParts(table, meanings, *rows, true);
    const PeakGroup narrow = largestGroup(*rows, nullptr, narrowKey);
    const PeakGroup wide = largestGroup(*rows, nullptr, wideKey);
    if (isShare(sumOf(given) + sumOf(next), peak, kGiven)) {
        sayGiven(given, next, peak, explanation);
        addGivenRows(*rows, explanation);
    } else if (isShare(std::max(narrow.bytes, wide.bytes), peak, kDominates)) {
        const PeakGroup& group = isShare(narrow.bytes, peak, kDominates) ? narrow : wide;
        std::string knownPlace;
        explanation.text += peakPlace(table, *rows, knownPlace);
        sayGroup(group, peak, knownPlace, explanation);
        const PeakGroup second = largestGroup(*rows, &group, narrowKey);
        if (isShare(second.bytes, peak, kMentioned)) {
            explanation.text += "; ";
            sayGroup(second, peak, knownPlace, explanation);
        } else if (isShare(sumOf(given), peak, kMentioned)) {
            explanation.text += "; arguments and results are " + shareOf(sumOf(given), peak);
        }
    } else {
        explanation.text += "Nothing dominates: ";
        if (isShare(sumOf(given), peak, kMentioned))
            explanation.text += "arguments and results are " + shareOf(sumOf(given), peak) + " ("
                + listParts(given, peak, explanation) + "), and ";
        explanation.text += "no op path of the temporaries holds more than " + shareOf(wide.bytes, peak);
        for (const LivePeakRow* row : wide.rows)
            explanation.rows.push_back(row->row);
    }
    sayPadding(padding, peak, explanation);
    explanation.text += '.';
    if (begin < explanation.text.size())
        explanation.text[begin] = toUpper(explanation.text[begin]);
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
    explanation.text += ": ";
    const Part& largest = *std::ranges::max_element(shown.parts, {}, &Part::bytes);
    explanation.text += inSentence(plainWords(largest.name)) + " " + addAmount(explanation, largest.bytes) + ", "
        + shareOf(largest.bytes, shown.peakBytes) + " of " + addAmount(explanation, shown.peakBytes) + ".";
    return explanation;
}

} // namespace tidemark
