#pragma once

#include <QFrame>

class QLabel;
class QToolButton;

namespace tidemark::ui {

class ElidedLabel;

/// A yellow-framed line under the tool bar that says what the user should know; goes away with its button or the next
/// file.
class NoticeBar : public QFrame
{
    Q_OBJECT

public:
    explicit NoticeBar(QWidget* parent = nullptr);
    /// `link` is the text of a link behind it; empty: none.
    void showNotice(const QString& text, const QString& link = {});

signals:
    void linkActivated();
    void closed();

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void refresh();

    QLabel* m_icon;
    ElidedLabel* m_text;
    QLabel* m_link;
    QToolButton* m_close;
    QString m_linkText;
};

} // namespace tidemark::ui
