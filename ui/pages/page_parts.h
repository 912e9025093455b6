#pragma once

#include "ui/widgets/labels.h"

#include <QString>
#include <QWidget>

#include <functional>

class QLabel;
class QMenu;
class QProgressBar;
class QPushButton;
class QSplitter;
class QTextBrowser;
class QVBoxLayout;

namespace tidemark::ui {

class ElidedLabel;
class Session;
class TaskRunner;
class ViewState;

void fillBase(QWidget* part);
/// The label of a page with what the page has found.
ElidedLabel* makeFinding(QWidget* parent);
/// Rich text whose links the page follows.
QTextBrowser* makeDetails(const QString& name, int margin, QWidget* parent);
/// "Copy Table"
QPushButton* makeCopyButton(QWidget* parent, const std::function<void()>& copy);
/// "Columns", with the menu of the columns of a table.
QPushButton* makeColumnsButton(QWidget* parent, const std::function<void(QMenu*)>& addActions);
/// Two parts side by side. The right one keeps its width at first, in pixels for a font of usual size.
QSplitter* makeSplit(QWidget* left, QWidget* right, int rightWidth, QWidget* parent);

/// Shown instead of the content of a page: the progress of a task or why there is no content, and a button.
class WaitingView : public QWidget
{
    Q_OBJECT

public:
    explicit WaitingView(QWidget* parent);

    /// Shows the progress of the tasks. The button cancels the task that runs, else it calls `again`.
    void follow(TaskRunner* tasks, const std::function<void()>& again);
    /// A task is running; the button cancels it.
    void showBusy();
    void setProgress(int permille, const QString& what);
    /// No task runs. Without a text for the button there is no button.
    void showMessage(const QString& text, const QString& action);
    void addButton(QPushButton* button);

signals:
    void actionRequested();

private:
    QLabel* m_message;
    QProgressBar* m_progress;
    QPushButton* m_action;
    QVBoxLayout* m_column = nullptr;
};

/// The sentence that explains the peak of the current view. Hidden if there is none. A click selects the rows that the
/// sentence is about. The text can be selected and copied.
class ExplanationLine : public WrappedLabel
{
    Q_OBJECT

public:
    ExplanationLine(ViewState* state, const Session* session, QWidget* parent = nullptr);

    bool isEmpty() const { return text().isEmpty(); }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {WrappedLabel::minimumSizeHint().width(), sizeHint().height()}; }
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
