#include "core/link/resident.h"

#include "core/base/text.h"
#include "core/history/device_spans.h"
#include "core/view/choice.h"
#include "core/view/view.h"
#include "core/xla/plan/remarks.h"
#include "core/xspace/xspace_index.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>

namespace tidemark {
namespace {

/// The names of the programs that ran on a device. A file that cannot be read has none: its programs say why. Error:
/// Cancelled.
Result<std::set<std::string>> namesOfRuns(const std::string& path, const Progress& progress)
{
    std::set<std::string> found;
    const auto file = File::open(path);
    const auto index = file ? indexPlanes(**file, progress) : Result<XSpaceIndex>(file.error());
    if (!index)
        return index.error().kind == ErrorKind::Cancelled ? Result<std::set<std::string>>(index.error()) : found;
    FileWindow window(**file);
    history::Names names;
    Warnings ignored; // the programs are counted in any case
    for (const IndexedPlane& plane : index->planes) {
        if (!history::deviceOf(plane.name))
            continue;
        const auto spans = history::readDeviceSpans(window, plane, names, progress, ignored);
        if (!spans)
            return spans.error();
        for (const history::DeviceSpan& span : *spans)
            if (span.isProgram)
                found.emplace(names.textOf(span.name));
    }
    return found;
}

/// Sets the sums.
void addUp(Resident& resident)
{
    for (const ResidentProgram& program : resident.programs) {
        resident.arguments += program.arguments;
        resident.leastArguments = std::max(resident.leastArguments, program.arguments);
        resident.constants += program.constants;
        resident.rest = std::max(resident.rest, program.rest);
    }
    resident.most = resident.arguments + resident.constants + resident.rest;
    for (const ResidentProgram& program : resident.programs)
        resident.least = std::max(resident.least, program.arguments + program.rest + resident.constants);
}

/// Whether the file says that the compiler refused the program. Figures::isRefused is only a prediction for a device.
bool isRefused(const Figures& figures)
{
    return std::ranges::find(figures.warnings, xla::remark::kRefused, &Warning::code) != figures.warnings.end();
}

/// "a, b, c and 2 more"
std::string firstOf(const std::vector<std::string>& names)
{
    constexpr std::size_t kMostNamed = 3;
    const auto named = std::span(names).first(std::min(names.size(), kMostNamed));
    return plainWords(printable(joined(named, ", "))) + andMore(names.size(), kMostNamed);
}

/// " Not counted, because …: a, b, c and 2 more."
std::string notCounted(const std::vector<std::string>& names, const std::string& because)
{
    return names.empty() ? std::string() : " Not counted, because " + because + ": " + firstOf(names) + ".";
}

/// What the counted programs need, and whether it fits.
AmountText needsText(const Resident& resident)
{
    AmountText words;
    const bool isOne = resident.programs.size() == 1;
    const bool isRange = bytesText(resident.least) != bytesText(resident.most);
    words.text = isOne ? "The program" : "The " + groupedNumber(std::ssize(resident.programs)) + " programs";
    const auto fits = resident.fits();
    const std::string together = isOne ? "it needs " : "together they need ";
    const std::string verb = isOne ? "s" : "";
    if (!fits) {
        words.text += std::string(" need") + verb + (isRange ? " between " : " ")
            + words.addAmount(isRange ? resident.least : resident.most);
        if (isRange)
            words.text += " and " + words.addAmount(resident.most);
        words.text += isOne ? ". " : " together. ";
        const std::string devices = fitsOn(resident.platform, resident.most, 0);
        if (devices.empty())
            words.text += "The memory of the device is not known.";
        else
            words.text += (isRange ? words.addAmount(resident.most) + " fits on " : "It fits on ") + devices + ".";
        return words;
    }
    switch (*fits) {
    case Fits::Yes:
        words.text += " fit" + verb + ": " + together + (isRange ? "at most " : "") + words.addAmount(resident.most);
        break;
    case Fits::No:
        words.text += std::string(isOne ? " does" : " do") + " not fit: " + together + (isRange ? "at least " : "")
            + words.addAmount(resident.least);
        break;
    case Fits::Maybe:
        words.text += " fit only if they share arguments: " + together + "between " + words.addAmount(resident.least)
            + " and " + words.addAmount(resident.most);
        break;
    }
    words.text += " of " + words.addAmount(*resident.capacity.bytes) + ".";
    return words;
}

/// Adds up programs one by one.
class Sum
{
public:
    /// Error: Cancelled.
    Result<void> add(const ProgramsInMemory& of, ProgramId id, const Device* chosen, RefusedPrograms refused,
                     const Progress& progress)
    {
        const Document& document = of.document;
        const auto digest = document.digest(id);
        if (isSeen(digest))
            return {};
        const auto view = document.view({id, of.memory}, progress);
        if (!view && view.error().kind == ErrorKind::Cancelled)
            return view.error();
        if (!view) {
            see(digest);
            if (!m_error)
                m_error = view.error();
            if (const ProgramOutline& outline = document.outline(id); outline.error || outline.uses(of.memory))
                m_resident.unread.push_back(document.catalogue().programs[id.index()].fullName());
            return {};
        }
        const Figures figures = (*view)->figures(chosen);
        if (refused == RefusedPrograms::LeaveOut && isRefused(figures)) {
            m_refused.emplace_back(digest, (*view)->programText);
            return {};
        }
        see(digest);
        ResidentProgram program;
        program.id = id;
        program.name = (*view)->programText;
        program.path = (*view)->path;
        program.arguments = figures.bytes("arguments_bytes").value_or(0);
        program.constants = figures.bytes("constants_bytes").value_or(0);
        // Other memory spaces of the same memory are needed too.
        program.rest = std::max<std::int64_t>(figures.neededBytes - program.arguments - program.constants, 0);
        if (!m_resident.capacity.bytes)
            m_resident.capacity = figures.capacity;
        if (of.memory == 0)
            m_resident.platform = (*view)->platform;
        m_resident.programs.push_back(std::move(program));
        return {};
    }

