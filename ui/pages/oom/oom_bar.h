#pragma once

#include "ui/pages/oom/oom_scale.h"

#include <QWidget>

namespace tidemark::ui {

class ViewState;

/// A bar to scale of a message: its listed allocations, the unlisted rest, and the limit. The pointer over an
/// allocation highlights it in all charts, and a click pins it.
class OomBar : public QWidget
{
    Q_OBJECT

public:
    explicit OomBar(ViewState* state, QWidget* parent = nullptr);
    void setScale(std::optional<OomScale> scale);
    QRectF segmentRect(std::size_t segment) const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {240, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QRectF area() const;
    const OomScale::Segment* segmentAt(const QPointF& at) const;

    ViewState* m_state;
    std::optional<OomScale> m_scale;
};

} // namespace tidemark::ui
