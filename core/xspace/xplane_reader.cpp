#include "core/xspace/xplane_reader.h"

#include "core/base/find.h"
#include "core/base/text.h"
#include "proto/xplane.pb.h"

#include <algorithm>

namespace tidemark {
namespace {

using proto::XEventMetadata;
using proto::XPlane;
using proto::XStat;
using proto::XStatMetadata;

/// Calls back with the key of a map entry. The value may be written in several pieces, which count as one.
template <class F>
std::uint64_t readMapEntry(FileWindow& window, FileRange message, Damage& damage, std::uint64_t& unknown, F takeValue)
{
    constexpr std::uint32_t kKey = 1;
    constexpr std::uint32_t kValue = 2;
    std::uint64_t key = 0;
    for (FileCursor cursor(window, message, damage); cursor.next();) {
        if (cursor.field() == kKey && cursor.isVarint())
            key = cursor.uint64();
        else if (cursor.field() == kValue && cursor.isBytes())
            takeValue(cursor.body());
        else
            unknown += cursor.size();
    }
    return key;
}

} // namespace

void addUnknown(std::string_view what, std::uint64_t bytes, Warnings& warnings)
{
    if (bytes > 0)
        warnings.addNamed("unknown-fields",
                          std::string(what) + " has " + groupedNumber(static_cast<std::int64_t>(bytes))
                              + worded(bytes, " byte", " bytes") + " in unknown fields; their content is not shown.");
}

bool namesEvent(FileWindow& window, const IndexedPlane& plane, std::span<const std::string_view> names, Damage& damage)
{
    bool isFound = false;
    const auto readName = [&](FileRange value) {
        for (FileCursor cursor(window, value, damage); cursor.next();) {
            const bool isName = cursor.field() == XEventMetadata::kNameFieldNumber && cursor.isBytes();
            const auto isOne
                = [&](std::string_view name) { return name.size() == cursor.body().size && cursor.text() == name; };
            isFound = isFound || (isName && std::ranges::any_of(names, isOne));
        }
    };
    // A search in the bytes of an entry is several times as fast as decoding it, and a plane may have 100,000 entries.
    constexpr std::uint64_t kMostSearched = 4096;
    const auto mayHold = [&](FileRange entry) {
        if (entry.size > kMostSearched)
            return true;
        const std::string_view bytes = window.at(entry.offset, static_cast<std::size_t>(entry.size));
        return std::ranges::any_of(names,
                                   [&](std::string_view name) { return bytes.find(name) != std::string_view::npos; });
    };
    std::uint64_t unknown = 0;
    for (FileCursor cursor(window, plane.range, damage); !isFound && cursor.next();) {
        const bool isEntry = cursor.field() == XPlane::kEventMetadataFieldNumber && cursor.isBytes();
        if (isEntry && mayHold(cursor.body()))
            readMapEntry(window, cursor.body(), damage, unknown, readName);
    }
    return isFound;
}

XPlaneReader::XPlaneReader(FileWindow& window, const IndexedPlane& plane, std::string_view what, Warnings& warnings)
    : m_window(window)
{
    Damage damage;
    bool isNamed = false;
    for (FileCursor cursor(m_window, plane.range, damage); cursor.next();) {
        if (!cursor.isBytes()) {
            m_unknown += cursor.field() == XPlane::kIdFieldNumber && cursor.isVarint() ? 0 : cursor.size();
            continue;
        }
        switch (cursor.field()) {
        case XPlane::kNameFieldNumber:
            m_unknown += isNamed ? cursor.size() : 0; // damage may have made a line a second name
            isNamed = true;
            cursor.utf8();
            break;
        case XPlane::kLinesFieldNumber:
            m_lines.push_back(cursor.body());
            break;
        case XPlane::kEventMetadataFieldNumber:
            m_entries.push_back(cursor.body());
            break;
        case XPlane::kStatMetadataFieldNumber:
            addStatName(cursor.body(), damage);
            break;
        case XPlane::kStatsFieldNumber:
            m_stats.push_back(readStat(cursor.body(), damage, m_unknown));
            break;
        default:
            m_unknown += cursor.size();
            break;
        }
    }
    if (damage && !plane.isCut)
        warnings.addNamed("damaged-plane", std::string(what) + " is damaged; its readable part is shown.", damage.at());
    addUnknown(what, m_unknown, warnings);
}

const std::string* XPlaneReader::nameOf(const PlaneStat& stat) const
{
    return findValue(m_names, stat.metadataId);
}

bool XPlaneReader::isNamed(const PlaneStat& stat, std::string_view name) const
{
    const std::string* const known = nameOf(stat);
    return known && *known == name;
}

std::string XPlaneReader::textOf(const PlaneStat& stat) const
{
    if (stat.kind == PlaneStat::Kind::Reference) {
        const std::string* const name = findValue(m_names, stat.number);
        return name ? *name : std::string();
    }
    if (stat.kind != PlaneStat::Kind::Text)
        return {};
    constexpr std::uint64_t kLongest = 4096;
    const auto size = static_cast<std::size_t>(std::min(stat.body.size, kLongest));
    return std::string(m_window.at(stat.body.offset, size));
}

void XPlaneReader::forEachEventMetadata(const std::function<void(const EventMetadata&, const Damage&)>& take) const
{
    for (const FileRange entry : m_entries) {
        Damage damage;
        EventMetadata metadata;
        metadata.id = readMapEntry(m_window, entry, damage, metadata.unknown,
                                   [&](FileRange value) { readEventMetadata(value, damage, metadata); });
        take(metadata, damage);
    }
}

void XPlaneReader::readEventMetadata(FileRange message, Damage& damage, EventMetadata& metadata) const
{
    for (FileCursor cursor(m_window, message, damage); cursor.next();) {
        if (cursor.field() == XEventMetadata::kNameFieldNumber && cursor.isBytes())
            metadata.name = cursor.utf8();
        else if (cursor.field() == XEventMetadata::kDisplayNameFieldNumber && cursor.isBytes())
            cursor.utf8(); // stats that damage made a text are none
        else if (cursor.field() == XEventMetadata::kStatsFieldNumber && cursor.isBytes())
            metadata.stats.push_back(readStat(cursor.body(), damage, metadata.unknown));
        else if (cursor.field() != XEventMetadata::kIdFieldNumber || !cursor.isVarint())
            metadata.unknown += cursor.size();
    }
}

PlaneStat XPlaneReader::readStat(FileRange message, Damage& damage, std::uint64_t& unknown) const
{
    PlaneStat stat;
    for (FileCursor cursor(m_window, message, damage); cursor.next();) {
        const auto setNumber = [&](PlaneStat::Kind kind) {
            if (!cursor.isVarint()) {
                unknown += cursor.size();
                return;
            }
            stat.kind = kind;
            stat.number = cursor.uint64();
        };
        const auto setBody = [&](PlaneStat::Kind kind) {
            if (!cursor.isBytes()) {
                unknown += cursor.size();
                return;
            }
            stat.kind = kind;
            stat.body = cursor.body();
            stat.isWhole = !cursor.isCut();
        };
        switch (cursor.field()) {
        case XStat::kMetadataIdFieldNumber:
            if (cursor.isVarint())
                stat.metadataId = cursor.uint64();
            else
                unknown += cursor.size();
            break;
        case XStat::kDoubleValueFieldNumber:
            unknown += cursor.isVarint() || cursor.isBytes() ? cursor.size() : 0;
            break;
        case XStat::kUint64ValueFieldNumber:
        case XStat::kInt64ValueFieldNumber:
            setNumber(PlaneStat::Kind::Number);
            break;
        case XStat::kRefValueFieldNumber:
            setNumber(PlaneStat::Kind::Reference);
            break;
        case XStat::kStrValueFieldNumber:
            setBody(PlaneStat::Kind::Text);
            cursor.utf8();
            break;
        case XStat::kBytesValueFieldNumber:
            setBody(PlaneStat::Kind::Bytes);
            break;
        default:
            unknown += cursor.size();
            break;
        }
    }
    return stat;
}

void XPlaneReader::addStatName(FileRange entry, Damage& damage)
{
    std::string name;
    const std::uint64_t key = readMapEntry(m_window, entry, damage, m_unknown, [&](FileRange value) {
        for (FileCursor cursor(m_window, value, damage); cursor.next();)
            if (cursor.field() == XStatMetadata::kNameFieldNumber && cursor.isBytes())
                name = cursor.utf8();
            else if (cursor.field() != XStatMetadata::kIdFieldNumber || !cursor.isVarint())
                m_unknown += cursor.size();
    });
    m_names[key] = std::move(name);
}

} // namespace tidemark
