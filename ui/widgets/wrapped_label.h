#pragma once

#include <QLabel>

namespace tidemark::ui {

/// The text with marks that let a line end behind '/', '_', '>' and ',', but not within "1,473", and behind so many
/// characters without one of them or a space: paths and shapes have no spaces.
QString breakable(const QString& text, int longest = 24);

/// Selectable text that gives way to any width where it is breakable(), as plain text is. What is copied is the text
/// without the marks.
class WrappedLabel : public QLabel
{
    Q_OBJECT

public:
    explicit WrappedLabel(QWidget* parent = nullptr);
    /// REQUIRES: plain text
    void setWrappedText(const QString& text);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void copy() const;
};

} // namespace tidemark::ui
