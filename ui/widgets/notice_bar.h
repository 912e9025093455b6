#pragma once

#include <QFrame>

#include <vector>

class QLabel;
class QToolButton;

namespace tidemark::ui {

class ElidedLabel;

/// A line with a yellow frame under the tool bar that shows a notice to the user. The newest notice is shown. Closing
/// it, and a button that counts the others, show the one before, so that none is lost unread. The owner hides the bar
/// while it is empty.
class NoticeBar : public QFrame
{
    Q_OBJECT

public:
    /// An offer asks for no action and has no yellow frame. Urgent notices are shown before all others, whenever they
    /// arrive.
    enum class Tone { Problem, Offer, Urgent };

    explicit NoticeBar(QWidget* parent = nullptr);

    /// Shows a notice about `subject` ("problems", "export") and replaces an earlier one about it. `link` is the text
    /// of a link after the notice. Empty: no link. The notice is announced to assistive technology. An empty text
    /// only removes the notice.
    void showNotice(const QString& subject, const QString& text, const QString& link = {}, Tone tone = Tone::Problem);
    void withdraw(const QString& subject) { showNotice(subject, {}); }
    void clear();
    bool isEmpty() const { return m_notices.empty(); }
    /// The text of the notice that is shown. Empty: none.
    QString text() const { return isEmpty() ? QString() : shown().text; }

signals:
    void linkActivated(const QString& subject);
    void emptyChanged(bool isEmpty);

protected:
    void paintEvent(QPaintEvent* event) override;
    /// Handles Enter on the link.
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Notice {
        QString subject;
        QString text;
        QString link;
        Tone tone;
    };
    /// REQUIRES: not empty
    const Notice& shown() const { return m_notices[m_notices.size() - 1 - m_newer]; }
    void showNext();
    void remove(const QString& subject);
    void activateLink();
    void refresh();
    void refreshColors();

    std::vector<Notice> m_notices; // oldest first; urgent ones after all others
    std::size_t m_newer = 0; // notices that are newer than the shown one
    bool m_wasEmpty = true;
    QLabel* m_icon;
    ElidedLabel* m_text;
    QToolButton* m_more; // the number of the other notices
    QLabel* m_link;
    QToolButton* m_close;
};

} // namespace tidemark::ui
