#include "ui/panels/buffer_card.h"

#include "ui/panels/card_parts.h"
#include "ui/state/row_columns.h"
#include "ui/state/row_text.h"
#include "ui/state/units.h"
#include "ui/tables/row_model.h"
#include "ui/theme/colors.h"
#include "ui/theme/text.h"
#include "ui/widgets/copy_text.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/restyle.h"
#include "ui/widgets/swatch.h"

#include <QGridLayout>
#include <QPushButton>
#include <QScrollBar>
#include <QStackedWidget>
#include <QToolButton>

namespace tidemark::ui {
namespace {

constexpr std::size_t kNames = 6; // maximum number of sharers listed in the card

} // namespace

BufferCard::BufferCard(ViewState* state, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
    , m_pages(new QStackedWidget(this))
    , m_scroll(new CardScroll(this))
    , m_similarRows(state)
{
    m_empty = new QLabel(this);
    m_empty->setWordWrap(true);
    m_empty->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_empty->setMargin(12);

    auto* content = new QWidget;
    // The content is never wider than the viewport, because the card does not scroll horizontally.
    content->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    QWidget* const header = makeHeader();
    m_lines = new QGridLayout;
    m_lines->setColumnStretch(1, 1);
    m_lines->setHorizontalSpacing(10);
    m_lines->setVerticalSpacing(6);
    makeLines();
    inColumn(content, {header, m_lines, roomBetween()}, {11, 8, 9, 10}, 6);
    m_scroll->setWidget(content);
    m_pages->addWidget(m_empty);
    m_pages->addWidget(m_scroll);
    inColumn(this, {m_pages}, {1, 0, 1, 1});
    state->onChange(Aspect::View | Aspect::Cursor, this, &BufferCard::refreshWords);
    state->onChange(Aspect::View | Aspect::Cursor | Aspect::Pointed | Aspect::Meanings | Aspect::Uses | Aspect::Groups
                        | Aspect::Units,
                    this, &BufferCard::refresh);
    onRestyle(this, [this] {
        refreshColors();
        refresh();
    });
    refreshColors();
    refreshWords();
    refresh();
}

QWidget* BufferCard::makeHeader()
{
    auto* header = new QWidget;
    m_strip = new FillStrip(header);
    m_strip->setFixedWidth(4);
    m_name = new WrappedLabel(header);
    m_name->setFont(largerFont(boldFont(monospaceFont()), 1.12));
    m_ownName = new WrappedLabel(header);
    m_ownName->setFont(smallerFont(monospaceFont()));
    m_note = new QLabel(header);
    m_note->setObjectName(QStringLiteral("note"));
    m_note->setFont(secondaryFont());
    m_note->setWordWrap(true);
    m_copy = new QToolButton(header);
    m_copy->setIcon(themedIcon(QStringLiteral("copy")));
    m_copy->setToolTip(tr("Copy the details"));
    m_pin = new QToolButton(header);
    for (QToolButton* button : {m_copy, m_pin}) {
        button->setAutoRaise(true);
        button->setIconSize(QSize(1, 1) * grown(14, font()));
        button->setFixedSize(QSize(1, 1) * grown(24, font()));
    }
    m_copy->setAccessibleName(tr("Copy the details"));
    connect(m_copy, &QToolButton::clicked, this, [this] {
        if (const auto row = m_state->focus().find(m_shown))
            copyText(detailsText(*m_state, *row));
    });
    connect(m_pin, &QToolButton::clicked, this, [this] {
        Focus& focus = m_state->focus();
        const auto row = focus.find(m_shown);
        focus.setPinned(focus.pinned() == row ? std::nullopt : row);
    });
    QLayout* const names = inColumn(nullptr, {m_name, m_ownName, m_note}, {}, 1);
    inLine(header, {m_strip, {names, 1}, {m_copy, 0, Qt::AlignTop}, {m_pin, 0, Qt::AlignTop}}, {0, 0, 0, 2},
           kStyleSpacing);
    return header;
}

/// The lines in three groups: what it is, and how many are like it; its life; and, folded, where and why.
void BufferCard::makeLines()
{
    addColumn(RowColumn::Size);
    addColumn(RowColumn::Shape);
    m_lines->addWidget(makeSimilar(), m_lines->rowCount(), 0, 1, 2);
    for (const RowColumn column : {RowColumn::OpName, RowColumn::Source, RowColumn::Category, RowColumn::Lifetime})
        addColumn(column);
    addLine({}, m_curve = new LifetimeCurve(m_state));
    addColumn(RowColumn::Idle);
    m_more = new QToolButton;
    m_more->setObjectName(QStringLiteral("unfold"));
    m_more->setAutoRaise(true);
    m_more->setCheckable(true);
    m_more->setText(tr("Stack, history, layout, rule"));
    m_more->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_more->setArrowType(Qt::RightArrow);
    connect(m_more, &QToolButton::toggled, this, [this](bool isOpen) {
        m_more->setArrowType(isOpen ? Qt::DownArrow : Qt::RightArrow);
        refresh();
    });
    m_lines->addWidget(m_more, m_lines->rowCount(), 0, 1, 2, Qt::AlignLeft);
    addLine(tr("History"), m_history = new HistoryList(m_state));
    m_folded.insert(m_history);
    for (const ColumnInfo& column : rowColumnInfos())
        if (column.isInCard && !valueLabel(column.column)) // not added above
            m_folded.insert(addColumn(column.column));
    m_also = new WrappedLabel;
    m_also->setFont(monospaceFont());
    addLine(tr("Also here"), m_also);
    m_folded.insert(m_also);
}

QWidget* BufferCard::addColumn(RowColumn which)
{
    const ColumnInfo& column = infoOf(which);
    QLabel* value = nullptr;
    if (which == RowColumn::Source) {
        value = m_source = new SourceLabel(m_state);
    } else {
        value = new WrappedLabel;
        if (isMonospace(column))
            value->setFont(monospaceFont());
        else
            value->setTextFormat(Qt::RichText);
    }
    m_values[static_cast<std::size_t>(which)] = value;
    addLine(columnTitle(column), value);
    return value;
}

void BufferCard::addLine(const QString& title, QWidget* value)
{
    auto* label = new QLabel(title);
    label->setObjectName(QStringLiteral("title"));
    const int row = m_lines->rowCount();
    m_lines->addWidget(label, row, 0, Qt::AlignRight | Qt::AlignTop);
    m_lines->addWidget(value, row, 1);
    m_titles[value] = label;
}

void BufferCard::setLineVisible(QWidget* value, bool visible)
{
    const bool isShown = visible && (m_more->isChecked() || !m_folded.contains(value));
    m_titles.at(value)->setVisible(isShown);
    value->setVisible(isShown);
}

QWidget* BufferCard::makeSimilar()
{
    auto* frame = new QFrame;
    frame->setFrameShape(QFrame::StyledPanel);
    m_similarText = new QLabel(frame);
    m_similarText->setTextFormat(Qt::RichText);
    m_similarText->setWordWrap(true);
    m_similarText->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_selectSimilar = new QPushButton(frame);
    m_selectSimilar->setAutoDefault(false);
    connect(m_selectSimilar, &QPushButton::clicked, this, [this] { m_state->focus().setSelected(m_alike); });
    inColumn(frame, {m_similarText, {m_selectSimilar, 0, Qt::AlignLeft}}, {10, 6, 6, 6}, 4);
    m_similar = frame;
    return frame;
}

QString BufferCard::secondary(const QString& plain) const
{
    return colouredHtml(plain, colorsFor(palette()).secondaryText);
}

void BufferCard::setLine(QLabel* label, const QString& value)
{
    setLineVisible(label, !value.isEmpty());
    auto* wrapped = qobject_cast<WrappedLabel*>(label);
    if (wrapped && wrapped->textFormat() == Qt::PlainText)
        wrapped->setWrappedText(value);
    else
        label->setText(value);
}

QString BufferCard::typeText(RowId row, const Facts& facts) const
{
    const RowKind& kind = m_state->view()->rows.kindOf(row);
    QStringList more;
    if (!facts.opcode.empty())
        more << tr("opcode %1").arg(text(facts.opcode));
    if (facts.aliased)
        more << tr("shared with output (donated)");
    else if (facts.liveOut && kind.hue != Hue::Output)
        more << tr("live out");
    return text(kind.label).toHtmlEscaped() + u' ' + secondary(more.join(QStringLiteral(", ")));
}

QString BufferCard::paddingText(RowId row, const Facts& facts) const
{
    const std::int64_t size = m_state->view()->rows.size[row];
    const std::int64_t unpadded = m_state->view()->rows.unpadded[row];
    if (facts.shape.empty() || unpadded <= 0)
        return {};
    const QString ratio
        = QString::number(static_cast<double>(size) / static_cast<double>(unpadded), 'f', 2) + QChar(0x00d7);
    return m_state->bytes(unpadded).toHtmlEscaped() + u' '
        + secondary(tr("padding %1, %2").arg(m_state->bytes(size - unpadded), ratio));
}

QString BufferCard::placeText(RowId row, const Facts& facts) const
{
    if (!facts.allocation)
        return {};
    const std::int64_t offset = m_state->view()->rows.offset[row];
    return tr("%1 at %2").arg(*facts.allocation).arg(m_state->bytes(offset)).toHtmlEscaped() + u' '
        + secondary(QStringLiteral("0x%1").arg(offset, 0, 16));
}

QString BufferCard::lifeText(RowId row) const
{
    const View& view = *m_state->view();
    if (!hasCells(view.axis))
        return {};
    const std::int64_t cells = view.rows.end[row].value - view.rows.start[row].value;
    const QString lifetime = lifetimeText(view, row).toHtmlEscaped();
    if (cells == view.axis.count)
        return lifetime;
    return lifetime + u' ' + secondary(tr("live for %1 of %2").arg(grouped(cells), grouped(view.axis.count)));
}

QString BufferCard::sharersText(RowId row) const
{
    const Rows::Names sharers = m_state->view()->rows.sharers(row, kNames);
    QStringList names;
    for (const std::string& name : sharers.shown)
        names << text(name);
    QString also = names.join(QStringLiteral(", "));
    if (sharers.all > sharers.shown.size())
        also += tr(" and %1 more").arg(grouped(sharers.all - sharers.shown.size()));
    return also;
}

QString BufferCard::valueText(const ColumnInfo& column, RowId row, const Facts& facts) const
{
    const View& view = *m_state->view();
    const std::int64_t size = view.rows.size[row];
    switch (column.column) {
    case RowColumn::Size:
        return boldHtml(m_state->bytes(size)) + u' ' + secondary(shareText(*m_state, row));
    case RowColumn::Unpadded:
        return paddingText(row, facts);
    case RowColumn::Shape:
        return text(facts.shapeWithoutLayout); // the layout has its own line
    case RowColumn::Kind:
        return typeText(row, facts);
    case RowColumn::Category:
        if (facts.category.empty())
            return {};
        return text(facts.categoryLabel).toHtmlEscaped() + u' ' + secondary(text(facts.role));
    case RowColumn::Lifetime:
        return lifeText(row);
    case RowColumn::Allocation:
        return placeText(row, facts);
    case RowColumn::Idle:
        return breakable(idleText(*m_state, row)).toHtmlEscaped();
    default:
        const QString plain = displayText(*m_state, {row, 0}, column.column);
        if (isMonospace(column))
            return plain;
        return breakable(plain).toHtmlEscaped();
    }
}

void BufferCard::showFacts(RowId row)
{
    const View& view = *m_state->view();
    const Facts& facts = m_state->facts().of(row);
    m_strip->setFill(m_state->lifetimeFillOf(row, colorsFor(palette())));
    m_name->setWrappedText(text(facts.label()));
    m_ownName->setVisible(facts.label() != facts.name);
    m_ownName->setWrappedText(text(facts.name));
    m_source->setFacts(facts, m_more->isChecked() || view.isHistory); // the stack says why it was allocated
    setLineVisible(m_source, !m_source->frames().isEmpty());
    for (const ColumnInfo& column : rowColumnInfos())
        if (column.isInCard && column.column != RowColumn::Source)
            setLine(valueLabel(column.column), valueText(column, row, facts));
    setLineVisible(m_curve, hasCells(view.axis));
    m_curve->setRow(row);
    setLineVisible(m_history, m_state->uses() != nullptr);
    if (m_state->uses())
        m_history->setRow(row);
    setLine(m_also, sharersText(row));

    valueLabel(RowColumn::Size)->setToolTip(exactBytes(view.rows.size[row]));
    if (const auto padding = view.rows.padding(row)) // without it the line is hidden
        valueLabel(RowColumn::Unpadded)
            ->setToolTip(
                tr("%1 unpadded, %2 of padding").arg(exactBytes(view.rows.unpadded[row]), exactBytes(*padding)));
    if (facts.allocation)
        valueLabel(RowColumn::Allocation)
            ->setToolTip(tr("Allocation %1, offset %2 B").arg(*facts.allocation).arg(grouped(view.rows.offset[row])));
    valueLabel(RowColumn::Source)->setToolTip(plainToolTip(text(fullSource(facts))));
}

void BufferCard::showSimilar(RowId row)
{
    m_alike = m_similarRows.of(row);
    m_similar->setVisible(m_alike.size() > 1);
    if (m_alike.size() < 2)
        return;
    std::int64_t sum = 0;
    for (const RowId other : m_alike)
        sum += m_state->view()->rows.size[other];
    const QString count = grouped(m_alike.size());
    QStringList common = m_similarRows.commonFacts(row);
    const QString last = common.takeLast();
    const QString same = common.isEmpty() ? last : tr("%1 and %2").arg(common.join(QStringLiteral(", ")), last);
    m_similarText->setText(tr("%1 %2 like this one").arg(count, rowsWord(m_state->view().get())).toHtmlEscaped()
                           + QStringLiteral("<br>")
                           + secondary(tr("same %1: %2, %3").arg(same, m_state->bytes(sum), shareText(*m_state, sum))));
    m_similarText->setToolTip(exactBytes(sum));
    m_selectSimilar->setText(tr("Select all %1").arg(count));
}

void BufferCard::refreshWords()
{
    const QString one = rowWord(m_state->view().get());
    for (QWidget* named : std::initializer_list<QWidget*>{this, m_scroll})
        named->setAccessibleName(capitalised(one));
    QString none;
    if (!m_state->isEmpty())
        none = tr("No %1 is live at %2.").arg(one, cellText(m_state->view()->axis, m_state->cursor()));
    m_empty->setText(none);
}

QString BufferCard::noteOf(RowId shown) const
{
    const Focus& focus = m_state->focus();
    if (focus.pinned() == shown)
        return tr("Pinned");
    if (focus.hovered() == shown)
        return tr("Under the pointer");
    const View& view = *m_state->view();
    const std::string& shape = m_state->facts().of(shown).shape;
    if (view.isHistory && shape.ends_with(" arrays")) // a profile lists all arrays of one stack as one row
        return tr("The largest group: %1").arg(text(shape));
    if (!hasCells(view.axis))
        return tr("The largest %1").arg(rowWord(&view));
    return tr("The largest %1 at %2").arg(rowWord(&view), cellText(view.axis, m_state->cursor()));
}

void BufferCard::refresh()
{
    const Focus& focus = m_state->focus();
    const auto shown = m_state->shownRow();
    if (!shown) {
        m_pages->setCurrentWidget(m_empty);
        return;
    }
    m_pages->setCurrentWidget(m_scroll);
    m_note->setText(noteOf(*shown));
    if (const ItemRef before = std::exchange(m_shown, focus.refer(*shown)); before != m_shown)
        m_scroll->verticalScrollBar()->setValue(0);
    showFacts(*shown);
    showSimilar(*shown);
    const auto showPin = [this](const QString& icon, const QString& name, const QString& tip) {
        m_pin->setIcon(themedIcon(icon));
        m_pin->setAccessibleName(name);
        m_pin->setToolTip(tip);
    };
    if (focus.pinned() == shown)
        showPin(QStringLiteral("pinned"), tr("Unpin"), tr("Unpin (Esc)"));
    else
        showPin(QStringLiteral("pin"), tr("Pin"), tr("Pin"));
}

void BufferCard::refreshColors()
{
    const Colors colors = colorsFor(palette());
    for (QLabel* title : findChildren<QLabel*>(QStringLiteral("title")))
        setTextColor(title, colors.secondaryText);
    setTextColor(m_also, colors.secondaryText);
    setTextColor(m_ownName, colors.secondaryText);
    setTextColor(m_note, colors.secondaryText);
    QPalette base = palette();
    base.setColor(QPalette::Window, colors.base);
    m_pages->setPalette(base);
    m_pages->setAutoFillBackground(true);
}

} // namespace tidemark::ui
