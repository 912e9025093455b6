#include "core/rules/apply_rules.h"

#include "core/base/characters.h"
#include "core/base/parallel.h"
#include "core/base/text.h"

#include <algorithm>
#include <map>
#include <optional>

namespace tidemark {
namespace {

constexpr std::size_t kBlock = 256; // rows that a thread takes at a time

/// Returns the text in which the rule's pattern was found, or nullopt. All texts of the rule's field are searched.
std::optional<std::string> evidence(const RuleSet& rules, RuleId id, const RowKind& kind, const Facts& facts)
{
    const auto in = [&](const std::string& text) { return rules.isIn(id, text) ? std::optional(text) : std::nullopt; };
    switch (rules[id].field) {
    case RuleField::Path:
        return facts.argument.empty() ? std::nullopt : in(facts.argument);
    case RuleField::OpName:
        return in(facts.opName);
    case RuleField::Name:
        return in(facts.name);
    case RuleField::Opcode:
        return in(facts.opcode);
    case RuleField::Shape:
        return in(facts.shape);
    case RuleField::Source:
        for (const CallFrame& frame : facts.stack)
            if (auto found = in(frame.place.substr(0, frame.place.rfind(':')))) // without the column
                return found;
        return facts.stack.empty() && !facts.sourceFile.empty()
            ? in(facts.sourceFile + ":" + std::to_string(facts.sourceLine))
            : std::nullopt;
    case RuleField::Kind:
        break;
    }
    return in(kind.id);
}

/// The rules that may apply to a kind of rows.
struct Candidates {
    std::vector<RuleId> rules;
    bool needFacts = false;
};

Result<std::vector<Candidates>> candidatesOf(const Rows& rows, const RuleSet& rules)
{
    std::vector<Candidates> result(rows.kinds.size());
    for (std::size_t i = 0; i < rules.rules().size(); ++i) {
        const RuleId id = RuleId::at(i);
        const Rule& rule = rules[id];
        const auto isAbout = [&](const std::string& kind) {
            return rule.kinds.empty() || std::ranges::find(rule.kinds, kind) != rule.kinds.end();
        };
        if (const std::string fault = kindFault(rows, rule); !fault.empty())
            return Error{ErrorKind::WrongRule, rules.placeOfKinds(id) + ": " + fault, std::nullopt};
        for (std::size_t k = 0; k < rows.kinds.size(); ++k)
            if (isAbout(rows.kinds[k].id)) {
                result[k].rules.push_back(id);
                result[k].needFacts |= rule.field != RuleField::Kind;
            }
    }
    return result;
}

/// The data for the sentences about the rows of a view.
struct Sentences {
    std::shared_ptr<const void> owner; // keeps alive the data that `describe` reads
    std::function<void(RowId, Facts&)> describe;
    std::vector<RowKind> kinds; // the kinds that `kind` indexes
    std::vector<std::uint8_t> kind;
    RuleMatches matches;
    std::function<std::string(RowId)> builtIn;

