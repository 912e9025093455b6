#pragma once

#include "core/base/text.h"
#include "core/view/figures.h"
#include "ui/theme/colors.h"

#include <QWidget>

#include <optional>
#include <vector>

namespace tidemark::ui {

/// The parts of the peak, drawn in proportion to the device's memory: the parts, a tick at the peak, hatched
/// fragmentation, the memory of other memory spaces on the same device, and the headroom. Bytes that do not fit extend
/// beyond a red line. If the capacity is not known, the full width is the allocated memory.
class CapacityBar : public QWidget
{
    Q_OBJECT

public:
    /// The texts of the parts, shown where they fit.
    struct Words {
        QString fragmentation;
        QString headroom;
        QString capacity;
        QString limit;
    };

    struct Part {
        QString name;
        std::int64_t bytes = 0;
        Fill fill;
    };

    explicit CapacityBar(QWidget* parent = nullptr);
    /// `unit` is the unit in tool tips.
    void setFigures(std::optional<Figures> figures, const Words& words, ByteUnit unit = ByteUnit::Auto);
    /// Sets other parts of the peak than those of the figures. If their sum is not the same, or there are none, the bar
    /// shows the parts of the figures.
    void setParts(std::vector<Part> parts);
    bool textsFit() const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {120, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Segment {
        QString name;
        std::int64_t bytes;
        Fill fill;
        Qt::BrushStyle style = Qt::SolidPattern; // others paint only the pattern
    };
    /// The parts, hatched fragmentation, and the memory of other memory spaces.
    std::vector<Segment> segments() const;
    bool isTooSmall() const { return m_figures->headroomBytes && *m_figures->headroomBytes < 0; }
    double toX(std::int64_t bytes) const;
    void paintParts(QPainter& painter, const QRect& frame) const;
    void paintFragmentation(QPainter& painter) const;
    void paintFree(QPainter& painter) const;
    void paintLimit(QPainter& painter) const;
    QString beyondText() const;
    QString exact(const QString& name, std::int64_t bytes) const;
    QString partAt(double x) const;

    std::optional<Figures> m_figures;
    std::vector<Part> m_parts;
    Words m_words;
    ByteUnit m_unit = ByteUnit::Auto;
};

} // namespace tidemark::ui
