#pragma once

#include "core/address_map/box_index.h"
#include "core/address_map/region_map.h"
#include "ui/charts/chart_navigation.h"
#include "ui/charts/region_canvas.h"
#include "ui/charts/region_painter.h"
#include "ui/charts/row_surface.h"
#include "ui/state/view_state.h"
#include "ui/state/zoom_history.h"

#include <QBasicTimer>

namespace tidemark::ui {

/// The visible steps and addresses of a region, and the windows before. Functions that change the window return whether
/// it changed.
class RegionZoom
{
public:
    /// Shows another map and clears the history. Shows the addresses of the map's opening. If the map is of the same
    /// region, read again from the file, and the addresses were changed from the opening, keeps them; if all addresses
    /// were shown, shows all again. REQUIRES: steps and addresses that are not empty
    void show(const RegionMap& map, StepRange steps);

    const MapWindow& window() const { return m_window; }
    /// Records the old window for back(), see ZoomHistory.
    bool set(MapWindow window);
    /// Factors > 1 show less. The point at these shares of the window, counted from its first step and address, keeps
    /// its position. Fractions of steps and bytes are carried over to the next call, because one notch of a wheel may
    /// be less than one.
    bool zoom(double steps, double addresses, double stepShare, double addressShare);
    /// Pans from the window `from`, by shares of it.
    bool pan(const MapWindow& from, double steps, double addresses);
    /// Pans until these addresses are visible, without changing the size of the window.
    bool reveal(std::int64_t begin, std::int64_t end);
    bool canGoBack() const { return m_history.canGoBack(); }
    bool canGoForward() const { return m_history.canGoForward(); }
    void back() { m_window = m_history.back(m_window); }
    void forward() { m_window = m_history.forward(m_window); }

private:
    /// Identifies a region across reloads, which may make it larger.
    struct RegionOf {
        std::string path;
        std::string host;
        std::string program;
        std::string memory;
        std::uint32_t holder = 0;
        std::optional<std::int64_t> allocation;
        std::int64_t begin = 0;
        friend bool operator==(const RegionOf&, const RegionOf&) = default;
    };

    RegionOf m_of;
    MapWindow m_all;
    MapWindow m_opening;
    MapWindow m_window;
    double m_askedSteps = 0; // that the last zoom asked for, before rounding
    double m_askedBytes = 0;
    ZoomHistory<MapWindow> m_history;
};

/// The rows of the region that pass the filter. Making the texts of many rows takes a while. So, while the result is
/// wanted, rows are filtered in slices, and the event loop runs between slices. Until all rows are done, matches()
/// returns the previous result.
class RegionMatches : public QObject
{
    Q_OBJECT

public:
    explicit RegionMatches(ViewState* state);
    /// The result is not wanted at first.
    void setWanted(bool isWanted);
    /// Filters all remaining rows at once.
    void finish();
    /// Emits found() with the next row after the pinned row, or with the previous row if `by` is negative, as soon as
    /// all rows are filtered. The order is boxes, then bands, each by first step. Emits nothing if the filter is empty
    /// or no row passes it.
    void find(int by);
    /// One value per row. Null: the filter is empty, or not all rows are filtered yet. May be kept, and used on any
    /// thread.
    const std::shared_ptr<const std::vector<bool>>& matches() const { return m_matches; }

signals:
    void changed();
    void found(RowId row);

protected:
    void timerEvent(QTimerEvent* event) override;

private:
    void forget(); // call when the map changes
    void begin();
    void look(qint64 ms);
    /// The row at a position of the order in which rows are found.
    RowId rowAt(std::size_t position) const;
    std::size_t count() const;
    void emitFound();
    void show(std::shared_ptr<const std::vector<bool>> matches);

