#pragma once

#include <QLabel>

#include <vector>

namespace tidemark::ui {

/// Plain text on one line, or on two where it may, that is cut with an ellipsis, or in other words, where it does not
/// fit; the tool tip then has all of it. Names of a program in it are monospaced.
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
    /// What is shown where all has no room; empty: all, cut. Until the text is another.
    void setShorterText(const QString& text);
    /// One behind the other, with a dot between them; empty ones are left out.
    void setParts(std::vector<Part> parts);
    /// It takes a second line where one has no room. REQUIRES: no names in it
    void setMayTakeTwoLines(bool may);
    /// The tool tip, whether the text is cut or not.
    void setHelp(const QString& help) { m_help = help; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool event(QEvent* event) override;

private:
    QFont fontOf(const Part& part) const;
    int textWidth() const;
    const std::vector<Part>& shownParts() const;
    /// Where it may take two.
    QStringList lines() const;

    std::vector<Part> m_parts;
    std::vector<Part> m_shorter; // none, or one
    QString m_help;
    bool m_mayTakeTwoLines = false;
};

} // namespace tidemark::ui
