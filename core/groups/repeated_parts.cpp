#include "core/groups/repeated_parts.h"

#include "core/base/characters.h"
#include "core/view/op_path.h"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>

namespace tidemark {
namespace {

/// A name with a number: "layer_12_attn" is "layer_", 12 and "_attn".
struct NumberedName {
    std::string_view before;
    std::uint64_t number = 0;
    std::string_view after;
};

std::optional<NumberedName> numbered(std::string_view name)
{
    constexpr std::size_t kMostDigits = 9;
    const auto last = std::find_if(name.rbegin(), name.rend(), isDigit);
    if (last == name.rend())
        return std::nullopt;
    const auto end = static_cast<std::size_t>(name.rend() - last);
    std::size_t begin = end;
    while (begin > 0 && isDigit(name[begin - 1]))
        --begin;
    if (end - begin > kMostDigits)
        return std::nullopt;
    return NumberedName{name.substr(0, begin), std::stoull(std::string(name.substr(begin, end - begin))),
                        name.substr(end)};
}

constexpr std::size_t kMostRuns = 16; // runs written out, because every path contains this text
constexpr std::string_view kMore = "… "; // "{0,2,… 7 more}"
constexpr std::string_view kMoreEnd = " more}";

/// Formats numbers as "{0..23}" or "{0,2..5}". Of many runs, only the first ones and the count of the remaining
/// numbers.
std::string rangesText(std::vector<std::uint64_t> numbers)
{
    std::ranges::sort(numbers);
    std::string text = "{";
    std::size_t begin = 0;
    for (std::size_t runs = 0; begin < numbers.size() && runs < kMostRuns; ++runs) {
        std::size_t end = begin + 1;
        while (end < numbers.size() && numbers[end] == numbers[end - 1] + 1)
            ++end;
        text += (runs == 0 ? "" : ",") + std::to_string(numbers[begin]);
        if (end - begin > 1)
            text += (end - begin > 2 ? ".." : ",") + std::to_string(numbers[end - 1]);
        begin = end;
    }
    if (begin == numbers.size())
        return text + "}";
    return text + "," + std::string(kMore) + std::to_string(numbers.size() - begin) + std::string(kMoreEnd);
}

struct Node {
    std::map<std::string_view, std::uint32_t> children;
    std::int64_t bytes = -1; // bytes of the rows with exactly this path
    std::int32_t path = -1; // index of the path
};

class Collapser
{
public:
    explicit Collapser(std::span<const WeighedPath> paths)
        : m_nodes(1)
        , m_result(paths.size())
    {
        for (std::size_t i = 0; i < paths.size(); ++i)
            add(paths[i], static_cast<std::int32_t>(i));
    }

    std::vector<std::string> run()
    {
        std::string path;
        collapse({0}, path);
        return std::move(m_result);
    }

private:
    /// Nodes that are merged into one.
    using Set = std::vector<std::uint32_t>;

    void add(const WeighedPath& path, std::int32_t index)
    {
        const std::string_view all = path.path;
        std::uint32_t node = 0;
        for (std::size_t begin = 0; begin <= all.size();) {
            const std::size_t end = std::min(all.find('/', begin), all.size());
            const auto [found, isNew] = m_nodes[node].children.try_emplace(all.substr(begin, end - begin),
                                                                           static_cast<std::uint32_t>(m_nodes.size()));
            node = found->second;
            if (isNew)
                m_nodes.emplace_back();
            begin = end + 1;
        }
        m_nodes[node].path = index;
        m_nodes[node].bytes = path.bytes;
    }

    std::map<std::string_view, Set> childrenOf(const Set& set) const
    {
        std::map<std::string_view, Set> children;
        for (const std::uint32_t node : set)
            for (const auto& [name, child] : m_nodes[node].children)
                children[name].push_back(child);
        return children;
    }

    /// A key that is equal for nodes that may be merged.
    std::string likeness(const Set& set) const
    {
        std::string names;
        std::int64_t bytes = -1;
        for (const std::uint32_t node : set)
            bytes = std::max(bytes, m_nodes[node].bytes);
        for (const auto& [name, child] : childrenOf(set))
            names += std::string(name) + '/';
        return names.empty() ? '=' + std::to_string(bytes) : names;
    }

    /// Merges the nodes below the set. `path` is the path of the set and is unchanged afterwards.
    void collapse(const Set& set, std::string& path)
    {
        for (const std::uint32_t node : set)
            if (m_nodes[node].path >= 0)
                m_result[static_cast<std::size_t>(m_nodes[node].path)] = path;
        struct Alike {
            NumberedName name;
            std::vector<std::uint64_t> numbers;
            Set members;
            std::string_view first; // name of the first member, used if there is no other
        };
        std::map<std::string, Alike> alike;
        const auto collapseBelow = [&, size = path.size()](std::string_view name, const Set& members) {
            path += size == 0 ? "" : "/";
            path += name;
            collapse(members, path);
            path.resize(size);
        };
        for (auto& [name, members] : childrenOf(set)) {
            const std::optional<NumberedName> parts = numbered(name);
            if (!parts) {
                collapseBelow(name, members);
                continue;
            }
            const std::string key
                = std::string(parts->before) + '\n' + std::string(parts->after) + '\n' + likeness(members);
            Alike& found = alike.try_emplace(key, Alike{*parts, {}, {}, name}).first->second;
            found.numbers.push_back(parts->number);
            found.members.insert(found.members.end(), members.begin(), members.end());
        }
        for (const auto& [key, found] : alike) {
            const std::string name = found.numbers.size() == 1
                ? std::string(found.first)
                : std::string(found.name.before) + rangesText(found.numbers) + std::string(found.name.after);
            collapseBelow(name, found.members);
        }
    }

