#include "app/cli/saved_summary.h"

#include "core/base/located_json.h"
#include "core/base/number.h"
#include "core/files/bytes.h"
#include "core/files/file.h"

#include <algorithm>
#include <filesystem>

namespace tidemark::cli {
namespace {

constexpr std::uint64_t kLongest = 1 << 20; // bytes; a summary has some kilobytes

constexpr std::size_t kDeepest = 8;

Error errorAt(const std::string& path, std::string_view text, std::size_t at, const std::string& words)
{
    const TextPlace place = placeIn(text, at);
    return {ErrorKind::Malformed,
            path + ":" + std::to_string(place.line) + ":" + std::to_string(place.column) + ": " + words + ".", at};
}

/// Returns an error when a value that is used is not of its type. Null means that the summary has no such figure.
Result<void> takeFigure(SavedSummary& summary, const LocatedJson::Key& key, const LocatedJson& value,
                        std::string_view text)
{
    using Type = LocatedJson::Type;
    if (value.type == Type::Null)
        return {};
    if (key.text == "program_id" && value.type == Type::Number) {
        summary.programId = value.text;
        return {};
    }
    if (key.text == "module" && value.type == Type::String) {
        summary.module = value.text;
        return {};
    }
    const std::string type(typeText(value.type));
    if (key.text == "module")
        return errorAt(summary.path, text, value.at, "\"module\" is " + type + ", not a string");
    if (!key.text.ends_with("_bytes"))
        return {};
    const std::string name = quotedText(key.text);
    if (value.type != Type::Number)
        return errorAt(summary.path, text, value.at, name + " is " + type + ", not a number");
    const auto number = parseNumber(value.text);
    if (!number)
        return errorAt(summary.path, text, value.at, name + " is no integer of 64 bits");
    summary.figures.emplace_back(key.text, *number);
    return {};
}

} // namespace

std::optional<std::int64_t> SavedSummary::find(std::string_view id) const
{
    const auto found
        = std::ranges::find(figures, id, [](const auto& figure) { return std::string_view(figure.first); });
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
    auto json = parseLocatedJson(text, kDeepest, JsonNumbers::Python);
    if (!json || !json->find("occupied_peak_bytes"))
        return std::optional<SavedSummary>(); // a file of another kind, which its own reader describes
    if (const auto faults = removeFaults(*json); !faults.empty())
        return errorAt(path, text, faults.front().at, faults.front().text);
    SavedSummary summary{path, {}, {}, {}};
    for (std::size_t i = 0; i < json->keys.size(); ++i)
        if (const auto done = takeFigure(summary, json->keys[i], json->items[i], text); !done)
            return done.error();
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
