#include "core/groups/stacked_level.h"

#include "core/base/by_group.h"
#include "core/base/shared_ranges.h"

#include <algorithm>

namespace tidemark {
namespace {

constexpr std::uint32_t kStepsOfBlock = 256; // steps
constexpr std::uint32_t kPollEvery = 1 << 12; // rows, a few milliseconds
constexpr std::size_t kMostRowsOfPiece = 64; // usually few rows share a piece
constexpr std::size_t kPiecesPerRow = 64; // pieces that a row may meet on average

/// Rows by the step at which each is born or dies, which `stepOf` gives.
ByGroup<RowId> rowsByStep(const Rows& rows, const RowValues<StepId>& stepOf, std::uint32_t steps)
{
    return ByGroup<RowId>(steps, [&](const auto& take) {
        for (std::size_t i = 0; i < rows.count; ++i)
            if (const RowId row = RowId::at(i); rows.start[row] < rows.end[row] && stepOf[row].value < steps)
                take(stepOf[row].index(), row);
    });
}

} // namespace

/// Computes the changes of each group as rows are born and die.
class StackedLevel::Sweep
{
public:
    Sweep(const View& view, const Groups& groups)
        : m_view(view)
        , m_rows(view.rows)
        , m_groups(groups)
        , m_crowd(static_cast<GroupIndex>(groups.count))
        , m_work(kPiecesPerRow * (view.rows.count + groups.later.size() + kPiecesPerRow))
        , m_now(groups.count + 1)
        , m_last(groups.count + 1)
        , m_layers(groups.count + 1)
    {
        if (groups.later.empty())
            return;
        m_groupOf.resize(m_rows.count);
        for (std::size_t i = 0; i < m_rows.count; ++i)
            m_groupOf[i] = groups.of(RowId::at(i));
    }

    /// Returns false if cancelled.
    bool run(std::uint32_t steps, const Progress& progress)
    {
        const ByGroup<RowId> births = rowsByStep(m_rows, m_rows.start, steps);
        const ByGroup<RowId> deaths = rowsByStep(m_rows, m_rows.end, steps);
        std::uint32_t moved = 0;
        auto later = m_groups.later.begin();
        for (std::uint32_t step = 0; step < steps; ++step) {
            for (const RowId row : deaths.of(step))
                end(row);
            for (const RowId row : births.of(step))
                begin(row, steps);
            for (; later != m_groups.later.end() && later->step.value <= step; ++later, ++moved)
                if (isLive(later->row, step))
                    regroup(later->row, later->group);
            if (!m_isCrowded.empty())
                addCrowd(step);
            takeChanges(step);
            moved += 1 + static_cast<std::uint32_t>(births.of(step).size());
            if (moved >= kPollEvery) {
                moved = 0;
                progress.at(step, steps, Progress::Unit::Items, "Stacking");
                if (progress.cancelled())
                    return false;
            }
        }
        return !progress.cancelled();
    }

    std::vector<StackLayer> takeLayers() { return std::move(m_layers); }
    std::vector<Change> takeChanges() { return std::move(m_changes); }

private:
    /// An address range that the same live rows cover. The first of these rows owns it.
    struct Piece {
        std::int64_t end = 0;
        std::vector<RowId> rows; // in ascending order
    };
    using Start = SharedRanges<Piece>::Start;
    using Pieces = SharedRanges<Piece>::Ranges;

    void add(GroupIndex group, std::int64_t bytes)
    {
        if (m_now[group] == m_last[group])
            m_touched.push_back(group);
        m_now[group] += bytes;
        m_sum += bytes;
    }
    GroupIndex groupOf(RowId row) const { return m_groupOf.empty() ? m_groups.of(row) : m_groupOf[row.index()]; }
    bool isLive(RowId row, std::uint32_t step) const
    {
        return m_rows.start[row].value <= step && m_rows.end[row].value > step;
    }
    bool isCrowded(RowId row) const { return !m_isCrowded.empty() && m_isCrowded[row.index()]; }
    void addToOwner(const Piece& piece, std::int64_t bytes) { add(groupOf(piece.rows.front()), bytes); }

    /// Rows without room get the part of the level that the other rows do not have.
    void addCrowd(std::uint32_t step)
    {
        const std::int64_t others = m_sum - m_now[m_crowd];
        add(m_crowd, std::max<std::int64_t>(0, m_view.level()[step] - others) - m_now[m_crowd]);
    }

