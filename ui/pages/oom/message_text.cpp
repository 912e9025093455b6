#include "ui/pages/oom/message_text.h"

#include "core/oom/message_rows.h"
#include "core/oom/text_marks.h"
#include "ui/state/view_state.h"
#include "ui/theme/colors.h"
#include "ui/theme/text.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/restyle.h"

#include <QMouseEvent>
#include <QTextBlock>

#include <algorithm>

namespace tidemark::ui {
namespace {

constexpr std::size_t kMostMarks = 4000;
constexpr double kPointedShare = 0.22; // share of the highlight colour

/// Converts ascending byte positions of the UTF-8 text to characters of the shown text.
class CharacterCount
{
public:
    explicit CharacterCount(std::string_view bytes)
        : m_bytes(bytes)
    { }
    int upTo(std::size_t byte)
    {
        byte = std::clamp(byte, m_byte, m_bytes.size());
        m_count += static_cast<int>(text(m_bytes.substr(m_byte, byte - m_byte)).size());
        m_byte = byte;
        return m_count;
    }

private:
    std::string_view m_bytes;
    std::size_t m_byte = 0;
    int m_count = 0;
};

} // namespace

MessageText::MessageText(ViewState* state, QWidget* parent)
    : QPlainTextEdit(parent)
    , m_state(state)
{
    setReadOnly(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setFrameShape(QFrame::NoFrame);
    setMouseTracking(true);
    viewport()->setMouseTracking(true);
    setFont(monospaceFont());
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    document()->setDocumentMargin(9);
    setAccessibleName(tr("The message"));
    setCaretShown(false);
    m_state->onChange(Aspect::Pointed, this, &MessageText::refreshPointed);
    onRestyle(this, [this] {
        refreshMarks();
        refreshPointed();
    });
}

void MessageText::setLarge(bool large)
{
    constexpr double kLarge = 1.2;
    QFont font = monospaceFont();
    if (large)
        font = largerFont(font, kLarge);
    setFont(font);
}

void MessageText::setMessage(std::shared_ptr<const oom::Message> message)
{
    m_message = std::move(message);
    m_pinned.reset();
    setPlainText(m_message ? text(m_message->text) : QString());
    refreshPlaces();
    refreshMarks();
    refreshPointed();
}

void MessageText::refreshPlaces()
{
    m_places.clear();
    if (!m_message)
        return;
    CharacterCount characters(m_message->text);
    const std::vector<std::size_t> rows = oom::rowAllocations(*m_message);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const oom::TextRange& range = m_message->allocations[rows[i]].place;
        if (range.isEmpty())
            continue;
        const int begin = characters.upTo(range.begin);
        m_places.push_back({begin, characters.upTo(range.end), RowId::at(i)});
    }
}

void MessageText::refreshMarks()
{
    if (!m_message)
        return;
    const Colors colors = colorsFor(palette());
    QTextCursor cursor(document());
    cursor.beginEditBlock();
    CharacterCount characters(m_message->text);
    std::size_t count = 0;
    for (const oom::TextMark& mark : oom::marksOf(*m_message)) {
        if (++count > kMostMarks)
            break;
        QTextCharFormat format;
        format.setFontWeight(QFont::Bold);
        format.setForeground(mark.kind == oom::MarkKind::Code ? colors.bad : colors.highlight);
        cursor.setPosition(characters.upTo(mark.range.begin));
        cursor.setPosition(characters.upTo(mark.range.end), QTextCursor::KeepAnchor);
        cursor.mergeCharFormat(format);
    }
    cursor.endEditBlock();
    document()->clearUndoRedoStacks();
}

std::pair<int, int> MessageText::placeOf(std::optional<RowId> row) const
{
    const auto found = std::ranges::find(m_places, row, &Place::row);
    if (found == m_places.end())
        return {};
    return {found->begin, found->end};
}

void MessageText::refreshPointed()
{
    const Colors colors = colorsFor(palette());
    QList<QTextEdit::ExtraSelection> shown;
    const auto show = [&](std::optional<RowId> row, const QColor& ground) {
        const auto [begin, end] = placeOf(row);
        if (begin == end)
            return;
        QTextEdit::ExtraSelection selection;
        selection.cursor = QTextCursor(document());
        selection.cursor.setPosition(begin);
        selection.cursor.setPosition(end, QTextCursor::KeepAnchor);
        selection.format.setBackground(ground);
        shown << selection;
    };
    const Focus& focus = m_state->focus();
    show(focus.pinned(), colors.selectedRow);
    if (focus.hovered() != focus.pinned())
        show(focus.hovered(), mixed(colors.highlight, colors.base, kPointedShare));
    setExtraSelections(shown);
    if (focus.pinned() == m_pinned)
        return;
    m_pinned = focus.pinned();
    const auto [begin, end] = placeOf(m_pinned);
    if (begin == end || m_isOwnPin)
        return;
    QTextCursor cursor(document());
    cursor.setPosition(begin);
    setTextCursor(cursor);
    centerCursor();
}

std::optional<RowId> MessageText::rowAt(const QPoint& at) const
{
    const QTextCursor cursor = cursorForPosition(at);
    const QTextBlock block = cursor.block();
    if (at.y() > blockBoundingGeometry(block).translated(contentOffset()).bottom())
        return std::nullopt;
    const auto after = std::ranges::upper_bound(m_places, cursor.position(), {}, &Place::begin);
    if (after == m_places.begin() || cursor.position() >= std::prev(after)->end)
        return std::nullopt;
    return std::prev(after)->row;
}

void MessageText::focusInEvent(QFocusEvent* event)
{
    setCaretShown(event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason);
    QPlainTextEdit::focusInEvent(event);
}

void MessageText::keyPressEvent(QKeyEvent* event)
{
    const QTextCursor before = textCursor();
    QPlainTextEdit::keyPressEvent(event);
    if (textCursor() != before)
        setCaretShown(true);
}

void MessageText::mouseMoveEvent(QMouseEvent* event)
{
    QPlainTextEdit::mouseMoveEvent(event);
    if (event->buttons() == Qt::NoButton)
        m_state->focus().setHovered(rowAt(event->pos()));
}

void MessageText::mouseReleaseEvent(QMouseEvent* event)
{
    QPlainTextEdit::mouseReleaseEvent(event);
    if (event->button() != Qt::LeftButton || textCursor().hasSelection())
        return;
    m_isOwnPin = true;
    m_state->focus().setPinned(rowAt(event->pos()));
    m_isOwnPin = false;
}

void MessageText::leaveEvent(QEvent* event)
{
    QPlainTextEdit::leaveEvent(event);
    m_state->focus().setHovered(std::nullopt);
}

} // namespace tidemark::ui
