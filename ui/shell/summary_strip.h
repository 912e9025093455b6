#pragma once

#include "core/base/text.h"
#include "core/xla/programs/summary.h"

#include <QWidget>

#include <optional>

class QLabel;

namespace tidemark::ui {

class CapacityBar;
class ElidedLabel;
class FigureLine;

/// How much, of what limit: the peak, what it is made of, and how close it is to the end of the memory.
class SummaryStrip : public QWidget
{
    Q_OBJECT

public:
    explicit SummaryStrip(QWidget* parent = nullptr);

    /// `space` is "HBM", or "space 8" where the platform gives it no name.
    void setSummary(const std::optional<Summary>& summary, const QString& space, const QString& instruction,
                    ByteUnit unit);

    /// `canChoose`: whether there is a device to choose where the capacity is not known.
    void setDevice(const QString& device, bool canChoose);

signals:
    void chooseDeviceRequested(const QPoint& globalPosition);

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QString bytes(std::int64_t value) const;
    void refresh();
    void refreshFigures();
    void refreshCaption();
    QString headroomText() const;
    QString capacityText() const;
    QString deviceText() const; // behind a text

    std::optional<Summary> m_summary;
    QString m_device;
    bool m_canChoose = false;
    QString m_space;
    QString m_instruction;
    ByteUnit m_unit = ByteUnit::Auto;
    QLabel* m_peakTitle;
    QLabel* m_peak;
    ElidedLabel* m_peakStep;
    ElidedLabel* m_caption;
    ElidedLabel* m_remark; // right of the caption
    QLabel* m_link;
    CapacityBar* m_bar;
    FigureLine* m_figures;
};

} // namespace tidemark::ui
