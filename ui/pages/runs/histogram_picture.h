#pragma once

#include "ui/charts/picture.h"

#include <QByteArray>

namespace tidemark::ui {

/// Draws an existing SVG, centred and as large as its size allows.
class HistogramPicture : public Picture
{
public:
    HistogramPicture(QByteArray svg, QSize size);
    QImage image(const Progress& progress = {}) const override;
    bool svg(QIODevice& device, const Progress& progress = {}) const override;

private:
    QByteArray m_svg;
    PictureOptions m_options;
};

} // namespace tidemark::ui
