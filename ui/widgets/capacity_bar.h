#pragma once

#include "core/base/text.h"
#include "core/view/breakdown.h"
#include "core/view/figures.h"

#include <QColor>
#include <QWidget>

#include <optional>
#include <vector>

namespace tidemark::ui {

/// What the peak is made of, to the scale of the device's memory: its parts, the peak as a tick, fragmentation hatched,
/// what other memories of the same device take, then the headroom. What does not fit reaches beyond a red limit mark;
/// without a known capacity the whole width is what is allocated.
class CapacityBar : public QWidget
{
    Q_OBJECT

public:
    /// What stands in the parts that it is of, if it fits there.
    struct Words {
        QString fragmentation;
        QString headroom;
        QString capacity;
        QString limit;
    };

    explicit CapacityBar(QWidget* parent = nullptr);
    /// `unit`: of the tool tips.
    void setFigures(std::optional<Figures> figures, const Words& words, ByteUnit unit = ByteUnit::Auto);
    /// What the peak is made of in other parts than the figures', which add up to the same. Empty: in those.
    void setGroups(std::vector<Group> groups);
    bool textsFit() const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {120, sizeHint().height()}; }

signals:
    void resized();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Segment {
        QString name;
        std::int64_t bytes;
        QColor color;
    };
    std::vector<Segment> segments() const;
    bool isTooSmall() const;
    double toX(std::int64_t bytes) const;
    void paintParts(QPainter& painter, const QRect& frame) const;
    void paintFragmentation(QPainter& painter) const;
    void paintFree(QPainter& painter) const;
    void paintLimit(QPainter& painter) const;
    QString beyondText() const;
    QString exact(const QString& name, std::int64_t bytes) const;
    QString partAt(double x) const;

    std::optional<Figures> m_figures;
    std::vector<Group> m_groups;
    Words m_words;
    ByteUnit m_unit = ByteUnit::Auto;
};

} // namespace tidemark::ui
