#include "core/xla/programs/dump_folder.h"

#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/devices/device_table.h"
#include "core/files/unpacking_reader.h"
#include "core/wire/file_cursor.h"
#include "core/wire/wire_reader.h"
#include "core/xla/plan/hlo_module.h"
#include "core/xla/plan/remarks.h"
#include "core/xla/programs/report_programs.h"
#include "proto/hlo.pb.h"

#include <algorithm>
#include <array>
#include <filesystem>

namespace tidemark::xla {
namespace {

using proto::HloModuleProto;

constexpr std::string_view kFinal = "after_optimizations";

/// Returns the path of a file that may hold a plan, up to the stage and including the dot before it; nullopt for other
/// files.
std::optional<std::string> moduleOfPlan(std::string_view path)
{
    path = withoutPackedEnding(path);
    const std::string_view name = fileNameOf(path);
    const auto report = stemOfReport(path);
    if (!report && !name.ends_with(kProgramEnding))
        return std::nullopt;
    std::string_view stem = report.value_or(path.substr(0, path.size() - std::min(path.size(), kProgramEnding.size())));
    if (name.find("module_") == std::string_view::npos || !stem.ends_with(kFinal))
        return std::nullopt;
    stem.remove_suffix(kFinal.size());
    // "cpu_", "gpu_", "sm_9.0_gpu_"
    for (const std::string_view platform : {"cpu_", "gpu_"})
        if (stem.ends_with(platform)) {
            stem.remove_suffix(platform.size());
            if (const std::size_t capability = stem.rfind(".sm_"); stem.ends_with('_') && capability != stem.npos)
                stem = stem.substr(0, capability + 1);
            break;
        }
    return stem.ends_with('.') ? std::optional(std::string(stem)) : std::nullopt;
}

/// Returns the name and the number of a module.
std::pair<std::string, std::uint64_t> nameOf(const ByteRanges& module)
{
    std::pair<std::string, std::uint64_t> result;
    for (const FilePiece& piece : module) {
        FileWindow window(piece);
        Damage ignored; // reported when the whole module is read
        for (FileCursor cursor(window, piece.range, ignored); cursor.next();)
            if (cursor.field() == HloModuleProto::kNameFieldNumber)
                result.first = cursor.text();
            else if (cursor.field() == HloModuleProto::kIdFieldNumber)
                result.second = cursor.uint64();
    }
    return result;
}

/// Returns the module of a dumped HloProto, or an error if a part of it is damaged: a damaged module is no better than
/// the module of the plan.
Result<ByteRanges> wholeModule(const std::shared_ptr<const File>& file)
{
    auto parts = findHloParts({{file, {0, file->size()}}});
    if (!parts)
        return parts.error();
    const auto bytes = readHloPart(parts->module);
    if (!bytes)
        return bytes.error();
    const auto module = HloModule::decode((*bytes)->view());
    if (!module)
        return module.error();
    if (!module->warnings().empty())
        return Error{ErrorKind::Malformed, module->warnings().list().front().describe(), std::nullopt};
    return std::move(parts->module);
}

/// Replaces the program's module by the module as it runs, if that is in the same folder and has the same name and
/// number.
void takeFinalModule(const std::string& module, ProgramFile& file)
{
    ProgramPlace& program = file.programs.front();
    if (!program.parts || program.parts->assignment.empty())
        return;
    const std::string path = module + "after_codegen" + std::string(kProgramEnding);
    const auto& plan = program.parts->assignment.front().file;
    const auto compiled = plan ? plan->openRelated(path) : File::open(path);
    if (!compiled && compiled.error().kind == ErrorKind::NotFound)
        return;
    auto final = compiled ? wholeModule(*compiled) : Result<ByteRanges>(compiled.error());
    if (!final) {
        file.warnings.add("damaged-final-module",
                          path + ", the module as code generation leaves it, cannot be used: " + final.error().message
                              + " The module as it was planned is shown, without what code generation adds to it.");
        return;
    }
    if (final->empty() || nameOf(*final) != nameOf(program.parts->module))
        return;
    program.hlo.clear();
    program.parts->module = std::move(*final);
    file.entry.remarks.emplace_back("Module", "as after_codegen leaves it");
}

/// The compiler's names for the chips that it compiles for, in text and in messages. They were found by compiling for
/// each chip.
struct TargetVersion {
    std::string_view version;
    std::uint64_t number;
    std::string_view variant;
    std::string_view device; // its name in the table of devices
};
constexpr std::array kVersions = {
    TargetVersion{"TPU_VERSION_JELLYFISH", 1, "", "v2"},      TargetVersion{"TPU_VERSION_DRAGONFISH", 2, "", "v3"},
    TargetVersion{"TPU_VERSION_PUFFERFISH", 3, "", "v4"},     TargetVersion{"TPU_VERSION_VIPERFISH", 4, "", "v5p"},
    TargetVersion{"TPU_VERSION_VIPERFISH", 4, "lite", "v5e"}, TargetVersion{"TPU_VERSION_GHOSTLITE", 5, "", "v6e"},
    TargetVersion{"TPU_VERSION_6acc60406", 6, "", "tpu7x"},
};

/// The description of the chip in a dump. The version is a word or a number.
struct TargetArguments {
    std::string_view version;
    std::uint64_t number = 0;
    std::string_view variant;

