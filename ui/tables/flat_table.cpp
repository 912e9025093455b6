#include "ui/tables/flat_table.h"

#include "ui/state/row_groups.h"
#include "ui/state/units.h"
#include "ui/tables/table_roles.h"
#include "ui/theme/colors.h"
#include "ui/widgets/copy_text.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/pop_up.h"
#include "ui/widgets/restyle.h"
#include "ui/widgets/swatch.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMetaMethod>
#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tidemark::ui {
namespace {

constexpr int kPadding = 7;
constexpr int kSwatch = 9;
constexpr int kLeastBar = 12;
constexpr int kLeastMargin = 2;
constexpr int kIndentation = 14; // of one level of a tree; less than the style's, because paths of operations are deep

Fill fillAt(const QModelIndex& index, const Colors& colors, QColor (Colors::*of)(Hue) const = &Colors::hue)
{
    if (const auto* look = index.data(LookRole).value<const GroupLook*>())
        return look->fill(colors);
    if (const QVariant category = index.data(CategoryRole); !category.isNull())
        return colors.categoryFill(category.toByteArray().toStdString(), index.data(UncertainRole).toBool());
    const QVariant hue = index.data(HueRole);
    return (colors.*of)(hue.isNull() ? Hue::Temporary : static_cast<Hue>(hue.toInt()));
}

/// A share above 0 has a visible bar.
int barWidth(double share, int room)
{
    if (share <= 0)
        return 0;
    return std::max(2, static_cast<int>(share * room));
}

void paintBar(QPainter* painter, const QStyleOptionViewItem& cell, const QModelIndex& index, const Colors& colors)
{
    int room = cell.rect.width() - 2 * kPadding;
    if (!cell.text.isEmpty())
        room -= std::max(cell.fontMetrics.horizontalAdvance(QStringLiteral("1,023.9 GiB")),
                         cell.fontMetrics.horizontalAdvance(index.data(BarTextRole).toString()));
    if (room < kLeastBar)
        return;
    const int width = barWidth(index.data(BarRole).toDouble(), room);
    paintFill(*painter, QRectF(cell.rect.left() + kPadding, cell.rect.center().y() - 3, width, 8),
              fillAt(index, colors));
}

void paintChange(QPainter* painter, const QRect& cell, double change, const Colors& colors)
{
    const int middle = cell.center().x();
    const int width = barWidth(std::abs(change), cell.width() / 2 - kPadding);
    const int top = cell.center().y() - 3;
    if (change < 0)
        painter->fillRect(middle - width, top, width, 8, colors.good);
    else
        painter->fillRect(middle + 1, top, width, 8, colors.bad);
    painter->fillRect(middle, cell.top() + 3, 1, cell.height() - 6, colors.border);
}

void paintLife(QPainter* painter, const QRect& cell, const QModelIndex& index, const Colors& colors)
{
    const auto life = index.data(LifeRole).value<Life>();
    const double left = cell.left() + kPadding;
    const double width = std::max(1, cell.width() - 2 * kPadding);
    const int middle = cell.center().y() + 1;
    painter->fillRect(QRectF(left, middle - 0.5, width, 1), colors.border);
    paintFill(*painter, {left + life.begin * width, middle - 4.0, std::max(2.0, (life.end - life.begin) * width), 8},
              fillAt(index, colors, &Colors::lifetimeHue));
    painter->fillRect(QRectF(left + life.cursor * width - 0.5, middle - 7, 1.5, 14), colors.text);
}

const QStyle* styleOf(const QStyleOptionViewItem& cell)
{
    return cell.widget ? cell.widget->style() : QApplication::style();
}

/// The rectangle of the text, to the right of the swatch. If the text does not fit, its margins shrink before it is
/// elided.
QRect roomOfText(const QStyleOptionViewItem& cell)
{
    const QStyle* style = styleOf(cell);
    const int margin = style->pixelMetric(QStyle::PM_FocusFrameHMargin, &cell, cell.widget) + 1;
    QRect room = style->subElementRect(QStyle::SE_ItemViewItemText, &cell, cell.widget).adjusted(margin, 0, -margin, 0);
    if (cell.features & QStyleOptionViewItem::HasDecoration)
        room.setLeft(style->subElementRect(QStyle::SE_ItemViewItemDecoration, &cell, cell.widget).right() + kPadding);
    const int missing = cell.fontMetrics.horizontalAdvance(cell.text) - room.width();
    const int spare = std::clamp(missing, 0, margin - kLeastMargin);
    if (cell.displayAlignment & Qt::AlignRight)
        return room.adjusted(-spare, 0, 0, 0);
    return room.adjusted(0, 0, spare, 0);
}

/// Paints the text on the baseline that the table's own font has in a row of this height. If each text were centred,
/// fonts with other ascents would have other baselines.
void paintText(QPainter* painter, const QStyleOptionViewItem& cell, const QFontMetrics& tableFont)
{
    QRect room = roomOfText(cell);
    painter->setFont(cell.font);
    painter->setPen(cell.palette.color(QPalette::Active, QPalette::Text));
    if ((cell.features & QStyleOptionViewItem::WrapText) && cell.rect.height() >= 2 * cell.fontMetrics.height()) {
        painter->drawText(room, static_cast<int>(cell.displayAlignment) | Qt::TextWordWrap, cell.text);
        return;
    }
    // A text that begins in the visible part ends there.
    if (const auto* const view = qobject_cast<const QAbstractItemView*>(cell.widget);
        view && !(cell.displayAlignment & Qt::AlignRight))
        room.setRight(std::min(room.right(), view->viewport()->width() - kLeastMargin));
    const QString text = cell.fontMetrics.elidedText(cell.text, cell.textElideMode, room.width());
    int left = room.left();
    if (cell.displayAlignment & Qt::AlignRight)
        left = room.right() + 1 - cell.fontMetrics.horizontalAdvance(text);
    const int baseline = cell.rect.top() + (cell.rect.height() - tableFont.height()) / 2 + tableFont.ascent();
    painter->drawText(left, baseline, text);
}

/// The cell without the indentation of a tree.
QRect indented(const QRect& cell, const QVariant& tree)
{
    if (tree.isNull())
        return cell;
    return cell.adjusted(kIndentation * (tree.value<TreePlace>().depth + 1), 0, 0, 0);
}

void paintArrow(QPainter* painter, const QStyleOptionViewItem& cell, const QRect& arrow, TreePlace::Children children)
{
    QStyleOption branch = cell;
    branch.rect = arrow;
    branch.state |= QStyle::State_Children;
    branch.state.setFlag(QStyle::State_Open, children == TreePlace::Children::Shown);
    styleOf(cell)->drawPrimitive(QStyle::PE_IndicatorBranch, &branch, painter, cell.widget);
}

constexpr int kLeastRowHeight = 22;
constexpr int kRoomAroundText = 5;

} // namespace

