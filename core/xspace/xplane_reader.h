#pragma once

#include "core/base/warnings.h"
#include "core/wire/file_cursor.h"

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark {

/// Where one plane of a container lies.
struct IndexedPlane {
    std::string name; // "/host:metadata"
    FileRange range; // a serialized XPlane
    bool isCut = false; // the file ends inside it
};

/// A named value of a plane or of an event: XStat. The last value written counts, as in protobuf.
struct PlaneStat {
    enum class Kind {
        None, // or a fraction, which nothing here uses
        Number,
        Text,
        Bytes,
        Reference, // `number` names a stat whose name is the text
    };
    std::uint64_t metadataId = 0; // of its name
    Kind kind = Kind::None;
    std::uint64_t number = 0;
    FileRange body; // of text and bytes
    bool isWhole = true; // `body` is all of it
};

/// What a plane says once about all events of a kind: XEventMetadata.
struct EventMetadata {
    std::string name;
    std::vector<PlaneStat> stats;
    std::uint64_t unknown = 0; // bytes in fields that nothing here knows
};

/// Says that bytes are in fields that this version does not know, where there are any. No profiler of today writes such
/// fields into what is read: one of tomorrow may, or a tag is damaged in a way that protobuf accepts.
void addUnknown(std::string_view what, std::uint64_t bytes, Warnings& warnings);

/// Reads a plane without its lines of events, which are stepped over. Damage outside the entries of event metadata is
/// one warning about the plane, unless it is the cut that is told of the file; that of an entry goes to who asked for
/// the entries, who knows what they are.
class XPlaneReader
{
public:
    /// Walks the plane once: names of stats, its own stats, and where its entries are. `what` begins the warning: "The
    /// list of compiled programs".
    XPlaneReader(FileWindow& window, const IndexedPlane& plane, std::string_view what, Warnings& warnings);

    bool hasLines() const { return m_hasLines; }
    const std::vector<PlaneStat>& stats() const { return m_stats; }
    /// Null when the plane does not name it: names may stand behind everything else, and be cut off.
    const std::string* nameOf(const PlaneStat& stat) const;
    bool isNamed(const PlaneStat& stat, std::string_view name) const;
    /// Of a text, written in place or as a reference; the first 4096 bytes. Empty for other kinds.
    std::string textOf(const PlaneStat& stat) const;

    /// Every entry of the plane's event metadata, in file order, with the damage in it: what could be read is there.
    void forEachEventMetadata(const std::function<void(const EventMetadata&, const Damage&)>& take) const;

private:
    void readEventMetadata(FileRange message, Damage& damage, EventMetadata& metadata) const;
    PlaneStat readStat(FileRange message, Damage& damage, std::uint64_t& unknown) const;
    void addStatName(FileRange entry, Damage& damage);

    FileWindow& m_window;
    std::map<std::uint64_t, std::string> m_names; // of stats
    std::vector<PlaneStat> m_stats;
    std::vector<FileRange> m_entries; // of the map of event metadata
    std::uint64_t m_unknown = 0; // bytes in fields that nothing here knows
    bool m_hasLines = false;
};

} // namespace tidemark
