#pragma once

#include <QLabel>

namespace tidemark::ui {

/// Adds invisible break marks to a text: after '/', '_', '>' and ',' (but not inside "1,473"), and after `longest`
/// characters without one of them or a space. Paths and shapes have no spaces at which they could wrap.
QString breakable(const QString& text, int longest = 24);

/// Selectable text that wraps to any width, with the break marks of breakable(). Copied text does not contain the
/// marks.
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
