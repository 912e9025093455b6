#include "core/xla/meaning/category.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace tidemark::xla {
namespace {

struct CategoryText {
    std::string_view name;
    std::string_view label;
};

constexpr std::array<CategoryText, kCategories> kCategoryTexts = {{
    {"model_parameters", "Model parameters"},
    {"optimizer_state", "Optimizer state"},
    {"gradients", "Gradients"},
    {"kv_cache", "KV cache"},
    {"inputs", "Inputs"},
    {"other_state", "Other state"},
    {"activations", "Activations"},
    {"outputs", "Other outputs"},
    {"constants", "Constants and generated values"},
    {"unknown", "Unknown"},
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

std::string_view roleName(Role role)
{
    return kRoleNames[static_cast<std::size_t>(role)];
}

} // namespace tidemark::xla
