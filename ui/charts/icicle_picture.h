#pragma once

#include "ui/charts/icicle_painter.h"
#include "ui/charts/picture.h"

namespace tidemark::ui {

/// A picture of an icicle with its title and a legend of the colours. A value; needs no window.
class IciclePicture : public Picture
{
public:
    IciclePicture(IcicleContent content, const PictureOptions& options);

    QImage image(const Progress& progress = {}) const override;
    bool svg(QIODevice& device, const Progress& progress = {}) const override;

private:
    void paint(QPainter& painter) const;

    IcicleContent m_content;
    PictureOptions m_options;
    ChartFonts m_fonts;
    Colors m_colors;
};

} // namespace tidemark::ui