    void begin(RowId row, std::uint32_t steps)
    {
        const GroupIndex group = groupOf(row);
        if (m_rows.holder && m_rows.size[row] > 0 && !hasRoom(row)) {
            m_isCrowded.resize(m_rows.count);
            m_isCrowded[row.index()] = true;
            return;
        }
        if (m_groupOf.empty() && m_rows.start[row].value == 0 && m_rows.end[row].value >= steps
            && m_rows.kindOf(row).hue != Hue::Temporary)
            m_layers[group].floor += m_rows.size[row];
        if (!m_rows.holder)
            add(group, m_rows.size[row]);
        else if (m_rows.size[row] > 0)
            cover(row, group);
    }

    void end(RowId row)
    {
        if (!m_rows.holder)
            add(groupOf(row), -m_rows.size[row]);
        else if (m_rows.size[row] > 0 && !isCrowded(row))
            uncover(row);
    }

    /// Moves the memory that the row owns to another group. When too much work was done, a row keeps its group.
    void regroup(RowId row, GroupIndex group)
    {
        const GroupIndex before = groupOf(row);
        if (group == before || isCrowded(row))
            return;
        std::int64_t owned = 0;
        if (!m_rows.holder) {
            owned = m_rows.size[row];
        } else if (m_rows.size[row] > 0) {
            const Start start{m_rows.holder[row], m_rows.offset[row]};
            const Start end{start.first, start.second + m_rows.size[row]};
            for (auto piece = m_pieces.all().find(start); piece != m_pieces.all().end() && piece->first < end;
                 ++piece) {
                if (m_work == 0)
                    return;
                --m_work;
                if (piece->second.rows.front() == row)
                    owned += piece->second.end - piece->first.second;
            }
        }
        add(before, -owned);
        add(group, owned);
        m_groupOf[row.index()] = group;
    }

    /// Returns whether there is room for the row. Rows that contradict each other could create an unlimited number of
    /// pieces.
    bool hasRoom(RowId row)
    {
        const std::int64_t begin = m_rows.offset[row];
        return !m_pieces.meetsAny(m_rows.holder[row], begin, begin + m_rows.size[row], [this](const Piece& piece) {
            if (m_work == 0 || piece.rows.size() >= kMostRowsOfPiece)
                return true;
            --m_work;
            return false;
        });
    }

    void cover(RowId row, GroupIndex group)
    {
        const std::int64_t begin = m_rows.offset[row];
        const auto made = [&](std::int64_t from, std::int64_t to) {
            add(group, to - from);
            return Piece{to, {row}};
        };
        m_pieces.cover(m_rows.holder[row], begin, begin + m_rows.size[row], made, [&](Pieces::value_type& piece) {
            std::vector<RowId>& rows = piece.second.rows;
            const std::int64_t size = piece.second.end - piece.first.second;
            if (row < rows.front()) {
                addToOwner(piece.second, -size);
                add(group, size);
            }
            rows.insert(std::lower_bound(rows.begin(), rows.end(), row), row);
        });
    }

    /// While a row is live, its ends are ends of pieces, so that no other piece is covered by the same rows.
    void uncover(RowId row)
    {
        const Start start{m_rows.holder[row], m_rows.offset[row]};
        const Start end{start.first, start.second + m_rows.size[row]};
        auto piece = m_pieces.all().find(start);
        while (piece != m_pieces.all().end() && piece->first < end) {
            std::vector<RowId>& rows = piece->second.rows;
            const std::int64_t size = piece->second.end - piece->first.second;
            const bool isOwner = rows.front() == row;
            if (isOwner)
                addToOwner(piece->second, -size);
            rows.erase(std::lower_bound(rows.begin(), rows.end(), row));
            if (rows.empty()) {
                piece = m_pieces.all().erase(piece);
                continue;
            }
            if (isOwner)
                addToOwner(piece->second, size);
            piece = std::next(joined(piece));
        }
        if (piece != m_pieces.all().end())
            joined(piece);
    }

    /// Joins the piece with the one before it if the same rows cover both.
    Pieces::iterator joined(Pieces::iterator piece)
    {
        if (piece == m_pieces.all().begin())
            return piece;
        const auto before = std::prev(piece);
        if (Start{before->first.first, before->second.end} != piece->first || before->second.rows != piece->second.rows)
            return piece;
        before->second.end = piece->second.end;
        m_pieces.all().erase(piece);
        return before;
    }

