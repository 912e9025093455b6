#include "core/oom/message_collector.h"

#include "core/base/text.h"
#include "core/oom/dense_text.h"
#include "core/oom/form_reader.h"
#include "core/oom/message_parser.h"
#include "core/text/phrase_finder.h"
#include "core/text/text_cursor.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <deque>
#include <optional>
#include <string_view>

namespace tidemark::oom {
namespace {

constexpr std::size_t kLongestLine = 4000; // bytes; what is said about memory is near the beginning of a line

bool hasStatus(std::string_view line)
{
    static const re2::RE2 kStatus(
        R"((?:RESOURCE_EXHAUSTED|[Rr]esource ?[Ee]xhausted(?:Error)?)\b.*(?i:memory|alloc|hbm|vram))"
        R"(|OUT_OF_MEMORY\b|OutOfMemory|(?:^|[:\]] ?|\()[Oo]ut of [Mm]emory\b)"
        R"(|\byou ran out of memory on your GPU\b)"
        R"(|\bE[0-9]{4}: .*(?i:memory|alloc|hbm)|\bCompileTime\w*Oom\b|\bTried to allocate [0-9.]+ [KMGT]iB)");
    // Source code in a traceback, comments, and warnings that say that they are no failures.
    static const re2::RE2 kOther(
        R"(^\s*(?:raise |if |elif |except|assert|return |print|#|//|def |class |import |from ))"
        R"(|is not a failure)");
    return re2::RE2::PartialMatch(line, kStatus) && !re2::RE2::PartialMatch(line, kOther);
}

/// The last words before an amount, at most three, without punctuation: "tried to allocate".
std::string wordsBefore(std::string_view text)
{
    static const re2::RE2 kWords(R"(((?:[A-Za-z_-]+[ =:(]+){1,3})$)");
    re2::StringPiece words;
    if (!re2::RE2::PartialMatch(text, kWords, &words))
        return {};
    std::string name(words.data(), words.size());
    while (!name.empty() && !isAlphanumeric(name.back()))
        name.pop_back();
    return name;
}

/// Reads the last of the lines if it states memory without a failure, in a form of Kind::State. Some forms also read
/// lines before it. REQUIRES: there is a line
std::optional<Message> messageOfState(const std::deque<MessageLine>& lines)
{
    const std::string_view last = lines.back().text;
    for (const Form& form : forms()) {
        const auto isInLast = [&](std::string_view phrase) { return last.find(phrase) != std::string_view::npos; };
        if (form.kind != Kind::State || std::ranges::none_of(form.begins, isInLast))
            continue;
        const std::size_t first = lines.size() - 1 - std::min(form.linesBefore, lines.size() - 1);
        Message message;
        message.line = lines[first].number;
        for (std::size_t i = first; i < lines.size(); ++i)
            message.text += (i == first ? "" : "\n") + std::string(trimmed(lines[i].text).substr(0, kLongestLine));
        if (readState(form, DenseText(message.text), message))
            return message;
    }
    return std::nullopt;
}

/// Reads a line that has the status of a memory error but is in no known form: "RESOURCE_EXHAUSTED: … memory …", "out
/// of memory", "OutOfMemoryError: …". Amounts become figures, named by the words before them. Of a part of a message
/// whose head is missing, "Tried to allocate 2 GiB", the form is known. Returns nullopt for other
/// lines, and for source code that a traceback shows.
std::optional<Message> messageOfStatus(const MessageLine& line)
{
    const std::string_view text = trimmed(line.text).substr(0, kLongestLine);
    if (!hasStatus(text))
        return std::nullopt;
    Message message;
    message.line = line.number;
    message.kind = Kind::Unknown;
    message.text = text;
    if (readSentences(DenseText(message.text), message) > 0) // the line is a part of a message whose head is missing
        return message;
    static const re2::RE2 kAmount(R"((?:^|[ =:(])([0-9][0-9.,]* ?(?:[KMGTP]i?B?|bytes|B)\b))");
    re2::StringPiece rest(text);
    re2::StringPiece written;
    while (re2::RE2::FindAndConsume(&rest, kAmount, &written)) {
        const auto begin = static_cast<std::size_t>(written.data() - text.data());
        std::string_view amountText(written.data(), written.size());
        static const re2::RE2 kFree("^ (?:is |are )?(?:free|available)\\b");
        const std::string name = wordsBefore(text.substr(0, begin));
        const auto amount = takeAmountWithUnit(amountText);
        if (!amount)
            continue;
        if (!message.free && re2::RE2::PartialMatch(text.substr(begin + written.size()), kFree))
            message.free = amount;
        else if (!name.empty())
            message.figures.push_back({name, amount});
        else
            continue;
        message.amounts.push_back({begin, begin + written.size()});
    }
    return message;
}

constexpr std::size_t kTailLines = 12;
constexpr std::size_t kLongestTailLine = 2000; // bytes kept of a line before a message
constexpr std::size_t kDenseLines = 3; // a phrase may extend over so many further lines
constexpr std::size_t kLongestPhrase = 40; // at least the length of each of headPhrases()

/// The openings of messages without blanks, because they may be wrapped.
const std::vector<std::string>& announcements()
{
    static const std::vector<std::string> kAnnouncements = [] {
        std::vector<std::string> words;
        for (const std::string_view opening : openings())
            words.push_back(withoutBlanks(opening));
        return words;
    }();
    return kAnnouncements;
}

const PhraseFinder& announcementFinder()
{
    static const PhraseFinder kFinder(std::vector<std::string_view>(announcements().begin(), announcements().end()));
    return kFinder;
}

/// Returns whether the line contains an error's status. The lines before it do not belong to the message.
bool holdsStatus(std::string_view line)
{
    constexpr std::size_t kFarthest = 400;
    const std::string dense = withoutBlanks(line.substr(0, kFarthest));
    return dense.find("RESOURCE_EXHAUSTED") != std::string::npos || dense.find("esourceexhausted") != std::string::npos;
}

/// Returns whether the line is only the name of a program, or the end of a wrapped announcement.
bool isPartOfAnnouncement(std::string_view dense)
{
    const bool isName = dense.starts_with('\'') && dense.ends_with("':");
    return isName || dense == ":";
}

/// Returns whether a text ends at the position, or goes on with a colon.
bool endsAt(std::string_view text, std::size_t at)
{
    return at == text.size() || text[at] == ':';
}

/// The key by which a repeated heading is recognised: its role and its words.
std::string headingKey(Role role, std::string_view line)
{
    return std::to_string(static_cast<int>(role))
        + std::string(dividedAtAmount(line.substr(0, 200)).name.substr(0, 40));
}

} // namespace

MessageCollector::MessageCollector(std::function<void(Message)> found)
    : m_found(std::move(found))
{ }

void MessageCollector::line(std::uint64_t number, std::string_view text)
{
    const std::string_view line = trimmed(text);
    const Role role = roleOf(line);
    std::string dense;
    std::optional<Head> head;
    if (role == Role::Unknown) {
        dense = withoutBlanks(line);
        head = headIn(dense);
    }
    if (head && !(m_isOpen && goesOnWith(*head)))
        begin(*head, number, text);
    else if (head)
        goOn(number, text, Role::Sentence);
    else if (m_isOpen && (role == Role::Unknown || role == Role::Blank || isOfMessage(role, line)))
        goOn(number, text, role);
    else if (identifiesMessage(role, line))
        beginWithoutHead(role, number, text);
    else {
        close();
        remember({number, std::string(text), role});
    }
    if (role != Role::Blank) {
        m_dense.push_back(dense.size() > kLongestPhrase ? dense.substr(dense.size() - kLongestPhrase) : dense);
        if (m_dense.size() > kDenseLines)
            m_dense.pop_front();
    }
}

bool MessageCollector::isAnnounced() const
{
    return !m_isOpen && !m_tail.empty()
        && announcementFinder().find(withoutBlanks(m_tail.back().text), 0) != std::string::npos;
}

std::optional<MessageCollector::Head> MessageCollector::headIn(std::string_view dense) const
{
    static const PhraseFinder kFinder = [] {
        std::vector<std::string_view> phrases;
        for (const HeadPhrase& head : headPhrases())
            phrases.emplace_back(head.phrase);
        return PhraseFinder(phrases);
    }();
    std::string text = joined(m_dense, "");
    const std::size_t before = text.size();
    text += dense;
    // A phrase that ends in an earlier line has already been found there.
    for (std::size_t at = kFinder.find(text, 0); at != std::string::npos; at = kFinder.find(text, at + 1))
        for (const HeadPhrase& head : headPhrases())
            if (std::string_view(text).substr(at).starts_with(head.phrase) && at + head.phrase.size() > before
                && (!head.isWholeLine || (at == before && endsAt(text, at + head.phrase.size())))) {
                Head found{&head, 0};
                std::size_t begin = before; // of the earlier lines that contain a part of the phrase
                while (begin > at)
                    begin -= m_dense[m_dense.size() - ++found.linesBefore].size();
                return found;
            }
    return std::nullopt;
}

bool MessageCollector::goesOnWith(const Head& head) const
{
    const Form& form = *head.phrase->form;
    return form.isSecond && m_headings.empty() && m_family == form.family
        && std::ranges::none_of(m_lines, [&](const MessageLine& line) {
               return withoutBlanks(line.text).find(head.phrase->phrase) != std::string::npos;
           });
}

void MessageCollector::begin(const Head& head, std::uint64_t number, std::string_view text)
{
    close();
    // Blank lines do not count among the lines of a wrapped phrase.
    std::size_t taken = 0;
    std::size_t wanted = head.linesBefore;
    while (taken < m_tail.size() && wanted > 0)
        if (m_tail[m_tail.size() - ++taken].role != Role::Blank)
            --wanted;
    takeFromTail(taken + announcementsBefore(taken, text), number);
    for (MessageLine& line : m_lines)
        line.role = Role::Sentence;
    m_family = head.phrase->form->family;
    goOn(number, text, Role::Sentence);
}

std::size_t MessageCollector::announcementsBefore(std::size_t taken, std::string_view text) const
{
    if (taken == 0 && holdsStatus(text))
        return 0; // the lines before belong to another error
    constexpr std::size_t kMost = 3;
    const std::size_t count = std::min(kMost, m_tail.size() - taken);
    std::string whole;
    std::vector<std::size_t> begins; // position of each line in it
    for (std::size_t i = m_tail.size() - taken - count; i < m_tail.size(); ++i) {
        begins.push_back(whole.size());
        whole += withoutBlanks(m_tail[i].text);
    }
    begins.push_back(whole.size());
    whole += withoutBlanks(text.substr(0, kLongestPhrase));
    const PhraseFinder& finder = announcementFinder();
    const auto isTouched = [&](std::size_t line) {
        const std::string_view dense = std::string_view(whole).substr(begins[line], begins[line + 1] - begins[line]);
        if (dense.empty() || isPartOfAnnouncement(dense))
            return !dense.empty();
        const std::size_t from = begins[line] - std::min(begins[line], finder.longest() - 1);
        for (std::size_t at = finder.find(whole, from); at < begins[line + 1]; at = finder.find(whole, at + 1))
            if (std::ranges::any_of(announcements(), [&](std::string_view word) {
                    return at + word.size() > begins[line] && std::string_view(whole).substr(at).starts_with(word);
                }))
                return true;
        return false;
    };
    std::size_t line = count;
    while (line > 0 && isTouched(line - 1))
        --line;
    // A line that only continues an announcement announces nothing by itself.
    while (line < count && isPartOfAnnouncement(withoutBlanks(m_tail[m_tail.size() - taken - count + line].text)))
        ++line;
    return count - line;
}

void MessageCollector::beginWithoutHead(Role role, std::uint64_t number, std::string_view text)
{
    close();
    m_family = familyOf(role);
    m_isList = role == Role::Field;
    std::size_t taken = 0;
    for (std::size_t i = 1; i <= m_tail.size(); ++i) {
        const MessageLine& line = m_tail[m_tail.size() - i];
        if (line.role != Role::Blank && !(isOf(line.role, m_family) && line.role != Role::Remark))
            break;
        if (line.role != Role::Blank)
            taken = i;
    }
    takeFromTail(taken, number);
    for (const MessageLine& line : m_lines)
        if (isHeading(line.role))
            m_headings.push_back(headingKey(line.role, trimmed(line.text)));
    goOn(number, text, role);
}

void MessageCollector::takeFromTail(std::size_t count, std::uint64_t number)
{
    while (count > 0 && m_tail[m_tail.size() - count].number + kReach <= number)
        --count;
    const auto first = m_tail.end() - static_cast<std::ptrdiff_t>(count);
    m_isOpen = true;
    for (auto line = first; line != m_tail.end(); ++line) {
        m_bytes += line->text.size();
        m_lines.push_back(std::move(*line));
    }
    m_accepted = m_lines.size();
    m_tail.clear();
}

bool MessageCollector::isOfMessage(Role role, std::string_view line) const
{
    if (!isOf(role, m_family))
        return false;
    if (isHeading(role))
        return std::ranges::find(m_headings, headingKey(role, line)) == m_headings.end();
    // Before a heading, such lines may belong to any other text.
    const bool needsHeading = !m_isList && (role == Role::Item || role == Role::Entry || role == Role::Field);
    return !(needsHeading && m_headings.empty());
}

std::size_t MessageCollector::mostUnknown() const
{
    if (m_family == Family::Kernel)
        return 500; // the processes of the host, one in a line
    if (m_headings.empty())
        return m_family == Family::Bfc ? 20 : 5;
    return 12; // an op name and a label may wrap into many lines
}

void MessageCollector::goOn(std::uint64_t number, std::string_view text, Role role)
{
    // Only the beginning of a message that is too long is kept. The rest is not a separate message.
    m_isCut = m_isCut || m_bytes > kMostBytes;
    if (!m_isCut) {
        const bool isEnd = role == Role::Unknown && completesLast(text);
        m_bytes += text.size() + sizeof(MessageLine);
        m_lines.push_back({number, std::string(text), role});
        if (isEnd) {
            m_accepted = m_lines.size();
            m_unknown = 0;
            return;
        }
    }
    if (role != Role::Unknown && role != Role::Blank) {
        m_accepted = m_lines.size();
        m_unknown = 0;
        if (isHeading(role))
            m_headings.push_back(headingKey(role, trimmed(text)));
    } else if (++m_unknown > mostUnknown()) {
        close();
    }
}

bool MessageCollector::completesLast(std::string_view text)
{
    if (m_family != Family::Bfc || m_lines.empty() || m_lines.back().role != Role::Unknown)
        return false;
    MessageLine& last = m_lines.back();
    for (const char* const between : {"", " "}) {
        const Role role = roleOf(trimmed(last.text + between + std::string(text)));
        if (role == Role::Chunk || role == Role::Statistic) {
            last.role = role;
            return true;
        }
    }
    return false;
}

void MessageCollector::remember(MessageLine line)
{
    // Lines of a message that could not be read are remembered a second time.
    m_tail.push_back(std::move(line));
    MessageLine& last = m_tail.back();
    if (last.number > m_lastReported) {
        auto message = messageOfStatus(last);
        if (!message)
            message = messageOfState(m_tail);
        if (message) {
            m_lastReported = last.number;
            m_found(std::move(*message));
        }
    }
    if (last.text.size() > kLongestTailLine)
        last.text.erase(0, last.text.size() - kLongestTailLine);
    if (m_tail.size() > kTailLines)
        m_tail.pop_front();
}

void MessageCollector::close()
{
    if (!m_isOpen)
        return;
    m_isOpen = false;
    auto parsed = parseMessage(m_lines, m_accepted);
    const std::size_t lines = parsed ? parsed->lines : 0;
    if (parsed) {
        if (m_isCut)
            parsed->message.cut.missing = {"the part after the first " + bytesText(kMostBytes)};
        m_found(std::move(parsed->message));
    }
    // Figure lines that made no message do not begin another one either.
    for (std::size_t i = lines; i < m_lines.size(); ++i)
        if (parsed || m_lines[i].role <= Role::Remark)
            remember(std::move(m_lines[i]));
    m_lines.clear();
    m_headings.clear();
    m_accepted = 0;
    m_unknown = 0;
    m_bytes = 0;
    m_isCut = false;
    m_isList = false;
}

} // namespace tidemark::oom
