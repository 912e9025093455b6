#include "core/xla/programs/profile.h"

#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/xla/plan/plan.h"
#include "core/xla/programs/detect_format.h"
#include "proto/hlo.pb.h"

#include <algorithm>
#include <filesystem>
#include <tuple>

namespace tidemark {
namespace {

/// How much of a computation is looked at for signs of its platform: a big one shows them among its first instructions.
constexpr std::size_t kPlatformSample = 1 << 18;

/// The name a bare HLO file goes by: XProf's cached files carry name and id in their own name.
ModuleEntry bareModule(const SourceFile& source, std::string_view moduleName, std::optional<std::uint64_t> moduleId)
{
    constexpr std::string_view kCached = ".hlo_proto.pb";
    ModuleEntry entry;
    entry.hlo = {0, source.size};
    entry.name = moduleName;
    entry.programId = moduleId;
    std::string_view file = source.input.path;
    file = file.substr(file.find_last_of('/') + 1);
    if (file.ends_with(kCached)) {
        const ModuleKey key = splitModuleName(file.substr(0, file.size() - kCached.size()));
        if (key.programId) {
            entry.name = key.name;
            entry.programId = key.programId;
        }
    }
    if (entry.name.empty())
        entry.name = file.substr(0, file.find('.'));
    return entry;
}

std::optional<Error> addBareHlo(SourceFile& source, std::vector<ModuleEntry>& modules)
{
    const auto parts = findHloParts(*source.file, {0, source.size});
    if (!parts)
        return Error{parts.error().kind, source.input.path + ": " + parts.error().message, parts.error().offset};
    FileWindow window(*source.file);
    std::string name;
    std::optional<std::uint64_t> id;
    for (const FileRange part : parts->module) {
        id = id.value_or(0); // which protobuf leaves out
        FileCursor cursor(window, part);
        while (cursor.next()) {
            if (cursor.field() == proto::HloModuleProto::kNameFieldNumber)
                name = cursor.text();
            else if (cursor.field() == proto::HloModuleProto::kIdFieldNumber)
                id = cursor.uint64();
            else if (cursor.field() == proto::HloModuleProto::kComputationsFieldNumber
                     && source.platform == Platform::Unknown)
                source.platform = platformOfComputation(cursor.text(kPlatformSample));
        }
        if (window.error())
            return *window.error();
        if (!cursor.ok())
            return Error{ErrorKind::Malformed,
                         source.input.path + ": the HLO module is damaged at byte "
                             + groupedNumber(static_cast<std::int64_t>(cursor.offset())) + ". Copy or dump it again.",
                         cursor.offset()};
    }
    modules.push_back(bareModule(source, name, id));
    return std::nullopt;
}

std::optional<Error> addContainer(SourceFile& source, std::vector<ModuleEntry>& modules, const Progress& progress)
{
    auto index = indexXSpace(*source.file, progress);
    if (!index)
        return index.error();
    if (index->planes == 0)
        return Error{ErrorKind::Malformed, source.input.path + " holds no planes: it is damaged or no profile.",
                     std::nullopt};
    source.platform = index->platform;
    source.device = index->device;
    source.jaxVersion = index->jaxVersion;
    source.warnings.add(index->warnings);
    if (source.input.host.empty() && !index->hostnames.empty())
        source.input.host = index->hostnames.front();
    for (IndexedModule& module : index->modules)
        modules.push_back({0, std::move(module.name), module.programId, module.hlo});
    if (index->cutAt)
        source.warnings.add("cut-file",
                            "The file ends in the middle of a record. " + std::to_string(modules.size())
                                + (modules.size() == 1 ? " module" : " modules") + " could be read.",
                            index->cutAt);
    return std::nullopt;
}

std::optional<Error> openSource(SourceFile& source, std::vector<ModuleEntry>& modules, const Progress& progress)
{
    auto file = File::open(source.input.path);
    if (!file)
        return file.error();
    source.size = (*file)->size();
    const auto format = detectFormat(**file);
    if (!format)
        return format.error();
    source.format = *format;
    source.file = std::move(*file);
    std::optional<Error> error
        = *format == FileFormat::Hlo ? addBareHlo(source, modules) : addContainer(source, modules, progress);
    if (error)
        source.file.reset();
    return error;
}

/// One warning per file that could not be used.
void addUnreadable(Profile& profile)
{
    constexpr std::size_t kShown = 20;
    std::size_t count = 0;
    for (const SourceFile& source : profile.files)
        if (source.error && ++count <= kShown)
            profile.warnings.addApart({"unreadable-file", source.error->message, 1, std::nullopt});
    if (count > kShown)
        profile.warnings.addApart({"unreadable-file",
                                   std::to_string(count - kShown) + " more files cannot be read either.", 1,
                                   std::nullopt});
}

/// In a profile of several files a warning says which one it is about.
void addNamed(const SourceFile& source, bool isOneOfMany, Warnings& warnings)
{
    for (Warning warning : source.warnings.list()) {
        if (isOneOfMany)
            warning.text = source.input.path + ": " + warning.text;
        warnings.addApart(std::move(warning));
    }
}

/// Errors of reading name the file already; those of decoding do not know it.
Error named(const Profile& profile, const ModuleEntry& module, Error error)
{
    const std::string& path = profile.fileOf(module).input.path;
    if (!error.message.starts_with(path))
        error.message = path + ", " + printable(module.fullName()) + ": " + error.message;
    return error;
}

} // namespace

std::int64_t ModuleOutline::peakIn(std::int64_t space) const
{
    const auto found = std::ranges::find(spaces, space, &SpaceOutline::space);
    return found == spaces.end() ? 0 : found->occupiedPeakBytes;
}

bool ModuleOutline::uses(std::int64_t space) const
{
    return std::ranges::find(spaces, space, &SpaceOutline::space) != spaces.end();
}

std::string Profile::title() const
{
    const std::size_t more = files.size() - 1;
    return files.front().input.path
        + (more == 0 ? "" : " and " + std::to_string(more) + (more == 1 ? " more file" : " more files"));
}

Result<std::shared_ptr<const Plan>> Profile::load(const ModuleEntry& module) const
{
    auto plan = Plan::load(*fileOf(module).file, module.hlo);
    return plan ? std::move(plan) : named(*this, module, plan.error());
}

ModuleOutline Profile::outline(const ModuleEntry& module) const
{
    ModuleOutline outline;
    const auto assignment = AssignmentOnly::load(*fileOf(module).file, module.hlo);
    if (!assignment) {
        outline.error = named(*this, module, assignment.error());
        outline.hasBufferAssignment = assignment.error().kind != ErrorKind::Unsupported;
        return outline;
    }
    outline.hasBufferAssignment = true;
    outline.spaces = outlineSpaces(assignment->assignment());
    return outline;
}

bool Profile::sameHlo(const ModuleEntry& a, const ModuleEntry& b) const
{
    if (a.hlo.size != b.hlo.size)
        return false;
    constexpr std::uint64_t kBlock = 1 << 18;
    std::vector<char> left(kBlock);
    std::vector<char> right(kBlock);
    for (std::uint64_t done = 0; done < a.hlo.size; done += kBlock) {
        const auto size = static_cast<std::size_t>(std::min(kBlock, a.hlo.size - done));
        const auto first = fileOf(a).file->readAt(a.hlo.offset + done, std::span(left).first(size));
        const auto second = fileOf(b).file->readAt(b.hlo.offset + done, std::span(right).first(size));
        if (!first || !second || *first != size || *second != size
            || !std::equal(left.begin(), left.begin() + static_cast<std::ptrdiff_t>(size), right.begin()))
            return false;
    }
    return true;
}

Result<std::shared_ptr<const Profile>> openProfile(const std::vector<std::string>& paths, const Progress& progress)
{
    auto found = findInputs(paths, progress);
    if (!found)
        return found.error();
    auto profile = std::make_shared<Profile>();
    profile->warnings = std::move(found->warnings);
    for (InputFile& input : found->files) {
        SourceFile source;
        source.input = std::move(input);
        std::vector<ModuleEntry> modules;
        source.error = openSource(source, modules, progress);
        if (source.error && source.error->kind == ErrorKind::Cancelled)
            return *source.error;
        addNamed(source, found->files.size() > 1, profile->warnings);
        for (ModuleEntry& module : modules) {
            module.file = static_cast<std::uint32_t>(profile->files.size());
            profile->modules.push_back(std::move(module));
        }
        profile->files.push_back(std::move(source));
    }
    const auto bad = std::ranges::find_if(profile->files, [](const SourceFile& s) { return s.error.has_value(); });
    if (std::ranges::all_of(profile->files, [](const SourceFile& s) { return s.error.has_value(); }))
        return *bad->error;
    addUnreadable(*profile);
    const auto key = [](const ModuleEntry& m) { return std::tie(m.file, m.name, m.programId); };
    std::ranges::stable_sort(profile->modules,
                             [&](const ModuleEntry& a, const ModuleEntry& b) { return key(a) < key(b); });
    return std::shared_ptr<const Profile>(std::move(profile));
}

Result<std::vector<ModuleOutline>> outlineModules(const Profile& profile, const Progress& progress)
{
    std::vector<ModuleOutline> outlines(profile.modules.size());
    const bool done = forEachInParallel(outlines.size(), progress, "modules",
                                        [&](std::size_t i) { outlines[i] = profile.outline(profile.modules[i]); });
    if (!done)
        return Error{ErrorKind::Cancelled, "Cancelled.", std::nullopt};
    return outlines;
}

std::optional<Error> refuseOverwriting(const Profile& profile, const std::string& path)
{
    for (const SourceFile& source : profile.files) {
        std::error_code unknown; // of a file that is not there yet
        if (!path.empty() && std::filesystem::equivalent(path, source.input.path, unknown))
            return Error{ErrorKind::Io,
                         path + " is the profile itself; writing there would destroy it. Choose another file.",
                         std::nullopt};
    }
    return std::nullopt;
}

std::string whyEmpty(const Profile& profile)
{
    if (!profile.modules.empty())
        return {};
    const bool cut
        = std::ranges::any_of(profile.warnings.list(), [](const Warning& w) { return w.code == "cut-file"; });
    std::string text = profile.title() + ": no compiled program is in here.";
    text += cut ? " The file is cut off; the HLO may have been behind the cut: copy or capture it again."
                : " Capture with the HLO included, or open the .hlo_proto.pb.";
    return text;
}

} // namespace tidemark
