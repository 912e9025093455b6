#pragma once

#include "core/oom/dense_text.h"
#include "core/oom/line_role.h"
#include "core/oom/message.h"

namespace tidemark::oom {

/// Reads the lines of figures into a message. Figures have the names of the message; below a heading, the name of the
/// heading comes first.
class FigureReader
{
public:
    explicit FigureReader(Message& message)
        : m_message(message)
    { }

    void heading(Role role, std::string_view text);
    void item(std::string_view text);
    void statistic(std::string_view text);

private:
    void add(std::string name, std::optional<Amount> amount) { m_message.figures.push_back({std::move(name), amount}); }
    void readShares(const std::string& name, std::optional<Amount> amount, const DenseText& rest);

    Message& m_message;
    std::string m_heading; // prefix of the items' names, "Total hbm usage: ", or empty
};

/// Returns the allocation that a line such as "1. Size: 32.00G" or "Buffer 1:" begins.
Allocation allocationOf(std::string_view entry);

/// Reads "op_type="…" op_name="…" source_file="…" source_line=7" anywhere in the lines. Each part is optional.
void readOperator(std::string_view lines, Allocation& allocation);

/// Reads a field of the allocation, "Shape: …". Its value may span several lines.
void readField(std::string_view field, Allocation& allocation);

} // namespace tidemark::oom
