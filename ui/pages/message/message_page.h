#pragma once

#include <QWidget>

class QAction;
class QLabel;
class QPushButton;

namespace tidemark::ui {

/// Says why there is nothing to see, and what to do about it.
class MessagePage : public QWidget
{
    Q_OBJECT

public:
    explicit MessagePage(QWidget* parent = nullptr);
    /// `action` is the text of a button; empty: none.
    void setMessage(const QString& title, const QString& text, const QString& action);
    /// A button for pages that say what failed.
    void addRemedy(const char* icon, const QString& text, QAction* action);
    void setShowsRemedies(bool shows);

signals:
    void actionTriggered();

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void refresh();

    QLabel* m_icon;
    QLabel* m_title;
    QLabel* m_text;
    QPushButton* m_action;
    QWidget* m_remedies;
};

} // namespace tidemark::ui
