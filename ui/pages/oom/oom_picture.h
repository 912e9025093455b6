#pragma once

#include "core/link/message_plan.h"
#include "ui/charts/picture.h"
#include "ui/pages/oom/oom_scale.h"

namespace tidemark::ui {

/// The data of a picture of a message. It is a value.
struct OomContent {
    QString headline;
    QString circumstances;
    QString plan; // the plan; empty: none was found
    QString message;
    std::optional<OomScale> scale;
    ByteUnit unit = ByteUnit::Auto;
};
OomContent oomContent(const oom::Report& report, const View& view, const std::optional<MessagePlan>& plan,
                      const Units& units);

/// A picture of a message: the headline, the bar to scale, and as much of the text as fits.
class OomPicture : public Picture
{
public:
    OomPicture(OomContent content, const PictureOptions& options);

    QImage image(const Progress& progress = {}) const override;
    bool svg(QIODevice& device, const Progress& progress = {}) const override;

private:
    void paint(QPainter& painter) const;

    OomContent m_content;
    PictureOptions m_options;
    ChartFonts m_fonts;
    Colors m_colors;
};

} // namespace tidemark::ui
