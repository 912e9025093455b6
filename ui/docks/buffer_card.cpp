#include "ui/docks/buffer_card.h"

#include "core/xla/programs/breakdown.h"
#include "ui/charts/lifetime_curve.h"
#include "ui/session/document.h"
#include "ui/state/grouped.h"
#include "ui/tables/buffer_clipboard.h"
#include "ui/theme/colors.h"
#include "ui/theme/markup.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/text_color.h"
#include "ui/widgets/wrapped_label.h"

#include <QEvent>
#include <QFormLayout>
#include <QPainter>
#include <QPushButton>
#include <QStackedWidget>
#include <QToolButton>

namespace tidemark::ui {
namespace {

constexpr int kNames = 6; // of sharers, in the card itself

QString ratio(const BufferRow& row)
{
    return QString::number(static_cast<double>(row.size) / static_cast<double>(row.unpadded), 'f', 2) + QChar(0x00d7);
}

} // namespace

BufferCard::BufferCard(ViewState* state, const BufferFacts* facts, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
    , m_facts(facts)
    , m_pages(new QStackedWidget(this))
{
    setAccessibleName(tr("Buffer"));
    auto* empty = new QLabel(
        tr("Point at a buffer in the strips or the table to see what it is. A click pins it, Esc lets go."), this);
    empty->setWordWrap(true);
    empty->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    empty->setMargin(12);

    auto* content = new QWidget;
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(12, 8, 10, 10);
    layout->setSpacing(6);
    layout->addWidget(makeHeader());
    m_form = new QFormLayout;
    m_form->setLabelAlignment(Qt::AlignRight | Qt::AlignTop);
    m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_form->setHorizontalSpacing(10);
    m_form->setVerticalSpacing(6);
    makeRows(m_form);
    layout->addLayout(m_form);
    layout->addWidget(makeSimilar());
    layout->addStretch(1);

    auto* scroll = new QScrollArea(this);
    scroll->setWidget(content);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    m_pages->addWidget(empty);
    m_pages->addWidget(scroll);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(1, 0, 1, 1);
    outer->addWidget(m_pages);

    connect(state, &ViewState::shownChanged, this, &BufferCard::refresh);
    connect(state, &ViewState::timelineChanged, this, &BufferCard::refresh);
    connect(state, &ViewState::cursorChanged, this, &BufferCard::refresh);
    connect(state, &ViewState::unitChanged, this, &BufferCard::refresh);
    refreshIcons();
    refresh();
}

QWidget* BufferCard::makeHeader()
{
    auto* header = new QWidget;
    auto* layout = new QHBoxLayout(header);
    layout->setContentsMargins(0, 0, 0, 2);
    m_strip = new QWidget(header);
    m_strip->setFixedWidth(4);
    m_strip->setAutoFillBackground(true);
    m_name = new WrappedLabel(header);
    QFont font = monospaceFont();
    font.setBold(true);
    font.setPointSizeF(font.pointSizeF() * 1.12);
    m_name->setFont(font);
    m_copy = new QToolButton(header);
    m_copy->setToolTip(tr("Copy the details"));
    m_pin = new QToolButton(header);
    for (QToolButton* button : {m_copy, m_pin}) {
        button->setAutoRaise(true);
        button->setIconSize({14, 14});
        button->setFixedSize(24, 24);
    }
    m_copy->setAccessibleName(tr("Copy the details"));
    connect(m_copy, &QToolButton::clicked, this, [this] {
        if (const auto row = m_state->shown())
            copyText(detailsAsText(*m_state, *m_facts, *row));
    });
    connect(m_pin, &QToolButton::clicked, this,
            [this] { m_state->setPinned(m_state->pinned() == m_state->shown() ? std::nullopt : m_state->shown()); });
    layout->addWidget(m_strip);
    layout->addWidget(m_name, 1);
    layout->addWidget(m_copy, 0, Qt::AlignTop);
    layout->addWidget(m_pin, 0, Qt::AlignTop);
    return header;
}

void BufferCard::makeRows(QFormLayout* form)
{
    const std::array<QString, RowCount> titles
        = {tr("Size"), tr("Unpadded"),   tr("Shape"),   tr("Layout"), tr("Type"),     tr("Lifetime"),
           QString(),  tr("Allocation"), tr("Op name"), tr("Source"), tr("Also here")};
    for (int i = 0; i < RowCount; ++i) {
        auto* title = new QLabel(titles[static_cast<std::size_t>(i)]);
        title->setObjectName(QStringLiteral("title"));
        title->setAlignment(Qt::AlignRight | Qt::AlignTop);
        if (i == Curve) {
            m_curve = new LifetimeCurve(m_state);
            form->addRow(title, m_curve);
            continue;
        }
        const bool isProgramText = i == Shape || i == Layout || i == OpName || i == Source || i == Also;
        QLabel* value = isProgramText ? new WrappedLabel : new QLabel;
        if (isProgramText) {
            value->setFont(monospaceFont());
        } else {
            value->setTextFormat(Qt::RichText);
            value->setTextInteractionFlags(Qt::TextSelectableByMouse);
            value->setWordWrap(true);
        }
        m_rows[static_cast<std::size_t>(i)] = value;
        form->addRow(title, value);
    }
}

QWidget* BufferCard::makeSimilar()
{
    auto* frame = new QFrame;
    frame->setFrameShape(QFrame::StyledPanel);
    auto* layout = new QHBoxLayout(frame);
    layout->setContentsMargins(10, 6, 6, 6);
    m_similarText = new QLabel(frame);
    m_similarText->setTextFormat(Qt::RichText);
    m_similarText->setWordWrap(true);
    m_similarText->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_selectSimilar = new QPushButton(frame);
    m_selectSimilar->setAutoDefault(false);
    connect(m_selectSimilar, &QPushButton::clicked, this, [this] { emit selectRequested(m_alike); });
    layout->addWidget(m_similarText, 1);
    layout->addWidget(m_selectSimilar);
    m_similar = frame;
    return frame;
}

QString BufferCard::secondary(const QString& plain) const
{
    return colouredHtml(plain, colorsFor(palette()).secondaryText);
}

void BufferCard::setRow(Row row, const QString& value)
{
    QLabel* label = m_rows[static_cast<std::size_t>(row)];
    m_form->setRowVisible(row, !value.isEmpty());
    if (auto* wrapped = qobject_cast<WrappedLabel*>(label))
        wrapped->setWrappedText(value);
    else
        label->setText(value);
}

QString BufferCard::typeText(const BufferDetails& details) const
{
    QStringList facts;
    if (!details.opcode.empty())
        facts << tr("opcode %1").arg(text(details.opcode));
    if (details.aliased)
        facts << tr("shared with output (donated)");
    else if (details.liveOut && details.kind != BufferKind::Output)
        facts << tr("live out");
    return text(kindLabel(details.kind)) + u' ' + secondary(facts.join(QStringLiteral(", ")));
}

void BufferCard::showFacts(std::uint32_t index)
{
    const BufferRow& row = m_state->timeline()->rows[index];
    const BufferDetails& details = m_facts->of(index);
    const std::int64_t padding = row.size - row.unpadded;
    QPalette strip = m_strip->palette();
    strip.setColor(QPalette::Window, colorsFor(palette()).lifetime(details.kind));
    m_strip->setPalette(strip);
    m_name->setWrappedText(text(details.name));
    setRow(Size, boldHtml(m_state->bytes(row.size)) + u' ' + secondary(tr("%1 B").arg(grouped(row.size))));
    setRow(Unpadded,
           details.shape.empty() || row.unpadded == 0 ? QString()
                                                      : m_state->bytes(row.unpadded).toHtmlEscaped() + u' '
                   + secondary(tr("padding %1, %2").arg(m_state->bytes(padding), ratio(row))));
    m_rows[Unpadded]->setToolTip(tr("%1 B unpadded, %2 B of padding").arg(grouped(row.unpadded), grouped(padding)));
    setRow(Shape, text(details.shapeWithoutLayout));
    setRow(Layout, text(details.layout));
    setRow(Type, typeText(details));
    setRow(Lifetime,
           lifetimeText(row) + u' '
               + secondary(tr("live for %1 of %2").arg(grouped(row.end - row.start), grouped(m_state->steps()))));
    m_curve->setRow(index);
    setRow(Allocation,
           tr("%1 at %2").arg(details.allocation.value_or(-1)).arg(m_state->bytes(row.offset)).toHtmlEscaped() + u' '
               + secondary(QStringLiteral("0x%1").arg(row.offset, 0, 16)));
    m_rows[Allocation]->setToolTip(tr("Allocation %1, offset %2 B").arg(details.allocation.value_or(-1)).arg(grouped(row.offset)));
    setRow(OpName, text(details.opName));
    setRow(Source, sourceLines(details));
    m_rows[Source]->setToolTip(text(details.sourceFile).toHtmlEscaped());
    const std::vector<std::string> sharers = sharerNames(*m_state->timeline(), index);
    QStringList names;
    for (std::size_t i = 0; i < sharers.size() && i < kNames; ++i)
        names << text(sharers[i]);
    QString also = names.join(QStringLiteral(", "));
    if (sharers.size() > kNames)
        also += tr(" and %1 more").arg(grouped(static_cast<std::int64_t>(sharers.size() - kNames)));
    setRow(Also, also);
}

void BufferCard::showSimilar(std::uint32_t row)
{
    m_alike = m_facts->alike(row);
    m_similar->setVisible(m_alike.size() > 1);
    if (m_alike.size() < 2)
        return;
    std::int64_t sum = 0;
    for (const std::uint32_t other : m_alike)
        sum += m_state->timeline()->rows[other].size;
    const std::int64_t level = m_state->timeline()->occupied[m_state->cursor()];
    const QString count = grouped(static_cast<std::int64_t>(m_alike.size()));
    m_similarText->setText(tr("%1 buffers like this one").arg(count) + QStringLiteral("<br>")
                           + secondary(tr("same op and shape: %1, %2 of %3")
                                           .arg(m_state->bytes(sum), text(percentText(sum, level)),
                                                m_state->isCursorAtPeak() ? tr("the peak") : tr("this step"))));
    m_similarText->setToolTip(tr("%1 B").arg(grouped(sum)));
    m_selectSimilar->setText(tr("Select all %1").arg(count));
}

void BufferCard::refresh()
{
    const auto shown = m_state->isEmpty() ? std::nullopt : m_state->shown();
    m_pages->setCurrentIndex(shown ? 1 : 0);
    const bool isPinned = shown && m_state->pinned() == shown;
    emit noteChanged(!shown ? QString() : m_state->hovered() && !isPinned ? tr("under the pointer") : tr("pinned"));
    if (!shown)
        return;
    showFacts(*shown);
    showSimilar(*shown);
    m_pin->setIcon(themedIcon(isPinned ? QStringLiteral("pinned") : QStringLiteral("pin"), palette()));
    m_pin->setToolTip(isPinned ? tr("Unpin (Esc)") : tr("Pin"));
    m_pin->setAccessibleName(isPinned ? tr("Unpin") : tr("Pin"));
    update();
}

void BufferCard::refreshIcons()
{
    const Colors colors = colorsFor(palette());
    m_copy->setIcon(themedIcon(QStringLiteral("copy"), palette()));
    for (QLabel* title : findChildren<QLabel*>(QStringLiteral("title")))
        setTextColor(title, colors.secondaryText);
    setTextColor(m_rows[Also], colors.secondaryText);
    QPalette base = palette();
    base.setColor(QPalette::Window, colors.base);
    m_pages->setPalette(base);
    m_pages->setAutoFillBackground(true);
}

void BufferCard::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_similar) {
        refreshIcons();
        refresh();
    }
}

} // namespace tidemark::ui
