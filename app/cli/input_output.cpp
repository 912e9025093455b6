#include "app/cli/input_output.h"

#include "app/cli/asked_rules.h"
#include "core/base/text.h"
#include "core/files/atomic_file.h"
#include "core/files/inputs_kept.h"
#include "core/files/whole_run.h"
#include "core/open/open_documents.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <streambuf>
#include <sys/ioctl.h>
#include <unistd.h>

namespace tidemark::cli {
namespace {

/// A progress line that is overwritten, and cleared when the work ends.
class ProgressLine
{
public:
    ~ProgressLine()
    {
        if (m_isShown)
            std::cerr << "\r\033[K" << std::flush;
    }
    void show(std::uint64_t done, std::uint64_t total, std::string_view what)
    {
        const auto now = std::chrono::steady_clock::now();
        if (now - m_start < std::chrono::milliseconds(300) || now - m_last < std::chrono::milliseconds(100))
            return;
        m_last = now;
        m_isShown = true;
        std::cerr << "\r\033[K" << what << " "
                  << percentText(static_cast<std::int64_t>(done), static_cast<std::int64_t>(total)) << std::flush;
    }

private:
    std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
    std::chrono::steady_clock::time_point m_last;
    bool m_isShown = false;
};

/// Columns of the terminal of stdout. Absent if stdout is no terminal, or if the output goes to a file.
std::optional<std::size_t> terminalWidth(const Options& options)
{
    if (!options.output.empty() || ::isatty(STDOUT_FILENO) == 0)
        return std::nullopt;
    winsize size{};
    constexpr std::size_t kUsual = 80;
    if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return kUsual;
    return size.ws_col;
}

/// Cuts lines that do not fit the terminal and ends them with "…". Colour codes take no columns.
class LineCutter : public std::streambuf
{
public:
    LineCutter(std::ostream& out, std::size_t columns)
        : m_out(out)
        , m_columns(columns)
    { }
    ~LineCutter() override { endLine(""); }

protected:
    int_type overflow(int_type c) override
    {
        if (c == traits_type::eof())
            return traits_type::not_eof(c);
        if (c == '\n')
            endLine("\n");
        else
            m_line += traits_type::to_char_type(c);
        return c;
    }

private:
    void endLine(const char* end)
    {
        const bool isColoured = m_line.find('\033') != std::string::npos; // titles have colours, and they are short
        m_out << (isColoured ? m_line : cutEnd(m_line, m_columns)) << end;
        m_line.clear();
    }

    std::ostream& m_out;
    std::size_t m_columns;
    std::string m_line;
};

/// Prints that the run has more files, unless the user chose a part of it.
void printWholeRun(const Options& options)
{
    if (!options.choice.host.empty() || !options.choice.session.empty())
        return;
    const auto run = findWholeRun(options.paths, endingsOf(options.kinds));
    if (!run)
        return;
    constexpr std::size_t kNamed = 3;
    std::string others;
    for (std::size_t i = 0; i < std::min(kNamed, run->others.size()); ++i)
        others += " " + run->others[i];
    others += andMore(run->others.size(), kNamed);
    std::cerr << "note: " << counted(run->otherHosts, "more worker") << " of this run "
              << worded(run->otherHosts, "lies", "lie") << " in" << printable(others)
              << worded(run->others.size(), ". Give this folder too", ". Give these folders too") << ", to take all "
              << run->hosts << " together.\n";
}

} // namespace

Progress terminalProgress()
{
    Progress progress;
    if (::isatty(STDERR_FILENO) == 0)
        return progress;
    progress.report = [line = std::make_shared<ProgressLine>()](auto done, auto total, auto /*unit*/, auto what) {
        line->show(done, total, what);
    };
    return progress;
}

void Unanswered::add(const Document& document, const Error& error)
{
    if (!m_error)
        m_error = error;
    if (findPrograms(document, m_choice))
        m_warnings.addApart({"unanswered", error.message, 1, {}});
}

int fail(const Error& error, int status)
{
    std::cerr << "tidemark-cli: " << printableLines(error.message) << '\n';
    return status;
}

Result<Documents> open(const Options& options)
{
    for (const std::string& path : options.paths)
        if (path.find("://") != std::string::npos)
            return Error{ErrorKind::NotFound,
                         path
                             + ": Tidemark reads files of this machine. Copy the file here first, for example with "
                               "gcloud storage cp or curl -O.",
                         std::nullopt};
    auto documents = openDocuments(options.paths, options.kinds, terminalProgress());
    if (!documents)
        return documents.error();
    if (const auto allowed = inputsKept::refuseOverwriting(options.output); !allowed)
        return allowed.error();
    for (const auto& document : *documents)
        printWarnings(document->catalogue().warnings);
    printWholeRun(options);
    return documents;
}

Result<Chosen> select(const Options& options, UnusedMemory unused)
{
    const auto documents = open(options);
    if (!documents)
        return documents.error();
    Warnings unread;
    auto chosen = resolveIn(*documents, options.choice, unread, terminalProgress(), unused);
    printWarnings(unread);
    return chosen;
}

Result<Viewed> selectAndView(const Options& options, Wanted wanted)
{
    const auto documents = open(options);
    if (!documents)
        return documents.error();
    return viewedByRules(options, viewIn(*documents, options.choice, wanted, printWarnings, terminalProgress()));
}

TextLayout textLayout(const Options& options)
{
    constexpr std::size_t kWidestProse = 120;
    const auto width = terminalWidth(options);
    const char* const noColour = std::getenv("NO_COLOR");
    TextLayout layout;
    if (width)
        layout.columns = std::min(*width, kWidestProse);
    layout.isWide = options.isWide || !width;
    if (!layout.isWide)
        layout.tableColumns = *width;
    layout.isColoured = options.colour == ColourUse::Always
        || (options.colour == ColourUse::Auto && width && (!noColour || *noColour == '\0'));
    return layout;
}

int output(const Options& options, const std::function<void(std::ostream&)>& write)
{
    if (!options.output.empty()) {
        const auto done = writeAtomically(options.output, write);
        return done ? kOk : fail(done.error());
    }
    const auto width = options.format == TableFormat::Text && !options.isWide ? terminalWidth(options) : std::nullopt;
    if (!width) {
        write(std::cout);
        return kOk;
    }
    LineCutter cutter(std::cout, *width);
    std::ostream out(&cutter);
    write(out);
    return kOk;
}

} // namespace tidemark::cli
