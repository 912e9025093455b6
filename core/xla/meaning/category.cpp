#include "core/xla/meaning/category.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace tidemark::xla {
namespace {

struct CategoryText {
    std::string_view name;
    std::string_view label;
    std::string_view help;
};

constexpr std::array<CategoryText, kCategories> kCategoryTexts = {{
    {"model_parameters", "Model parameters", "weights, trained or frozen, and their copies"},
    {"optimizer_state", "Optimizer state", "state that is updated with the weights: moments, momentum"},
    {"gradients", "Gradients", "gradients of the weights, from their first definition to the update"},
    {"kv_cache", "KV cache", "keys and values of earlier positions"},
    {"inputs", "Inputs", "the batch: tokens, images, targets, masks"},
    {"other_state", "Other state", "other arguments: step counters, random keys, statistics, loop state"},
    {"activations", "Activations", "intermediate values, and their gradients"},
    {"outputs", "Other outputs", "results that are none of the others: loss, logits, metrics"},
    {"constants", "Constants and generated values",
     "constants of the program, tables computed from nothing else, and copies of both"},
    {"unknown", "Unknown", "no rule matched"},
}};

constexpr std::array<std::string_view, kRoles> kRoleNames
    = {"", "held", "copy", "new", "partial", "whole", "saved", "recomputed", "forward", "backward"};

} // namespace

std::string_view categoryName(Category category)
{
    return kCategoryTexts[static_cast<std::size_t>(category)].name;
}

Category categoryNamed(std::string_view name)
{
    const auto found = std::ranges::find(kCategoryTexts, name, &CategoryText::name);
    return found == kCategoryTexts.end() ? Category::Unknown : static_cast<Category>(found - kCategoryTexts.begin());
}

std::string_view categoryLabel(Category category)
{
    return kCategoryTexts[static_cast<std::size_t>(category)].label;
}

std::string_view categoryHelp(Category category)
{
    return kCategoryTexts[static_cast<std::size_t>(category)].help;
}

std::string_view roleName(Role role)
{
    return kRoleNames[static_cast<std::size_t>(role)];
}

} // namespace tidemark::xla