    ViewState* m_state;
    std::shared_ptr<const std::vector<bool>> m_matches;
    std::vector<bool> m_next; // result of the current filter, by row
    std::size_t m_asked = 0; // how many of boxes, then bands, are in m_next
    int m_find = 0; // the argument of find(); 0: no search
    bool m_isWanted = false;
    bool m_isStale = false; // m_matches belongs to an older filter
    QBasicTimer m_timer;
};

/// The region of the state over the axis. Each row is a box from birth to death at its addresses. The chart also shows
/// the cursor, the selected range, the peak and, in a column on the right, the free and used memory at the cursor.
/// Cursor and visible steps are shared with all charts; the visible addresses belong to this chart.
///
/// Slow drawings run in the background. Until they are ready, the previous drawing is shown.
class RegionChart : public RowSurface
{
    Q_OBJECT

public:
    explicit RegionChart(ViewState* state, QWidget* parent = nullptr);

    ChartNavigation& navigation() { return m_navigation; }
    const MapWindow& window() const { return m_zoom.window(); }
    /// Sets visible steps and addresses, and records them for back().
    void setWindow(const MapWindow& window);
    bool isWhole() const { return !scene() || window() == scene()->content.map->all(); }
    void fit()
    {
        if (scene())
            setWindow(scene()->content.map->all());
    }
    /// Zooms around the cursor if it is visible.
    void zoomIn() { zoomAt(1.6, 1.6, keyPoint()); }
    void zoomOut() { zoomAt(1 / 1.6, 1 / 1.6, keyPoint()); }
    bool canGoBack() const { return m_zoom.canGoBack(); }
    bool canGoForward() const { return m_zoom.canGoForward(); }
    void back() { move(&RegionZoom::back); } // undoes a zoom
    void forward() { move(&RegionZoom::forward); }
    /// Pins the next or the previous row that passes the filter, and shows it as soon as it is found.
    void goToMatch(int by) { m_matches.find(by); }
    /// Handles Esc: cancels a drag, else does what Esc does in all charts, else resets the zoom. Also ends pointing by
    /// keys.
    void escape();

    /// Returns null if there is no map.
    const RegionScene* scene() const;
    bool isDrawn() const { return scene() && m_canvas.isDrawn(*scene(), devicePixelRatioF()); }
    std::optional<RowId> rowAt(const QPointF& at) const override { return scene() ? scene()->rowAt(at) : std::nullopt; }
    RegionContent content() const { return regionContentOf(*state(), window(), m_matches.matches(), m_content); }
    /// Like content(), but first filters all rows, however long that takes.
    RegionContent exactContent();
    QSize sizeHint() const override { return {900, 500}; }
    QSize minimumSizeHint() const override { return {320, 200}; }

signals:
    void hoveredStep(std::optional<StepId> step);
    /// The zoom, the map or the rows that pass the filter have changed.
    void contentChanged();
    void gutterChanged(double gutter);
    void pictureRequested();

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void follow(Aspects changed);
    void showMap();
    void redraw(); // after boxes or colours changed
    void redrawMarks(); // after the cursor changed
    const RegionLevel& level() const; // at the cursor. REQUIRES: a scene
    void showZoom();
    void followSteps();
    void move(void (RegionZoom::*to)())
    {
        (m_zoom.*to)();
        showZoom();
    }
    void showMatch(RowId row);
    void zoomAt(double steps, double addresses, const QPointF& at);
    QPointF keyPoint() const;
    void moveBetween(int by); // among the boxes at the cursor
    void pointAt(const QPointF& at, const QPoint& globalAt);
    void showKeyTip(RowId row);
    void updateFrames();
    void updateDescription();

    ChartNavigation m_navigation;
    ChartFonts m_fonts;
    RegionMatches m_matches;
    RegionZoom m_zoom;
    RegionCanvas m_canvas;
    mutable std::optional<RegionScene> m_scene;
    ChartContent m_content; // of the view; the scene has the parts that change often
    mutable std::optional<RegionLevel> m_level;
    mutable StepId m_levelAt; // the step of m_level
    RegionOverlay m_overlay;
    ChartDrag m_drag; // of a rectangle to zoom to, or of the window
    MapWindow m_dragged; // the window when the drag began
    bool m_isPointedByKeys = false; // the hovered row was set by keys, not by the pointer
    double m_gutter = 0;
};

} // namespace tidemark::ui
