#include "ui/charts/chart_menu.h"

#include "ui/charts/chart_navigation.h"
#include "ui/state/row_text.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QMenu>

namespace tidemark::ui {
namespace {

struct ChartMenuText {
    Q_DECLARE_TR_FUNCTIONS(MemoryChart)
};

} // namespace

void addStepActions(QMenu& menu, ViewState* state, ChartNavigation* navigation, StepId step,
                    const std::function<void()>& exportPicture)
{
    const quint64 generation = state->focus().generation();
    const auto add = [&](const QString& text, std::function<void()> act) {
        return menu.addAction(text, state, [state, generation, act = std::move(act)] {
            if (state->focus().generation() == generation)
                act();
        });
    };
    const View& view = *state->view();
    const bool isKnown = view.curves.front().knows(step.index());
    const QString value = isKnown ? state->bytes(view.levelAt(step)) : ChartMenuText::tr("not known");
    add(ChartMenuText::tr("Go Here (%1)").arg(cellText(view.axis, step)),
        [state, step] { state->axis().setCursor(step); });
    add(ChartMenuText::tr("Go to Peak"), [navigation] { navigation->goToPeak(); });
    add(ChartMenuText::tr("Zoom to Range"), [navigation] {
        navigation->zoomToSelection();
    })->setEnabled(state->axis().selected().has_value());
    add(ChartMenuText::tr("Zoom to Fit"), [navigation] {
        navigation->fit();
    })->setEnabled(!state->axis().isShowingAll());
    menu.addSeparator();
    add(ChartMenuText::tr("Copy Value (%1)").arg(value), [value] {
        QGuiApplication::clipboard()->setText(value);
    })->setEnabled(isKnown);
    add(ChartMenuText::tr("Export Chart as PNG…"), exportPicture);
}

} // namespace tidemark::ui
