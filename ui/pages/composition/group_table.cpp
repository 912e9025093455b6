#include "ui/pages/composition/group_table.h"

#include "core/report/table.h"
#include "ui/state/grouped.h"

#include <QCoreApplication>

namespace tidemark::ui {
namespace {

struct GroupTableText {
    Q_DECLARE_TR_FUNCTIONS(GroupTable)
};

/// All groups from the zoomed one on, including those too small to draw one by one.
std::vector<IcicleBox> groupsOf(const IcicleContent& content)
{
    return layOutIcicle(*content.tree, {content.place.node, 0}, 0, static_cast<std::uint32_t>(-1));
}

} // namespace

QString GroupTable::description() const
{
    const std::size_t count = groupsOf(content).size() - 1; // without the root
    return count == 1 ? GroupTableText::tr("1 group")
                      : GroupTableText::tr("%1 groups").arg(grouped(static_cast<std::int64_t>(count)));
}

void GroupTable::writeCsv(std::ostream& out) const
{
    std::vector<TableColumn> columns;
    for (const std::string& level : content.levels)
        columns.push_back({level, false});
    for (const char* name : {"depth", "rows", "repeats", "bytes", "size_bytes"})
        columns.push_back({name});
    if (!content.matches.empty())
        columns.push_back({"matching_bytes"});
    const auto writer = makeTableWriter(out, TableFormat::Csv, columns);
    const GroupTree& tree = *content.tree;
    for (const IcicleBox& box : groupsOf(content)) {
        std::vector<Cell> cells(content.levels.size());
        for (const std::uint32_t at : tree.groupsOf(box.place.node))
            cells[static_cast<std::size_t>(tree[at].level)] = tree[at].group;
        const GroupNode& node = tree[box.place.node];
        for (const std::int64_t number : {std::int64_t{box.depth}, std::int64_t{node.rows}, std::int64_t{node.repeats},
                                          node.bytes, node.size})
            cells.emplace_back(number);
        if (!content.matches.empty())
            cells.emplace_back(matchingBytes(content, box));
        writer->row(std::move(cells));
    }
    writer->finish();
}

} // namespace tidemark::ui
