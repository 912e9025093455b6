#pragma once

#include "core/oom/message.h"
#include "core/view/rows.h"

#include <QPlainTextEdit>

#include <memory>
#include <optional>
#include <vector>

namespace tidemark::ui {

class ViewState;

/// Shows a message as the program wrote it, with the recognised parts marked. The pointer over an allocation highlights
/// it in all charts, and a click pins it. If an allocation is pinned elsewhere, the text scrolls to it.
class MessageText : public QPlainTextEdit
{
    Q_OBJECT

public:
    explicit MessageText(ViewState* state, QWidget* parent = nullptr);

    void setMessage(std::shared_ptr<const oom::Message> message);
    /// Large letters, for a page with much room.
    void setLarge(bool large);
    /// The character range of the text for a row. Empty if there is none.
    std::pair<int, int> placeOf(std::optional<RowId> row) const;

protected:
    void focusInEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    struct Place {
        int begin = 0;
        int end = 0;
        RowId row;
    };
    /// The caret strikes through letters, so it is visible only while the user moves it.
    void setCaretShown(bool shown) { setCursorWidth(shown ? 1 : 0); }
    void refreshMarks();
    void refreshPlaces();
    void refreshPointed();
    std::optional<RowId> rowAt(const QPoint& at) const;

    ViewState* m_state;
    std::shared_ptr<const oom::Message> m_message;
    std::vector<Place> m_places; // in ascending order
    std::optional<RowId> m_pinned; // the pinned row the text scrolled to
    bool m_isOwnPin = false;
};

} // namespace tidemark::ui
