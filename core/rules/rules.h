#pragma once

#include "core/base/id.h"
#include "core/include/tidemark/result.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark {

struct RuleTag;
/// A position in RuleSet::rules().
using RuleId = Id<RuleTag>;

/// The property of a row in which a pattern is searched: the column of the same name in a list of buffers, where there
/// is one.
enum class RuleField : std::uint8_t {
    Path, // Facts::argument; only rows that are an argument's own memory have one
    OpName,
    Name,
    Opcode,
    Shape, // the shape with its layout
    Source, // "FILE:LINE" of each frame of the stack, innermost first; without a stack, the source line of the row
    Kind, // the id of the kind
};
constexpr int kRuleFields = 7;
/// "op_name"
std::string_view ruleFieldName(RuleField field);

/// A rule. Rows of these kinds have the category if the pattern is found in the field.
struct Rule {
    std::string category;
    RuleField field = RuleField::Path;
    std::string pattern; // in the syntax of RE2
    std::vector<std::string> kinds; // ids of Rows::kinds; empty for all kinds

    bool operator==(const Rule&) const = default;
};

/// The pattern that matches exactly this text.
std::string exactPattern(const std::string& text);
/// The error in one of `count` rules, as parseRules() writes it. Empty if there is no error.
std::string faultOf(const Rule& rule, std::size_t rules = 1);

/// Rules in order: the first one that matches a row decides. Immutable; copies share everything. At least one rule.
class RuleSet
{
public:
    /// The name in messages: the path of the rules file.
    const std::string& name() const;
    std::span<const Rule> rules() const;
    const Rule& operator[](RuleId rule) const { return rules()[rule.index()]; }
    /// The place of a rule's kinds as "FILE:LINE:COLUMN".
    std::string placeOfKinds(RuleId rule) const;
    /// Returns whether a rule's pattern is found in valid UTF-8. Cost: linear in the text for every pattern.
    bool isIn(RuleId rule, std::string_view text) const;

private:
    struct Data;
    friend class RuleReader;
    explicit RuleSet(std::shared_ptr<const Data> data)
        : m_data(std::move(data))
    { }

    std::shared_ptr<const Data> m_data;
};

constexpr std::size_t kLongestRules = std::size_t{1} << 20; // size of a file in bytes
constexpr std::size_t kMostRules = 1000;
constexpr std::size_t kLongestCategory = 64; // in bytes

/// Reads a file of rules, JSON:
///
///     {"version": 1,
///      "rules": [
///        {"category": "kv_cache", "field": "path", "pattern": "^cache\\b"},
///        {"category": "lora_adapters", "field": "op_name", "pattern": "lora_[ab]", "kinds": ["parameter",
///        "temporary"]}
///      ]}
///
/// `version` is optional. `category` is an existing or a new one: lower-case words joined by underscores. `field`: see
/// RuleField. `pattern`: RE2 syntax, found anywhere unless it is anchored. One pattern takes at most 1 MiB, all
/// patterns together at most 128 MiB. `kinds` is optional. Unknown keys are errors.
///
/// Errors have the form "NAME:LINE:COLUMN: …", name the first mistake, and carry its byte. `name` may hold any bytes.
/// matchRules() checks the kinds, which depend on the view.
Result<RuleSet> parseRules(std::string_view json, std::string_view name);
/// The same for a file.
Result<RuleSet> readRules(const std::string& path);

} // namespace tidemark
