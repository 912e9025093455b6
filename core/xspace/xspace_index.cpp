#include "core/xspace/xspace_index.h"

#include "core/base/text.h"
#include "proto/hlo.pb.h"
#include "proto/xplane.pb.h"

#include <algorithm>
#include <charconv>
#include <map>

namespace tidemark {
namespace {

using proto::XEventMetadata;
using proto::XPlane;
using proto::XSpace;
using proto::XStat;
using proto::XStatMetadata;

constexpr std::uint32_t kMapKey = 1;
constexpr std::uint32_t kMapValue = 2;

bool isHloStat(std::string_view name)
{
    return name == "Hlo Proto" || name == "HLO Proto"; // libtpu 0.0.37 wrote the latter
}

/// A HloProto starts with its module, and that with the module's name.
bool startsLikeHlo(FileWindow& window, FileRange body)
{
    FileCursor cursor(window, body);
    if (!cursor.next() || cursor.field() != proto::HloProto::kHloModuleFieldNumber || !cursor.isBytes())
        return false;
    FileCursor module(window, cursor.body());
    return module.next() && module.field() == proto::HloModuleProto::kNameFieldNumber && module.isBytes();
}

struct Stat {
    std::uint64_t metadataId = 0;
    std::uint64_t number = 0;
    FileRange body;
    bool hasBytes = false; // `body` is whole
    bool isBinary = false; // `body` is bytes, not text
    bool isRef = false; // `number` names a stat metadata whose name is the value
};

Stat readStat(FileWindow& window, FileRange range)
{
    Stat stat;
    for (FileCursor cursor(window, range); cursor.next();) {
        switch (cursor.field()) {
        case XStat::kMetadataIdFieldNumber:
            stat.metadataId = cursor.uint64();
            break;
        case XStat::kUint64ValueFieldNumber:
        case XStat::kInt64ValueFieldNumber:
            stat.number = cursor.uint64();
            break;
        case XStat::kRefValueFieldNumber:
            stat.number = cursor.uint64();
            stat.isRef = true;
            break;
        case XStat::kStrValueFieldNumber:
        case XStat::kBytesValueFieldNumber:
            stat.body = cursor.body();
            stat.hasBytes = !cursor.isCut();
            stat.isBinary = cursor.field() == XStat::kBytesValueFieldNumber;
            break;
        default:
            break;
        }
    }
    return stat;
}

/// Calls take(key, range of the value message) for a map entry.
template <class F>
void readMapEntry(FileWindow& window, FileRange range, F take)
{
    std::uint64_t key = 0;
    FileRange value;
    for (FileCursor cursor(window, range); cursor.next();) {
        if (cursor.field() == kMapKey)
            key = cursor.uint64();
        else if (cursor.field() == kMapValue)
            value = cursor.body();
    }
    take(key, value);
}

std::string readName(FileWindow& window, FileRange message, int nameField)
{
    for (FileCursor cursor(window, message); cursor.next();)
        if (cursor.field() == static_cast<std::uint32_t>(nameField))
            return cursor.text();
    return {};
}

using StatNames = std::map<std::uint64_t, std::string>;

constexpr std::size_t kLongestText = 4096;

/// The text of a stat, written in place or as a reference to a name.
std::string statText(FileWindow& window, const Stat& stat, const StatNames& names)
{
    if (stat.isRef) {
        const auto name = names.find(stat.number);
        return name == names.end() ? std::string() : name->second;
    }
    return std::string(
        window.at(stat.body.offset, static_cast<std::size_t>(std::min<std::uint64_t>(stat.body.size, kLongestText))));
}

void addStatName(FileWindow& window, FileRange entry, StatNames& names)
{
    readMapEntry(window, entry, [&](std::uint64_t key, FileRange value) {
        names[key] = readName(window, value, XStatMetadata::kNameFieldNumber);
    });
}

/// Reads the plane that holds the HLO. Names of stats may come after the entries that use them.
class MetadataPlane
{
public:
    MetadataPlane(FileWindow& window, XSpaceIndex& index)
        : m_window(window)
        , m_index(index)
    { }

    void read(FileRange plane)
    {
        FileCursor cursor(m_window, plane);
        while (cursor.next()) {
            switch (cursor.field()) {
            case XPlane::kEventMetadataFieldNumber:
                m_entries.push_back(cursor.body());
                break;
            case XPlane::kStatMetadataFieldNumber:
                addStatName(m_window, cursor.body(), m_names);
                break;
            case XPlane::kStatsFieldNumber:
                m_stats.push_back(readStat(m_window, cursor.body()));
                break;
            default:
                break;
            }
        }
        if (!cursor.ok())
            m_index.warnings.add("damaged-plane",
                                 "The list of compiled programs is damaged; those before the damage are shown.",
                                 cursor.offset());
        for (const FileRange entry : m_entries)
            readMapEntry(m_window, entry, [&](std::uint64_t, FileRange value) { addModule(value); });
        for (const Stat& stat : m_stats)
            if (isNamed(stat, "jax_version"))
                m_index.jaxVersion = statText(m_window, stat, m_names);
    }

private:
    /// Null when the file does not say, as the names stand behind all modules and may be cut off.
    const std::string* nameOf(const Stat& stat) const
    {
        const auto name = m_names.find(stat.metadataId);
        return name == m_names.end() ? nullptr : &name->second;
    }

