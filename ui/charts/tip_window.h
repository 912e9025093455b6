#pragma once

#include <QStringList>
#include <QWidget>

namespace tidemark::ui {

/// A tip that follows the pointer from thing to thing. QToolTip lays out a document for each, which takes longer than
/// all else that pointing at something costs.
class TipWindow : public QWidget
{
    Q_OBJECT

public:
    explicit TipWindow(QWidget* parent);
    /// Plain text, the first line as heading, beside a place on the screen. No lines: hides.
    void show(const QPoint& at, const QStringList& lines);
    const QStringList& lines() const { return m_lines; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QStringList m_lines;
};

} // namespace tidemark::ui
