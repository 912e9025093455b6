#pragma once

#include "core/link/message_plan.h"
#include "core/oom/message.h"
#include "core/view/view.h"
#include "ui/charts/chart_scene.h"
#include "ui/charts/picture.h"
#include "ui/charts/row_surface.h"
#include "ui/state/units.h"

#include <QRectF>

#include <vector>

class QPainter;

namespace tidemark::ui {

/// The memory that a message asks for compared with the memory that there is, to be drawn to scale.
struct OomScale {
    struct Segment {
        QString name;
        QString size;
        std::int64_t bytes = 0;
        Hue hue = Hue::Temporary;
        std::optional<RowId> row; // none: not an allocation of the list
        bool isHatched = false; // free or not listed memory
    };
    std::vector<Segment> segments; // from left to right; the largest rows first, then the rest
    std::int64_t whole = 1; // bytes across the full width
    std::int64_t needed = 0; // where `wholeText` stands
    std::optional<std::int64_t> limit; // not larger than `whole`
    QString limitText; // "limit 15.75 GiB"
    QString wholeText; // "needed 300 GiB"
    QString words; // a description for assistive technology
};

/// Returns nothing if the message does not give two amounts to compare. `plan` has the parts of the program's memory by
/// its plan, and is empty if there is no plan. It is shown if the message lists nothing.
std::optional<OomScale> oomScale(const oom::Message& message, const View& view, const std::vector<Part>& plan,
                                 const Units& units);

/// The words above the bar: those about the limit next to its mark, those about the need at its end.
struct OomLabels {
    QString limitText;
    QString wholeText;
    double limit = 0; // left ends
    double whole = 0;
    bool isInRow = false; // for lack of room both end at the right end of the bar; the mark must not cross them
};
OomLabels oomLabels(const QRectF& bar, const OomScale& scale, const ChartFonts& fonts);

/// The height that paintOomScale() needs.
double oomScaleHeight(const ChartFonts& fonts);
/// Draws the bar, the limit and a byte scale below. `framed` is the row under the pointer.
void paintOomScale(QPainter& painter, const QRectF& area, const OomScale& scale, const Colors& colors,
                   const ChartFonts& fonts, ByteUnit unit, std::optional<RowId> framed);
QRectF oomSegmentRect(const QRectF& area, const OomScale& scale, std::size_t segment, const ChartFonts& fonts);

/// A bar to scale of a message: its listed allocations, the unlisted rest, and the limit.
class OomBar : public RowSurface
{
    Q_OBJECT

public:
    explicit OomBar(ViewState* state, QWidget* parent = nullptr);
    std::optional<RowId> rowAt(const QPointF& at) const override;
    void setScale(std::optional<OomScale> scale);
    QRectF segmentRect(std::size_t segment) const;
    QSize sizeHint() const override { return {600, static_cast<int>(oomScaleHeight(chartFonts(font()))) + 4}; }
    QSize minimumSizeHint() const override { return {240, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    std::vector<RowId> rowsInOrder() const override;
    QStringList tipAt(const QPointF& at) const override;
    void changeEvent(QEvent* event) override;

private:
    QRectF area() const;
    const OomScale::Segment* segmentAt(const QPointF& at) const;

    std::optional<OomScale> m_scale;
};

/// The data of a picture of a message. It is a value.
struct OomContent {
    QString headline;
    QString circumstances;
    QString plan; // the plan; empty: none was found
    QString message;
    std::optional<OomScale> scale;
    ByteUnit unit = ByteUnit::Auto;
};
OomContent oomContent(const oom::Message& message, const View& view, const std::optional<MessagePlan>& plan,
                      const Units& units);

/// A picture of a message: the headline, the bar to scale, and as much of the text as fits.
std::shared_ptr<const Picture> oomPicture(OomContent content, PictureOptions options);

} // namespace tidemark::ui
