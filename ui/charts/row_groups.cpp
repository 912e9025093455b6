#include "ui/charts/row_groups.h"

#include "ui/state/row_history.h"
#include "ui/state/row_text.h"

#include <QCoreApplication>

namespace tidemark::ui {
namespace {

struct RowGroupsText {
    Q_DECLARE_TR_FUNCTIONS(RowGroups)
};

} // namespace

RowGroups rowGroupsOf(const ViewState& state)
{
    RowGroups groups;
    if (state.isEmpty() || state.view()->rows.count == 0)
        return groups;
    const std::shared_ptr<const View>& view = state.view();
    const auto meanings = state.meanings();
    const ColorBy::Way way = state.colorBy().way();
    if (way == ColorBy::Way::Idle && state.uses()) {
        for (int shade = 0; shade < kIdleShades; ++shade) {
            groups.looks.push_back(GroupLook::ofShade(shade, idleShadeText(shade)));
            if (shade > 0)
                groups.looks.back().facet = Facet::ofIdle(idleShadeFrom(shade), view->axis,
                                                          shade + 1 < kIdleShades ? idleShadeFrom(shade + 1) : 0);
        }
        groups.of = [state = &state](RowId row) {
            const auto idle = state->idle(row);
            return static_cast<std::size_t>(idle ? idleShade(idle->steps) : 0);
        };
        groups.scale = RowGroupsText::tr("Idle for %1").arg(cellsText(view->axis));
    } else if (state.isByCategory()) {
        for (const RowCategory& category : meanings->categories)
            groups.looks.push_back(GroupLook::of(category));
        groups.of = [meanings](RowId row) { return std::size_t{meanings->category[row.index()]}; };
    } else {
        return rowGroupsByKind(view);
    }
    return groups;
}

RowGroups rowGroupsByKind(const std::shared_ptr<const View>& view)
{
    RowGroups groups;
    for (const RowKind& kind : view->rows.kinds)
        groups.looks.push_back(GroupLook::of(kind));
    groups.of = [view](RowId row) { return std::size_t{view->rows.kind[row]}; };
    return groups;
}

} // namespace tidemark::ui
