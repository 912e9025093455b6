#include "core/xspace/xline_reader.h"

#include "proto/xplane.pb.h"

namespace tidemark {
namespace {

using proto::XEvent;
using proto::XLine;

// Fields that are known and not read. Source: xplane.proto of openxla/xla.
constexpr std::uint32_t kLineDuration = 9;
constexpr std::uint32_t kLineDisplayId = 10;
constexpr std::uint32_t kLineDisplayName = 11;
constexpr std::uint32_t kEventOccurrences = 5;

void countDamage(const Damage& damage, LineFacts& facts)
{
    facts.damagedEvents += damage ? 1U : 0U;
    if (!facts.damagedAt)
        facts.damagedAt = damage.at();
}

/// Reads the fields of an event except its stats.
void readEvent(std::string_view bytes, std::uint64_t at, LineEvent& event, LineFacts& facts)
{
    Damage damage(bytes, at);
    WireReader reader(bytes, damage);
    while (reader.next()) {
        const std::uint32_t field = reader.isVarint() ? reader.field() : 0;
        if (field == XEvent::kMetadataIdFieldNumber)
            event.metadataId = reader.uint64();
        else if (field == XEvent::kOffsetPsFieldNumber)
            event.offset = reader.int64();
        else if (field == XEvent::kDurationPsFieldNumber)
            event.duration = reader.int64();
        else if (field != kEventOccurrences && !(reader.field() == XEvent::kStatsFieldNumber && reader.isBytes()))
            facts.unknown += reader.size();
    }
    countDamage(damage, facts);
}

/// Reads an event that is too long for the memory, in place.
void readLongEvent(FileWindow& window, FileRange body, LineEvent& event, LineFacts& facts)
{
    Damage damage;
    for (FileCursor cursor(window, body, damage); cursor.next();) {
        if (cursor.field() == XEvent::kMetadataIdFieldNumber && cursor.isVarint())
            event.metadataId = cursor.uint64();
        else if (cursor.field() == XEvent::kOffsetPsFieldNumber && cursor.isVarint())
            event.offset = static_cast<std::int64_t>(cursor.uint64());
    }
    countDamage(damage, facts);
}

LineEvent eventAt(FileWindow& window, FileRange body, LineFacts& facts)
{
    LineEvent event;
    event.at = body.offset;
    if (body.size > kLongestEvent) {
        readLongEvent(window, body, event, facts);
        return event;
    }
    event.bytes = window.at(body.offset, static_cast<std::size_t>(body.size));
    readEvent(event.bytes, body.offset, event, facts);
    return event;
}

bool isKnownNumber(std::uint32_t field)
{
    return field == XLine::kIdFieldNumber || field == XLine::kTimestampNsFieldNumber || field == kLineDuration
        || field == kLineDisplayId;
}

} // namespace

LineFacts readLine(FileWindow& window, FileRange line, Damage& damage,
                   const std::function<bool(const LineEvent&)>& take)
{
    LineFacts facts;
    bool isNamed = false;
    for (FileCursor cursor(window, line, damage); cursor.next();) {
        const std::uint32_t field = cursor.field();
        if (field == XLine::kEventsFieldNumber && cursor.isBytes()) {
            if (!take(eventAt(window, cursor.body(), facts)))
                break;
        } else if (field == XLine::kNameFieldNumber && cursor.isBytes()) {
            facts.unknown += isNamed ? cursor.size() : 0; // damage may have made an event a second name
            isNamed = true;
            facts.name = cursor.utf8();
        } else if (field == kLineDisplayName && cursor.isBytes()) {
            cursor.utf8();
        } else if (cursor.isVarint() && isKnownNumber(field)) {
            if (field == XLine::kTimestampNsFieldNumber)
                facts.begin = static_cast<std::int64_t>(cursor.uint64());
        } else {
            facts.unknown += cursor.size();
        }
    }
    return facts;
}

std::string readLineName(FileWindow& window, FileRange line, Damage& damage)
{
    for (FileCursor cursor(window, line, damage); cursor.next();)
        if (cursor.field() == XLine::kNameFieldNumber && cursor.isBytes())
            return cursor.utf8();
    return {};
}

} // namespace tidemark
