#pragma once

#include "core/xla/programs/buffer_details.h"
#include "core/xla/programs/summary.h"

#include <QWidget>

#include <optional>

namespace tidemark::ui {

/// What the peak is made of, to the scale of the device's memory: arguments, outputs, constants, temporaries, the peak
/// as a tick, fragmentation hatched, then the headroom. What does not fit reaches beyond a red limit mark; without a
/// known capacity the whole width is what is allocated.
class CapacityBar : public QWidget
{
    Q_OBJECT

public:
    explicit CapacityBar(QWidget* parent = nullptr);
    /// Texts stand inside the free part if they fit there.
    void setSummary(const std::optional<Summary>& summary, const QString& headroom, const QString& capacity,
                    const QString& limit);
    bool textsFit() const;
    QSize sizeHint() const override { return {400, 16}; }

signals:
    void resized();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Part {
        QString name;
        std::int64_t bytes = 0;
        BufferKind kind = BufferKind::Temporary;
    };
    std::vector<Part> parts() const;
    double toX(std::int64_t bytes) const;
    void paintFree(QPainter& painter) const;
    void paintLimit(QPainter& painter) const;
    QString partAt(double x) const;

    std::optional<Summary> m_summary;
    QString m_headroom;
    QString m_capacity;
    QString m_limit;
};

} // namespace tidemark::ui
