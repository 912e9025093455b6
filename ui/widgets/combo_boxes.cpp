#include "ui/widgets/combo_boxes.h"

#include "ui/theme/colors.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/layouts.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QScreen>
#include <QSortFilterProxyModel>
#include <QStylePainter>
#include <QTreeView>
#include <QVBoxLayout>
#include <QWheelEvent>

#include <algorithm>
#include <cstdlib>

namespace tidemark::ui {
namespace {

constexpr int kPadding = 8;
constexpr int kPeakGap = 12;
constexpr int kTextMargin = 2; // in a closed box

QFont nameFont(const QStyleOptionViewItem& option, const QModelIndex& index)
{
    const QVariant font = index.data(Qt::FontRole);
    return font.isValid() ? font.value<QFont>() : option.font;
}

constexpr int kShownRows = 14;
constexpr int kLeastWidth = 420;
constexpr int kAround = 26; // pixels that margins and frame take

bool canBeChosen(const QModelIndex& index)
{
    return index.flags().testFlag(Qt::ItemIsSelectable);
}

} // namespace

ElidedComboBox::ElidedComboBox(QWidget* parent, Qt::TextElideMode mode)
    : QComboBox(parent)
    , m_mode(mode)
{ }

QSize ElidedComboBox::minimumSizeHint() const
{
    const QSize wanted = QComboBox::minimumSizeHint();
    return {std::min(wanted.width(), fontMetrics().averageCharWidth() * 8 + 30), wanted.height()};
}

void ElidedComboBox::paintEvent(QPaintEvent*)
{
    QStylePainter painter(this);
    QStyleOptionComboBox option;
    initStyleOption(&option);
    painter.drawComplexControl(QStyle::CC_ComboBox, option);
    const QRect room = style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this);
    QString shown = shownText();
    if (fontMetrics().horizontalAdvance(shown) > room.width() - kTextMargin)
        shown = shown.left(shown.lastIndexOf(QStringLiteral(" — "))); // the list has the amount too
    option.currentText = fontMetrics().elidedText(shown, m_mode, room.width() - kTextMargin);
    painter.drawControl(QStyle::CE_ComboBoxLabel, option);
}

void ElidedComboBox::wheelEvent(QWheelEvent* event)
{
    event->ignore();
}

void PeakDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Colors colors = colorsFor(option.palette);
    if (option.state & QStyle::State_Selected)
        painter->fillRect(option.rect, colors.selectedRow);
    const QRect room = option.rect.adjusted(kPadding, 0, -kPadding, 0);
    const QString peak = index.data(PeakRole).toString();
    painter->save();
    painter->setFont(option.font);
    painter->setPen(colors.secondaryText);
    painter->drawText(room, Qt::AlignRight | Qt::AlignVCenter, peak);
    QRect name = room;
    name.setRight(room.right() - option.fontMetrics.horizontalAdvance(peak) - kPeakGap);
    const QFont font = nameFont(option, index);
    painter->setFont(font);
    painter->setPen(colors.text);
    const QString text = QFontMetrics(font).elidedText(index.data(NameRole).toString(), Qt::ElideMiddle, name.width());
    painter->drawText(name, Qt::AlignLeft | Qt::AlignVCenter, text);
    painter->restore();
}

QSize PeakDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const QFontMetrics names(nameFont(option, index));
    const int name = names.horizontalAdvance(index.data(NameRole).toString());
    const int peak = option.fontMetrics.horizontalAdvance(index.data(PeakRole).toString());
    return {name + peak + kPeakGap + 2 * kPadding, std::max({24, names.height() + 6, option.fontMetrics.height() + 6})};
}