    std::string operator()(RowId row) const
    {
        const RuleId id = matches.rule[row.index()];
        if (!id)
            return builtIn(row);
        const Rule& rule = matches.rules[id];
        const std::string& name = matches.rules.name();
        Facts facts;
        describe(row, facts);
        const auto text = evidence(matches.rules, id, kinds[kind[row.index()]], facts);
        return "rule " + std::to_string(id.index() + 1) + " of " + std::string(fileNameOf(name)) + ": "
            + std::string(ruleFieldName(rule.field)) + " " + (text && !text->empty() ? printable(*text) + " " : "")
            + "matches /" + printable(rule.pattern) + "/";
    }
};

std::string labelOf(const std::string& category)
{
    std::string label = category;
    std::ranges::replace(label, '_', ' ');
    label.front() = toUpper(label.front());
    return label;
}

/// Returns the category of each rule. New categories are added to the list.
std::vector<std::uint16_t> categoriesOf(std::span<const Rule> rules, std::vector<RowCategory>& categories)
{
    std::map<std::string, std::uint16_t, std::less<>> known;
    for (const RowCategory& category : categories)
        known.emplace(category.id, static_cast<std::uint16_t>(known.size()));
    std::vector<std::uint16_t> result;
    for (const Rule& rule : rules) {
        if (!known.contains(rule.category)) {
            // The last category stays the last: the new one is inserted before it.
            known[categories.back().id] = static_cast<std::uint16_t>(categories.size());
            known[rule.category] = static_cast<std::uint16_t>(categories.size() - 1);
            categories.insert(categories.end() - 1, {rule.category, labelOf(rule.category), {}, true});
        }
    }
    for (const Rule& rule : rules)
        result.push_back(known.find(rule.category)->second);
    return result;
}

} // namespace

std::string kindFault(const Rows& rows, const Rule& rule)
{
    const auto isThere = [&](const std::string& kind) {
        return std::ranges::find(rows.kinds, kind, &RowKind::id) != rows.kinds.end();
    };
    const auto missing = std::ranges::find_if_not(rule.kinds, isThere);
    if (missing == rule.kinds.end())
        return {};
    return "unknown kind \"" + printable(*missing) + "\"; known are " + joined(rows.kinds, ", ", &RowKind::id) + ".";
}

Result<RuleMatches> matchRules(const View& view, const RuleSet& rules, const Progress& progress)
{
    const Rows& rows = view.rows;
    const auto candidates = candidatesOf(rows, rules);
    if (!candidates)
        return candidates.error();
    RuleMatches matches{rules, std::vector<RuleId>(rows.count)};
    const std::size_t blocks = (rows.count + kBlock - 1) / kBlock;
    const auto matchBlock = [&](std::size_t block) {
        Facts facts;
        for (std::size_t i = block * kBlock; i < std::min(rows.count, (block + 1) * kBlock); ++i) {
            const RowId row = RowId::at(i);
            const Candidates& some = (*candidates)[rows.kind[row]];
            if (some.needFacts)
                rows.describe(row, facts);
            for (const RuleId rule : some.rules)
                if (evidence(rules, rule, rows.kindOf(row), facts)) {
                    matches.rule[i] = rule;
                    break;
                }
            if (progress.cancelled())
                return;
        }
    };
    if (!forEachInParallel(blocks, progress, "Applying rules", matchBlock) || progress.cancelled())
        return Progress::cancelledError();
    return matches;
}

RowMeanings applyRules(const View& view, const RowMeanings& builtIn, const RuleMatches& matches)
{
    RowMeanings result = builtIn;
    const std::vector<std::uint16_t> categories = categoriesOf(matches.rules.rules(), result.categories);
    auto sentences = std::make_shared<Sentences>(
        Sentences{view.owner, view.rows.describe, view.rows.kinds, {}, matches, builtIn.rule});
    sentences->kind.reserve(view.rows.count);
    if (std::ranges::any_of(result.categories, &RowCategory::isUsers))
        result.standard.assign(view.rows.count, result.unknown());
    for (std::size_t i = 0; i < view.rows.count; ++i) {
        sentences->kind.push_back(view.rows.kind[RowId::at(i)]);
        std::uint16_t category = builtIn.category[i];
        if (category == builtIn.unknown())
            category = result.unknown();
        if (!result.standard.empty() && builtIn.isCertain(RowId::at(i)))
            result.standard[i] = category;
        if (const RuleId rule = matches.rule[i]) {
            const std::uint16_t chosen = categories[rule.index()];
            if (chosen != category && !result.categories[chosen].isUsers)
                result.role[i] = 0;
            category = chosen;
            if (!result.isUncertain.empty())
                result.isUncertain[i] = false;
        }
        result.category[i] = category;
    }
    result.rule = [sentences](RowId row) { return (*sentences)(row); };
    return result;
}

std::vector<RuleUse> usesOfRules(const View& view, const RuleMatches& matches, std::span<const LiveRow> live)
{
    std::vector<RuleUse> uses(matches.rules.rules().size());
    for (const LiveRow& row : live)
        if (const RuleId rule = matches.rule[row.row.index()]) {
            ++uses[rule.index()].rows;
            uses[rule.index()].bytes += view.rows.size[row.row] - row.overlap;
        }
    return uses;
}

} // namespace tidemark