    void takeChanges(std::uint32_t step)
    {
        for (const GroupIndex group : m_touched) {
            const std::int64_t change = m_now[group] - m_last[group];
            if (change == 0)
                continue; // back at the old level, or touched twice
            m_changes.push_back({change, step, group});
            m_last[group] = m_now[group];
            m_layers[group].most = std::max(m_layers[group].most, m_now[group]);
        }
        m_touched.clear();
    }

    const View& m_view;
    const Rows& m_rows;
    const Groups& m_groups;
    const GroupIndex m_crowd; // an additional last group for rows without room
    std::size_t m_work; // work that is left
    SharedRanges<Piece> m_pieces;
    std::vector<bool> m_isCrowded; // by row; empty if no row is crowded
    std::vector<GroupIndex> m_groupOf; // by row: its group now; empty if groups never change
    std::int64_t m_sum = 0; // sum of all groups, in bytes
    std::vector<std::int64_t> m_now; // by group
    std::vector<std::int64_t> m_last; // by group: level after the previous step
    std::vector<GroupIndex> m_touched; // groups touched in this step
    std::vector<StackLayer> m_layers; // by group
    std::vector<Change> m_changes; // changes of groups
};

Result<std::shared_ptr<const StackedLevel>> StackedLevel::of(const View& view, const Groups& groups,
                                                             const Progress& progress)
{
    auto result = std::make_shared<StackedLevel>();
    Sweep sweep(view, groups);
    if (!sweep.run(view.axis.count, progress))
        return Progress::cancelledError();
    result->m_changes = sweep.takeChanges();
    result->choose(sweep.takeLayers());
    result->index(view.axis.count);
    return std::shared_ptr<const StackedLevel>(std::move(result));
}

Result<std::vector<std::int64_t>> StackedLevel::mostOf(const View& view, const Groups& groups, const Progress& progress)
{
    Sweep sweep(view, groups);
    if (!sweep.run(view.axis.count, progress))
        return Progress::cancelledError();
    std::vector<std::int64_t> most;
    for (const StackLayer& layer : sweep.takeLayers())
        most.push_back(layer.most);
    most.pop_back(); // rows without room are in no group
    return most;
}

/// Makes a layer of each group that ever has a byte, and converts changes of groups to changes of layers. The last
/// entry holds the rows without room.
void StackedLevel::choose(const std::vector<StackLayer>& groups)
{
    std::vector<GroupIndex> layerOf(groups.size());
    for (std::size_t i = 0; i < groups.size(); ++i) {
        if (groups[i].most == 0)
            continue;
        layerOf[i] = static_cast<GroupIndex>(m_layers.size());
        m_layers.push_back(groups[i]);
        if (i + 1 < groups.size())
            m_layers.back().group = static_cast<GroupIndex>(i);
    }
    for (Change& change : m_changes)
        change.layer = layerOf[change.layer];
    m_changes.shrink_to_fit();
}

void StackedLevel::index(std::uint32_t steps)
{
    std::vector<std::int64_t> bytes(m_layers.size());
    std::size_t next = 0;
    for (std::uint32_t block = 0; block <= (steps - 1) / kStepsOfBlock; ++block) {
        m_firstChanges.push_back(next);
        m_before.insert(m_before.end(), bytes.begin(), bytes.end());
        for (; next < m_changes.size() && m_changes[next].step / kStepsOfBlock == block; ++next)
            bytes[m_changes[next].layer] += m_changes[next].bytes;
    }
}

std::vector<std::int64_t> StackedLevel::at(StepId step) const
{
    const std::size_t block = step.value / kStepsOfBlock;
    const auto before = m_before.begin() + static_cast<std::ptrdiff_t>(block * m_layers.size());
    std::vector<std::int64_t> bytes(before, before + static_cast<std::ptrdiff_t>(m_layers.size()));
    for (std::size_t i = m_firstChanges[block]; i < m_changes.size() && m_changes[i].step <= step.value; ++i)
        bytes[m_changes[i].layer] += m_changes[i].bytes;
    return bytes;
}

std::uint64_t StackedLevel::memoryUse() const
{
    return m_changes.capacity() * sizeof(Change) + m_before.capacity() * sizeof(std::int64_t)
        + m_firstChanges.capacity() * sizeof(std::size_t);
}

} // namespace tidemark
