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
    void drawn(); // in the background

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
    std::optional<Wanted> m_drawing; // in the background now
    std::optional<Wanted> m_failed; // whose drawing failed
    QString m_failure; // why it failed
    bool m_isDrawingFew = false; // in the foreground: it ends soon
    Wanted m_shown; // the inputs of m_drawn
    Drawn m_drawn; // without images after colours changed
    unsigned m_colors = 0; // counts changes of colours
    QImage m_picture;
    bool m_isStale = true;
};

} // namespace tidemark::ui