    std::vector<Node> m_nodes;
    std::vector<std::string> m_result;
};

std::uint32_t repeatCount(std::uint64_t count)
{
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(count, UINT32_MAX));
}

/// Counts the numbers in "{0..23,30}", given the text after the opening bracket. Returns 0 for any other text.
std::uint32_t countOf(std::string_view ranges)
{
    std::uint64_t count = 0;
    std::size_t at = 0;
    const auto number = [&]() -> std::optional<std::uint64_t> {
        const std::size_t begin = at;
        std::uint64_t value = 0;
        while (at < ranges.size() && isDigit(ranges[at]) && at - begin < 9)
            value = value * 10 + static_cast<std::uint64_t>(ranges[at++] - '0');
        return at > begin ? std::optional(value) : std::nullopt;
    };
    while (at < ranges.size()) {
        if (ranges.substr(at).starts_with(kMore)) {
            at += kMore.size();
            const auto more = number();
            return more && ranges.substr(at).starts_with(kMoreEnd) ? repeatCount(count + *more) : 0;
        }
        const auto first = number();
        auto last = first;
        if (first && ranges.substr(at).starts_with("..")) {
            at += 2;
            last = number();
        }
        if (!first || !last || *last < *first || at == ranges.size())
            return 0;
        count += *last - *first + 1;
        if (ranges[at] == '}')
            return repeatCount(count);
        if (ranges[at++] != ',')
            return 0;
    }
    return 0;
}

constexpr std::string_view kNoPath = "(no op name)";

/// The paths of all rows. Each text is kept once.
class RowPaths
{
public:
    RowPaths(std::size_t rows, RowValues<std::int64_t> size, std::function<std::string(RowId)> nameOf)
        : m_count(rows)
        , m_size(size)
        , m_nameOf(std::move(nameOf))
    { }

    const std::string& path(RowId row)
    {
        read();
        return m_paths[m_of[row.index()]].path;
    }
    const std::string& collapsed(RowId row)
    {
        read();
        return m_collapsed[m_of[row.index()]];
    }

private:
    void read()
    {
        std::call_once(m_once, [this] {
            std::unordered_map<std::string, std::uint32_t> byName;
            std::unordered_map<std::string, std::uint32_t> byPath;
            m_of.reserve(m_count);
            for (std::size_t i = 0; i < m_count; ++i) {
                const RowId row = RowId::at(i);
                const auto [known, isNew] = byName.try_emplace(m_nameOf(row), 0);
                if (isNew)
                    known->second = add(known->first, byPath);
                m_of.push_back(known->second);
                m_paths[known->second].bytes = std::max(m_paths[known->second].bytes, m_size[row]);
            }
            m_collapsed = collapseRepeated(m_paths);
        });
    }
    std::uint32_t add(const std::string& name, std::unordered_map<std::string, std::uint32_t>& byPath)
    {
        std::string path = opPath(name);
        if (path.empty())
            path = kNoPath;
        const auto [found, isNew] = byPath.try_emplace(path, static_cast<std::uint32_t>(m_paths.size()));
        if (isNew)
            m_paths.push_back({std::move(path), 0});
        return found->second;
    }

    std::size_t m_count;
    RowValues<std::int64_t> m_size;
    std::function<std::string(RowId)> m_nameOf;
    std::once_flag m_once; // guards the members below
    std::vector<std::uint32_t> m_of; // index into the paths, by row
    std::vector<WeighedPath> m_paths;
    std::vector<std::string> m_collapsed;
};

} // namespace

std::vector<std::string> collapseRepeated(std::span<const WeighedPath> paths)
{
    return Collapser(paths).run();
}

std::uint32_t repeatsOf(std::string_view collapsed)
{
    std::uint64_t repeats = 1;
    for (std::size_t at = collapsed.find('{'); at != std::string_view::npos; at = collapsed.find('{', at + 1))
        repeats *= std::max<std::uint32_t>(1, countOf(collapsed.substr(at + 1)));
    return repeatCount(repeats);
}

std::vector<Grouping> pathGroupings(std::size_t rows, RowValues<std::int64_t> size,
                                    std::function<std::string(RowId)> nameOf)
{
    const auto paths = std::make_shared<RowPaths>(rows, size, nameOf);
    std::vector<Grouping> both
        = {{"op_path", "Op path", [paths](RowId row) { return paths->collapsed(row); }, true},
           {"each_op_path", "Op path, each layer", [paths](RowId row) { return paths->path(row); }, true}};
    both.back().searched = [nameOf = std::move(nameOf)](RowId row) { return opPath(nameOf(row)); };
    return both;
}

} // namespace tidemark
