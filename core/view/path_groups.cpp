#include "core/view/path_groups.h"

#include "core/view/op_path.h"
#include "core/view/repeated_parts.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace tidemark {
namespace {

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
