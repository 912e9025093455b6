#include "core/rules/rules.h"

#include "core/base/characters.h"
#include "core/base/located_json.h"
#include "core/base/text.h"
#include "core/files/bytes.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <unordered_set>

namespace tidemark {

struct RuleSet::Data {
    std::string name;
    std::vector<Rule> rules;
    std::vector<std::unique_ptr<const re2::RE2>> patterns; // by rule
    std::vector<TextPlace> kindPlaces; // by rule
};

namespace {

using Type = LocatedJson::Type;

constexpr std::array<std::string_view, kRuleFields> kFieldNames
    = {"path", "op_name", "name", "opcode", "shape", "source", "kind"};
constexpr std::size_t kDeepest = 4; // {"rules": [{"kinds": ["parameter"]}]}
constexpr std::size_t kPatternMemory = std::size_t{128} << 20; // bytes for all patterns together
constexpr std::size_t kLargestPattern = std::size_t{1} << 20; // bytes for one pattern
constexpr std::size_t kLongestQuote = 80;

bool isCategory(std::string_view text)
{
    const auto isPart = [](char c) { return isLower(c) || isDigit(c) || c == '_'; };
    return !text.empty() && text.size() <= kLongestCategory && isLower(text.front()) && text.back() != '_'
        && text.find("__") == std::string_view::npos && std::ranges::all_of(text, isPart);
}

/// Returns the fault of a category, or an empty text.
std::string faultOfCategory(std::string_view text)
{
    if (isCategory(text))
        return {};
    return quotedText(text) + " is no category: lower-case words joined by single underscores, a letter first, at most "
        + std::to_string(kLongestCategory) + " characters";
}

std::unique_ptr<const re2::RE2> compiled(const std::string& pattern, std::size_t memory)
{
    re2::RE2::Options options;
    options.set_log_errors(false);
    options.set_never_capture(true);
    options.set_max_mem(static_cast<std::int64_t>(memory));
    return std::make_unique<const re2::RE2>(pattern, options);
}

/// The bytes available to each pattern.
std::size_t memoryOfEach(std::size_t patterns)
{
    return std::min(kLargestPattern, kPatternMemory / std::max<std::size_t>(1, patterns));
}

/// Returns the fault of a pattern, or an empty text.
std::string faultOfPattern(const re2::RE2& pattern)
{
    if (pattern.pattern().empty())
        return "the pattern is empty; \".\" is found in any text";
    if (pattern.ok())
        return {};
    return "the pattern is wrong: " + printable(pattern.error().substr(0, kLongestQuote));
}

std::string placeText(const std::string& name, TextPlace place)
{
    return name + ":" + std::to_string(place.line) + ":" + std::to_string(place.column);
}

Error tooLarge(const std::string& name, std::uint64_t bytes)
{
    return {ErrorKind::TooLarge,
            name + ": " + groupedNumber(static_cast<std::int64_t>(bytes))
                + " bytes of rules are more than the limit of " + groupedNumber(kLongestRules) + ".",
            std::nullopt};
}

} // namespace

/// Reads one file. Reading stops at the first mistake, which is kept; results after it have no meaning.
class RuleReader
{
public:
    RuleReader(std::string_view text, std::string_view name)
        : m_text(text)
        , m_data(std::make_shared<RuleSet::Data>())
    {
        m_data->name = printable(name);
    }

    Result<RuleSet> read()
    {
        if (m_text.size() > kLongestRules)
            return tooLarge(m_data->name, m_text.size());
        auto root = parseLocatedJson(m_text, kDeepest);
        if (!root) {
            fail(*root.error().offset, root.error().message);
        } else if (const auto faults = removeFaults(*root); !faults.empty()) {
            fail(faults.front().at, faults.front().text);
        } else {
            readRoot(*root);
        }
        if (m_fault)
            return std::move(*m_fault);
        return RuleSet(std::move(m_data));
    }

private:
    /// Keeps the first mistake. Returns false, so that a check can return the result.
    bool fail(std::size_t at, const std::string& message)
    {
        if (!m_fault)
            m_fault = Error{ErrorKind::Malformed,
                            placeText(m_data->name, placeIn(m_text, at)) + ": " + message
                                + (message.ends_with('.') ? "" : "."),
                            at};
        return false;
    }

    /// The same, unless the text of the mistake is empty.
    void failAt(std::size_t at, const std::string& fault)
    {
        if (!fault.empty())
            fail(at, fault);
    }

    bool expect(const LocatedJson& value, Type type, const std::string& what)
    {
        return value.type == type
            || fail(value.at,
                    what + " must be " + std::string(typeText(type)) + ", not " + std::string(typeText(value.type)));
    }

    /// Returns whether an object has no other members than these.
    bool expectMembers(const LocatedJson& object, std::span<const std::string_view> known)
    {
        for (const LocatedJson::Key& key : object.keys)
            if (std::ranges::find(known, key.text) == known.end())
                return fail(key.at, "unknown member " + quotedText(key.text) + "; known are " + joined(known, ", "));
        return true;
    }

    /// Returns the member, or null after an error.
    const LocatedJson* need(const LocatedJson& object, std::string_view name, Type type)
    {
        const LocatedJson* const value = object.find(name);
        if (!value)
            fail(object.at, quotedText(name) + " is missing");
        return value && expect(*value, type, quotedText(name)) ? value : nullptr;
    }

