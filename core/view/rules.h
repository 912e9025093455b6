#pragma once

#include "core/base/id.h"
#include "core/base/result.h"

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

/// What of a row a pattern is looked for in: of the columns of the same names in a list of buffers, where there is one.
enum class RuleField : std::uint8_t {
    Path, // Facts::argument; only rows that are an argument's own memory have one
    OpName,
    Name,
    Opcode,
    Shape, // with layout
    Source, // "FILE:LINE" of each frame of the stack, innermost first; without a stack of what the row says
    Kind, // its id
};
constexpr int kRuleFields = 7;
/// "op_name"
std::string_view ruleFieldName(RuleField field);

/// Rows of these kinds in whose field the pattern is found have the category.
struct Rule {
    std::string category;
    RuleField field = RuleField::Path;
    std::string pattern; // RE2's syntax
    std::vector<std::string> kinds; // ids of Rows::kinds; empty: all

    bool operator==(const Rule&) const = default;
};

/// The pattern that finds exactly this text.
std::string exactPattern(const std::string& text);
/// What is wrong with one of so many rules by itself, in the words of parseRules(); empty: nothing.
std::string faultOf(const Rule& rule, std::size_t rules = 1);

/// Rules in their order: the first that fits a row decides. Immutable; a copy shares everything. At least one rule.
class RuleSet
{
public:
    /// What messages call it: the path of its file.
    const std::string& name() const;
    std::span<const Rule> rules() const;
    const Rule& operator[](RuleId rule) const { return rules()[rule.index()]; }
    /// "FILE:LINE:COLUMN" of the kinds of a rule.
    std::string placeOfKinds(RuleId rule) const;
    /// Whether the pattern of a rule is found in valid UTF-8. Cost: linear in the text, whatever the pattern.
    bool isIn(RuleId rule, std::string_view text) const;

private:
    struct Data;
    friend class RuleReader;
    explicit RuleSet(std::shared_ptr<const Data> data)
        : m_data(std::move(data))
    { }

    std::shared_ptr<const Data> m_data;
};

constexpr std::size_t kLongestRules = std::size_t{1} << 20; // bytes of a file
constexpr std::size_t kMostRules = 1000;
constexpr std::size_t kLongestCategory = 64; // bytes

/// Reads a file of rules, JSON:
///
///     {"version": 1,
///      "rules": [
///        {"category": "kv_cache", "field": "path", "pattern": "^cache\\b"},
///        {"category": "lora_adapters", "field": "op_name", "pattern": "lora_[ab]", "kinds": ["parameter",
///        "temporary"]}
///      ]}
///
/// `version` may be left out. `category` is one there is or a new one: lower-case words joined by underscores. `field`:
/// see RuleField. `pattern`: RE2's syntax, found anywhere unless it is anchored; all patterns together take at most
/// 128 MiB, one at most 1 MiB. `kinds` may be left out. There is nothing else: what is unknown is a mistake.
///
/// Errors say "NAME:LINE:COLUMN: …" of the first mistake and have its byte. `name` may hold any bytes. Which kinds
/// there are is known where rules meet a view: matchRules().
Result<RuleSet> parseRules(std::string_view json, std::string_view name);
/// The same of a file.
Result<RuleSet> readRules(const std::string& path);

} // namespace tidemark
