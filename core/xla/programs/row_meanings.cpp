#include "core/xla/programs/row_meanings.h"

#include "core/base/text.h"

#include <algorithm>
#include <iterator>

namespace tidemark::xla {
namespace {

std::string helpOf(Category category)
{
    switch (category) {
    case Category::ModelParameters:
        return "weights, trained or frozen, and their copies";
    case Category::OptimizerState:
        return "state that is updated with the weights: moments, momentum";
    case Category::Gradients:
        return "gradients of the weights, from their first definition to the update";
    case Category::KvCache:
        return "keys and values of earlier positions";
    case Category::Inputs:
        return "the batch: tokens, images, targets, masks";
    case Category::OtherState:
        return "other arguments: step counters, random keys, statistics, loop state";
    case Category::Activations:
        return "intermediate values, and their gradients";
    case Category::Outputs:
        return "results that are none of the others: loss, logits, metrics";
    case Category::Constants:
        return "constants of the program, tables computed from nothing else, and copies of both";
    case Category::Unknown:
        break;
    }
    return "no rule matched";
}

bool hasOptimizer(const ValueMeanings& values)
{
    for (const ArgumentId id : values.arguments().ids())
        if (values.argumentMeaning(id).category == Category::OptimizerState)
            return true;
    return false;
}

/// Returns meanings without `hasState` and `unplaced`.
RowMeanings withMeanings(const std::shared_ptr<const Attribution>& attribution,
                         const std::shared_ptr<const IdVector<RowId, Meaning>>& meanings)
{
    RowMeanings result;
    for (int i = 0; i < kCategories; ++i) {
        const auto category = static_cast<Category>(i);
        result.categories.push_back(
            {std::string(categoryName(category)), std::string(categoryLabel(category)), helpOf(category)});
    }
    for (int i = 0; i < kRoles; ++i)
        result.roles.emplace_back(roleName(static_cast<Role>(i)));
    result.category.reserve(meanings->size());
    result.role.reserve(meanings->size());
    const auto isUncertain = [](const Meaning& meaning) { return !meaning.isCertain; };
    if (std::ranges::any_of(*meanings, isUncertain))
        std::ranges::transform(*meanings, std::back_inserter(result.isUncertain), isUncertain);
    for (const Meaning& meaning : *meanings) {
        result.category.push_back(static_cast<std::uint16_t>(meaning.category));
        result.role.push_back(static_cast<std::uint8_t>(meaning.role));
    }
    result.rule = [attribution, meanings](RowId row) { return attribution->ruleText((*meanings)[row]); };
    result.stackedBy = [attribution, meanings](RowId row) { return attribution->stackedOpName((*meanings)[row]); };
    return result;
}

} // namespace

std::shared_ptr<const RowMeanings> rowMeanings(const std::shared_ptr<const Attribution>& attribution,
                                               const std::shared_ptr<const SpaceTimeline>& timeline)
{
    const auto meanings = std::make_shared<const IdVector<RowId, Meaning>>(attribution->ofRows(*timeline));
    auto result = std::make_shared<RowMeanings>(withMeanings(attribution, meanings));
    const ValueMeanings& values = attribution->values();
    const bool isTrained = hasOptimizer(values);
    if (const std::size_t unbound = values.unboundParameters().size(); unbound > 0)
        result->checks.push_back({"unbound-values", "unbound values", std::nullopt, "", std::nullopt, Verdict::Note,
                                  "The file does not connect " + counted(unbound, "parameter")
                                      + " of called computations with operands of their callers. Categories "
                                        "of what is computed from them are unknown or only probable.",
                                  true, "Operands of called computations are missing"});
    result->hasState.reserve(meanings->size());
    for (const Meaning& meaning : *meanings)
        result->hasState.push_back(isTrained && meaning.rule == ValueRule::Argument && meaning.argument
                                   && values.updates().of(meaning.argument));
    auto unplaced = std::make_shared<IdVector<RowId, Meaning>>();
    for (const BufferRow& row : unplacedRows(*timeline))
        unplaced->push_back(attribution->ofBuffer(row.buffer));
    result->unplaced = std::make_shared<RowMeanings>(withMeanings(attribution, std::move(unplaced)));
    return result;
}

} // namespace tidemark::xla