SearchBox::SearchBox(QWidget* parent)
    : ElidedComboBox(parent, Qt::ElideMiddle)
    , m_found(new QSortFilterProxyModel(this))
    , m_popup(new QFrame(this, Qt::Popup))
    , m_search(new QLineEdit(m_popup))
    , m_tree(new QTreeView(m_popup))
    , m_nothing(new QLabel(m_popup))
{
    setSizeAdjustPolicy(AdjustToMinimumContentsLengthWithIcon);
    m_found->setFilterRole(PeakDelegate::NameRole);
    m_found->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_found->setRecursiveFilteringEnabled(true);
    m_found->setAutoAcceptChildRows(true);
    m_tree->setItemDelegate(new PeakDelegate(m_tree));
    m_tree->setUniformRowHeights(true);
    m_tree->setHeaderHidden(true);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setMinimumHeight(1); // the usual one is that of three rows
    m_tree->setFocusProxy(m_search);
    m_search->setClearButtonEnabled(true);
    m_search->addAction(themedIcon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    m_search->installEventFilter(this);
    m_popup->setFrameShape(QFrame::StyledPanel);
    inColumn(m_popup, {m_search, {m_nothing, 1}, {m_tree, 1}}, {6, 6, 6, 6}, kStyleSpacing);
    m_nothing->setTextFormat(Qt::PlainText);
    m_nothing->setAlignment(Qt::AlignCenter);
    m_nothing->setWordWrap(true);
    connect(m_search, &QLineEdit::textChanged, this, &SearchBox::search);
    connect(m_tree, &QTreeView::clicked, this, &SearchBox::pick);
}

void SearchBox::setEntries(QAbstractItemModel* model)
{
    m_found->setSourceModel(model);
    m_tree->setModel(m_found);
}

void SearchBox::setCurrent(const QModelIndex& index, const QString& text)
{
    m_current = index;
    m_text = text;
    setAccessibleDescription(text);
    setEnabled(m_found->rowCount() > 0);
    update();
}

void SearchBox::setWords(const QString& one, const QString& many)
{
    m_one = one;
    m_tree->setAccessibleName(many);
    m_search->setPlaceholderText(tr("Search %1…").arg(many));
    m_search->setAccessibleName(tr("Search %1").arg(many));
}

void SearchBox::search(const QString& text)
{
    m_found->setFilterFixedString(text);
    m_tree->expandAll();
    goToFirst(m_found->index(0, 0));
    m_nothing->setText(tr("No %1 matches “%2”.").arg(m_one, text));
    m_tree->setVisible(m_found->rowCount() > 0);
    m_nothing->setVisible(m_found->rowCount() == 0);
}

QSize SearchBox::sizeHint() const
{
    QStyleOptionComboBox option;
    initStyleOption(&option);
    const QSize words(fontMetrics().horizontalAdvance(m_text) + kTextMargin, fontMetrics().height());
    return style()->sizeFromContents(QStyle::CT_ComboBox, &option, words, this);
}

int SearchBox::rowsShown() const
{
    int rows = 0;
    for (QModelIndex at = m_found->index(0, 0); at.isValid() && rows < kShownRows; at = m_tree->indexBelow(at))
        ++rows;
    return rows;
}

void SearchBox::showPopup()
{
    if (m_found->sourceModel()->rowCount() == 0)
        return;
    m_search->clear();
    search({});
    QPalette colors = palette();
    colors.setColor(QPalette::Highlight, colorsFor(colors).selectedRow); // as PeakDelegate fills a row
    m_tree->setPalette(colors);
    const bool isTree = m_found->hasChildren(m_found->index(0, 0));
    m_tree->setRootIsDecorated(isTree);
    if (!isTree)
        m_tree->setIndentation(0);
    const QRect available = screen()->availableGeometry();
    const int widest = static_cast<const QAbstractItemView*>(m_tree)->sizeHintForColumn(0); // hidden by QTreeView
    const int width = std::clamp(widest + kAround, kLeastWidth, available.width() * 2 / 3);
    const int aboveTree = m_popup->minimumSizeHint().height() - m_tree->minimumHeight();
    m_popup->resize(std::max(this->width(), width), aboveTree + rowsShown() * std::max(24, m_tree->sizeHintForRow(0)));
    QPoint at = mapToGlobal(QPoint(0, height()));
    at.setX(std::min(at.x(), available.right() - m_popup->width()));
    if (at.y() + m_popup->height() > available.bottom())
        at.setY(std::max(available.top(), mapToGlobal(QPoint(0, 0)).y() - m_popup->height()));
    m_popup->move(at);
    m_popup->show();
    if (m_current.isValid())
        m_tree->setCurrentIndex(m_found->mapFromSource(m_current));
    m_search->setFocus(Qt::PopupFocusReason);
}

void SearchBox::hidePopup()
{
    m_popup->hide();
}

void SearchBox::pick(const QModelIndex& index)
{
    if (!index.isValid() || !canBeChosen(index))
        return;
    m_popup->hide();
    emit chosen(m_found->mapToSource(index));
}

void SearchBox::goToFirst(QModelIndex from)
{
    while (from.isValid() && !canBeChosen(from))
        from = m_tree->indexBelow(from);
    m_tree->setCurrentIndex(from);
}

void SearchBox::move(int by)
{
    QModelIndex to = m_tree->currentIndex();
    QModelIndex at = to;
    for (int left = std::abs(by); left > 0;) {
        at = by > 0 ? m_tree->indexBelow(at) : m_tree->indexAbove(at);
        if (!at.isValid())
            break;
        if (canBeChosen(at)) {
            to = at;
            --left;
        }
    }
    m_tree->setCurrentIndex(to);
}

bool SearchBox::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_search || event->type() != QEvent::KeyPress)
        return ElidedComboBox::eventFilter(watched, event);
    switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Up:
        move(-1);
        return true;
    case Qt::Key_Down:
        move(1);
        return true;
    case Qt::Key_PageUp:
        move(-kShownRows);
        return true;
    case Qt::Key_PageDown:
        move(kShownRows);
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        pick(m_tree->currentIndex());
        return true;
    default:
        return false;
    }
}

void SearchBox::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Space || event->key() == Qt::Key_Return || event->key() == Qt::Key_Down)
        showPopup();
    else
        event->ignore();
}

} // namespace tidemark::ui
