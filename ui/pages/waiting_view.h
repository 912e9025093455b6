#pragma once

#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;
class QVBoxLayout;

namespace tidemark::ui {

/// Shown instead of the content of a page: the progress of a task or why there is no content, and a button.
class WaitingView : public QWidget
{
    Q_OBJECT

public:
    explicit WaitingView(QWidget* parent);

    /// A task is running; the button cancels it.
    void showBusy();
    /// As TaskRunner::progressed().
    void setProgress(int permille, const QString& what);
    /// No task runs. Without a text for the button there is no button.
    void showMessage(const QString& text, const QString& action);
    /// Adds another button below.
    void addButton(QPushButton* button);

signals:
    void actionRequested();

private:
    QLabel* m_message;
    QProgressBar* m_progress;
    QPushButton* m_action;
    QVBoxLayout* m_column;
};

} // namespace tidemark::ui
