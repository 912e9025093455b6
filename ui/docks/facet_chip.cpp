#include "ui/docks/facet_chip.h"

#include "ui/theme/tool_tip.h"
#include "ui/widgets/icons.h"

#include <QEvent>

namespace tidemark::ui {
namespace {

constexpr int kLongest = 22; // characters

}

FacetChip::FacetChip(ViewState* state, QWidget* parent)
    : QToolButton(parent)
    , m_state(state)
{
    setObjectName(QStringLiteral("facet"));
    setIcon(themedIcon(QStringLiteral("close")));
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setFocusPolicy(Qt::StrongFocus);
    connect(this, &QToolButton::clicked, this, [this] { m_state->filter().setFacet(std::nullopt); });
    connect(&state->filter(), &Filter::changed, this, &FacetChip::refresh);
    connect(state, &ViewState::viewChanged, this, &FacetChip::refresh);
    refresh();
}

void FacetChip::refresh()
{
    const std::optional<Facet>& facet = m_state->filter().facet();
    setVisible(facet && facet->grouping != Facet::kByKind);
    if (!facet)
        return;
    setText(fontMetrics().elidedText(facet->text, Qt::ElideMiddle, fontMetrics().averageCharWidth() * kLongest));
    setToolTip(plainToolTip(tr("Only %1. Click to show the others too.").arg(facet->text)));
    setAccessibleName(tr("Only %1").arg(facet->text));
    setAccessibleDescription(tr("Shows the others too"));
}

void FacetChip::changeEvent(QEvent* event)
{
    QToolButton::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        refresh();
}

} // namespace tidemark::ui
