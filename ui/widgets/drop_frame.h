#pragma once

#include <QFrame>
#include <QStyledItemDelegate>

namespace tidemark::ui {

/// The dashed frame that invites to drop something, with a small curve at its top.
class DropFrame : public QFrame
{
    Q_OBJECT

public:
    using QFrame::QFrame;

protected:
    void paintEvent(QPaintEvent* event) override;
};

/// Over the whole window while something is dragged over it: a frame, and what letting go would do.
class DropOverlay : public QWidget
{
    Q_OBJECT

public:
    explicit DropOverlay(QWidget* window);
    void showText(const QString& text);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_text;
};

/// Selected rows in the pale colour of the palette's table, without a focus frame.
class QuietSelection : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

} // namespace tidemark::ui
