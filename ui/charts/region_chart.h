#pragma once

#include "ui/charts/chart_navigation.h"
#include "ui/charts/region_canvas.h"
#include "ui/charts/region_matches.h"
#include "ui/charts/region_painter.h"
#include "ui/charts/region_zoom.h"
#include "ui/charts/row_surface.h"

namespace tidemark::ui {

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
    /// Returns whether the image shows the current scene.
    bool isDrawn() const;
    std::optional<RowId> rowAt(const QPointF& at) const override;
    RegionContent content() const;
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
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void changeEvent(QEvent* event) override;
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
