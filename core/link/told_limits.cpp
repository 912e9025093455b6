#include "core/link/told_limits.h"

#include "core/base/text.h"
#include "core/xla/programs/program_file.h"

#include <algorithm>
#include <filesystem>

namespace tidemark {
namespace {

bool isSameFile(const std::string& a, const std::string& b)
{
    std::error_code error;
    return a == b || std::filesystem::equivalent(a, b, error);
}

bool isAbout(const ToldLimit& limit, const View& view)
{
    return limit.memory == view.memory && limit.module == view.program && !limit.module.empty()
        && (limit.path.empty() || isSameFile(limit.path, view.path));
}

/// Whether a message that names no module cannot be about a program, by how much either needs. Only of HBM plans tell
/// nearly all.
bool isContradicted(const ToldLimit& limit, const Figures& figures)
{
    if (limit.path.empty() || limit.isScoped || !limit.needed)
        return false;
    return (limit.isHbm && *limit.needed / 2 > figures.neededBytes)
        || (!limit.isOneBuffer && *limit.needed < figures.neededBytes / 2);
}

/// Why a limit of the view's memory does not count; empty: it does, or is about another program.
std::string whyNot(const ToldLimit& limit, const View& view, const Figures& figures)
{
    if (limit.memory == view.memory && limit.module.empty())
        return "names no module, and " + limit.why;
    if (isAbout(limit, view) && !hasMemory(view.platform, view.path, limit))
        return "is about a memory that the platform of this program does not have";
    if (isAbout(limit, view) && isContradicted(limit, figures))
        return "names no module, and says that " + bytesText(*limit.needed) + " are needed, where this program needs "
            + bytesText(figures.neededBytes);
    if (isAbout(limit, view) && limit.isScoped && figures.totalBytes > limit.bytes)
        return "is about what one instruction may take for itself, and the buffers alone have more";
    return {};
}

Figures withCapacity(Figures figures, const ToldLimit& limit)
{
    const std::int64_t headroom = limit.bytes - figures.neededBytes;
    const Figure* const total = figures.find("total_bytes");
    const bool isKnown = !total || figures.bytes("total_bytes"); // else more is needed than is known
    figures.capacity.bytes = limit.bytes;
    figures.capacity.device = (limit.isScoped ? "the limit of scoped memory, by the message in " : "the message in ")
        + limit.place + (limit.why.empty() ? "" : "; this is " + limit.why);
    figures.capacity.isOfTable = false;
    figures.capacity.preallocatedBytes.reset();
    if (isKnown || headroom < 0)
        figures.headroomBytes = headroom;
    int line = 0;
    for (Figure& figure : figures.list)
        line = std::max(line, figure.line);
    for (Figure& figure : figures.list) {
        if (figure.id == "capacity_bytes") {
            figure.value = limit.bytes;
            figure.remarks = {{figures.capacity.device, std::nullopt, std::nullopt}};
        } else if (figure.id == "headroom_bytes" && figures.headroomBytes) {
            figure.value = headroom;
            figure.remarks = figures.headroomRemarks();
        } else {
            continue;
        }
        figure.line = ++line;
    }
    return figures;
}

/// Messages that this program, or one that they do not name, ran out of another memory than the one that is shown.
void tellOfOtherMemories(const View& view, const std::vector<ToldLimit>& limits, Figures& figures)
{
    Warnings told;
    for (const ToldLimit& limit : limits) {
        if (limit.memory == view.memory || (!limit.module.empty() && limit.module != view.program)
            || (!limit.path.empty() && !isSameFile(limit.path, view.path))
            || !hasMemory(view.platform, view.path, limit))
            continue;
        const std::string needed = limit.needed ? bytesText(*limit.needed) + " are needed of " : "its limit is ";
        const std::string memory(spaceName(limit.platform, limit.memory).value_or("another memory"));
        const char* const who = limit.isOfOther ? "a program"
            : limit.module.empty()              ? "one of the programs here"
                                                : "this program";
        const std::string why = limit.isOfOther ? " It names no module, and " + limit.why + "."
            : !limit.path.empty()               ? " It names no module; this is " + limit.why + "."
                                                : "";
        told.addNamed("message-elsewhere",
                      "The message in " + limit.place + " says that " + who + " ran out of " + memory + ": " + needed
                          + bytesText(limit.bytes) + "." + why);
    }
    figures.warnings.insert(figures.warnings.end(), told.list().begin(), told.list().end());
}

/// Where the largest program is not the one that ran out, somebody who did not choose it would not know.
void tellOfOtherPrograms(const View& view, const std::vector<ToldLimit>& limits, Figures& figures)
{
    const auto isOther = [&](const ToldLimit& limit) { return !limit.module.empty() && limit.module != view.program; };
    const auto other = std::ranges::find_if(limits, isOther);
    if (other == limits.end() || !std::ranges::all_of(limits, isOther))
        return;
    Warning warning;
    warning.code = "message-of-another-program";
    warning.text = "The message in " + other->place
        + " says that memory ran out for another program: " + validUtf8(other->module) + ".";
    figures.warnings.push_back(std::move(warning));
}

/// Plans have no scratch memory, of which messages tell.
Figures tellNeed(Figures figures, const ToldLimit& limit)
{
    constexpr std::int64_t kRounding = 100; // parts, of what messages say
    if (limit.needed && *limit.needed - *limit.needed / kRounding > figures.neededBytes) {
        for (Figure& figure : figures.list)
            if (figure.id == "headroom_bytes" && *limit.needed > limit.bytes && figures.headroomBytes >= 0)
                figure.remarks = {{"of the buffers alone; DOES NOT FIT, %1 too much by the message",
                                   *limit.needed - limit.bytes, std::nullopt}};
        Warning warning;
        warning.code = "message-needs-more";
        warning.text = "The message in " + limit.place + " says that " + bytesText(*limit.needed)
            + " are needed, more than the " + bytesText(figures.neededBytes)
            + " of the plan: what instructions take for themselves while they run is in no plan.";
        figures.warnings.push_back(std::move(warning));
    }
    return figures;
}

} // namespace

bool hasMemory(Platform platform, std::string_view path, const ToldLimit& limit)
{
    if (platform == Platform::Unknown)
        platform = platformOfDumpName(path);
    const bool isKnown = platform != Platform::Unknown && limit.platform != Platform::Unknown;
    return !isKnown || platform == limit.platform || (limit.isHbm && platform != Platform::Cpu);
}

bool isOpenToLimit(const View& view, const Figures& figures)
{
    return view.axis.kind == AxisKind::Steps && !figures.capacity.isChosen
        && (!figures.capacity.bytes || figures.capacity.isOfTable);
}

Figures withLimits(Figures figures, const View& view, const ToldLimits& told)
{
    if (!isOpenToLimit(view, figures))
        return figures;
    const std::vector<ToldLimit>& limits = told.list;
    tellOfOtherMemories(view, limits, figures);
    tellOfOtherPrograms(view, limits, figures);
    for (const ToldLimit& limit : limits)
        if (isAbout(limit, view) && whyNot(limit, view, figures).empty())
            return tellNeed(withCapacity(std::move(figures), limit), limit);
    Warnings unused;
    for (const ToldLimit& limit : limits)
        if (const std::string why = whyNot(limit, view, figures); !why.empty())
            unused.addNamed("limit-not-used",
                            "The message in " + limit.place + " tells of a limit of " + bytesText(limit.bytes)
                                + ", which does not count here: it " + why + ".");
    if (!told.unread.empty())
        unused.addNamed("texts-not-searched",
                        "Not searched for messages about memory, as texts beside it are too many or too large "
                        "together: "
                            + validUtf8(told.unread.front())
                            + (told.unread.size() > 1 ? " and " + std::to_string(told.unread.size() - 1) + " more" : "")
                            + ". Open the one you mean with it.");
    figures.warnings.insert(figures.warnings.end(), unused.list().begin(), unused.list().end());
    return figures;
}

} // namespace tidemark
