#pragma once

#include "ui/theme/colors.h"

#include <QWidget>

#include <optional>

namespace tidemark::ui {

/// A bar for each of several things that stand side by side. A click or the arrow keys select one, a double click or
/// Enter opens it; a tip tells of it. Bars are counted by their places, from the left.
class BarsWidget : public QWidget
{
    Q_OBJECT

public:
    explicit BarsWidget(QWidget* parent);

    QSize minimumSizeHint() const override;

signals:
    void selected(std::size_t item);
    void opened(std::size_t item);

protected:
    virtual std::size_t count() const = 0;
    virtual std::optional<std::size_t> selectedPlace() const = 0;
    virtual std::optional<std::size_t> placeAt(const QPointF& position) const = 0;
    /// What stands at a place.
    virtual std::size_t itemAt(std::size_t place) const { return place; }
    virtual QString describe(std::size_t item) const = 0;
    virtual void paintBars(QPainter& painter, const Colors& colors) = 0;

    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;
};

} // namespace tidemark::ui
