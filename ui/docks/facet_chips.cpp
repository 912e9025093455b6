#include "ui/docks/facet_chips.h"

#include "ui/theme/tool_tip.h"
#include "ui/widgets/icons.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QToolButton>

namespace tidemark::ui {
namespace {

constexpr int kLongest = 22; // characters, of one alone
constexpr int kOfSeveral = 12;

} // namespace

FacetChips::FacetChips(ViewState* state, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    connect(&state->filter(), &Filter::changed, this, &FacetChips::refresh);
    connect(state, &ViewState::viewChanged, this, &FacetChips::refresh);
    refresh();
}

void FacetChips::refresh()
{
    std::vector<Facet> facets = m_state->filter().facets();
    std::erase_if(facets, [](const Facet& facet) {
        return facet.grouping == Facet::kByKind || facet.grouping == Facet::kByMarked;
    });
    QList<QToolButton*> chips = findChildren<QToolButton*>(QString(), Qt::FindDirectChildrenOnly);
    // The button whose click led here must outlive it.
    for (; chips.size() > static_cast<qsizetype>(facets.size()); chips.removeLast()) {
        chips.back()->hide();
        chips.back()->setParent(nullptr);
        chips.back()->deleteLater();
    }
    const int longest = facets.size() > 1 ? kOfSeveral : kLongest;
    for (std::size_t i = 0; i < facets.size(); ++i) {
        if (static_cast<qsizetype>(i) == chips.size()) {
            auto* chip = new QToolButton(this);
            chip->setObjectName(QStringLiteral("facet"));
            chip->setIcon(themedIcon(QStringLiteral("close")));
            chip->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
            chip->setFocusPolicy(Qt::StrongFocus);
            layout()->addWidget(chip);
            chips << chip;
        }
        QToolButton* chip = chips[static_cast<qsizetype>(i)];
        const QString& text = facets[i].text;
        chip->disconnect(this);
        connect(chip, &QToolButton::clicked, this,
                [this, grouping = facets[i].grouping] { m_state->filter().dropFacet(grouping); });
        chip->setText(
            chip->fontMetrics().elidedText(text, Qt::ElideMiddle, chip->fontMetrics().averageCharWidth() * longest));
        chip->setToolTip(plainToolTip(tr("Only %1. Click to show the others too.").arg(text)));
        chip->setAccessibleName(tr("Only %1").arg(text));
        chip->setAccessibleDescription(tr("Shows the others too"));
        chip->show();
    }
    setVisible(!facets.empty());
}

void FacetChips::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange && layout())
        refresh();
}

} // namespace tidemark::ui
