#pragma once

#include "ui/charts/picture.h"
#include "ui/theme/colors.h"

#include <QFont>

namespace tidemark::ui {

/// A picture with titles at the top. A function paints the part below them; it is the function that also paints the
/// screen.
class TitledPicture : public Picture
{
public:
    using Paint = std::function<void(QPainter&, const QRectF&, const Colors&, const QFont&)>;

    /// `paint` may be called on any thread.
    TitledPicture(PictureOptions options, Paint paint);
    /// The part of such a picture below the titles, which `paint` gets.
    static QRectF room(const PictureOptions& options);
    QImage image(const Progress& progress = {}) const override;
    bool svg(QIODevice& device, const Progress& progress = {}) const override;

private:
    void paint(QPainter& painter) const;

    PictureOptions m_options;
    Paint m_paint;
};

} // namespace tidemark::ui