    bool isKnown() const { return !version.empty() || number != 0; }
    bool is(const TargetVersion& known) const
    {
        return variant == known.variant && (version.empty() ? number == known.number : version == known.version);
    }
};

/// Returns the text after the first `key` of a message in text format, without quotes; empty when there is none.
std::string_view valueOf(std::string_view text, std::string_view key)
{
    const std::size_t at = text.find(key);
    if (at == std::string_view::npos)
        return {};
    std::string_view value = text.substr(at + key.size());
    value = value.substr(0, value.find('\n'));
    const auto isEdge = [](char c) { return c == ' ' || c == '"' || c == '\r'; };
    while (!value.empty() && isEdge(value.front()))
        value.remove_prefix(1);
    while (!value.empty() && isEdge(value.back()))
        value.remove_suffix(1);
    return value;
}

/// Reads the message. Its fields are not published; they were found by comparison with the text of the same target.
TargetArguments targetIn(std::string_view bytes, Damage& damage)
{
    constexpr std::uint32_t kTopology = 6;
    constexpr std::uint32_t kVersion = 1;
    constexpr std::uint32_t kVariant = 2;
    TargetArguments target;
    for (WireReader reader(bytes, damage); reader.next();) {
        if (reader.field() != kTopology)
            continue;
        for (WireReader topology(reader.bytes(), damage); topology.next();)
            if (topology.field() == kVersion)
                target.number = topology.uint64();
            else if (topology.field() == kVariant)
                target.variant = topology.bytes();
    }
    return target;
}

Result<std::shared_ptr<const Bytes>> readTarget(const std::string& path)
{
    constexpr std::uint64_t kMost = 1 << 20;
    const auto file = File::open(path);
    if (!file)
        return file.error();
    if ((*file)->size() > kMost)
        return Error{ErrorKind::TooLarge, path + " is no description of a target: too long.", std::nullopt};
    return Bytes::read(**file, 0, (*file)->size());
}

/// Reads the device from the text, or from the message if there is no text.
void takeDevice(const std::string& module, ProgramFile& program)
{
    std::string path = module + "target_arguments.txt";
    auto bytes = readTarget(path);
    const bool isText = bytes || bytes.error().kind != ErrorKind::NotFound;
    if (!isText)
        bytes = readTarget(path = module + "target_arguments.pb");
    const auto warn = [&](const std::string& why) {
        program.warnings.addNamed("unreadable-target", why + " Which device it is for is not known.");
    };
    if (!bytes) {
        constexpr std::array kNothing = {ErrorKind::NotFound, ErrorKind::Empty, ErrorKind::TooLarge};
        if (std::ranges::find(kNothing, bytes.error().kind) == kNothing.end())
            warn(bytes.error().message);
        return;
    }
    const std::string_view view = (*bytes)->view();
    Damage damage(view);
    const TargetArguments target
        = isText ? TargetArguments{valueOf(view, " version:"), 0, valueOf(view, " variant:")} : targetIn(view, damage);
    if (damage)
        return warn(path + " is damaged at byte " + std::to_string(*damage.at()) + ".");
    FileEntry& entry = program.entry;
    for (const TargetVersion& known : kVersions)
        if (target.isKnown() && target.is(known))
            entry.device.type = findDevice(known.device)->name;
    if (target.isKnown() && entry.platform == Platform::Unknown)
        entry.platform = Platform::Tpu;
}

/// The compiler dumps this stage when it gives up for lack of memory.
void warnIfRefused(const std::string& module, ProgramFile& file)
{
    const auto exists = [](const std::string& path) {
        std::error_code ignored;
        return std::filesystem::exists(path, ignored);
    };
    const std::string stage = module + "oom_intermediate_module";
    const std::string program = stage + std::string(kProgramEnding);
    const bool isPacked = std::ranges::any_of(
        kPackedEndings, [&](std::string_view ending) { return exists(program + std::string(ending)); });
    if (isPacked || exists(program) || exists(stage + ".txt"))
        file.warnings.add(
            remark::kRefused,
            "Compilation failed: out of memory. The dump has the stage oom_intermediate_module, which the "
            "compiler writes when it gives up.");
}

} // namespace

bool joinDumps(std::vector<ProgramFile>& files, const Progress& progress)
{
    std::vector<std::string> modules; // those that have a plan
    std::vector<std::size_t> plans; // the positions of their files, except reports
    std::vector<bool> isPlan(files.size(), false);
    for (std::size_t i = 0; i < files.size(); ++i) {
        const auto module = moduleOfPlan(files[i].entry.path);
        if (!module || files[i].entry.error || files[i].isOfHost || files[i].programs.size() != 1)
            continue;
        isPlan[i] = true;
        modules.push_back(*module);
        takeDevice(*module, files[i]);
        warnIfRefused(*module, files[i]);
        if (files[i].report)
            continue;
        files[i].entry.format = "XLA dump (HloProto)";
        plans.push_back(i);
    }
    if (!forEachInParallel(plans.size(), progress, "Reading programs", [&](std::size_t i) {
            ProgramFile& file = files[plans[i]];
            takeFinalModule(*moduleOfPlan(file.entry.path), file);
        }))
        return false;
    std::ranges::sort(modules);
    const auto isStage = [&](const std::string& path) {
        for (std::size_t dot = path.find('.'); dot != std::string::npos; dot = path.find('.', dot + 1))
            if (std::ranges::binary_search(modules, path.substr(0, dot + 1)))
                return true;
        return false;
    };
    std::vector<ProgramFile> kept;
    for (std::size_t i = 0; i < files.size(); ++i)
        if (isPlan[i] || !isStage(files[i].entry.path))
            kept.push_back(std::move(files[i]));
    files = std::move(kept);
    return true;
}

} // namespace tidemark::xla
