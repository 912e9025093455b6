#include "core/oom/scoped_head.h"

#include "core/oom/allocation_fields.h"
#include "core/text/text_cursor.h"

#include <algorithm>

namespace tidemark::oom {
namespace {

constexpr std::size_t kNoScope = DenseText::npos;
constexpr std::string_view kFigures = "Scopedallocationwithsize";

/// Returns the shape before the opcode in "f32[8]{0:T(8)} custom-call(…". Several shapes come with their brackets.
std::string shapeAt(std::string_view text)
{
    int depth = 0;
    std::size_t end = 0;
    for (; end < text.size() && !(depth == 0 && isSpace(text[end])); ++end)
        depth += std::string_view("([{").find(text[end]) != std::string_view::npos ? 1
            : std::string_view(")]}").find(text[end]) != std::string_view::npos    ? -1
                                                                                   : 0;
    const std::string_view shape = text.substr(0, end);
    return depth == 0 && shape.find('[') != std::string_view::npos ? std::string(shape) : std::string();
}

/// Returns the end of the instruction that begins at a position of the dense text: the start of the figures, else the
/// first line end outside all of its brackets and quotes.
std::size_t endOfInstruction(const DenseText& text, std::size_t dense)
{
    const std::string_view source = text.source();
    if (const std::size_t figures = text.text().find(kFigures, dense); figures != kNoScope)
        return text.sourceOf(figures);
    int depth = 0;
    bool isQuoted = false;
    std::size_t at = text.sourceOf(dense);
    for (; at < source.size(); ++at) {
        const char c = source[at];
        if (c == '\n' && depth <= 0 && !isQuoted)
            break;
        isQuoted = isQuoted != (c == '"');
        depth += c == '(' || c == '[' || c == '{' ? 1 : c == ')' || c == ']' || c == '}' ? -1 : 0;
    }
    return at;
}

/// Reads the scoped allocation of the instruction at a position of the dense text.
Allocation scopedAllocation(const DenseText& text, std::size_t dense)
{
    Allocation allocation;
    const std::size_t begin = text.sourceOf(dense);
    const std::string_view written = text.source().substr(begin, endOfInstruction(text, dense) - begin);
    const std::size_t last = written.find_last_not_of(" \t\n");
    allocation.place = {begin, last == kNoScope ? begin : begin + last + 1};
    allocation.label = joinedLines(written, Division::BetweenWords);
    if (allocation.label.ends_with('.') && !allocation.label.ends_with(".."))
        allocation.label.pop_back();
    if (const std::size_t equals = allocation.label.find(" = "); equals != kNoScope)
        allocation.shape = shapeAt(std::string_view(allocation.label).substr(equals + 3));
    readOperator(written, allocation);
    allocation.allocationType = "scoped";
    return allocation;
}

} // namespace

bool readScoped(SentenceReader& sentence)
{
    const DenseText& text = sentence.text();
    Report& report = sentence.report();
    const std::size_t size = sentence.after(kFigures);
    const std::size_t limit = sentence.after("exceededscoped");
    const std::size_t space = sentence.after("inmemoryspace");
    const std::size_t op = sentence.after("allocatingonstackfor");
    const bool isOnStack = space != kNoScope && sentence.startsAt(space + text.wordAt(space).size(), "whileallocating");
    if (size == kNoScope && limit == kNoScope && !(isOnStack && op != kNoScope))
        return false;
    report.kind = Kind::Scoped;
    report.needed = sentence.amountAfter(kFigures);
    if (size != kNoScope)
        report.limit = sentence.amountAfter("andlimit", size);
    if (limit != kNoScope) {
        report.memory = text.wordAt(limit);
        if (!sentence.startsAt(limit + report.memory.size(), "limit"))
            report.memory.clear(); // the message is cut off there
        report.exceeded = sentence.amountAfter("limitby", limit);
    }
    if (size != kNoScope && report.needed) {
        sentence.expect(report.limit.has_value(), kTheLimit);
        sentence.expect(report.exceeded.has_value(), kByHowMuch);
    }
    if (space != kNoScope && report.memory.empty())
        report.memory = text.wordAt(space);
    if (op != kNoScope && (sentence.hasRead() || isOnStack)) {
        Allocation allocation = scopedAllocation(text, op);
        allocation.size = report.needed;
        if (!sentence.hasRead()) {
            std::size_t end = op;
            while (end < text.text().size() && text.sourceOf(end) < allocation.place.end)
                ++end;
            sentence.reached(end);
        }
        report.allocations.push_back(std::move(allocation));
    }
    return sentence.hasRead();
}

} // namespace tidemark::oom
