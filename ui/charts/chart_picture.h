#pragma once

#include "ui/charts/chart_scene.h"
#include "ui/charts/picture.h"

#include <QPicture>
#include <QStringList>

#include <functional>
#include <memory>

namespace tidemark::ui {

/// What stands above a picture of a view of these files.
PictureOptions titled(const View& view, const QStringList& paths);

/// The same with the explanation of the peak, in automatic units, where the kind has one. For the figures that are shown.
Result<PictureOptions> explained(PictureOptions options, const View& view, const Figures& shown);

/// A picture of a chart: the visible cells with title, legend, axes, the peak and the life of the pinned row. Made on
/// the interface thread, which takes milliseconds; drawn on any. A value; needs no window.
class ChartPicture : public Picture
{
public:
    /// Of the view shown, on any thread.
    using MakeStack = std::function<Result<std::shared_ptr<const Stack>>(const Progress&)>;

    /// `stackToCome` makes the stack that the content is still without, as part of a drawing that can be cancelled: one
    /// that cannot, as of a preview, goes without. REQUIRES: a content with a view
    ChartPicture(const ChartContent& content, const PictureOptions& options, MakeStack stackToCome = nullptr);

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
        QStringList explanation; // its lines; empty: there is none, or no room
        double explanationBaseline = 0; // of the first
        QRectF legend;
        QRectF plot;
        QRectF marks; // empty: there are none, as below
        QRectF ratio;
    };

    void layOut(const ChartContent& content, double gutter);
    void layOutBelow(const ChartContent& content, double& bottom);
    void paintTitles(QPainter& painter) const;
    void paintBelow(QPainter& painter) const;
    void paintAbove(QPainter& painter, const ChartScene& scene) const;
    ChartScene stackedScene(const Progress& progress) const;

    PictureOptions m_options;
    Layout m_layout;
    ChartScene m_scene;
    MakeStack m_stackToCome;
    QPicture m_frame; // by Qt Charts, whose objects belong to the interface thread
};

} // namespace tidemark::ui
