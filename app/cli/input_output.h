#pragma once

#include "app/cli/options.h"
#include "app/exit_status.h"
#include "app/print_warnings.h"
#include "core/report/text_layout.h"
#include "core/view/viewed.h"

#include <functional>
#include <iosfwd>
#include <optional>

namespace tidemark::cli {

/// Progress on stderr, only when that is a terminal and the work takes a while.
Progress terminalProgress();

/// Opens the paths. Prints to stderr which damage was survived, and which other files belong to the same run. Refuses
/// an output that is an input.
Result<Documents> open(const Options& options);

/// The program and memory that the options name. What could not be compared is printed to stderr.
Result<Chosen> select(const Options& options, UnusedMemory unused = UnusedMemory::Refused);

/// The same, ready to be looked at.
Result<Viewed> selectAndView(const Options& options, Wanted wanted = Wanted::Any);

/// Of several documents that are asked the same, those that cannot answer.
class Unanswered
{
public:
    explicit Unanswered(const Choice& choice)
        : m_choice(choice)
    { }
    void add(const Document& document, const Error& error);
    /// Of the first. REQUIRES: there is one
    const Error& error() const { return *m_error; }
    /// To stderr, where others have answered. One without the module or the host that is asked for is not meant.
    void print() const { printWarnings(m_warnings); }

private:
    const Choice& m_choice;
    std::optional<Error> m_error;
    Warnings m_warnings;
};

/// Prints the error to stderr and returns the exit status.
int fail(const Error& error, int status = kUnusable);

/// How text for people is laid out: for the terminal that it goes to, else 100 columns.
TextLayout textLayout(const Options& options);

/// Calls write(stream) for stdout or the --output file, which is replaced only when all went well. On a terminal lines
/// of text that are longer than the terminal is wide are cut, unless --wide is given. Whether stdout took everything is
/// checked where the program ends.
int output(const Options& options, const std::function<void(std::ostream&)>& write);

} // namespace tidemark::cli
