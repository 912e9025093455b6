#include "core/groups/group_tree.h"

#include "core/base/find.h"
#include "core/groups/repeated_parts.h"

#include <algorithm>
#include <deque>
#include <map>
#include <tuple>
#include <unordered_map>

namespace tidemark {
namespace {

constexpr std::string_view kItself = "(itself)"; // name of the part for rows of a path that also has parts below it

/// A part of a group's path, at one level of grouping.
struct GroupPart {
    std::string name;
    std::string_view group; // the group's path up to and including this part, not copied
    int level = 0;
};

/// The parts of the groups of all live rows, each once.
class GroupParts
{
public:
    GroupParts(std::span<const LiveRow> live, std::span<const Grouping* const> levels)
    {
        m_of.resize(live.size() * levels.size());
        for (std::size_t level = 0; level < levels.size(); ++level)
            read(live, *levels[level], level, levels.size());
    }

    /// The parts of a row at a level, from the outermost to the innermost.
    const std::vector<std::uint32_t>& of(std::size_t row, std::size_t level, std::size_t levels) const
    {
        return m_chains[m_of[row * levels + level]];
    }
    const GroupPart& operator[](std::uint32_t part) const { return m_parts[part]; }

private:
    void read(std::span<const LiveRow> live, const Grouping& by, std::size_t level, std::size_t levels)
    {
        auto& chains = m_byGroup.emplace_back();
        std::unordered_map<std::string_view, std::uint32_t> parts; // parts by path up to and including the part
        const std::size_t first = m_chains.size();
        for (std::size_t i = 0; i < live.size(); ++i) {
            const auto [found, isNew]
                = chains.try_emplace(by.groupOf(live[i].row), static_cast<std::uint32_t>(m_chains.size()));
            if (isNew)
                m_chains.push_back(chainOf(found->first, by, static_cast<int>(level), parts));
            m_of[i * levels + level] = found->second;
        }
        if (by.isTree)
            addOwnParts(first, static_cast<int>(level));
    }

    std::vector<std::uint32_t> chainOf(const std::string& group, const Grouping& by, int level,
                                       std::unordered_map<std::string_view, std::uint32_t>& parts)
    {
        std::vector<std::uint32_t> chain;
        for (std::size_t begin = 0; begin <= group.size();) {
            const std::size_t end = by.isTree ? std::min(group.find('/', begin), group.size()) : group.size();
            const std::string_view upTo = std::string_view(group).substr(0, end);
            const auto [found, isNew] = parts.try_emplace(upTo, static_cast<std::uint32_t>(m_parts.size()));
            if (isNew)
                m_parts.push_back({by.isTree ? group.substr(begin, end - begin) : by.textOf(group), upTo, level});
            chain.push_back(found->second);
            begin = end + 1;
        }
        return chain;
    }

    /// Gives each group that has other groups below it a part of its own next to them.
    void addOwnParts(std::size_t first, int level)
    {
        std::vector<bool> isInner(m_parts.size());
        for (std::size_t i = first; i < m_chains.size(); ++i)
            for (std::size_t part = 0; part + 1 < m_chains[i].size(); ++part)
                isInner[m_chains[i][part]] = true;
        for (std::size_t i = first; i < m_chains.size(); ++i)
            if (const std::uint32_t last = m_chains[i].back(); isInner[last]) {
                m_chains[i].push_back(static_cast<std::uint32_t>(m_parts.size()));
                m_parts.push_back({std::string(kItself), m_parts[last].group, level});
            }
    }

    std::deque<std::unordered_map<std::string, std::uint32_t>> m_byGroup; // index into m_chains of each group, by level
    std::vector<GroupPart> m_parts;
    std::vector<std::vector<std::uint32_t>> m_chains; // parts of each group, from the outermost to the innermost
    std::vector<std::uint32_t> m_of; // index into m_chains, by row and level
};

/// A node of the tree while rows are added.
struct Growing {
    std::uint32_t part = 0; // the node's part; not used for the root
    std::vector<std::uint32_t> children;
    std::uint32_t rows = 0; // rows of the node and of all nodes below it
    std::int64_t bytes = 0;
    std::int64_t size = 0;
};

class Layout
{
public:
    Layout(const GroupTree& tree, std::int64_t least, std::uint32_t most)
        : m_tree(tree)
        , m_least(least)
        , m_most(most)
    { }

