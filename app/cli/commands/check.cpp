#include "core/xla/programs/checks.h"

#include "app/cli/commands.h"
#include "app/cli/session.h"
#include "core/base/text.h"
#include "core/xla/replay/axis_trace.h"

#include <algorithm>
#include <ostream>

namespace tidemark::cli {
namespace {

/// JSON and CSV hold every check; people see those that did not pass, and how many did.
class CheckTable
{
public:
    CheckTable(std::ostream& out, TableFormat format)
        : m_out(out)
        , m_isText(format == TableFormat::Text)
        , m_writer(makeTableWriter(out, format,
                                   {{"path", false},
                                    {"host", false},
                                    {"module", false},
                                    {"program_id"},
                                    {"space"},
                                    {"check", false},
                                    {"left", false},
                                    {"left_bytes"},
                                    {"right", false},
                                    {"right_bytes"},
                                    {"verdict", false},
                                    {"text", false}}))
    { }

    void addFile(const SourceFile& source)
    {
        add(source, nullptr, std::nullopt,
            {"readable", "", std::nullopt, "", std::nullopt, Verdict::Fails, source.error->message});
    }

    /// All spaces it uses, or only the one.
    void addModule(const Profile& profile, const ModuleEntry& module, std::optional<std::int64_t> only)
    {
        const SourceFile& source = profile.fileOf(module);
        const auto plan = profile.load(module);
        if (!plan) {
            const bool isMissing = plan.error().kind == ErrorKind::Unsupported;
            add(source, &module, std::nullopt,
                {isMissing ? "buffer-assignment" : "readable", "", std::nullopt, "", std::nullopt,
                 isMissing ? Verdict::Note : Verdict::Fails, plan.error().message});
            return;
        }
        const std::vector<std::int64_t> spaces = usedSpaces((*plan)->assignment());
        if (spaces.empty())
            add(source, &module, std::nullopt,
                {"memory-spaces", "", std::nullopt, "", std::nullopt, Verdict::Note,
                 "Uses no memory space: all of its allocations are thread-local, or it has none."});
        for (const std::int64_t space : spaces)
            if (!only || space == *only)
                for (const Check& check : checkSpace(*replaySpace(*plan, space)))
                    add(source, &module, space, check);
    }

    void finish()
    {
        if (!m_isText || m_failures + m_notes > 0)
            m_writer->finish();
        if (m_isText)
            m_out << (m_failures + m_notes > 0 ? "\n" : "") << m_passed << " checks passed, " << m_failures
                  << " failed, " << m_notes << (m_notes == 1 ? " note.\n" : " notes.\n");
    }
    bool hasFailed() const { return m_failures > 0; }

private:
    void add(const SourceFile& source, const ModuleEntry* module, std::optional<std::int64_t> space, const Check& check)
    {
        (check.verdict == Verdict::Ok ? m_passed : check.verdict == Verdict::Fails ? m_failures : m_notes)++;
        if (m_isText && check.verdict == Verdict::Ok)
            return;
        m_writer->row({Cell(validUtf8(source.input.path)), orNull(validUtf8(source.input.host)),
                       module ? orNull(validUtf8(module->name)) : Cell(), module ? orNull(module->programId) : Cell(),
                       space ? Cell(*space) : Cell(), Cell(check.name), orNull(validUtf8(check.left)),
                       orNull(check.leftBytes), orNull(validUtf8(check.right)), orNull(check.rightBytes),
                       Cell(std::string(verdictName(check.verdict))),
                       m_isText ? Cell(validUtf8(check.text)) : orNull(validUtf8(check.text))});
    }

    std::ostream& m_out;
    bool m_isText;
    std::unique_ptr<TableWriter> m_writer;
    std::uint64_t m_passed = 0;
    std::uint64_t m_failures = 0;
    std::uint64_t m_notes = 0;
};

} // namespace

int runCheck(const Options& options)
{
    const auto profile = open(options);
    if (!profile)
        return fail(profile.error());
    const auto space = wantedSpace(options, **profile);
    if (!space)
        return fail(space.error());
    const auto isBad = [&](const SourceFile& source) { return source.error && options.choice.covers(source.input); };
    const auto modules = findModules(**profile, options.choice);
    if (!modules && std::ranges::none_of((*profile)->files, isBad))
        return fail(modules.error());
    const auto usesIt = [&](std::uint32_t i) { return (*profile)->outline((*profile)->modules[i]).uses(**space); };
    if (modules && *space && std::ranges::none_of(*modules, usesIt))
        return fail(unusedSpace(**profile, *modules, **space));
    bool failed = false;
    const int status = output(options, [&](std::ostream& out) {
        CheckTable table(out, options.format);
        for (const SourceFile& source : (*profile)->files)
            if (isBad(source))
                table.addFile(source);
        if (modules)
            for (const std::uint32_t i : *modules)
                table.addModule(**profile, (*profile)->modules[i], *space);
        table.finish();
        failed = table.hasFailed();
    });
    return status != kOk ? status : failed ? kUnusable : kOk;
}

} // namespace tidemark::cli
