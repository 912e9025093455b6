#pragma once

#include "ui/charts/chart_scene.h"
#include "ui/charts/picture.h"

#include <QPicture>
#include <QStringList>

namespace tidemark::ui {

/// What stands above a picture of a view of these files.
PictureOptions titled(const View& view, const QStringList& paths);

/// A picture of a chart: the visible cells with title, legend, axes, the peak and the life of the pinned row. Made on
/// the interface thread, which takes milliseconds; drawn on any. A value; needs no window.
class ChartPicture : public Picture
{
public:
    /// REQUIRES: a content with a view
    ChartPicture(const ChartContent& content, const PictureOptions& options);

    QImage image(const Progress& progress = {}) const override;
    bool svg(QIODevice& device, const Progress& progress = {}) const override;

private:
    /// Where things are, in points of the picture before scaling.
    struct Layout {
        QSizeF size;
        bool isSmall = false;
        double margin = 0;
        QFont titleFont;
        double titleBaseline = 0;
        double subtitleBaseline = 0; // 0: there is none
        QRectF legend;
        QRectF plot;
        QRectF marks; // empty: there are none, as below
        QRectF ratio;
    };

    void layOut(const ChartContent& content, double gutter);
    void layOutBelow(const ChartContent& content, double& bottom);
    void paintTitles(QPainter& painter) const;
    void paintBelow(QPainter& painter) const;
    void paintAbove(QPainter& painter) const;

    PictureOptions m_options;
    Layout m_layout;
    ChartScene m_scene;
    QPicture m_frame; // by Qt Charts, whose objects belong to the interface thread
};

} // namespace tidemark::ui
