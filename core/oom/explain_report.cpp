#include "core/oom/explain_report.h"

#include "core/base/text.h"
#include "core/oom/headline.h"
#include "core/view/explain_peak.h"
#include "core/view/finding.h"
#include "core/view/known_array.h"

#include <algorithm>
#include <map>

namespace tidemark::oom {
namespace {

std::string addAmount(Explanation& explanation, std::int64_t bytes)
{
    explanation.amounts.push_back(bytes);
    return "%" + std::to_string(explanation.amounts.size());
}

/// Listed buffers of one shape and meaning.
struct ListedGroup {
    std::int64_t bytes = 0;
    std::vector<RowId> rows;
    std::string shape; // without layout
    std::string source; // "lm.py:33"; empty if not the same for all
    KnownArray array = KnownArray::None;
    bool isArgument = false;
};

std::string sourceOf(const Facts& facts)
{
    if (facts.sourceFile.empty())
        return {};
    const std::string file(fileNameOf(facts.sourceFile));
    return facts.sourceLine > 0 ? file + ':' + std::to_string(facts.sourceLine) : file;
}

/// The group of listed buffers with most bytes, and the padding of all listed buffers.
ListedGroup largestGroup(const Rows& table, std::int64_t& padding)
{
    std::map<std::pair<std::string, KnownArray>, ListedGroup> groups;
    Facts facts;
    for (std::size_t i = 0; i < table.count; ++i) {
        const RowId row = RowId::at(i);
        if (table.isFree(row))
            continue;
        table.describe(row, facts);
        const KnownArray array = knownArray(facts.opName, facts.shapeWithoutLayout);
        ListedGroup& group = groups[{facts.shapeWithoutLayout, array}];
        const std::string source = sourceOf(facts);
        if (group.rows.empty())
            group.source = source;
        else if (group.source != source)
            group.source.clear();
        group.shape = facts.shapeWithoutLayout;
        group.array = array;
        group.isArgument = table.kind && table.kindOf(row).id == RowKind::kParameter;
        group.bytes = addressPast(group.bytes, table.size[row]);
        group.rows.push_back(row);
        if (table.unpadded)
            padding = addressPast(padding, table.padding(row).value_or(0));
    }
    ListedGroup largest;
    for (auto& [key, group] : groups)
        if (group.bytes > largest.bytes)
            largest = std::move(group);
    return largest;
}

std::string nounOf(const ListedGroup& group)
{
    const bool isOne = group.rows.size() == 1;
    if (group.array == KnownArray::AttentionScores)
        return isOne ? "attention score matrix" : "attention score matrices";
    if (group.array == KnownArray::Logits)
        return "logits";
    if (group.isArgument)
        return isOne ? "argument" : "arguments";
    return isOne ? "buffer" : "buffers";
}

/// "; the one listed buffer is an attention score matrix f32[32,4096,4096] of 2 GiB (lm.py:33)"
void sayListed(const ListedGroup& group, std::size_t listed, Explanation& explanation)
{
    std::string& text = explanation.text;
    const bool isOne = group.rows.size() == 1;
    if (listed == 1)
        text += "; the one listed buffer ";
    else
        text += "; the largest of " + groupedNumber(static_cast<std::int64_t>(listed)) + " listed buffers ";
    if (isOne && nounOf(group) == "buffer")
        text += "is ";
    else if (isOne)
        text += (group.array == KnownArray::Logits ? "is " : "is an ") + nounOf(group) + " ";
    else
        text += "are " + countWord(group.rows.size()) + " " + nounOf(group) + " ";
    if (!group.shape.empty())
        text += plainWords(group.shape) + " of ";
    else if (!isOne)
        text += "of ";
    text += addAmount(explanation, group.bytes);
    if (!isOne)
        text += " in all";
    if (!group.source.empty())
        text += " (" + plainWords(group.source) + ")";
    explanation.rows = group.rows;
}

/// The arguments of the program, if the message has their sum and they alone exceed the limit.
std::optional<std::int64_t> excessiveArguments(const Report& report)
{
    for (const Figure& figure : report.figures) {
        const bool isArguments = figure.name.ends_with(": arguments") || figure.name == "parameter allocation";
        if (isArguments && figure.amount && report.limit && figure.amount->bytes > report.limit->bytes)
            return figure.amount->bytes;
    }
    return std::nullopt;
}

} // namespace

Explanation explainReport(const Report& report, const ReportRows& entries, const Rows& table)
{
    Explanation explanation;
    explanation.text = plainWords(headlineOf(report));
    explanation.text.pop_back(); // the full stop
    std::int64_t padding = 0;
    const ListedGroup group = largestGroup(table, padding);
    if (group.bytes > 0)
        sayListed(group, entries.count(), explanation);
    explanation.text += '.';
    if (const auto arguments = excessiveArguments(report))
        explanation.text += " The arguments alone need " + addAmount(explanation, *arguments) + ".";
    else if (padding > 0 && padding >= entries.sum() / 20)
        explanation.text += " Of the listed memory " + addAmount(explanation, padding) + " is padding.";
    return explanation;
}

} // namespace tidemark::oom
