#include "core/xspace/xspace_index.h"

#include "core/base/characters.h"
#include "core/base/number.h"
#include "core/base/text.h"
#include "proto/hlo.pb.h"
#include "proto/xplane.pb.h"

#include <algorithm>
#include <array>
#include <set>

namespace tidemark {
namespace {

using proto::XPlane;
using proto::XSpace;

constexpr std::string_view kMetadataPlane = "/host:metadata";

bool isHloStat(std::string_view name)
{
    return name == "Hlo Proto" || name == "HLO Proto"; // libtpu 0.0.37 wrote the latter
}

/// A HloProto starts with its module, and the module starts with its name.
bool startsLikeHlo(FileWindow& window, FileRange body)
{
    Damage none; // the content is only probed, so a mismatch is no damage
    FileCursor cursor(window, body, none);
    if (!cursor.next() || cursor.field() != proto::HloProto::kHloModuleFieldNumber || !cursor.isBytes())
        return false;
    FileCursor module(window, cursor.body(), none);
    return module.next() && module.field() == proto::HloModuleProto::kNameFieldNumber && module.isBytes();
}

bool holdsHlo(FileWindow& window, const XPlaneReader& plane, const PlaneStat& stat)
{
    if (const std::string* name = plane.nameOf(stat))
        return isHloStat(*name);
    return stat.kind == PlaneStat::Kind::Bytes && startsLikeHlo(window, stat.body);
}

void addModule(FileWindow& window, const XPlaneReader& plane, const EventMetadata& entry, const Damage& damage,
               XSpaceIndex& index)
{
    std::optional<FileRange> hlo;
    std::optional<std::uint64_t> statId;
    bool isCut = false;
    for (const PlaneStat& stat : entry.stats) {
        if (plane.isNamed(stat, "program_id")) {
            statId = stat.number;
        } else if (holdsHlo(window, plane, stat)) {
            if (stat.kind == PlaneStat::Kind::Bytes && stat.isWhole)
                hlo = stat.body;
            else
                isCut = true;
        }
    }
    const std::string what = entry.name.empty() ? "A program" : "The program " + printable(entry.name);
    if (!hlo && (isCut || damage))
        index.warnings.addNamed("unreadable-module", what + " is cut off or damaged and cannot be shown.", damage.at());
    else if (hlo && damage)
        index.warnings.addNamed(
            "damaged-module", what + " has a damaged entry in the list of programs; programs after it may be missing.",
            damage.at());
    else if (!hlo)
        index.warnings.addNamed("program-without-hlo", what + " is named without its HLO and cannot be shown.");
    addUnknown(what, entry.unknown, index.warnings);
    ModuleKey key = splitModuleName(entry.name);
    if (hlo)
        index.modules.push_back({std::move(key.name), key.programId ? key.programId : statId, *hlo});
}

void readPrograms(FileWindow& window, const IndexedPlane& metadata, XSpaceIndex& index)
{
    const XPlaneReader plane(window, metadata, "The list of compiled programs", index.warnings);
    plane.forEachEventMetadata(
        [&](const EventMetadata& entry, const Damage& damage) { addModule(window, plane, entry, damage, index); });
    if (plane.hasLines()) // a valid plane has none; damage may have turned a program into a line
        index.warnings.addNamed("damaged-plane",
                                "The list of compiled programs contains events; programs may be missing.",
                                metadata.range.offset);
    for (const PlaneStat& stat : plane.stats())
        if (plane.isNamed(stat, "jax_version"))
            index.jaxVersion = plane.textOf(stat);
}

/// Device facts are stats of the plane itself. They follow its lines.
void readDevice(FileWindow& window, const IndexedPlane& device, XSpaceIndex& index)
{
    const XPlaneReader plane(window, device, "The plane " + printable(device.name), index.warnings);
    for (const PlaneStat& stat : plane.stats()) {
        if (plane.isNamed(stat, "device_type_string"))
            index.device.type = plane.textOf(stat);
        else if (plane.isNamed(stat, "memory_size") && stat.number > 0 && stat.number < (1ULL << 50))
            index.device.memoryBytes = static_cast<std::int64_t>(stat.number);
    }
}

Platform platformOf(std::string_view plane)
{
    if (plane.starts_with("/device:TPU:"))
        return Platform::Tpu;
    if (plane.starts_with("/device:GPU:"))
        return Platform::Gpu;
    return Platform::Unknown;
}

/// Matches the plane of a whole chip or GPU. The planes of its parts have longer names.
bool isOfChip(std::string_view plane)
{
    const bool isDevice = plane.starts_with("/device:TPU:") || plane.starts_with("/device:GPU:");
    return isDevice && plane.find_first_not_of("0123456789", plane.rfind(':') + 1) == std::string_view::npos
        && !plane.ends_with(':');
}

std::uint32_t countChips(const std::vector<IndexedPlane>& planes)
{
    std::set<std::string_view> names;
    for (const IndexedPlane& plane : planes)
        if (isOfChip(plane.name))
            names.insert(plane.name);
    return static_cast<std::uint32_t>(names.size());
}

/// Returns whether current profilers write a plane of this name. For any other name the caller must check that the
/// plane is whole, because a damaged length changes the name. Source: xplane_schema.cc of openxla/xla.
bool isFamiliar(std::string_view name)
{
    constexpr std::array<std::string_view, 8> kNames
        = {kMetadataPlane,        "/host:CPU",       "/host:TPU-runtime", "/host:CUPTI",
           "/host:python-tracer", "/host:tfstreamz", "/host:ROCTRACER",   "Task Environment"};
    const bool isDevice = platformOf(name) != Platform::Unknown && isDigit(name.back());
    return isDevice || std::ranges::find(kNames, name) != kNames.end();
}

std::string readPlaneName(FileWindow& window, FileRange plane, Damage& damage)
{
    std::string name;
    for (FileCursor cursor(window, plane, damage); cursor.next();) {
        if (cursor.field() != XPlane::kNameFieldNumber || !cursor.isBytes())
            continue;
        name = cursor.utf8();
        if (isFamiliar(name))
            return name;
    }
    return name;
}

void addPlane(FileWindow& window, FileRange range, bool isCut, XSpaceIndex& index)
{
    Damage damage;
    IndexedPlane plane{readPlaneName(window, range, damage), range, isCut};
    const bool isNameless = plane.name.empty() && range.size > 0;
    const std::string what = isNameless ? "A plane" : "The plane " + printable(plane.name);
    if (damage || isNameless) {
        index.lacksPlanes = true;
        if (!isCut) // otherwise the warning about the file covers it
            index.warnings.addNamed("damaged-plane",
                                    what + " of the file is damaged; some of its content may be missing.",
                                    damage.at().value_or(range.offset));
    }
    index.planes.push_back(std::move(plane));
}

/// Builds the table of planes before any plane is read.
Result<void> findPlanes(FileWindow& window, const Progress& progress, XSpaceIndex& index)
{
    const File& file = window.file();
    Damage damage;
    FileCursor cursor(window, {0, file.size()}, damage);
    std::uint64_t unknown = 0;
    const std::string what = Progress::reading(file.path());
    while (cursor.next()) {
        if (progress.cancelled())
            return Progress::cancelledError();
        progress.at(cursor.offset(), file.size(), Progress::Unit::Bytes, what);
        const std::uint32_t field = cursor.isBytes() ? cursor.field() : 0;
        if (field == XSpace::kPlanesFieldNumber)
            addPlane(window, cursor.body(), cursor.isCut(), index);
        else if (field == XSpace::kHostnamesFieldNumber)
            index.hostnames.push_back(cursor.utf8());
        else if (field == XSpace::kErrorsFieldNumber || field == XSpace::kWarningsFieldNumber)
            cursor.utf8(); // checks the text, because damage may have turned a plane into one
        else
            unknown += cursor.size();
    }
    addUnknown("The file", unknown, index.warnings);
    if (cursor.isCut())
        index.cutAt = file.size();
    else if (damage)
        index.warnings.add("damaged-container", "The file is damaged; the part before the damage is shown.",
                           damage.at());
    index.lacksPlanes |= static_cast<bool>(damage);
    return {};
}

Result<void> readPlanes(FileWindow& window, const Progress& progress, XSpaceIndex& index)
{
    for (const IndexedPlane& plane : index.planes) {
        if (progress.cancelled())
            return Progress::cancelledError();
        const Platform platform = platformOf(plane.name);
        if (platform != Platform::Unknown)
            index.platform = platform;
        if (plane.name == kMetadataPlane)
            readPrograms(window, plane, index);
        else if (platform != Platform::Unknown && index.device.type.empty() && !index.device.memoryBytes)
            readDevice(window, plane, index);
    }
    return {};
}

} // namespace

ModuleKey splitModuleName(std::string_view text)
{
    const std::size_t open = text.rfind('(');
    if (open == std::string_view::npos || !text.ends_with(')'))
        return {std::string(text), std::nullopt};
    const auto id = parseNumber<std::uint64_t>(text.substr(open + 1, text.size() - open - 2));
    return {std::string(id ? text.substr(0, open) : text), id};
}

Result<XSpaceIndex> indexPlanes(const File& file, const Progress& progress)
{
    XSpaceIndex index;
    FileWindow window(file);
    if (const auto done = findPlanes(window, progress, index); !done)
        return done.error();
    if (window.error())
        return *window.error();
    return index;
}

Result<XSpaceIndex> indexXSpace(const File& file, const Progress& progress)
{
    XSpaceIndex index;
    FileWindow window(file);
    auto done = findPlanes(window, progress, index);
    if (done)
        done = readPlanes(window, progress, index);
    if (!done)
        return done.error();
    if (window.error())
        return *window.error();
    index.chips = countChips(index.planes);
    // A complete capture without a device plane was made on the host's CPU.
    const bool hasPrograms = std::ranges::find(index.planes, kMetadataPlane, &IndexedPlane::name) != index.planes.end();
    if (index.platform == Platform::Unknown && hasPrograms && !index.lacksPlanes)
        index.platform = Platform::Cpu;
    return index;
}

} // namespace tidemark
