#include "ui/docks/buffers_panel.h"

#include "core/xla/programs/breakdown.h"
#include "ui/state/grouped.h"
#include "ui/theme/colors.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/text_color.h"

#include <QAction>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

#include <set>

namespace tidemark::ui {
namespace {

constexpr int kAllKinds = -1;

QString exact(std::int64_t bytes)
{
    return grouped(bytes) + QStringLiteral("\u00a0B");
}

} // namespace

BuffersPanel::BuffersPanel(ViewState* state, const BufferFacts* facts, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
    , m_table(new BufferTable(state, facts, this))
    , m_filter(new QLineEdit(this))
    , m_filterIcon(m_filter->addAction(QIcon(), QLineEdit::LeadingPosition))
    , m_kinds(new QComboBox(this))
    , m_count(new QLabel(this))
    , m_nothing(new QLabel(m_table->viewport()))
    , m_selected(new QLabel(this))
    , m_totals(new QLabel(this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(1, 0, 1, 1);
    layout->setSpacing(0);
    layout->addWidget(makeFilterRow());
    layout->addWidget(m_table, 1);
    layout->addWidget(makeFooter());

    setTabOrder(m_filter, m_kinds);
    setTabOrder(m_kinds, m_table);

    m_nothing->setAlignment(Qt::AlignCenter);
    m_nothing->setWordWrap(true);
    m_nothing->hide();
    connect(m_nothing, &QLabel::linkActivated, this, [this] {
        m_state->setFilter({});
        m_kinds->setCurrentIndex(0);
    });

    connect(state, &ViewState::filterChanged, this, [this] {
        if (m_filter->text() != m_state->filter())
            m_filter->setText(m_state->filter());
        refreshSums();
    });
    connect(m_table, &BufferTable::selectionSumsChanged, this, &BuffersPanel::refreshSums);
    connect(m_table->proxy(), &QAbstractItemModel::modelReset, this, &BuffersPanel::refreshKinds);
    refreshColors();
    refreshKinds();
}

QWidget* BuffersPanel::makeFilterRow()
{
    auto* row = new QWidget(this);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(8, 5, 8, 5);
    layout->setSpacing(6);
    m_filter->setPlaceholderText(tr("Filter: name, op, shape…"));
    m_filter->setAccessibleName(tr("Filter buffers"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setAcceptDrops(false);
    m_filter->setMinimumWidth(120);
    m_filter->setMaximumWidth(250);
    connect(m_filter, &QLineEdit::textChanged, m_state, &ViewState::setFilter);
    auto* label = new QLabel(tr("Type"), row);
    label->setBuddy(m_kinds);
    m_kinds->setAccessibleName(tr("Allocation type"));
    m_kinds->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    connect(m_kinds, &QComboBox::currentIndexChanged, this, [this] {
        const int kind = m_kinds->currentData().toInt();
        m_table->proxy()->setKind(kind == kAllKinds ? std::nullopt : std::optional(static_cast<BufferKind>(kind)));
        refreshSums();
    });
    layout->addWidget(m_filter, 1);
    layout->addWidget(label);
    layout->addWidget(m_kinds);
    layout->addStretch(1);
    layout->addWidget(m_count);
    m_count->setFont(secondaryFont());
    return row;
}

QWidget* BuffersPanel::makeFooter()
{
    auto* footer = new QWidget(this);
    auto* layout = new QHBoxLayout(footer);
    layout->setContentsMargins(9, 4, 9, 4);
    for (QLabel* label : {m_selected, m_totals}) {
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        label->setMinimumWidth(20);
    }
    m_totals->setFont(secondaryFont());
    layout->addWidget(m_selected, 1);
    layout->addWidget(m_totals, 0);
    footer->setFixedHeight(27);
    return footer;
}

void BuffersPanel::refreshKinds()
{
    std::set<int> kinds;
    for (int i = 0; i < m_table->buffers()->rowCount(); ++i)
        kinds.insert(m_table->buffers()->index(i, 0).data(BufferModel::KindRole).toInt());
    const auto chosen = m_table->proxy()->kind();
    if (chosen)
        kinds.insert(static_cast<int>(*chosen));
    const QSignalBlocker quiet(m_kinds);
    m_kinds->clear();
    m_kinds->addItem(tr("All"), kAllKinds);
    for (const int kind : kinds) {
        const std::string_view name = kindLabel(static_cast<BufferKind>(kind));
        m_kinds->addItem(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())), kind);
    }
    m_kinds->setCurrentIndex(chosen ? m_kinds->findData(static_cast<int>(*chosen)) : 0);
    refreshSums();
}

void BuffersPanel::refreshSums()
{
    const BufferModel::Totals& all = m_table->buffers()->totals();
    const BufferModel::Totals shown = m_table->proxy()->shownTotals();
    const BufferModel::Totals selected = m_table->selectedTotals();
    const bool hasData = !m_state->isEmpty();
    m_count->setText(hasData ? tr("%1 of %2 rows").arg(grouped(shown.rows), grouped(all.rows)) : QString());

    const QString share = QString::fromStdString(percentText(selected.occupied(), all.occupied()));
    m_selected->setText(selected.rows == 0
                            ? tr("Nothing selected")
                            : tr("%1 selected · %2 · %3 of this step")
                                  .arg(grouped(selected.rows), m_state->bytes(selected.occupied()), share));
    m_selected->setToolTip(selected.rows == 0 ? QString() : exact(selected.occupied()));

    if (!hasData) {
        m_totals->clear();
        return;
    }
    const std::int64_t unpadded = m_state->timeline()->unpadded[m_state->cursor()];
    QString totals = tr("all rows %1").arg(m_state->bytes(all.occupied()));
    if (all.overlap > 0)
        totals += tr(" (sizes %1, %2 re-used in place)").arg(m_state->bytes(all.size), m_state->bytes(all.overlap));
    if (shown.rows != all.rows)
        totals = tr("shown %1 · ").arg(m_state->bytes(shown.occupied())) + totals;
    totals += tr(" · unpadded %1").arg(m_state->bytes(unpadded));
    m_totals->setText(totals);
    m_totals->setToolTip(tr("Occupied: %1. Sum of the sizes: %2. Unpadded: %3.")
                             .arg(exact(all.occupied()), exact(all.size), exact(unpadded)));

    const bool isNothing = shown.rows == 0 && all.rows > 0;
    if (isNothing)
        m_nothing->setText(m_state->filter().isEmpty()
                               ? tr("No buffer of this type is live here. <a href=\"#\">Show all types</a>")
                               : tr("No buffer matches “%1”. <a href=\"#\">Clear the filter</a>")
                                     .arg(m_state->filter().toHtmlEscaped()));
    m_nothing->setGeometry(m_table->viewport()->rect());
    m_nothing->setVisible(isNothing);
}

void BuffersPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_nothing->setGeometry(m_table->viewport()->rect());
}

void BuffersPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        refreshColors();
}

void BuffersPanel::refreshColors()
{
    const Colors colors = colorsFor(palette());
    m_filterIcon->setIcon(themedIcon(QStringLiteral("search"), palette()));
    for (QLabel* label : {m_count, m_totals})
        setTextColor(label, colors.secondaryText);
}

} // namespace tidemark::ui
