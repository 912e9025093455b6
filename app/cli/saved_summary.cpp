#include "app/cli/saved_summary.h"

#include "core/base/located_json.h"
#include "core/files/bytes.h"
#include "core/files/file.h"

#include <algorithm>
#include <charconv>
#include <filesystem>

namespace tidemark::cli {
namespace {

constexpr std::uint64_t kLongest = 1 << 20; // bytes; a summary has some kilobytes

std::string textOf(const LocatedJson* value)
{
    return value && value->type == LocatedJson::Type::String ? value->text : std::string();
}

} // namespace

std::optional<std::int64_t> SavedSummary::find(std::string_view id) const
{
    const auto found = std::ranges::find(figures, id, [](const auto& figure) { return std::string_view(figure.first); });
    return found == figures.end() ? std::nullopt : std::optional(found->second);
}

Result<std::optional<SavedSummary>> readSavedSummary(const std::string& path)
{
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored))
        return std::optional<SavedSummary>();
    const auto file = File::open(path);
    if (!file)
        return file.error();
    if ((*file)->size() > kLongest)
        return std::optional<SavedSummary>();
    const auto bytes = Bytes::read(**file, 0, (*file)->size());
    if (!bytes)
        return bytes.error();
    const std::string_view text = (*bytes)->view();
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos || text[first] != '{')
        return std::optional<SavedSummary>();
    const auto json = parseLocatedJson(text, 8);
    if (!json)
        return std::optional<SavedSummary>(); // another kind of file, described by its own reader
    SavedSummary summary{path, textOf(json->find("module")), {}};
    for (std::size_t i = 0; i < json->keys.size(); ++i) {
        const LocatedJson& value = json->items[i];
        std::int64_t number = 0;
        if (value.type == LocatedJson::Type::Number && json->keys[i].text.ends_with("_bytes")
            && std::from_chars(value.text.data(), value.text.data() + value.text.size(), number).ec == std::errc())
            summary.figures.emplace_back(json->keys[i].text, number);
    }
    if (!json->find("occupied_peak_bytes"))
        return std::optional<SavedSummary>();
    if (!summary.find("occupied_peak_bytes") || summary.module.empty())
        return Error{ErrorKind::Unsupported,
                     path + " is a summary without a module or a peak. Make it with tidemark-cli summary -f json.",
                     std::nullopt};
    return std::optional(std::move(summary));
}

std::vector<ComparedFigure> figuresAgainst(const SavedSummary& a, const Figures& b)
{
    std::vector<ComparedFigure> figures;
    for (const Figure& figure : b.list)
        if (figure.isBytes())
            figures.push_back({figure.id, figure.label, a.find(figure.id), b.bytes(figure.id)});
    return figures;
}

} // namespace tidemark::cli
