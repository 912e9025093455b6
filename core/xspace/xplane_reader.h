#pragma once

#include "core/base/warnings.h"
#include "core/wire/file_cursor.h"

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark {

/// The position of one plane in a container.
struct IndexedPlane {
    std::string name; // "/host:metadata"
    FileRange range; // a serialized XPlane
    bool isCut = false; // the file ends inside it
};

/// A named value of a plane or of an event (XStat). The last value written counts, as in protobuf.
struct PlaneStat {
    enum class Kind {
        None, // also for a fraction, which is not used here
        Number,
        Text,
        Bytes,
        Reference, // `number` names a stat whose name is the text
    };
    std::uint64_t metadataId = 0; // id of its name
    Kind kind = Kind::None;
    std::uint64_t number = 0;
    FileRange body; // the content of a text or bytes value
    bool isWhole = true; // `body` is the whole value
};

/// Facts that a plane gives once for all events of a kind (XEventMetadata).
struct EventMetadata {
    std::uint64_t id = 0; // the key of its entry, which events refer to
    std::string name;
    std::vector<PlaneStat> stats;
    std::uint64_t unknown = 0; // number of bytes in unknown fields
};

/// Warns about bytes in unknown fields. Current profilers write no such fields into the
/// messages that are read here: the file comes from a newer profiler, or a tag is damaged in a way that protobuf
/// accepts.
void addUnknown(std::string_view what, std::uint64_t bytes, Warnings& warnings);

/// Returns whether the event metadata of the plane have one of the names. Stops at the first one. Lines are skipped,
/// and entries without the bytes of a name are not decoded, so their damage is not noted. For many files most of which
/// have no such events.
bool namesEvent(FileWindow& window, const IndexedPlane& plane, std::span<const std::string_view> names, Damage& damage);

/// Reads a plane without its lines of events. Damage outside the event metadata is one warning about the plane, unless
/// it is the cut already reported for the file. Damage in an entry of the event metadata is reported to the caller that
/// asked for the entries, because only the caller knows what they are.
class XPlaneReader
{
public:
    /// Walks the plane once and collects the names of stats, the plane's own stats and the positions of its entries.
    /// `what` begins the warning: "The list of compiled programs".
    XPlaneReader(FileWindow& window, const IndexedPlane& plane, std::string_view what, Warnings& warnings);

    bool hasLines() const { return !m_lines.empty(); }
    /// The lines of events in file order, each a serialized XLine.
    const std::vector<FileRange>& lines() const { return m_lines; }
    /// The names of stats by id. Texts that events refer to are among them. The first 4096 bytes of each.
    const std::map<std::uint64_t, std::string>& statNames() const { return m_names; }
    const std::vector<PlaneStat>& stats() const { return m_stats; }
    /// Null when the plane does not name the stat. Names may follow everything else, so a cut can remove them.
    const std::string* nameOf(const PlaneStat& stat) const;
    bool isNamed(const PlaneStat& stat, std::string_view name) const;
    /// The first 4096 bytes of a text value, written in place or as a reference. Empty for other types.
    std::string textOf(const PlaneStat& stat) const;

    /// Every entry of the plane's event metadata in file order, with its damage. The readable part of a damaged entry
    /// is there.
    void forEachEventMetadata(const std::function<void(const EventMetadata&, const Damage&)>& take) const;

private:
    void readEventMetadata(FileRange message, Damage& damage, EventMetadata& metadata) const;
    PlaneStat readStat(FileRange message, Damage& damage, std::uint64_t& unknown) const;
    void addStatName(FileRange entry, Damage& damage);

    FileWindow& m_window;
    std::map<std::uint64_t, std::string> m_names; // names of stats, by id
    std::vector<PlaneStat> m_stats;
    std::vector<FileRange> m_entries; // entries of the map of event metadata
    std::vector<FileRange> m_lines;
    std::uint64_t m_unknown = 0; // number of bytes in unknown fields
};

} // namespace tidemark
