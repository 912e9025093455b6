#include "ui/panels/facet_chips.h"

#include "ui/theme/tool_tip.h"
#include "ui/widgets/icons.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QStyleOptionToolButton>
#include <QStylePainter>
#include <QToolButton>

#include <algorithm>

namespace tidemark::ui {
namespace {

constexpr int kLongest = 60; // characters, if there is room
constexpr int kShortest = 12;

/// A button as wide as its text, or with elided text if there is no room.
class Chip : public QToolButton
{
public:
    using QToolButton::QToolButton;

    QSize sizeHint() const override { return sizeFor(kLongest); }
    QSize minimumSizeHint() const override { return sizeFor(kShortest); }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QStyleOptionToolButton option;
        initStyleOption(&option);
        // Elide only if room is missing. Text advances are rounded, so text with exactly enough room could be elided
        // otherwise.
        if (const int missing = QToolButton::sizeHint().width() - width(); missing > 0)
            option.text
                = fontMetrics().elidedText(text(), Qt::ElideMiddle, fontMetrics().horizontalAdvance(text()) - missing);
        QStylePainter(this).drawComplexControl(QStyle::CC_ToolButton, option);
    }

private:
    QSize sizeFor(int characters) const
    {
        const int whole = fontMetrics().horizontalAdvance(text());
        const int left = std::max(0, whole - fontMetrics().averageCharWidth() * characters);
        return QToolButton::sizeHint() - QSize(left, 0);
    }
};

} // namespace

FacetChips::FacetChips(ViewState* state, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 4, 8, 4);
    layout->setSpacing(4);
    layout->addStretch(1);
    state->onChange(Aspect::View | Aspect::Filter, this, &FacetChips::refresh);
    refresh();
}

void FacetChips::refresh()
{
    std::vector<Facet> facets = m_state->filter().facets();
    std::erase_if(facets, [](const Facet& facet) { return facet.grouping == Facet::kByMarked; });
    QList<Chip*> chips;
    for (QToolButton* chip : findChildren<QToolButton*>(QString(), Qt::FindDirectChildrenOnly))
        chips << static_cast<Chip*>(chip);
    // The button whose click caused this must live until its handler returns.
    for (; chips.size() > static_cast<qsizetype>(facets.size()); chips.removeLast()) {
        chips.back()->hide();
        chips.back()->setParent(nullptr);
        chips.back()->deleteLater();
    }
    for (std::size_t i = 0; i < facets.size(); ++i) {
        if (static_cast<qsizetype>(i) == chips.size()) {
            auto* chip = new Chip(this);
            chip->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
            chip->setObjectName(QStringLiteral("facet"));
            chip->setIcon(themedIcon(QStringLiteral("close")));
            chip->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
            chip->setFocusPolicy(Qt::StrongFocus);
            static_cast<QHBoxLayout*>(layout())->insertWidget(static_cast<int>(i), chip);
            chips << chip;
        }
        Chip* chip = chips[static_cast<qsizetype>(i)];
        const QString& text = facets[i].text;
        chip->disconnect(this);
        connect(chip, &QToolButton::clicked, this,
                [this, grouping = facets[i].grouping] { m_state->filter().dropFacet(grouping); });
        chip->setText(text);
        chip->setToolTip(plainToolTip(tr("Only %1. Click to show all again.").arg(text)));
        chip->setAccessibleName(tr("Only %1").arg(text));
        chip->setAccessibleDescription(tr("Shows all again"));
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
