#pragma once

#include <QFrame>

#include <vector>

class QLabel;
class QToolButton;

namespace tidemark::ui {

class ElidedLabel;

/// A yellow-framed line under the tool bar that says what the user should know. Notices wait below one another: the
/// newest is seen, closing it shows the one before, so that none gets lost unread. Whoever holds it hides it while
/// there is none.
class NoticeBar : public QFrame
{
    Q_OBJECT

public:
    /// An offer asks for nothing: it is not framed in yellow. What is urgent is seen before the others, whenever they
    /// come.
    enum class Tone { Problem, Offer, Urgent };

    explicit NoticeBar(QWidget* parent = nullptr);

    /// A notice about `subject` ("problems", "export"), in the place of an earlier one about it. `link` is the text of
    /// a link behind it; empty: none. Assistive technology is told.
    void showNotice(const QString& subject, const QString& text, const QString& link = {}, Tone tone = Tone::Problem);
    /// It is over, read or not.
    void withdraw(const QString& subject);
    void clear();
    bool isEmpty() const { return m_notices.empty(); }
    /// The one that is seen; empty: none.
    QString text() const;

signals:
    void linkActivated(const QString& subject);
    void emptyChanged(bool isEmpty);

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    /// Enter on the link.
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Notice {
        QString subject;
        QString text;
        QString link;
        Tone tone;
    };
    void remove(const QString& subject);
    void activateLink();
    void refresh();
    void refreshColors();

    std::vector<Notice> m_notices; // the newest last, behind them those that are urgent
    bool m_wasEmpty = true;
    QLabel* m_icon;
    ElidedLabel* m_text;
    QLabel* m_more;
    QLabel* m_link;
    QToolButton* m_close;
};

} // namespace tidemark::ui
