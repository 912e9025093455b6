#pragma once

#include "ui/charts/row_surface.h"
#include "ui/pages/oom/oom_scale.h"

namespace tidemark::ui {

/// A bar to scale of a message: its listed allocations, the unlisted rest, and the limit.
class OomBar : public RowSurface
{
    Q_OBJECT

public:
    explicit OomBar(ViewState* state, QWidget* parent = nullptr);
    std::optional<RowId> rowAt(const QPointF& at) const override;
    void setScale(std::optional<OomScale> scale);
    QRectF segmentRect(std::size_t segment) const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {240, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    std::vector<RowId> rowsInOrder() const override;
    QStringList tipAt(const QPointF& at) const override;
    void changeEvent(QEvent* event) override;

private:
    QRectF area() const;
    const OomScale::Segment* segmentAt(const QPointF& at) const;

    std::optional<OomScale> m_scale;
};

} // namespace tidemark::ui
