#include "ui/charts/chart_menu.h"

#include "ui/charts/chart_navigation.h"
#include "ui/state/row_text.h"
#include "ui/state/similar_rows.h"
#include "ui/theme/text.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QMenu>

#include <functional>

namespace tidemark::ui {
namespace {

struct ChartMenuText {
    Q_DECLARE_TR_FUNCTIONS(MemoryChart)
};

struct RowMenuText {
    Q_DECLARE_TR_FUNCTIONS(RowMenu)
};

void copy(const QString& text)
{
    QGuiApplication::clipboard()->setText(text);
}

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

void addRowActions(QMenu& menu, ViewState* state, RowId row)
{
    const Rows& rows = state->view()->rows;
    const Facts& facts = state->facts().of(row);
    const auto add = [&](const char* name, const QString& text, std::function<void(RowId)> act) {
        QAction* action = menu.addAction(text, state, [state, item = state->focus().refer(row), act = std::move(act)] {
            if (const std::optional<RowId> found = state->focus().find(item))
                act(*found);
        });
        action->setObjectName(QString::fromLatin1(name));
        return action;
    };
    const auto addFilter = [&](const char* name, const QString& text, const std::string& words) {
        add(name, text, [state, words](RowId) {
            state->filter().setText(QString::fromStdString(words));
        })->setEnabled(!words.empty());
    };
    if (state->focus().pinned() == row)
        add("pin", RowMenuText::tr("Unpin"), [state](RowId) { state->focus().setPinned(std::nullopt); });
    else
        add("pin", RowMenuText::tr("Pin"), [state](RowId found) { state->focus().setPinned(found); });
    add("zoom", RowMenuText::tr("Zoom to Lifetime"), [state](RowId found) {
        const Rows& shown = state->view()->rows;
        state->axis().zoomTo(shown.start[found], shown.end[found]);
    });
    add("similar", RowMenuText::tr("Select Similar"),
        [state](RowId found) { state->focus().setSelected(SimilarRows(state).of(found)); });
    menu.addSeparator();
    addFilter("filterOp", RowMenuText::tr("Filter by This Op"), facts.opName);
    addFilter("filterShape", RowMenuText::tr("Filter by This Shape"), facts.shapeWithoutLayout);
    add("filterKind", RowMenuText::tr("Filter by This Type (%1)").arg(text(rows.kindOf(row).label)),
        [state](RowId found) { state->filter().setFacet(Facet::of(state->view()->rows.kindOf(found))); });
    if (state->meanings()) {
        add("filterCategory", RowMenuText::tr("Filter by This Category (%1)").arg(text(facts.categoryLabel)),
            [state](RowId found) { state->filter().setFacet(Facet::of(state->meanings()->categoryOf(found))); });
        if (!facts.role.empty())
            add("filterRole", RowMenuText::tr("Filter by This Role (%1)").arg(text(facts.role)), [state](RowId found) {
                state->filter().setFacet(Facet::ofRole(state->meanings()->roleGroupOf(found)));
            });
    }
    if (const auto idle = state->idle(row); idle && idle->steps > 0) {
        const Facet asLong = Facet::ofIdle(idleShadeFrom(idleShade(idle->steps)), state->view()->axis);
        add("filterIdle", RowMenuText::tr("Filter by %1 Around the Cursor").arg(asLong.text),
            [state, asLong](RowId) { state->filter().setFacet(asLong); });
    }
    menu.addSeparator();
    add("copyName", RowMenuText::tr("Copy Name"),
        [state](RowId found) { copy(text(state->view()->rows.label(found))); });
    add("copyDetails", RowMenuText::tr("Copy Details"), [state](RowId found) { copy(detailsText(*state, found)); });
}

} // namespace tidemark::ui