QRect CellDelegate::arrow(const QRect& cell, const QModelIndex& index)
{
    const auto place = index.data(TreeRole).value<TreePlace>();
    if (place.children == TreePlace::Children::None)
        return {};
    return {cell.left() + kIndentation * place.depth + kLeastMargin, cell.top(), kIndentation, cell.height()};
}

void CellDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    const Colors colors = colorsFor(option->palette);
    option->palette.setColor(QPalette::Highlight, colors.selectedRow);
    option->palette.setColor(QPalette::HighlightedText, colors.text);
    const int tone = index.data(ToneRole).toInt();
    QColor text = colors.text;
    if (tone > 0)
        text = colors.bad;
    else if (tone < 0)
        text = colors.good;
    else if (index.data(MutedRole).toBool())
        text = colors.secondaryText;
    option->palette.setColor(QPalette::Text, text);
    option->state &= ~QStyle::State_HasFocus;
    if (const QVariant elide = index.data(ElideRole); !elide.isNull())
        option->textElideMode = static_cast<Qt::TextElideMode>(elide.toInt());
    if (index.data(MonospaceRole).toBool())
        option->font = fixedFontLike(option->font);
    if (index.data(GroupRole).toBool())
        option->font = boldFont(option->font);
    if (index.data(TotalRole).toBool()) {
        option->font = boldFont(option->font);
        option->backgroundBrush = colors.window;
    }
    option->fontMetrics = QFontMetrics(option->font);
    if (index.data(HoveredRole).toBool()) {
        QColor tint = colors.highlight;
        tint.setAlpha(38);
        option->backgroundBrush = tint;
    }
    if (!index.data(LifeRole).isNull())
        option->text.clear();
    if (index.data(SwatchRole).toBool()) {
        const QPixmap square
            = swatch(fillAt(index, colors), kSwatch, option->widget ? option->widget->devicePixelRatioF() : 1);
        option->icon = QIcon(square);
        option->icon.addPixmap(square, QIcon::Selected);
        option->decorationSize = QSize(kSwatch, kSwatch);
        option->features |= QStyleOptionViewItem::HasDecoration;
    }
}

void CellDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Colors colors = colorsFor(option.palette);
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    const QStyle* style = styleOf(cell);
    style->drawPrimitive(QStyle::PE_PanelItemViewItem, &cell, painter, option.widget);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing, false);
    painter->setClipRect(cell.rect);
    const QRect whole = cell.rect;
    const QVariant tree = index.data(TreeRole);
    if (const QRect at = arrow(whole, index); !at.isEmpty())
        paintArrow(painter, cell, at, tree.value<TreePlace>().children);
    cell.rect = indented(whole, tree);
    cell.icon.paint(painter, style->subElementRect(QStyle::SE_ItemViewItemDecoration, &cell, option.widget));
    if (!index.data(BarRole).isNull())
        paintBar(painter, cell, index, colors);
    else if (const QVariant change = index.data(ChangeBarRole); !change.isNull())
        paintChange(painter, cell.rect, change.toDouble(), colors);
    else if (!index.data(LifeRole).isNull())
        paintLife(painter, cell.rect, index, colors);
    if (!cell.text.isEmpty())
        paintText(painter, cell, QFontMetrics(option.widget ? option.widget->font() : option.font));
    if (index.data(TotalRole).toBool())
        painter->fillRect(whole.left(), whole.top(), whole.width(), 1, colors.border);
    painter->restore();
}

QItemSelection linesWhere(const QAbstractItemModel& model, const std::function<bool(int line)>& is)
{
    QItemSelection lines;
    int begin = -1; // first line of a run
    for (int line = 0; line <= model.rowCount(); ++line) {
        if (line < model.rowCount() && is(line)) {
            begin = begin < 0 ? line : begin;
        } else if (begin >= 0) {
            lines.append(QItemSelectionRange(model.index(begin, 0), model.index(line - 1, model.columnCount() - 1)));
            begin = -1;
        }
    }
    return lines;
}

FlatTable::FlatTable(QWidget* parent)
    : QTableView(parent)
{
    setItemDelegate(new CellDelegate(this));
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setAlternatingRowColors(true);
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setEditTriggers(NoEditTriggers);
    setTabKeyNavigation(false);
    setWordWrap(false);
    setHorizontalScrollMode(ScrollPerPixel);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setHighlightSections(false);
    connect(this, &QAbstractItemView::doubleClicked, this, [this](const QModelIndex& at) { emit opened(at.row()); });
    onRestyle(this, [this] { fitRows(); });
    fitRows();
}

void FlatTable::goBy(int by, int from)
{
    const int rows = model()->rowCount();
    if (rows == 0)
        return;
    if (from < 0 && by < 0)
        from = rows;
    setCurrentIndex(model()->index((from + by + rows) % rows, 0));
}

void FlatTable::fitRows()
{
    const int text = std::max(fontMetrics().height(), QFontMetrics(fixedFontLike(font())).height());
    const int height = std::max(kLeastRowHeight, text + kRoomAroundText);
    verticalHeader()->setMinimumSectionSize(height);
    verticalHeader()->setDefaultSectionSize(height);
}

QSize FlatTable::minimumSizeHint() const
{
    constexpr int kRows = 2;
    const int header = horizontalHeader()->isHidden() ? 0 : horizontalHeader()->sizeHint().height();
    return {QTableView::minimumSizeHint().width(),
            header + kRows * verticalHeader()->defaultSectionSize() + 2 * frameWidth()};
}

QRect FlatTable::frozenRect() const
{
    if (!m_isLastRowFrozen || !model() || model()->rowCount() == 0)
        return {};
    const int last = model()->rowCount() - 1;
    const int height = rowHeight(last);
    // Right below the last row that is visible as a whole, so that it cuts no row.
    const int top = std::max(0, viewport()->height() / height - 1) * height;
    if (rowViewportPosition(last) + height <= viewport()->height())
        return {};
    return {0, top, viewport()->width(), height};
}

QModelIndex FlatTable::indexAt(const QPoint& at) const
{
    const QRect frozen = frozenRect();
    if (frozen.contains(at))
        return model()->index(model()->rowCount() - 1, columnAt(at.x()));
    if (!frozen.isNull() && at.y() > frozen.bottom())
        return {};
    return QTableView::indexAt(at);
}

void FlatTable::scrollTo(const QModelIndex& index, ScrollHint hint)
{
    QTableView::scrollTo(index, hint);
    QScrollBar* bar = verticalScrollBar();
    while (frozenRect().intersects(visualRect(index)) && bar->value() < bar->maximum())
        bar->setValue(bar->value() + 1);
}

