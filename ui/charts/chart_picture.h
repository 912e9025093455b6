#pragma once

#include "ui/charts/chart_scene.h"
#include "ui/charts/picture.h"

#include <QPicture>
#include <QStringList>

#include <functional>
#include <memory>

namespace tidemark::ui {

/// The titles of a picture of a view of these files.
PictureOptions titled(const View& view, const QStringList& paths);

/// Adds the explanation of the peak to the options, in automatic units, if this kind of document has one. `shown` are
/// the figures that the window shows.
Result<PictureOptions> explained(PictureOptions options, const View& view, const Figures& shown);

/// A picture of a chart: the visible cells with title, legend, axes, the peak and the lifetime of the pinned row. It is
/// made on the interface thread, which takes milliseconds, and may be drawn on any thread. A value; needs no window.
class ChartPicture : public Picture
{
public:
    /// Makes the stack of the shown view. Called on any thread.
    using MakeGroups = std::function<Result<std::shared_ptr<const RowGroups>>(const Progress&)>;

    /// `groupsToCome` makes the stack if the content does not have it yet. It runs as part of a drawing that can be
    /// cancelled; a drawing that cannot, like a preview, omits the stack. REQUIRES: a content with a view
    ChartPicture(const ChartContent& content, const PictureOptions& options, MakeGroups groupsToCome = nullptr);

    QImage image(const Progress& progress = {}) const override;
    bool svg(QIODevice& device, const Progress& progress = {}) const override;

private:
    /// The positions of all parts, in points of the picture before scaling.
    struct Layout {
        QSizeF size;
        bool isSmall = false;
        double margin = 0;
        QRectF legend;
        std::size_t legendLines = 1;
        QRectF plot;
        QRectF marks; // empty: there are none
        QRectF ratio;
    };

    void layOut(const ChartContent& content, double gutter);
    void layOutBelow(const ChartContent& content, double& bottom);
    void paintBelow(QPainter& painter) const;
    void paintAbove(QPainter& painter, const ChartScene& scene) const;
    ChartScene groupedScene(const Progress& progress) const;

    PictureOptions m_options;
    std::optional<PictureTitles> m_titles; // none: the size is not usable
    Layout m_layout;
    ChartScene m_scene;
    MakeGroups m_groupsToCome;
    std::optional<Plot> m_ratio; // none: it is not shown
    QPicture m_frame; // painted by Qt Charts, whose objects belong to the interface thread
    QPicture m_ratioFrame;
};

} // namespace tidemark::ui