    bool isNamed(const Stat& stat, std::string_view wanted) const
    {
        const std::string* name = nameOf(stat);
        return name && *name == wanted;
    }

    bool holdsHlo(const Stat& stat) const
    {
        const std::string* name = nameOf(stat);
        return name ? isHloStat(*name) : stat.isBinary && startsLikeHlo(m_window, stat.body);
    }

    void addModule(FileRange entry)
    {
        std::string name;
        std::optional<FileRange> hlo;
        std::optional<std::uint64_t> statId;
        bool cut = false;
        FileCursor cursor(m_window, entry);
        while (cursor.next()) {
            if (cursor.field() == XEventMetadata::kNameFieldNumber)
                name = cursor.text();
            if (cursor.field() != XEventMetadata::kStatsFieldNumber)
                continue;
            const Stat stat = readStat(m_window, cursor.body());
            if (holdsHlo(stat)) {
                if (stat.hasBytes && !cursor.isCut())
                    hlo = stat.body;
                else
                    cut = true;
            } else if (isNamed(stat, "program_id")) {
                statId = stat.number;
            }
        }
        ModuleKey key = splitModuleName(name);
        if (hlo)
            m_index.modules.push_back({std::move(key.name), key.programId ? key.programId : statId, *hlo});
        else if (cut || !cursor.ok())
            m_index.warnings.add("unreadable-module",
                                 (name.empty() ? "A program" : "The program " + printable(name))
                                     + " is cut off or damaged and cannot be shown.",
                                 cursor.offset());
    }

    FileWindow& m_window;
    XSpaceIndex& m_index;
    StatNames m_names;
    std::vector<FileRange> m_entries;
    std::vector<Stat> m_stats;
};

/// Device facts stand in the plane's own stats, behind its lines; reading them walks the plane's fields, not its
/// events.
void readDevicePlane(FileWindow& window, FileRange plane, DeviceFacts& facts)
{
    StatNames names;
    std::vector<Stat> stats;
    for (FileCursor cursor(window, plane); cursor.next();) {
        if (cursor.field() == XPlane::kStatMetadataFieldNumber)
            addStatName(window, cursor.body(), names);
        else if (cursor.field() == XPlane::kStatsFieldNumber)
            stats.push_back(readStat(window, cursor.body()));
    }
    for (const Stat& stat : stats) {
        const std::string& name = names[stat.metadataId];
        if (name == "device_type_string")
            facts.type = statText(window, stat, names);
        else if (name == "memory_size" && stat.number > 0 && stat.number < (1ULL << 50))
            facts.memoryBytes = static_cast<std::int64_t>(stat.number);
    }
}

Platform platformOf(std::string_view plane)
{
    if (plane.starts_with("/device:TPU:") || plane.starts_with("/device:CUSTOM:Megascale"))
        return Platform::Tpu;
    if (plane.starts_with("/device:GPU:"))
        return Platform::Gpu;
    return Platform::Unknown;
}

void addPlane(FileWindow& window, FileRange plane, XSpaceIndex& index)
{
    ++index.planes;
    const std::string name = readName(window, plane, XPlane::kNameFieldNumber);
    if (name == "/host:metadata") {
        index.hasMetadataPlane = true;
        MetadataPlane(window, index).read(plane);
    }
    const Platform platform = platformOf(name);
    if (platform == Platform::Unknown)
        return;
    index.platform = platform;
    if (index.device.type.empty() && !index.device.memoryBytes)
        readDevicePlane(window, plane, index.device);
}

} // namespace

ModuleKey splitModuleName(std::string_view text)
{
    const std::size_t open = text.rfind('(');
    if (open == std::string_view::npos || !text.ends_with(')'))
        return {std::string(text), std::nullopt};
    const std::string_view digits = text.substr(open + 1, text.size() - open - 2);
    std::uint64_t id = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), id);
    if (digits.empty() || error != std::errc() || end != digits.data() + digits.size())
        return {std::string(text), std::nullopt};
    return {std::string(text.substr(0, open)), id};
}

Result<XSpaceIndex> indexXSpace(const File& file, const Progress& progress)
{
    XSpaceIndex index;
    FileWindow window(file);
    FileCursor cursor(window, {0, file.size()});
    while (cursor.next()) {
        if (progress.cancelled())
            return Error{ErrorKind::Cancelled, "Cancelled.", std::nullopt};
        progress.at(cursor.offset(), file.size(), file.path());
        if (cursor.field() == XSpace::kPlanesFieldNumber && cursor.isBytes())
            addPlane(window, cursor.body(), index);
        else if (cursor.field() == XSpace::kHostnamesFieldNumber)
            index.hostnames.push_back(cursor.text());
    }
    if (window.error())
        return *window.error();
    if (cursor.isCut())
        index.cutAt = file.size();
    else if (!cursor.ok())
        index.warnings.add("damaged-container", "The file is damaged; what stands before the damage is shown.",
                           cursor.offset());
    // A capture without a device plane is one of the host's own processor.
    if (index.platform == Platform::Unknown && index.hasMetadataPlane)
        index.platform = Platform::Cpu;
    return index;
}

} // namespace tidemark