    void readRoot(const LocatedJson& root)
    {
        static constexpr std::array<std::string_view, 2> kMembers = {"version", "rules"};
        if (root.type == Type::Array) {
            fail(root.at, "a file of rules must be an object, not a list: {\"rules\": […]}");
            return;
        }
        if (!expect(root, Type::Object, "a file of rules") || !expectMembers(root, kMembers))
            return;
        const LocatedJson* const version = root.find("version");
        if (version && expect(*version, Type::Number, "\"version\"") && version->text != "1")
            fail(version->at,
                 "version " + printable(version->text.substr(0, kLongestQuote))
                     + " is unknown: this program reads version 1");
        const LocatedJson* const rules = need(root, "rules", Type::Array);
        if (!rules)
            return;
        if (rules->items.empty())
            fail(rules->at, "\"rules\" holds no rule");
        if (rules->items.size() > kMostRules)
            fail(rules->items[kMostRules].at, "more than " + groupedNumber(kMostRules) + " rules");
        m_patternMemory = memoryOfEach(rules->items.size());
        for (const LocatedJson& rule : rules->items) {
            if (m_fault)
                return;
            readRule(rule);
        }
    }

    void readRule(const LocatedJson& object)
    {
        static constexpr std::array<std::string_view, 4> kMembers = {"category", "field", "pattern", "kinds"};
        if (!expect(object, Type::Object, "a rule") || !expectMembers(object, kMembers))
            return;
        const LocatedJson* const category = need(object, "category", Type::String);
        const LocatedJson* const field = need(object, "field", Type::String);
        const LocatedJson* const pattern = need(object, "pattern", Type::String);
        if (m_fault)
            return;
        Rule rule;
        rule.category = category->text;
        failAt(category->at, faultOfCategory(rule.category));
        readField(*field, rule);
        readPattern(*pattern, rule);
        const LocatedJson* const kinds = object.find("kinds");
        if (kinds)
            readKinds(*kinds, rule);
        m_data->kindPlaces.push_back(kinds ? placeIn(m_text, kinds->at) : TextPlace());
        m_data->rules.push_back(std::move(rule));
    }

    void readField(const LocatedJson& value, Rule& rule)
    {
        const auto found = std::ranges::find(kFieldNames, value.text);
        if (found == kFieldNames.end())
            fail(value.at, "unknown field " + quotedText(value.text) + "; known are " + joined(kFieldNames, ", "));
        else
            rule.field = static_cast<RuleField>(found - kFieldNames.begin());
    }

    void readPattern(const LocatedJson& value, Rule& rule)
    {
        rule.pattern = value.text;
        auto pattern = compiled(rule.pattern, m_patternMemory);
        failAt(value.at, faultOfPattern(*pattern));
        m_data->patterns.push_back(std::move(pattern));
    }

    void readKinds(const LocatedJson& value, Rule& rule)
    {
        if (!expect(value, Type::Array, "\"kinds\""))
            return;
        if (value.items.empty())
            fail(value.at,
                 "\"kinds\" is empty, so the rule would match no row; without \"kinds\" it applies to all kinds");
        std::unordered_set<std::string_view> seen;
        for (const LocatedJson& kind : value.items) {
            if (!expect(kind, Type::String, "a kind"))
                return;
            if (!seen.insert(kind.text).second)
                fail(kind.at, quotedText(kind.text) + " is repeated");
            rule.kinds.push_back(kind.text);
        }
    }

    std::string_view m_text;
    std::shared_ptr<RuleSet::Data> m_data;
    std::size_t m_patternMemory = 0; // bytes for each pattern
    std::optional<Error> m_fault;
};

std::string_view ruleFieldName(RuleField field)
{
    return kFieldNames[static_cast<std::size_t>(field)];
}

const std::string& RuleSet::name() const
{
    return m_data->name;
}

std::span<const Rule> RuleSet::rules() const
{
    return m_data->rules;
}

std::string RuleSet::placeOfKinds(RuleId rule) const
{
    return placeText(m_data->name, m_data->kindPlaces[rule.index()]);
}

bool RuleSet::isIn(RuleId rule, std::string_view text) const
{
    const re2::RE2& pattern = *m_data->patterns[rule.index()];
    return pattern.Match({text.data(), text.size()}, 0, text.size(), re2::RE2::UNANCHORED, nullptr, 0);
}

std::string exactPattern(const std::string& text)
{
    std::string pattern = "^";
    for (const char c : text) {
        if (std::string_view(R"(\.+*?()|[]{}^$)").find(c) != std::string_view::npos)
            pattern += '\\';
        pattern += c;
    }
    return pattern + "$";
}

std::string faultOf(const Rule& rule, std::size_t rules)
{
    const std::string fault = faultOfCategory(rule.category);
    return fault.empty() ? faultOfPattern(*compiled(rule.pattern, memoryOfEach(rules))) : fault;
}

Result<RuleSet> parseRules(std::string_view json, std::string_view name)
{
    return RuleReader(json, name).read();
}

Result<RuleSet> readRules(const std::string& path)
{
    const auto file = File::open(path);
    if (!file && file.error().kind == ErrorKind::Empty)
        return parseRules({}, path); // an empty rule file is a fault of its text, not a cut capture
    if (!file)
        return file.error();
    if ((*file)->size() > kLongestRules)
        return tooLarge(printable(path), (*file)->size());
    const auto bytes = Bytes::read(**file, 0, (*file)->size());
    if (!bytes)
        return bytes.error();
    return parseRules((*bytes)->view(), path);
}

} // namespace tidemark
