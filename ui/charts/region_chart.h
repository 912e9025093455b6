#pragma once

#include "ui/charts/chart_navigation.h"
#include "ui/charts/moving_tip.h"
#include "ui/charts/region_canvas.h"
#include "ui/charts/region_drag.h"
#include "ui/charts/region_matches.h"
#include "ui/charts/region_overlay.h"
#include "ui/charts/region_zoom.h"

#include <QWidget>

namespace tidemark::ui {

/// The region of the state over the axis: each row a box from birth to death at its addresses, with cursor and peak,
/// beside it what is free and taken at the cursor. Cursor and steps are those of all charts; addresses are zoomed here.
/// What takes long to draw is drawn behind; until it is there, what was drawn before stands in its place.
class RegionChart : public QWidget
{
    Q_OBJECT

public:
    explicit RegionChart(ViewState* state, QWidget* parent = nullptr);

    ChartNavigation& navigation() { return m_navigation; }
    const MapWindow& window() const { return m_zoom.window(); }
    /// Steps and addresses; recorded for back().
    void setWindow(const MapWindow& window);
    bool isWhole() const { return !scene() || window() == scene()->content.map->all(); }
    void fit()
    {
        if (scene())
            setWindow(scene()->content.map->all());
    }
    /// Around the cursor where it is visible.
    void zoomIn() { zoomAt(1.6, 1.6, keyPoint()); }
    void zoomOut() { zoomAt(1 / 1.6, 1 / 1.6, keyPoint()); }
    bool canGoBack() const { return m_zoom.canGoBack(); }
    bool canGoForward() const { return m_zoom.canGoForward(); }
    void back() { move(&RegionZoom::back); } // undoes a zoom
    void forward() { move(&RegionZoom::forward); }
    /// Pins the next row that the filter leaves, or the one before, and shows it as soon as it is found.
    void goToMatch(int by) { m_matches.find(by); }
    /// Ends a drag, else what Esc ends of all, else the zoom; and that keys point at a box.
    void escape();

    /// Null where there is no map.
    const RegionScene* scene() const;
    /// The picture is of what is asked for.
    bool isDrawn() const;
    const MovingTip& tip() const { return *m_tip; }
    RegionContent content() const;
    /// With all that the filter leaves, however long it takes to find out.
    RegionContent exactContent();
    QSize sizeHint() const override { return {900, 500}; }
    QSize minimumSizeHint() const override { return {320, 200}; }

signals:
    void hoveredStep(std::optional<StepId> step);
    void zoomChanged();
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
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
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
    void zoomToLife(RowId row);
    void moveBetween(int by); // among the boxes at the cursor
    void pointAt(const QPointF& at, const QPoint& globalAt);
    void showKeyTip(RowId row);
    void updateFrames();
    void updateDescription();

    ViewState* m_state;
    ChartNavigation m_navigation;
    MovingTip* m_tip;
    ChartFonts m_fonts;
    RegionMatches m_matches;
    RegionZoom m_zoom;
    RegionCanvas m_canvas;
    bool m_isMoving = false; // true while this chart sets the steps itself
    mutable std::optional<RegionScene> m_scene;
    ChartContent m_content; // of the view; the scene has the parts that change often
    mutable std::optional<RegionLevel> m_level;
    mutable StepId m_levelAt; // the step of m_level
    RegionOverlay m_overlay;
    RegionDrag m_drag;
    bool m_isSpaceHeld = false;
    bool m_isPointedByKeys = false; // the hovered row was set by keys, not by the pointer
    double m_gutter = 0;
};

} // namespace tidemark::ui
