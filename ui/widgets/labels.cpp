#include "ui/widgets/labels.h"

#include "ui/theme/text.h"
#include "ui/widgets/copy_text.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/pop_up.h"

#include <QContextMenuEvent>
#include <QFontMetricsF>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QResizeEvent>
#include <QStyle>
#include <QTextDocumentFragment>
#include <QTextLayout>
#include <QToolTip>

#include <algorithm>

namespace tidemark::ui {
namespace {

constexpr QChar kMayBreak(0x200b); // zero-width space

} // namespace

QStringList brokenLines(const QString& text, const QFont& font, double width, qsizetype most)
{
    QStringList lines;
    QString rest = text;
    while (lines.size() + 1 < most && QFontMetricsF(font).horizontalAdvance(rest) > width) {
        QTextLayout layout(rest, font);
        layout.beginLayout();
        QTextLine first = layout.createLine();
        first.setLineWidth(width);
        layout.endLayout();
        const QString after = rest.mid(first.textLength()).trimmed();
        if (after.isEmpty())
            break;
        lines << rest.left(first.textLength()).trimmed();
        rest = after;
    }
    return lines << rest;
}

ElidedLabel::ElidedLabel(QWidget* parent)
    : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
}

void ElidedLabel::setParts(std::vector<Part> parts)
{
    std::erase_if(parts, [](const Part& part) { return part.text.isEmpty(); });
    for (std::size_t i = 1; i < parts.size(); ++i)
        if (parts[i].isName)
            parts[i - 1].text += QStringLiteral(" · ");
        else
            parts[i].text.prepend(QStringLiteral(" · "));
    m_parts = std::move(parts);
    m_shorter.clear();
    QString whole;
    for (const Part& part : m_parts)
        whole += part.text;
    setText(whole);
    setAccessibleName(whole);
    updateGeometry();
    update();
}

void ElidedLabel::setShorterText(const QString& text)
{
    m_shorter.clear();
    if (!text.isEmpty())
        m_shorter.push_back({text});
    updateGeometry();
    update();
}

void ElidedLabel::setMostLines(int lines)
{
    m_mostLines = lines;
    updateGeometry();
    update();
}

QStringList ElidedLabel::lines() const
{
    return brokenLines(text(), font(), width(), m_mostLines);
}

QFont ElidedLabel::fontOf(const Part& part) const
{
    return part.isName ? largerFont(fixedFontLike(font()), 0.95) : font();
}

int ElidedLabel::widthOf(const std::vector<Part>& parts) const
{
    int width = 0;
    for (const Part& part : parts)
        width += QFontMetrics(fontOf(part)).horizontalAdvance(part.text);
    return width;
}

const std::vector<ElidedLabel::Part>& ElidedLabel::shownParts() const
{
    return m_shorter.empty() || widthOf(m_parts) <= width() ? m_parts : m_shorter;
}

QSize ElidedLabel::sizeHint() const
{
    // The height for the current width. With a height-for-width policy, all layouts around the label would use their
    // preferred heights as minimum heights.
    return {widthOf(m_parts) + 2, static_cast<int>(lines().size()) * fontMetrics().height()};
}

void ElidedLabel::resizeEvent(QResizeEvent* event)
{
    QLabel::resizeEvent(event);
    if (m_mostLines > 1 && event->oldSize().width() != width())
        updateGeometry();
}

void ElidedLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, foregroundRole()));
    if (m_mostLines > 1) {
        const QFontMetricsF metrics(font());
        const QStringList all = lines();
        double baseline = (height() - static_cast<double>(all.size()) * metrics.height()) / 2 + metrics.ascent();
        for (const QString& each : all) {
            painter.drawText(QPointF(0, baseline), metrics.elidedText(each, Qt::ElideRight, width()));
            baseline += metrics.height();
        }
        return;
    }
    int x = alignment() & Qt::AlignRight ? std::max(0, width() - widthOf(shownParts())) : 0;
    // The baseline of other labels, which is rounded down by half a pixel.
    const QFontMetricsF line(font());
    const double baseline = (height() - line.height()) / 2 + line.ascent();
    for (const Part& part : shownParts()) {
        const QFont font = fontOf(part);
        const QFontMetrics metrics(font);
        painter.setFont(font);
        // Everything after the first part that does not fit is cut, and that part ends with the ellipsis.
        const bool fits = x + metrics.horizontalAdvance(part.text) <= width();
        painter.drawText(QPointF(x, baseline),
                         fits ? part.text : metrics.elidedText(part.text, Qt::ElideRight, width() - x));
        if (!fits)
            return;
        x += metrics.horizontalAdvance(part.text);
    }
}

void ElidedLabel::contextMenuEvent(QContextMenuEvent* event)
{
    auto* menu = new QMenu(this);
    menu->addAction(tr("Copy"), this, [this] { copyText(text()); });
    popUp(menu, event->globalPos());
}

bool ElidedLabel::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QLabel::event(event);
    QString tip = m_help;
    if (tip.isEmpty() && widthOf(m_parts) > width())
        tip = text();
    QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), plainToolTip(tip), this);
    return true;
}

QString breakable(const QString& text, int longest)
{
    QString marked;
    int since = 0;
    bool isNumber = true; // of the word so far: no breaks at its separators
    for (const QChar c : text) {
        marked += c;
        ++since;
        isNumber = c == u' ' || (isNumber && (c.isDigit() || c == u',' || c == u'('));
        const bool isEnd = c == u'/' || (c == u',' && !isNumber) || c == u'_' || c == u'>';
        if (isEnd || (since >= longest && !c.isHighSurrogate())) {
            marked += kMayBreak;
            since = 0;
        } else if (c == u' ') {
            since = 0;
        }
    }
    return marked;
}

WrappedLabel::WrappedLabel(QWidget* parent)
    : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
    setWordWrap(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse);
    setMinimumWidth(40);
}

void WrappedLabel::copy() const
{
    QString copied = selectedText();
    if (copied.isEmpty())
        copied = textFormat() == Qt::RichText ? QTextDocumentFragment::fromHtml(text()).toPlainText() : text();
    for (const QChar line : {QChar(QChar::ParagraphSeparator), QChar(QChar::LineSeparator)}) // line ends of rich text
        copied.replace(line, u'\n');
    copyText(copied);
}

void WrappedLabel::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy))
        copy();
    else
        QLabel::keyPressEvent(event);
}

void WrappedLabel::contextMenuEvent(QContextMenuEvent* event)
{
    auto* menu = new QMenu(this);
    menu->addAction(tr("Copy"), this, &WrappedLabel::copy);
    popUp(menu, event->globalPos());
}

QLabel* makeNothingLabel(QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::RichText);
    label->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    label->setAlignment(Qt::AlignCenter);
    label->setWordWrap(true);
    label->setMargin(8);
    label->hide();
    return label;
}

} // namespace tidemark::ui
