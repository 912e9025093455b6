#pragma once

#include "ui/theme/colors.h"

#include <QWidget>

#include <optional>

namespace tidemark::ui {

/// A row of bars, one for each item. A click or an arrow key selects a bar; a double click or Enter opens it. A tool
/// tip describes the bar under the pointer. A place is the position of a bar, counted from the left.
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
    /// The item whose bar is at a place.
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
