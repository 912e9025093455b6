#include "core/xla/programs/row_meanings.h"

namespace tidemark {

std::shared_ptr<const RowMeanings> rowMeanings(const std::shared_ptr<const Attribution>& attribution,
                                               const std::shared_ptr<const SpaceTimeline>& timeline)
{
    auto result = std::make_shared<RowMeanings>();
    for (int i = 0; i < kCategories; ++i) {
        const auto category = static_cast<Category>(i);
        result->categories.push_back({std::string(categoryName(category)), std::string(categoryLabel(category))});
    }
    for (int i = 0; i < kRoles; ++i)
        result->roles.emplace_back(roleName(static_cast<Role>(i)));
    auto meanings = std::make_shared<const IdVector<RowId, Meaning>>(attribution->ofRows(*timeline));
    result->category.reserve(meanings->size());
    result->role.reserve(meanings->size());
    for (const Meaning& meaning : *meanings) {
        result->category.push_back(static_cast<std::uint16_t>(meaning.category));
        result->role.push_back(static_cast<std::uint8_t>(meaning.role));
    }
    result->rule = [attribution, meanings](RowId row) { return attribution->ruleText((*meanings)[row]); };
    return result;
}

void tellMeaning(const Attribution& attribution, BufferId buffer, Facts& facts)
{
    const Meaning meaning = attribution.ofBuffer(buffer);
    facts.category = categoryName(meaning.category);
    facts.categoryLabel = categoryLabel(meaning.category);
    facts.role = roleName(meaning.role);
    facts.rule = attribution.ruleText(meaning);
}

} // namespace tidemark