    /// The sums. `first` is named by an error.
    Result<Resident> take(const ProgramsInMemory& first)
    {
        for (auto& [digest, name] : m_refused) {
            if (isSeen(digest))
                continue; // an equal program of another file counts, or is in the list
            see(digest);
            m_resident.refused.push_back(std::move(name));
        }
        if (m_resident.programs.empty() && !m_resident.refused.empty())
            return Error{ErrorKind::NotFound,
                         "The compiler refused " + firstOf(m_resident.refused) + ", so no device holds "
                             + worded(m_resident.refused.size(), "it", "them") + ".",
                         std::nullopt};
        if (m_resident.programs.empty())
            return m_error.value_or(unusedMemory(first.document, first.programs, first.memory));
        std::ranges::stable_sort(m_resident.programs, std::greater(), &ResidentProgram::total);
        addUp(m_resident);
        return std::move(m_resident);
    }

private:
    bool isSeen(const std::optional<Digest>& digest) const
    {
        return digest && std::ranges::find(m_seen, *digest) != m_seen.end();
    }

    void see(const std::optional<Digest>& digest)
    {
        if (digest)
            m_seen.push_back(*digest);
    }

    Resident m_resident;
    std::vector<Digest> m_seen;
    std::vector<std::pair<std::optional<Digest>, std::string>> m_refused; // with their names
    std::optional<Error> m_error; // the first
};

} // namespace

std::optional<Fits> Resident::fits() const
{
    if (!capacity.bytes)
        return std::nullopt;
    if (most <= *capacity.bytes)
        return Fits::Yes;
    return least > *capacity.bytes ? Fits::No : Fits::Maybe;
}

Result<std::vector<ProgramId>> programsThatRan(const Document& document, const std::vector<ProgramId>& programs,
                                               const Progress& progress)
{
    std::map<std::string, std::set<std::string>> ranIn; // names by file
    const Catalogue& catalogue = document.catalogue();
    for (const ProgramId program : programs) {
        const std::string& path = catalogue.fileOf(program).path;
        if (catalogue.fileOf(program).format.find("XSpace") == std::string::npos || ranIn.contains(path))
            continue;
        auto names = namesOfRuns(path, progress);
        if (!names)
            return names.error();
        ranIn.emplace(path, std::move(*names));
    }
    std::vector<ProgramId> ran;
    for (const ProgramId program : programs)
        if (const auto names = ranIn.find(catalogue.fileOf(program).path);
            names != ranIn.end() && names->second.contains(catalogue.programs[program.index()].fullName()))
            ran.push_back(program);
    return ran.empty() ? programs : ran;
}

Result<Resident> residentOf(const std::vector<ProgramsInMemory>& documents, const Device* chosen,
                            RefusedPrograms refused, const Progress& progress)
{
    Sum sum;
    std::size_t count = 0;
    for (const ProgramsInMemory& each : documents)
        count += each.programs.size();
    std::size_t done = 0;
    for (const ProgramsInMemory& each : documents)
        for (const ProgramId program : each.programs) {
            progress.at(done++, count, Progress::Unit::Items, "Adding up programs");
            if (const auto added = sum.add(each, program, chosen, refused, progress); !added)
                return added.error();
        }
    return sum.take(documents.front());
}

Resident someOf(const Resident& all, const std::vector<std::size_t>& indexes)
{
    Resident some;
    some.capacity = all.capacity;
    some.platform = all.platform;
    some.unread = all.unread;
    some.refused = all.refused;
    for (const std::size_t index : indexes)
        some.programs.push_back(all.programs[index]);
    addUp(some);
    return some;
}

const char* const kResidentAssumption
    = "Assumption: the programs run one after the other. Each keeps its arguments and constants in memory, and its "
      "temporaries and outputs only while it runs. The files do not say which programs share arguments. The code of "
      "the programs is not counted.";

AmountText residentText(const Resident& resident)
{
    AmountText words = needsText(resident);
    words.text += notCounted(resident.unread, worded(resident.unread.size(), "it", "they") + " cannot be read");
    words.text += notCounted(resident.refused, "the compiler refused " + worded(resident.refused.size(), "it", "them"));
    return words;
}

} // namespace tidemark
