#pragma once

#include "app/cli/options.h"
#include "app/exit_status.h"
#include "app/print_warnings.h"
#include "core/report/text_layout.h"
#include "core/view/choice.h"

#include <functional>
#include <iosfwd>
#include <optional>

namespace tidemark::cli {

/// Shows progress on stderr, only if it is a terminal and the work takes a while.
Progress terminalProgress();

/// Opens the paths. Prints to stderr which damage was survived, and which other files belong to the same run. Refuses
/// an output that is an input.
Result<Documents> open(const Options& options);

/// Finds the program and memory that the options name. Prints to stderr what could not be compared.
Result<Chosen> select(const Options& options, UnusedMemory unused = UnusedMemory::Refused);

/// The same, and also decodes the view, with the categories by the rules that the options name.
Result<Viewed> selectAndView(const Options& options, Wanted wanted = Wanted::Any);

/// Collects the documents that cannot answer a question that is asked of several documents.
class Unanswered
{
public:
    explicit Unanswered(const Choice& choice)
        : m_choice(choice)
    { }
    void add(const Document& document, const Error& error);
    /// The error of the first such document. REQUIRES: there is one
    const Error& error() const { return *m_error; }
    /// Prints the errors to stderr as warnings, for when other documents have answered. A document without the
    /// requested module or host is not reported.
    void print() const { printWarnings(m_warnings); }

private:
    const Choice& m_choice;
    std::optional<Error> m_error;
    Warnings m_warnings;
};

/// Prints the error to stderr and returns the exit status.
int fail(const Error& error, int status = kUnusable);

/// The text layout for the terminal that stdout writes to, else for 100 columns.
TextLayout textLayout(const Options& options);

/// Calls write(stream) for stdout or for the --output file, which is replaced only if everything succeeds. On a
/// terminal, text lines longer than the terminal is wide are cut, unless --wide is given. Errors of writing to stdout
/// are checked at the end of the program.
int output(const Options& options, const std::function<void(std::ostream&)>& write);

} // namespace tidemark::cli
