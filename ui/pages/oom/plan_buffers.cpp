#include "ui/pages/oom/plan_buffers.h"

#include "core/base/text.h"
#include "ui/tables/row_table.h"
#include "ui/theme/colors.h"
#include "ui/theme/text.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/restyle.h"
#include "ui/widgets/text_color.h"

#include <QLabel>

namespace tidemark::ui {

PlanBuffers::PlanBuffers(const Units* units, QWidget* parent)
    : QWidget(parent)
    , m_units(units)
    , m_note(new ElidedLabel(this))
    , m_table(new RowTable(&m_state, this))
{
    auto* title = new QLabel(tr("Buffers live at the peak"), this);
    title->setFont(boldFont(font()));
    m_note->setFont(secondaryFont());
    m_note->setObjectName(QStringLiteral("planSum"));
    m_table->setAccessibleName(tr("Buffers live at the peak of the plan"));
    inColumn(this, {inLine(nullptr, {title, {m_note, 1}}, {9, 6, 9, 4}, 8), {m_table, 1}});
    m_table->leaveOut(RowColumn::Category); // the page does not compute the categories
    m_state.setGroupWay(Facet::kByKind);
    connect(m_units, &Units::changed, this, &PlanBuffers::refresh);
    connect(m_table, &QAbstractItemView::doubleClicked, this, [this](const QModelIndex& index) {
        if (const auto row = m_table->rows()->rowAt(index.row()))
            emit openRequested(*row);
    });
    onRestyle(this, [this] { refresh(); });
    refresh();
}

void PlanBuffers::setPlan(std::shared_ptr<const View> plan, const AttributionRules& rules)
{
    m_state.setRules(rules);
    if (plan == m_state.view())
        return;
    m_state.setView(std::move(plan));
    refresh();
}

void PlanBuffers::refresh()
{
    m_state.units().setUnit(m_units->unit());
    setTextColor(m_note, colorsFor(palette()).secondaryText);
    setVisible(!m_state.isEmpty());
    if (m_state.isEmpty())
        return;
    m_note->setParts({{text(counted(m_state.live().size(), "buffer"))},
                      {m_state.bytes(m_state.view()->levelAt(m_state.view()->peakStep))},
                      {tr("plan of %1").arg(text(m_state.view()->programText))}});
}

} // namespace tidemark::ui