void FlatTable::paintEvent(QPaintEvent* event)
{
    QTableView::paintEvent(event);
    const QRect frozen = frozenRect();
    if (frozen.isNull() || event->rect().bottom() < frozen.top())
        return;
    QPainter painter(viewport());
    painter.fillRect(frozen.adjusted(0, 0, 0, frozen.height()), palette().base());
    QStyleOptionViewItem option;
    initViewItemOption(&option);
    for (const int column : shownColumns()) {
        const QModelIndex index = model()->index(model()->rowCount() - 1, column);
        option.rect = QRect(columnViewportPosition(column), frozen.top(), columnWidth(column), frozen.height());
        option.state.setFlag(QStyle::State_Selected, selectionModel()->isSelected(index));
        itemDelegate()->paint(&painter, option, index);
    }
}

void FlatTable::scrollContentsBy(int dx, int dy)
{
    QTableView::scrollContentsBy(dx, dy);
    if (m_isLastRowFrozen || dx != 0) // texts are elided at the right edge
        viewport()->update();
}

void FlatTable::selectionChanged(const QItemSelection& selected, const QItemSelection& deselected)
{
    QTableView::selectionChanged(selected, deselected);
    if (m_isLastRowFrozen)
        viewport()->update(); // Qt updates only the place that is covered
}

bool FlatTable::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->matches(QKeySequence::Copy)
        && !selectedRows().empty()) {
        event->accept();
        return true;
    }
    return QTableView::event(event);
}

void FlatTable::keyPressEvent(QKeyEvent* event)
{
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (event->matches(QKeySequence::Copy))
        copyRows();
    else if (isEnter && currentIndex().isValid() && isSignalConnected(QMetaMethod::fromSignal(&FlatTable::opened)))
        emit opened(currentIndex().row());
    else
        QTableView::keyPressEvent(event);
}

void FlatTable::addToMenu(QMenu* menu)
{
    menu->addAction(tr("&Copy Rows"), this, &FlatTable::copyRows)->setEnabled(!selectedRows().empty());
}

void FlatTable::contextMenuEvent(QContextMenuEvent* event)
{
    auto* menu = new QMenu(this);
    addToMenu(menu);
    popUp(menu, event->globalPos());
}

QList<int> FlatTable::shownColumns() const
{
    QList<int> columns;
    for (int visual = 0; visual < horizontalHeader()->count(); ++visual) {
        const int column = horizontalHeader()->logicalIndex(visual);
        if (!isColumnHidden(column))
            columns << column;
    }
    return columns;
}

std::vector<int> FlatTable::selectedRows() const
{
    std::vector<int> rows;
    if (!selectionModel())
        return rows;
    for (const QItemSelectionRange& range : selectionModel()->selection())
        for (int row = range.top(); row <= range.bottom(); ++row)
            rows.push_back(row);
    std::ranges::sort(rows);
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    return rows;
}

QString FlatTable::rowsAsText(const std::vector<int>& rows, int role) const
{
    if (rows.empty())
        return {};
    const QList<int> columns = m_copied.isEmpty() ? shownColumns() : m_copied;
    QStringList cells;
    for (const int column : columns)
        cells << model()->headerData(column, Qt::Horizontal).toString();
    QString result = cells.join(u'\t') + u'\n';
    for (const int row : rows) {
        cells.clear();
        for (const int column : columns) {
            const QModelIndex index = model()->index(row, column, rootIndex());
            QVariant cell = index.data(role);
            if (cell.isNull())
                cell = index.data();
            cells << cell.toString().replace(u'\t', u' ').replace(u'\n', u' ');
        }
        result += cells.join(u'\t') + u'\n';
    }
    return result;
}

QString FlatTable::allRowsAsText() const
{
    std::vector<int> rows(static_cast<std::size_t>(model()->rowCount()));
    std::iota(rows.begin(), rows.end(), 0);
    return rowsAsText(rows);
}

QString FlatTable::describeRows(std::size_t count) const
{
    return describeRows(count, static_cast<std::size_t>(model()->rowCount()));
}

QString FlatTable::describeRows(std::size_t count, std::size_t all)
{
    if (count == all)
        return countText(count, tr("row"), tr("rows"));
    return tr("%1 of %2 rows").arg(grouped(count), grouped(all));
}

void FlatTable::copy(const QString& text, std::size_t rows)
{
    copyText(text);
    emit copied(describeRows(rows));
}

void FlatTable::copyRows()
{
    if (const std::vector<int> rows = selectedRows(); !rows.empty())
        copy(rowsAsText(rows), rows.size());
}

void FlatTable::copyAll()
{
    copy(allRowsAsText(), static_cast<std::size_t>(model()->rowCount()));
}

void FlatTable::copyRowsPlain()
{
    if (const std::vector<int> rows = selectedRows(); !rows.empty())
        copy(rowsAsText(rows, PlainRole), rows.size());
}

} // namespace tidemark::ui
