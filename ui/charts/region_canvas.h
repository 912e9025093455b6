#pragma once

#include "ui/charts/region_painter.h"
#include "ui/session/task_runner.h"

#include <QImage>

namespace tidemark::ui {

/// An address map with its marks, as a cached image. Boxes are drawn in the background, except for the first drawing if
/// there are few. Until the new boxes are ready, the previous boxes are shown at their new positions.
class RegionCanvas : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    /// Call when the map changes.
    void forget();
    /// Call when window, size or marks change.
    void invalidate() { m_isStale = true; }
    /// Call when colours change.
    void invalidateColors();
    /// Cancels the background drawing. The next picture() starts again.
    void abandon()
    {
        m_tasks.abandon();
        m_isStale = true;
    }
    bool isDrawn(const RegionScene& scene, double ratio) const;
    /// Why the last requested drawing failed; empty if it did not. The image shows this text instead.
    const QString& failure() const { return m_failure; }
    /// The image in device pixels, with its device pixel ratio set. `level` is the level at the cursor.
    const QImage& picture(const RegionScene& scene, const RegionLevel& level, const QSize& size, double ratio);

signals:
    void drawn(); // in the background

private:
    struct Wanted {
        MapWindow window;
        RegionPixels pixels;
        std::shared_ptr<const RowUses> uses;
        friend bool operator==(const Wanted&, const Wanted&) = default;
    };
    struct Drawn {
        std::shared_ptr<const RegionDrawing> boxes;
        RegionImages images;
    };
    static Wanted wantedOf(const RegionScene& scene, double ratio);
    static Result<Drawn> drawnOf(const RegionContent& content, const Colors& colors, const QFont& fixed,
                                 const RegionPixels& pixels, const Progress& progress);

    void draw(const RegionScene& scene, double ratio);
    void place(const RegionScene& scene, double ratio);
    void paintAround(const RegionScene& scene, const RegionLevel& level);

    TaskRunner m_tasks;
    std::optional<Wanted> m_drawing; // in the background now
    std::optional<Wanted> m_failed; // whose drawing failed
    QString m_failure; // why it failed
    bool m_isDrawingFew = false; // m_drawing has few boxes: it ends soon
    Wanted m_shown; // the inputs of m_drawn
    Drawn m_drawn; // without images after colours changed
    unsigned m_colors = 0; // counts changes of colours
    QImage m_picture;
    bool m_isStale = true;
};

} // namespace tidemark::ui
