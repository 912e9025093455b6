#include "core/groups/peak_groups.h"

#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/groups/source_frame.h"
#include "core/view/op_path.h"

#include <array>
#include <cstdlib>
#include <map>
#include <set>
#include <tuple>

namespace tidemark {
namespace {

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

/// The bytes of the elements of an array; 0 for a tuple and for an unknown shape.
std::int64_t bytesOfArray(const std::string& shape)
{
    const std::size_t open = shape.find('[');
    if (shape.starts_with('(') || open == std::string::npos)
        return 0;
    std::int64_t bits = 8; // "pred"
    const std::size_t digits = shape.find_first_of("0123456789");
    if (digits < open)
        bits = std::max<std::int64_t>(std::atoi(shape.c_str() + digits), 8);
    double bytes = static_cast<double>(bits) / 8;
    for (const std::int64_t dimension : dimensionsOf(shape))
        bytes *= static_cast<double>(dimension);
    return bytes < 1e18 ? static_cast<std::int64_t>(bytes) : 0;
}

/// Describes the live rows one by one.
class RowReader
{
public:
    RowReader(const Rows& rows, const RowMeanings* meanings, bool hasUntraced)
        : m_rows(rows)
        , m_meanings(meanings)
        , m_arrays(rows, meanings)
        , m_grouping(std::ranges::find(rows.groupings, "op_path", &Grouping::id))
    {
        m_traced.emplace();
        for (const Rows::Region& region : rows.regions)
            m_traced->insert(region.holder);
        if (!hasUntraced || !rows.holder)
            m_traced.reset();
    }

    ExplainedRow read(const LiveRow& live)
    {
        const RowId id = live.row;
        m_rows.describe(id, m_facts);
        ExplainedRow row;
        row.row = id;
        row.bytes = m_rows.size[id] - live.overlap;
        if (m_rows.unpadded && live.overlap == 0)
            row.padding = m_rows.padding(id).value_or(0);
        if (m_rows.kind)
            readKind(row);
        row.isAliased = m_facts.aliased;
        row.shape = m_facts.shapeWithoutLayout;
        if (row.isArgument || row.shape.empty())
            row.label = m_facts.label();
        row.source = shortSource(m_facts);
        readMeaning(row);
        const std::string stacked = m_arrays.stackedBy(id, m_facts);
        if (!stacked.empty())
            row.iterations = dimensionsOf(row.shape).front();
        row.pass = passOf(m_facts.opName);
        row.array = m_arrays.of(id, m_facts, stacked);
        if (!row.isArgument && stacked.empty())
            row.path = pathOf(id);
        else if (!row.isArgument)
            row.path = opPath(stacked);
        return row;
    }

private:
    void readKind(ExplainedRow& row) const
    {
        const std::string& kind = m_rows.kindOf(row.row).id;
        row.isArgument = kind == RowKind::kParameter;
        row.isOutput = kind == RowKind::kOutput;
        row.isUntraced = kind == RowKind::kTemporary && m_traced && !m_traced->contains(m_rows.holder[row.row])
            && m_rows.size[row.row] >= 2 * bytesOfArray(m_facts.shapeWithoutLayout);
    }

    void readMeaning(ExplainedRow& row) const
    {
        if (!m_meanings || m_meanings->category[row.row.index()] == m_meanings->unknown()
            || !m_meanings->isCertain(row.row))
            return;
        row.category = m_meanings->standardCategoryOf(row.row).id;
        row.categoryLabel = m_meanings->categoryOf(row.row).inSentence();
        row.role = m_meanings->roleOf(row.row);
    }

    /// The op path of the row. A copy has the path of the operation whose result it copies.
    std::string pathOf(RowId row) const
    {
        if (m_grouping == m_rows.groupings.end())
            return {};
        std::string path = m_grouping->groupOf(row);
        if (path.starts_with('(') || isCallPart(path))
            return {};
        return path;
    }

