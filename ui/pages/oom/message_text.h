#pragma once

#include "core/oom/report.h"
#include "core/view/rows.h"

#include <QPlainTextEdit>

#include <memory>
#include <vector>

namespace tidemark::ui {

class ViewState;

/// A message as the program wrote it, with what was read of it marked. Pointing at an allocation in it shows it
/// everywhere, a click pins it; one that is pinned elsewhere comes into sight.
class MessageText : public QPlainTextEdit
{
    Q_OBJECT

public:
    explicit MessageText(ViewState* state, QWidget* parent = nullptr);

    void setReport(std::shared_ptr<const oom::Report> report);
    /// Where a row stands, in characters of the text.
    std::pair<int, int> placeOf(RowId row) const;

protected:
    void focusInEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Place {
        int begin = 0;
        int end = 0;
        RowId row;
    };
    /// The caret strikes through letters, so it is there for those alone who move it.
    void setCaretShown(bool shown) { setCursorWidth(shown ? 1 : 0); }
    void refreshMarks();
    void refreshPlaces();
    void refreshPointed();
    std::optional<RowId> rowAt(const QPoint& at) const;

    ViewState* m_state;
    std::shared_ptr<const oom::Report> m_report;
    std::vector<Place> m_places; // ascending
    std::optional<RowId> m_pinned; // that was brought into sight
    bool m_isOwnPin = false;
};

} // namespace tidemark::ui
