#include "core/text/line_writers.h"

#include "core/text/text_cursor.h"

#include <algorithm>

namespace tidemark {
namespace {

constexpr std::size_t kMostRanks = 1000;
constexpr std::size_t kMostShapes = 8;
constexpr std::size_t kMostWords = 2000; // most tags remembered for a shape

/// Compares numbers of any length without leading zeros. The result is negative if `a` is less than `b`.
int compareNumbers(const std::string& a, const std::string& b)
{
    if (a.size() != b.size())
        return a.size() < b.size() ? -1 : 1;
    return a.compare(b);
}

/// Finds the numbers that identify writers in the tags of consecutive lines with the same words: the numbers that fall
/// while no number before them has grown. Numbers that grow with every line are ignored.
class NameFinder
{
public:
    NameFinder(const std::vector<const LineTag*>& tags, std::vector<bool> isName)
        : m_tags(tags)
        , m_isName(std::move(isName))
    {
        m_isName.resize(tags.front()->numbers.size(), false);
    }

    std::vector<bool> find()
    {
        findCounters();
        const std::vector<bool> before = m_isName;
        for (auto falling = firstFalling(); falling; falling = firstFalling())
            m_isName[*falling] = true;
        return isOfLines() ? before : m_isName;
    }

private:
    void findCounters()
    {
        constexpr std::size_t kEnough = 4;
        for (std::size_t i = 0; i < m_isName.size(); ++i) {
            bool isGrowing = m_tags.size() >= kEnough;
            for (std::size_t tag = 1; tag < m_tags.size() && isGrowing; ++tag)
                isGrowing = compareNumbers(m_tags[tag - 1]->numbers[i], m_tags[tag]->numbers[i]) < 0;
            m_isCounter.push_back(isGrowing);
        }
    }

    std::optional<std::size_t> firstFalling() const
    {
        std::map<std::string, const LineTag*> last; // last tag of each writer
        for (const LineTag* tag : m_tags) {
            const auto [known, isNew] = last.emplace(tag->named(m_isName), tag);
            for (std::size_t i = 0; i < m_isName.size() && !isNew; ++i) {
                const int order = compareNumbers(known->second->numbers[i], tag->numbers[i]);
                if (m_isName[i] || m_isCounter[i] || order == 0)
                    continue;
                if (order > 0)
                    return i;
                break;
            }
            known->second = tag;
        }
        return std::nullopt;
    }

    /// Returns whether the names differ in nearly every line, as times do that are not quite in order.
    bool isOfLines() const
    {
        constexpr std::size_t kEnough = 8;
        std::set<std::string> names;
        for (const LineTag* tag : m_tags)
            names.insert(tag->named(m_isName));
        return m_tags.size() >= kEnough && names.size() * 4 > m_tags.size() * 3;
    }