    std::vector<IcicleBox> run(IciclePlace place)
    {
        add(place, 0, 0);
        return std::move(m_boxes);
    }

private:
    void add(IciclePlace place, std::uint32_t depth, std::int64_t begin)
    {
        IcicleBox box = boxOf(m_tree, place);
        box.depth = depth;
        box.begin = begin;
        m_boxes.push_back(box);
        // The box that collects the small children of a wider box is not expanded here; it can be shown at full width.
        if (depth == m_most || (depth > 0 && place.from > 0))
            return;
        const GroupNode& node = m_tree[place.node];
        std::uint32_t child = place.from;
        for (; child < node.children && m_tree[node.firstChild + child].bytes >= m_least; ++child) {
            add({node.firstChild + child, 0}, depth + 1, begin);
            begin += m_tree[node.firstChild + child].bytes;
        }
        // If all children are small, the remainder is the whole node, which stands for it.
        if (child < node.children && child > place.from)
            add({place.node, child}, depth + 1, begin);
    }

    const GroupTree& m_tree;
    std::int64_t m_least;
    std::uint32_t m_most;
    std::vector<IcicleBox> m_boxes;
};

} // namespace

std::vector<Grouping> groupingsOf(const View& view, std::shared_ptr<const RowMeanings> meanings)
{
    std::vector<Grouping> groupings;
    const auto textOf = [](const auto& list) {
        std::map<std::string, std::string> labels;
        for (const auto& each : list)
            labels.emplace(each.id, each.label);
        return [labels = std::move(labels)](const std::string& id) {
            const std::string* const label = findValue(labels, id);
            return label ? *label : id;
        };
    };
    groupings.push_back({"kind", "Type",
                         [kind = view.rows.kind, kinds = view.rows.kinds](RowId row) { return kinds[kind[row]].id; },
                         false, textOf(view.rows.kinds)});
    if (meanings) {
        groupings.push_back({"category", "Category", [meanings](RowId row) { return meanings->categoryOf(row).id; },
                             false, textOf(meanings->categories), nullptr,
                             [meanings](RowId row) { return !meanings->isCertain(row); }});
        groupings.push_back({"role", "Role", [meanings](RowId row) { return meanings->roleGroupOf(row); }});
    }
    groupings.insert(groupings.end(), view.rows.groupings.begin(), view.rows.groupings.end());
    return groupings;
}

std::vector<std::string> shownLevels(const View& view, const std::vector<Grouping>& groupings,
                                     const std::vector<std::string>& wanted)
{
    std::vector<std::string> levels;
    for (const std::string& id : wanted)
        if (std::ranges::find(groupings, id, &Grouping::id) != groupings.end())
            levels.push_back(id);
    if (!levels.empty() || view.meanings)
        return levels;
    if (!view.rows.usualTree.empty())
        return {view.rows.usualTree};
    constexpr std::size_t kOwn = 2;
    for (const Grouping& own : view.rows.groupings)
        if (levels.size() < kOwn)
            levels.push_back(own.id);
    if (levels.empty())
        levels.push_back(groupings.front().id);
    return levels;
}

GroupTree::GroupTree(const View& view, std::span<const LiveRow> live, std::span<const Grouping* const> levels)
{
    const GroupParts parts(live, levels);
    std::vector<Growing> grown(1);
    std::vector<std::uint32_t> leafOf(live.size());
    std::unordered_map<std::uint64_t, std::uint32_t> byPart; // node by parent and part
    for (std::size_t i = 0; i < live.size(); ++i) {
        const std::int64_t size = view.rows.size[live[i].row];
        std::uint32_t node = 0;
        const auto add = [&] {
            ++grown[node].rows;
            grown[node].bytes += size - live[i].overlap;
            grown[node].size += size;
        };
        add();
        for (std::size_t level = 0; level < levels.size(); ++level)
            for (const std::uint32_t part : parts.of(i, level, levels.size())) {
                const auto [found, isNew]
                    = byPart.try_emplace(std::uint64_t{node} << 32U | part, static_cast<std::uint32_t>(grown.size()));
                if (isNew) {
                    grown[node].children.push_back(found->second);
                    grown.push_back({part, {}, 0, 0, 0});
                }
                node = found->second;
                add();
            }
        leafOf[i] = node;
    }

    // Builds the nodes from the root outwards. A part that does not divide the rows is merged with the part below it.
    std::vector<std::uint32_t> from = {0}; // by node of the tree: the innermost grown node that it represents
    std::vector<std::uint32_t> place(grown.size()); // by grown node: the node of the tree
    m_nodes.push_back({"", "", -1, 0, 0, 0, 0, grown[0].rows, 1, grown[0].bytes, grown[0].size});
    for (std::uint32_t node = 0; node < m_nodes.size(); ++node) {
        std::vector<std::uint32_t> children = grown[from[node]].children;
        m_nodes[node].firstChild = static_cast<std::uint32_t>(m_nodes.size());
        m_nodes[node].children = static_cast<std::uint32_t>(children.size());
        std::ranges::sort(children, {}, [&](std::uint32_t child) {
            return std::tuple(-grown[child].bytes, std::string_view(parts[grown[child].part].name), child);
        });
        std::uint32_t firstRow = m_nodes[node].firstRow;
        for (std::uint32_t child : children) {
            const GroupPart& part = parts[grown[child].part];
            std::string name = part.name;
            const auto hereOf = [&] { return static_cast<std::uint32_t>(m_nodes.size()); };
            place[child] = hereOf();
            while (grown[child].children.size() == 1) {
                const std::uint32_t only = grown[child].children.front();
                const GroupPart& below = parts[grown[only].part];
                if (below.level != part.level)
                    break;
                if (below.name != kItself)
                    name += '/' + below.name;
                child = only;
                place[child] = hereOf();
            }
            const GroupPart& last = parts[grown[child].part];
            const std::uint32_t repeats
                = levels[static_cast<std::size_t>(last.level)]->isTree ? repeatsOf(last.group) : 1;
            m_nodes.push_back({std::move(name), std::string(last.group), last.level, node, 0, 0, firstRow,
                               grown[child].rows, repeats, grown[child].bytes, grown[child].size});
            from.push_back(child);
            firstRow += grown[child].rows;
        }
    }

    m_rows.resize(live.size());
    std::vector<std::uint32_t> next(m_nodes.size());
    for (std::size_t node = 0; node < m_nodes.size(); ++node)
        next[node] = m_nodes[node].firstRow;
    for (std::size_t i = 0; i < live.size(); ++i)
        m_rows[next[place[leafOf[i]]]++] = live[i];
    for (GroupNode& node : m_nodes) {
        const Grouping* const level = node.level < 0 ? nullptr : levels[static_cast<std::size_t>(node.level)];
        const auto isProbable = [level](const LiveRow& live) { return level->isProbable(live.row); };
        if (level && level->isProbable && std::ranges::all_of(rowsOf(node), isProbable))
            node.name = probable(node.name);
    }
}

std::vector<std::uint32_t> GroupTree::groupsOf(std::uint32_t node) const
{
    std::vector<std::uint32_t> groups;
    for (; m_nodes[node].level >= 0; node = m_nodes[node].parent)
        if (groups.empty() || m_nodes[groups.back()].level != m_nodes[node].level)
            groups.push_back(node);
    std::ranges::reverse(groups);
    return groups;
}

std::span<const LiveRow> rowsOf(const GroupTree& tree, IciclePlace place)
{
    const GroupNode& node = tree[place.node];
    const auto rows = tree.rowsOf(node);
    return place.from == 0 ? rows : rows.subspan(tree[node.firstChild + place.from].firstRow - node.firstRow);
}

IcicleBox boxOf(const GroupTree& tree, IciclePlace place)
{
    const GroupNode& node = tree[place.node];
    IcicleBox box{place, 0, node.rows, 0, node.bytes};
    for (std::uint32_t child = 0; child < place.from; ++child) {
        box.rows -= tree[node.firstChild + child].rows;
        box.bytes -= tree[node.firstChild + child].bytes;
    }
    return box;
}

std::vector<IcicleBox> layOutIcicle(const GroupTree& tree, IciclePlace place, std::int64_t least, std::uint32_t most)
{
    return Layout(tree, least, most).run(place);
}

} // namespace tidemark
