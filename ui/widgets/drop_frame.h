#pragma once

#include <QFrame>

namespace tidemark::ui {

/// The dashed frame of the drop area, with a small curve at its top.
class DropFrame : public QFrame
{
    Q_OBJECT

public:
    using QFrame::QFrame;

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace tidemark::ui
