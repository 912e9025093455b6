#include "core/tenstorrent/xla/xla_log_reader.h"

#include "core/base/text.h"
#include "core/tenstorrent/xla/runtime_message.h"
#include "core/text/control_codes.h"
#include "core/text/log_line.h"
#include "core/text/text_cursor.h"

#include <algorithm>

namespace tidemark::ttxla {
namespace {

const PhraseFinder& runtimeFinder()
{
    static const PhraseFinder kFinder({"Executing operation:", "memory state",
                                       "execution of program:", "invalid cache for function:", "MLIR Module ",
                                       "END OF MLIR MODULE", "Out of Memory: Not enough space", "test session starts",
                                       "PJRT_Client_Create", "tests/"});
    return kFinder;
}

/// Removes the writer's prefix from a line of a module. Nothing else is removed.
std::string_view withoutRank(std::string_view raw)
{
    const LogLine clean = cleanLine(raw);
    const bool isPrefixed = !clean.rank.empty() && raw.ends_with(trimmedLeft(clean.text));
    return isPrefixed ? raw.substr(raw.size() - std::min(raw.size(), clean.text.size())) : raw;
}

std::string_view withoutEnd(std::string_view raw)
{
    while (raw.ends_with('\r'))
        raw.remove_suffix(1);
    return raw;
}

bool isRuntimeMessage(std::string_view text)
{
    static const PhraseFinder kFinder(
        {"Executing operation:", "memory state", "execution of program:", "Out of Memory: Not enough space"});
    return kFinder.find(text, 0) != std::string_view::npos;
}

} // namespace

XlaLogReader::XlaLogReader(std::size_t mostBytes)
    : m_scanner(runtimeFinder(), [this](std::uint64_t number, std::string_view raw) { return line(number, raw); })
    , m_room(mostBytes)
{ }

bool XlaLogReader::line(std::uint64_t number, std::string_view raw)
{
    const bool isContinued = number == m_lastLine; // a further piece of a long line
    m_lastLine = number;
    raw = withoutEnd(raw);
    if (m_openModules > 0 && moduleLine(raw, isContinued))
        return m_openModules > 0;
    m_moduleWriter = nullptr;
    if (isContinued)
        return m_openModules > 0;
    if (isKnownPrefix(number, raw))
        return true; // the caller need not search the next line for phrases
    message(number, raw);
    return m_openModules > 0;
}

bool XlaLogReader::moduleLine(std::string_view raw, bool isContinued)
{
    if (!isContinued)
        m_moduleWriter = isRuntimeMessage(raw) ? nullptr : moduleWriter(raw);
    if (!m_moduleWriter)
        return false;
    const bool isEnd = raw.find("END OF MLIR MODULE") != std::string_view::npos;
    if (isEnd) {
        m_moduleWriter->collector.moduleLine({}, true);
        m_moduleWriter = nullptr;
        --m_openModules;
        return true;
    }
    if (raw.find("MLIR Module ") != std::string_view::npos)
        return false;
    m_moduleWriter->collector.moduleLine(m_moduleWriter->hasRank ? withoutRank(raw) : raw, false);
    return true;
}

XlaLogReader::Writer* XlaLogReader::moduleWriter(std::string_view raw)
{
    const bool hasRanks = m_writers.size() > 1 || m_writers.begin()->second.hasRank;
    if (hasRanks)
        if (const auto found = m_writers.find(cleanLine(raw).rank); found != m_writers.end())
            return found->second.collector.isInModule() ? &found->second : nullptr;
    // A line without a prefix belongs to the open dump, if exactly one is open.
    const auto isOpen = [](auto& entry) { return entry.second.collector.isInModule(); };
    return m_openModules == 1 ? &std::ranges::find_if(m_writers, isOpen)->second : nullptr;
}

bool XlaLogReader::isKnownPrefix(std::uint64_t number, std::string_view raw)
{
    for (const Prefix& prefix : m_prefixes) {
        if (!raw.starts_with(prefix.text))
            continue;
        const std::string_view text = raw.substr(prefix.text.size());
        if (prefix.writer->collector.takeRepeated(number, text))
            return true;
        if ((!text.starts_with("Device ") && !text.starts_with("Executing operation: ")) || hasControl(text))
            continue;
        prefix.writer->collector.line(number, text);
        return true;
    }
    return false;
}

void XlaLogReader::message(std::uint64_t number, std::string_view raw)
{
    if (runtimeFinder().find(raw, 0) == std::string_view::npos && raw.find('\x1b') == std::string_view::npos)
        return; // the line has no message
    const LogLine clean = cleanLine(raw);
    if (runtimeFinder().find(clean.text, 0) == std::string_view::npos)
        return;
    constexpr std::size_t kMostWriters = 1000;
    if (m_writers.size() >= kMostWriters && !m_writers.contains(clean.rank)) {
        ++m_leftLines;
        return;
    }
    Writer& writer = writerOf(clean.rank, number);
    const bool isDamaged = hasStrayControls(raw);
    if (isDamaged)
        writer.collector.warn("damaged-line", number, "it contains control characters, so its values may be wrong");
    else if (raw.size() >= LogScanner::kLongestLine)
        writer.collector.warn("long-line", number, "it is longer than 1 MiB; its rest is not read");
    constexpr std::size_t kMostPrefixes = 16;
    const bool isSuffix = clean.text.size() < raw.size() && raw.ends_with(clean.text);
    const std::string_view prefix = raw.substr(0, raw.size() - std::min(raw.size(), clean.text.size()));
    if (!isDamaged && isSuffix && prefix.ends_with("| ") && m_prefixes.size() < kMostPrefixes
        && std::ranges::find(m_prefixes, prefix, &Prefix::text) == m_prefixes.end())
        m_prefixes.push_back({std::string(prefix), &writer});
    const bool wasInModule = writer.collector.isInModule();
    writer.collector.line(number, clean.text);
    m_openModules += !wasInModule && writer.collector.isInModule();
}

XlaLogReader::Writer& XlaLogReader::writerOf(const std::string& rank, std::uint64_t number)
{
    const auto found = m_writers.find(rank);
    return found != m_writers.end()
        ? found->second
        : m_writers.emplace(rank, Writer{ProfileCollector(validUtf8(rank), m_room), number, !rank.empty()})
              .first->second;
}

std::vector<Profile> XlaLogReader::finish()
{
    m_scanner.finish();
    std::vector<std::pair<std::uint64_t, Profile>> found;
    for (auto& [rank, writer] : m_writers) {
        Profile profile = writer.collector.finish();
        if (!profile.operations.empty() || !profile.shortages.empty() || !profile.warnings.empty())
            found.emplace_back(writer.firstLine, std::move(profile));
    }
    std::ranges::stable_sort(found, {}, [](const auto& each) { return each.first; });
    std::vector<Profile> profiles;
    for (auto& [line, profile] : found)
        profiles.push_back(std::move(profile));
    if (m_leftLines > 0 && !profiles.empty())
        profiles.front().warnings.addNamed("ranks-left-out",
                                           std::to_string(m_leftLines) + " lines of further ranks are left out.");
    return profiles;
}

} // namespace tidemark::ttxla
