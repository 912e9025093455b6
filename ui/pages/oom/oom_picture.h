#pragma once

#include "core/link/message_plan.h"
#include "ui/charts/picture.h"
#include "ui/pages/oom/oom_bar.h"

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
std::shared_ptr<const Picture> oomPicture(OomContent content, PictureOptions options);

} // namespace tidemark::ui