    const std::vector<const LineTag*>& m_tags;
    std::vector<bool> m_isName;
    std::vector<bool> m_isCounter;
};

bool hasMarks(std::string_view shape)
{
    return shape.find_first_not_of('w') != std::string_view::npos;
}

/// Removes marks and brackets: "worker-0" for "worker-0:", "worker 0" for "[worker 0]".
std::string withoutMarks(std::string tag)
{
    const auto isOneBracket = [&] { return !isAlphanumeric(tag.front()) && shapeOfTag(tag).size() == 1; };
    while (tag.size() > 1 && !isAlphanumeric(tag.back()) && !isOneBracket()
           && std::string_view("])}").find(tag.back()) == std::string_view::npos)
        tag.pop_back();
    return tag.size() > 2 && isOneBracket() ? tag.substr(1, tag.size() - 2) : tag;
}

/// Returns whether two tags that consist of words have a word in common and differ in at most one: "web-7d9f main",
/// "web-k2xq main".
bool isRelated(std::string_view a, std::string_view b)
{
    std::size_t equal = 0;
    std::size_t differing = 0;
    while (!a.empty() && !b.empty()) {
        const std::string_view first = a.substr(0, a.find(' '));
        const std::string_view second = b.substr(0, b.find(' '));
        ++(first == second ? equal : differing);
        a = trimmedLeft(a.substr(first.size()));
        b = trimmedLeft(b.substr(second.size()));
    }
    return a.empty() && b.empty() && equal > 0 && differing <= 1;
}

} // namespace

std::string LineWriters::Line::writer() const
{
    return line.rank + (line.rank.empty() || tag.empty() ? "" : " ") + tag;
}

LineWriters::LineWriters(std::function<Start(std::string_view)> start, std::function<void(Line&&)> sink)
    : m_start(std::move(start))
    , m_sink(std::move(sink))
{ }

void LineWriters::add(Line&& line)
{
    Held& held = m_held.emplace_back();
    held.line = std::move(line);
    look(held);
    if (m_held.size() < kMostHeld && m_bytes < kMostBytes)
        return;
    learn();
    pass(m_held.size() - m_held.size() / 8);
}

void LineWriters::reread(const std::function<bool(Line&)>& read)
{
    m_bytes = 0;
    std::erase_if(m_held, [&](Held& held) { return !read(held.line); });
    for (Held& held : m_held)
        look(held);
}

void LineWriters::look(Held& held)
{
    held.start = m_start(held.line.line.text);
    m_bytes += held.line.line.text.size();
    lookBefore(held);
}

void LineWriters::lookBefore(Held& held)
{
    const LogLine& line = held.line.line;
    const bool isOuter = !line.outer.empty(); // the text was before a logger's own prefix
    const std::size_t at = held.start.at == std::string_view::npos ? 0 : held.start.at;
    const std::string_view before = isOuter ? std::string_view(line.outer) : std::string_view(line.text).substr(0, at);
    held.before = before.empty() ? nullptr : knownBefore(before, isOuter);
}

std::shared_ptr<const LineWriters::Before> LineWriters::knownBefore(std::string_view text, bool isOuter)
{
    constexpr std::size_t kMostBefores = 8; // often so many writers write at once
    for (const auto& known : m_befores)
        if (known->isOuter == isOuter && known->text.size() == text.size() && beginsLike(text, known->text))
            return known;
    auto made = std::make_shared<Before>();
    made->text = text;
    made->isOuter = isOuter;
    const std::string_view unknown = isOuter ? text : unknownBefore(text, text.size());
    made->shape = shapeOfTag(unknown);
    made->words = tagAt(unknown, made->shape).words;
    if (m_befores.size() == kMostBefores)
        m_befores.pop_front();
    m_befores.push_back(made);
    return made;
}

void LineWriters::flush()
{
    if (m_held.empty())
        return;
    learn();
    pass(m_held.size());
}

void LineWriters::learn()
{
    if (m_prefixes.size() > kMostRanks)
        m_prefixes.clear();
    std::map<std::string, std::vector<Held*>> ranks;
    for (Held& held : m_held)
        ranks[held.line.line.rank].push_back(&held);
    for (const auto& [rank, lines] : ranks) {
        Prefixes& prefixes = m_prefixes[rank];
        prefixes.isTight = prefixes.isTight || std::ranges::any_of(lines, [](const Held* held) {
                               return held->line.line.blank == LogLine::Blank::Missing;
                           });
        learnShapes(prefixes, lines);
        if (prefixes.shapes.empty())
            continue;
        for (Held* held : lines)
            held->tag = tagOf(prefixes, *held);
        learnNames(prefixes, lines);
    }
}

void LineWriters::learnShapes(Prefixes& prefixes, const std::vector<Held*>& lines)
{
    for (Held* held : lines) {
        if (!held->before)
            continue;
        const std::string& shape = held->before->shape;
        if (shape.empty() || (!prefixes.shapes.contains(shape) && prefixes.shapes.size() == kMostShapes))
            continue;
        Shape& known = prefixes.shapes[shape];
        if (known.words.size() < kMostWords)
            known.words.insert(held->before->words);
        ++known.lines;
        known.isPrefix = known.isPrefix || held->start.isSure || !held->line.line.outer.empty();
    }
    // If the words before a line may be part of the message, other lines must begin in the same way.
    for (auto& [shape, known] : prefixes.shapes)
        for (auto held = lines.begin(); held != lines.end() && !known.isPrefix; ++held)
            known.isPrefix = (*held)->start.at == std::string_view::npos
                && known.words.contains(tagAt((*held)->line.line.text, shape).words);
    std::erase_if(prefixes.shapes, [](const auto& entry) { return !entry.second.isPrefix; });
}

LineTag LineWriters::tagOf(const Prefixes& prefixes, const Held& held)
{
    const std::string_view outer = held.line.line.outer;
    const std::string_view text = outer.empty() ? std::string_view(held.line.line.text) : outer;
    LineTag found;
    if (outer.empty() && held.start.at == 0)
        return found;
    const std::size_t most = outer.empty() ? std::min(held.start.at, text.size()) : text.size();
    for (const auto& [shape, known] : prefixes.shapes) {
        LineTag tag = tagAt(text, shape);
        if (tag.length <= found.length || tag.length > most)
            continue;
        const bool isLike
            = known.lines > 1 && (hasMarks(shape) || std::ranges::any_of(known.words, [&](const std::string& words) {
                                      return isRelated(words, tag.words);
                                  }));
        if (isLike || known.words.contains(tag.words))
            found = std::move(tag);
    }
    return found;
}

void LineWriters::learnNames(Prefixes& prefixes, const std::vector<Held*>& lines)
{
    std::map<std::string, std::vector<const LineTag*>> tags;
    for (const Held* held : lines)
        if (held->tag.length > 0)
            tags[held->tag.words].push_back(&held->tag);
    for (const auto& [words, each] : tags) {
        Numbers& numbers = prefixes.numbers[words];
        numbers.isName = NameFinder(each, numbers.isName).find();
    }
}

void LineWriters::takePrefix(const Prefixes& prefixes, Held& held)
{
    Line& line = held.line;
    const auto& isName = prefixes.numbers.at(held.tag.words).isName;
    std::size_t count = 0; // number of known prefixes
    bool isKnown = false;
    for (const auto& [shape, known] : prefixes.shapes) {
        count += known.words.size();
        isKnown = isKnown || known.words.contains(held.tag.words);
    }
    line.hasPrefix = true;
    if (count > 1 || !isKnown || std::ranges::find(isName, true) != isName.end())
        line.tag = withoutMarks(held.tag.named(isName));
    if (!line.line.outer.empty())
        return;
    TextCursor rest(std::string_view(line.line.text).substr(held.tag.length));
    rest.takeOneOf(" \t");
    LogLine inside = withoutPrefixes(std::string(rest.rest()));
    inside.takeWriter(std::move(line.line));
    line.line = std::move(inside);
}

void LineWriters::keepWhole(Held& held)
{
    LogLine& line = held.line.line;
    held.line.hasWords = held.before && hasMarks(held.before->shape);
    if (line.blank == LogLine::Blank::Taken && !line.rank.empty() && m_prefixes[line.rank].isTight)
        line.text.insert(0, 1, ' ');
}

void LineWriters::pass(std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i) {
        Held& held = m_held[i];
        m_bytes -= held.line.line.text.size();
        if (held.tag.length > 0)
            takePrefix(m_prefixes[held.line.line.rank], held);
        else
            keepWhole(held);
        m_sink(std::move(held.line));
    }
    m_held.erase(m_held.begin(), m_held.begin() + static_cast<std::ptrdiff_t>(count));
}

} // namespace tidemark
