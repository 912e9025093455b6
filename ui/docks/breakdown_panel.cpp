#include "ui/docks/breakdown_panel.h"

#include "ui/theme/colors.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace tidemark::ui {
namespace {

constexpr int kSwatch = 9;

class Delegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::paint(painter, option, index);
        const QVariant share = index.data(BreakdownModel::ShareRole);
        const Colors colors = colorsFor(option.palette);
        if (!share.isNull()) {
            const QRect room = option.rect.adjusted(4, 0, -4, 0);
            const int width = std::max(share.toDouble() > 0 ? 1 : 0, static_cast<int>(share.toDouble() * room.width()));
            painter->fillRect(room.left(), room.center().y() - 3, width, 8, color(colors, index));
        }
        if (index.data(BreakdownModel::TotalRole).toBool())
            painter->fillRect(option.rect.left(), option.rect.top(), option.rect.width(), 1, colors.border);
    }

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        const Colors colors = colorsFor(option->palette);
        option->palette.setColor(QPalette::Highlight, colors.selectedRow);
        option->palette.setColor(QPalette::HighlightedText, colors.text);
        option->state &= ~QStyle::State_HasFocus;
        if (index.data(BreakdownModel::TotalRole).toBool())
            option->backgroundBrush = colors.window;
        if (index.column() == BreakdownModel::Name && !index.data(BreakdownModel::KindRole).isNull()) {
            QPixmap swatch(kSwatch, kSwatch);
            swatch.fill(color(colors, index));
            option->icon = QIcon(swatch);
            option->icon.addPixmap(swatch, QIcon::Selected);
            option->decorationSize = swatch.size();
            option->features |= QStyleOptionViewItem::HasDecoration;
        }
    }

private:
    static QColor color(const Colors& colors, const QModelIndex& index)
    {
        const QVariant kind = index.data(BreakdownModel::KindRole);
        return kind.isNull() ? colors.kind(BufferKind::Temporary) : colors.kind(static_cast<BufferKind>(kind.toInt()));
    }
};

} // namespace

BreakdownPanel::BreakdownPanel(ViewState* state, QWidget* parent)
    : QWidget(parent)
    , m_view(new QTableView(this))
    , m_model(new BreakdownModel(state, this))
{
    auto* by = new QComboBox(this);
    by->addItem(tr("Allocation type"), static_cast<int>(BreakdownBy::Type));
    by->addItem(tr("Opcode"), static_cast<int>(BreakdownBy::Opcode));
    by->setAccessibleName(tr("Break down by"));
    connect(by, &QComboBox::activated, this,
            [this, by] { m_model->setBy(static_cast<BreakdownBy>(by->currentData().toInt())); });
    auto* label = new QLabel(tr("By"), this);
    label->setBuddy(by);

    m_view->setModel(m_model);
    m_view->setItemDelegate(new Delegate(m_view));
    m_view->setAccessibleName(tr("Breakdown of the level at the cursor"));
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setShowGrid(false);
    m_view->setAlternatingRowColors(true);
    m_view->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_view->setTabKeyNavigation(false);
    m_view->verticalHeader()->hide();
    m_view->verticalHeader()->setMinimumSectionSize(18);
    m_view->verticalHeader()->setDefaultSectionSize(22);
    QHeaderView* header = m_view->horizontalHeader();
    header->setHighlightSections(false);
    header->setMinimumSectionSize(36);
    header->setSectionResizeMode(QHeaderView::ResizeToContents);
    header->setSectionResizeMode(BreakdownModel::Name, QHeaderView::Stretch);
    header->setSectionResizeMode(BreakdownModel::Bar, QHeaderView::Fixed);
    header->resizeSection(BreakdownModel::Bar, 44);

    auto* row = new QHBoxLayout;
    row->setContentsMargins(9, 4, 8, 4);
    row->setSpacing(6);
    row->addWidget(label);
    row->addWidget(by);
    row->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(row);
    layout->addWidget(m_view, 1);
}

} // namespace tidemark::ui
