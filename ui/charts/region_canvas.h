#pragma once

#include "ui/charts/region_painter.h"
#include "ui/session/task_runner.h"

#include <QImage>

namespace tidemark::ui {

/// An address map without marks, as a picture that they are drawn over. What takes long to draw is drawn behind; until
/// it is there, what was drawn before stands where it belongs.
class RegionCanvas : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    /// Another map.
    void forget();
    /// Another window, or words.
    void invalidate() { m_picture = {}; }
    /// Other colours.
    void invalidateColors();
    /// Ends what is drawn behind.
    void abandon() { m_tasks.abandon(); }
    /// The picture is of what is asked for.
    bool isDrawn(const RegionScene& scene, double ratio) const;
    /// In device pixels, with its ratio set.
    const QImage& picture(const RegionScene& scene, const QSize& size, double ratio);

signals:
    void drawn(); // behind

private:
    void draw(const RegionScene& scene, double ratio);

    TaskRunner m_tasks;
    std::shared_ptr<const RegionDrawing> m_drawing;
    QSize m_pixels; // of it
    QImage m_boxes; // of the drawing; null: in other colours
    QImage m_picture;
};

} // namespace tidemark::ui