    const Rows& m_rows;
    const RowMeanings* m_meanings;
    KnownArrays m_arrays;
    std::vector<Grouping>::const_iterator m_grouping;
    std::optional<std::set<std::uint32_t>> m_traced; // holders; absent: all rows are traced
    Facts m_facts;
};

using GroupKey = std::tuple<PeakSort, std::string, std::string>;

/// `notDonated` are the categories of arguments that are not donated.
GroupKey keyOf(const ExplainedRow& row, const std::set<std::string>& notDonated)
{
    if (row.isArgument)
        return {PeakSort::Given, {}, {}};
    if (row.isUntraced)
        return {PeakSort::Untraced, {}, {}};
    const bool isState = !row.category.empty() && row.category != "activations" && row.category != "outputs"
        && row.category != "constants";
    if (isState && row.isOutput && row.role == "new" && notDonated.contains(row.category))
        return {PeakSort::NotDonated, {}, {}};
    if (row.iterations > 0)
        return {PeakSort::Stacks, row.category + std::to_string(static_cast<int>(row.array)), row.role};
    if (row.array == KnownArray::AttentionScores)
        return {PeakSort::Scores, {}, {}};
    if (row.array == KnownArray::Logits)
        return {PeakSort::Logits, {}, {}};
    if (isState && row.role == "copy")
        return {PeakSort::Copies, row.category, {}};
    if (isState && row.role == "new")
        return {PeakSort::NewState, row.category, {}};
    const std::string kind = row.category + (row.isOutput ? " output" : "");
    if (!row.path.empty() && !row.isScalar())
        return {PeakSort::Operation, row.path, kind};
    return {PeakSort::Operation, textOr(row.shape, row.label), row.isScalar() ? std::string() : kind};
}

/// Groups the rows by their keys. Rows whose key is nullopt are left out.
template <class KeyOf>
std::vector<PeakGroup> peakGroupsBy(const std::vector<ExplainedRow>& rows, const KeyOf& key)
{
    std::map<GroupKey, PeakGroup> groups;
    for (const ExplainedRow& row : rows)
        if (const std::optional<GroupKey> of = key(row)) {
            PeakGroup& group = groups[*of];
            group.sort = std::get<PeakSort>(*of);
            group.bytes += row.bytes;
            group.rows.push_back(&row);
        }
    std::vector<PeakGroup> result;
    for (auto& [of, group] : groups) {
        std::ranges::stable_sort(group.rows, std::greater(), &ExplainedRow::bytes);
        result.push_back(std::move(group));
    }
    std::ranges::stable_sort(result, std::greater(), &PeakGroup::bytes);
    return result;
}

} // namespace

Result<std::vector<ExplainedRow>> peakRows(const Rows& rows, StepId step, const RowMeanings* meanings, bool hasUntraced,
                                           const Progress& progress)
{
    RowReader reader(rows, meanings, hasUntraced);
    std::vector<ExplainedRow> result;
    std::map<std::uint16_t, std::int64_t> bytes; // by category, certain or not, as tables show them
    for (const LiveRow& live : rows.live(step)) {
        if (progress.cancelled())
            return Progress::cancelledError();
        if (rows.isFree(live.row) || rows.size[live.row] <= live.overlap)
            continue;
        result.push_back(reader.read(live));
        if (meanings)
            bytes[meanings->category[live.row.index()]] += result.back().bytes;
    }
    for (ExplainedRow& row : result)
        if (!row.category.empty())
            row.categoryBytes = bytes[meanings->category[row.row.index()]];
    return result;
}

std::vector<PeakGroup> peakGroups(const std::vector<ExplainedRow>& rows)
{
    std::set<std::string> notDonated;
    for (const ExplainedRow& row : rows)
        if (row.isArgument && !row.isAliased)
            notDonated.insert(row.category);
    return peakGroupsBy(rows, [&](const ExplainedRow& row) { return std::optional(keyOf(row, notDonated)); });
}

PeakGroup largestKind(const std::vector<ExplainedRow>& rows, std::int64_t least)
{
    const auto isTemporary
        = [](const ExplainedRow& row) { return !row.isArgument && !row.isOutput && !row.isUntraced; };
    using Key = std::optional<GroupKey>;
    const auto lines = peakGroupsBy(rows, [&](const ExplainedRow& row) -> Key {
        if (!isTemporary(row) || row.source.empty())
            return std::nullopt;
        return GroupKey(PeakSort::Line, row.source, {});
    });
    if (!lines.empty() && lines.front().bytes >= least)
        return lines.front();
    const auto meanings = peakGroupsBy(rows, [&](const ExplainedRow& row) -> Key {
        if (!isTemporary(row) || row.category.empty())
            return std::nullopt;
        return GroupKey(PeakSort::Meaning, row.category, row.role);
    });
    if (!meanings.empty() && meanings.front().bytes >= least)
        return meanings.front();
    return {};
}

} // namespace tidemark
