#pragma once

#include <QFont>
#include <QLabel>
#include <QStringList>

#include <vector>

class QWidget;

namespace tidemark::ui {

/// Breaks a text between words into lines of this width. The last of `most` lines has the whole rest and may be too
/// wide.
QStringList brokenLines(const QString& text, const QFont& font, double width, qsizetype most = 2);

/// Plain text on one line, optionally several. If it does not fit, the label shows a shorter text or elides it, and the
/// tool tip has the full text. Names of the program are monospaced.
class ElidedLabel : public QLabel
{
    Q_OBJECT

public:
    struct Part {
        QString text;
        bool isName = false;
    };

    explicit ElidedLabel(QWidget* parent = nullptr);
    void setFullText(const QString& text) { setParts({{text}}); }
    /// The text to show if the full text does not fit. Empty: the full text is elided. Valid until the next text is
    /// set.
    void setShorterText(const QString& text);
    /// Shows the parts in a row, with a dot between them. Empty parts are left out.
    void setParts(std::vector<Part> parts);
    /// Allows more lines if one is not enough. REQUIRES: a text without names, and no shorter text
    void setMostLines(int lines);
    /// Sets the tool tip, which is used whether or not the text is elided.
    void setHelp(const QString& help) { m_help = help; }
    /// The lines that a label which may take several shows now. A line that is too wide is elided.
    QStringList lines() const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {std::min(24, sizeHint().width()), sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool event(QEvent* event) override;

private:
    QFont fontOf(const Part& part) const;
    int widthOf(const std::vector<Part>& parts) const;
    const std::vector<Part>& shownParts() const;

    std::vector<Part> m_parts;
    std::vector<Part> m_shorter; // at most one
    QString m_help;
    int m_mostLines = 1;
};

/// Adds invisible break marks to a text: after '/', '_', '>' and ',' (but not inside "1,473"), and after `longest`
/// characters without one of them or a space. Paths and shapes have no spaces at which they could wrap.
QString breakable(const QString& text, int longest = 16);

/// Selectable text that wraps to any width, with the break marks of breakable(). Copied text does not contain the
/// marks.
class WrappedLabel : public QLabel
{
    Q_OBJECT

public:
    explicit WrappedLabel(QWidget* parent = nullptr);
    /// REQUIRES: plain text
    void setWrappedText(const QString& text) { setText(breakable(text)); }

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void copy() const;
};

/// Makes a label that replaces the rows of an empty list: a centred text with links. Hidden at first.
QLabel* makeNothingLabel(QWidget* parent);

} // namespace tidemark::ui
