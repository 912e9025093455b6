#include "ui/charts/color_button.h"

#include "ui/state/row_text.h"

#include <QActionGroup>
#include <QMenu>

namespace tidemark::ui {

ColorButton::ColorButton(ViewState* state, QWidget* parent)
    : QToolButton(parent)
    , m_state(state)
    , m_menu(new QMenu(this))
{
    setObjectName(QStringLiteral("colorBy"));
    setAutoRaise(true);
    setFocusPolicy(Qt::TabFocus);
    setAccessibleDescription(tr("Opens a menu"));
    auto* ways = new QActionGroup(m_menu);
    for (const QString& name : ColorBy::names()) {
        QAction* action = m_menu->addAction(name);
        action->setCheckable(true);
        action->setData(static_cast<int>(ways->actions().size()));
        ways->addAction(action);
    }
    connect(ways, &QActionGroup::triggered, this, [this](const QAction* chosen) {
        m_state->colorBy().setWay(static_cast<ColorBy::Way>(chosen->data().toInt()));
    });
    connect(this, &QToolButton::clicked, this, [this] { m_menu->popup(mapToGlobal(QPoint(0, height()))); });
    connect(state, &ViewState::viewChanged, this, &ColorButton::refresh);
    connect(&state->colorBy(), &ColorBy::changed, this, &ColorButton::refresh);
    refresh();
}

void ColorButton::setShort(bool isShort)
{
    if (isShort == m_isShort)
        return;
    m_isShort = isShort;
    refresh();
}

void ColorButton::refresh()
{
    const auto way = static_cast<int>(m_state->colorBy().way());
    const QString name = ColorBy::names()[way];
    const QString full = tr("Colour by %1").arg(name.toLower());
    setText((m_isShort ? name : full) + QStringLiteral(" ▾"));
    setToolTip(tr("%1: what the colours of %2 mean").arg(full, rowsWord(m_state->view().get())));
    setAccessibleName(full);
    m_menu->actions().at(way)->setChecked(true);
    setVisible(!m_state->isEmpty() && m_state->view()->meanings);
    emit shownChanged();
}

} // namespace tidemark::ui
