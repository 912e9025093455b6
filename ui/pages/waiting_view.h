#pragma once

#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;
class QVBoxLayout;

namespace tidemark::ui {

/// Instead of what a page shows: how far it is, or why there is nothing, and a button to do something about it.
class WaitingView : public QWidget
{
    Q_OBJECT

public:
    explicit WaitingView(QWidget* parent);

    /// Something is under way, which the button ends.
    void showBusy();
    /// As TaskRunner::progressed().
    void setProgress(int permille, const QString& what);
    /// Nothing is. Without words on it there is no button.
    void showMessage(const QString& text, const QString& action);
    /// Another button below.
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
