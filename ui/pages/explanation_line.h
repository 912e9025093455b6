#pragma once

#include "ui/widgets/wrapped_label.h"

namespace tidemark::ui {

class Session;
class ViewState;

/// The sentence that explains the peak of the current view. Hidden if there is none. A click selects the rows that the
/// sentence is about. The text can be selected and copied.
class ExplanationLine : public WrappedLabel
{
    Q_OBJECT

public:
    ExplanationLine(ViewState* state, const Session* session, QWidget* parent = nullptr);

    bool isEmpty() const { return text().isEmpty(); }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    /// False: a tool bar does not ask for the height of a width, so the hints have the height for the current width.
    bool hasHeightForWidth() const override { return false; }

signals:
    void changed();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void refresh();
    void selectRows();

    ViewState* m_state;
    const Session* m_session;
    QPoint m_pressed;
};

} // namespace tidemark::ui
