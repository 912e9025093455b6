#include "ui/state/stack.h"

#include "ui/theme/text.h"

#include <QCoreApplication>

namespace tidemark::ui {

GroupLook GroupLook::of(const RowKind& kind)
{
    return {text(kind.label), {}, Facet::of(kind), kind.hue, {}, {}};
}

GroupLook GroupLook::of(const RowCategory& category)
{
    return {text(category.label), text(category.help), Facet::of(category), std::nullopt, category.id, {},
            category.isUsers};
}

GroupLook GroupLook::ofShade(int shade, const QString& name)
{
    return {name, {}, std::nullopt, std::nullopt, {}, shade};
}

GroupLook GroupLook::rest()
{
    return {QCoreApplication::translate("Stack", "The rest"), {}, std::nullopt, std::nullopt, {}, {}};
}

QColor GroupLook::color(const Colors& colors) const
{
    if (shade)
        return colors.idle(*shade);
    if (hue)
        return colors.hue(*hue);
    return category.empty() ? colors.small : colors.category(category);
}

Result<std::shared_ptr<const Stack>> makeStack(const std::shared_ptr<const View>& view,
                                               const std::shared_ptr<const RowMeanings>& meanings,
                                               const Progress& progress)
{
    StackedLevel::Groups groups{view->rows.kinds.size(), [&](RowId row) { return GroupIndex{view->rows.kind[row]}; }};
    if (meanings)
        groups = {meanings->categories.size(), [&](RowId row) { return meanings->category[row.index()]; },
                  [&](GroupIndex group) { return meanings->categories[group].isUsers; }};
    auto level = StackedLevel::of(*view, groups, progress);
    if (!level)
        return level.error();
    auto stack = std::make_shared<Stack>(Stack{view, meanings, *level, {}});
    for (const StackLayer& layer : stack->level->layers())
        if (!layer.group)
            stack->looks.push_back(GroupLook::rest());
        else if (meanings)
            stack->looks.push_back(GroupLook::of(meanings->categories[*layer.group]));
        else
            stack->looks.push_back(GroupLook::of(view->rows.kinds[*layer.group]));
    return std::shared_ptr<const Stack>(std::move(stack));
}

} // namespace tidemark::ui
