#pragma once

#include "ui/charts/region_painter.h"
#include "ui/session/task_runner.h"

#include <QImage>

namespace tidemark::ui {

/// An address map with its marks, as a picture that is kept. Boxes are drawn behind, but for the first where there are
/// few: until they are there, those that were drawn before stand where they belong.
class RegionCanvas : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    /// Another map.
    void forget();
    /// Another window, size or marks.
    void invalidate() { m_isStale = true; }
    /// Other colours.
    void invalidateColors();
    /// Ends what is drawn behind: the next picture() begins again.
    void abandon()
    {
        m_tasks.abandon();
        m_isStale = true;
    }
    /// The boxes are those of what is asked for.
    bool isDrawn(const RegionScene& scene, double ratio) const;
    /// Why what was asked for last could not be drawn; empty: it could. Stands in the picture instead.
    const QString& failure() const { return m_failure; }
    /// In device pixels, with its ratio set. `level` is that at the cursor.
    const QImage& picture(const RegionScene& scene, const RegionLevel& level, const QSize& size, double ratio);

signals:
    void drawn(); // behind

private:
    /// What boxes are drawn of.
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
    std::optional<Wanted> m_drawing; // behind, now
    std::optional<Wanted> m_failed; // could not be drawn
    QString m_failure; // why
    bool m_isDrawingFew = false; // there: soon over
    Wanted m_shown; // what m_drawn is of
    Drawn m_drawn; // without images: in other colours
    unsigned m_colors = 0; // counts them
    QImage m_picture;
    bool m_isStale = true;
};

} // namespace tidemark::ui
