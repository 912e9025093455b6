#include "core/text/search_marks.h"

#include "core/text/text_cursor.h"

namespace tidemark {

void SearchMarks::unify(std::span<WrappedLines::Line> lines)
{
    for (WrappedLines::Line& line : lines)
        look(line.text, m_before);
    Name after;
    for (auto line = lines.rbegin(); line != lines.rend(); ++line)
        look(line->text, after);
}

SearchMarks::Name SearchMarks::nameIn(std::string_view line)
{
    constexpr std::size_t kLongest = 300;
    TextCursor at(line.substr(0, kLongest));
    Name name;
    name.text = at.takeWhile([](char c) { return !isSpace(c) && c != ':' && c != '"' && c != '\''; }, 1);
    // Texts other than file names also have words before colons.
    if (!at.take(":") || name.text.find_first_of("./") == std::string::npos)
        return {};
    name.isNumbered = at.takeDigits(1, kLongest) && at.peek() == ':';
    return name;
}

void SearchMarks::look(std::string& line, Name& name)
{
    if (line == "--") // a search writes this between its groups of lines
        return;
    const std::size_t length = name.text.size();
    const bool isOfFile = length > 0 && line.size() > length && line.starts_with(name.text);
    if (!isOfFile || (line[length] != '-' && line[length] != ':')) {
        name = nameIn(line);
        return;
    }
    if (line[length] == ':')
        return;
    line[length] = ':';
    const std::size_t past = line.find_first_not_of("0123456789", length + 1);
    if (name.isNumbered && past != std::string::npos && past > length + 1 && line[past] == '-')
        line[past] = ':';
}

} // namespace tidemark
