#pragma once

#include "ui/charts/icicle.h"
#include "ui/charts/tip_box.h"

#include <QWidget>

class QMenu;

namespace tidemark::ui {

/// The rows that are live at the cursor as boxes: groups above, their parts below, each as wide as the bytes that it
/// occupies. A click selects the rows of a box. A double click or Enter zooms into a box; Backspace zooms out.
class IcicleChart : public QWidget
{
    Q_OBJECT

public:
    explicit IcicleChart(ViewState* state, QWidget* parent = nullptr);

    /// Sets the groupings by their ids, from the outermost to the innermost level. Ids that the view does not have are
    /// ignored.
    void setLevels(const std::vector<std::string>& ids);
    /// Returns null if there is nothing to show.
    const IcicleContent* content() const { return m_content.tree ? &m_content : nullptr; }
    /// The names of the boxes from the root to the box that is zoomed to.
    QStringList path() const;
    /// Zooms out to a box of the path. 0: all rows.
    void zoomOut(int pathPosition);
    void zoomOut() { zoomOut(static_cast<int>(path().size()) - 2); }
    bool isZoomed() const { return m_zoom.isZoomed(); }
    bool canGoBack() const { return m_zoom.canGoBack(); }
    bool canGoForward() const { return m_zoom.canGoForward(); }
    void back() // undo of zoom
    {
        m_zoom.back();
        showZoom();
    }
    void forward()
    {
        m_zoom.forward();
        showZoom();
    }
    /// Zooms to a place of the shown tree. Does nothing if the place has no parts.
    void zoomTo(IciclePlace place);
    void zoomToCurrent();
    /// The rectangle of a place's box. Empty if the place has no box.
    QRectF rectOf(IciclePlace place) const;
    std::optional<IciclePlace> placeAt(const QPoint& at) const;
    std::optional<IciclePlace> current() const { return m_current; }
    const MovingTip& tip() const { return *m_tip; }
    /// Makes the context menu of a box. The caller owns it.
    QMenu* makeMenu(IciclePlace place);
    QSize sizeHint() const override { return {900, 300}; }
    QSize minimumSizeHint() const override { return {240, 180}; }

signals:
    void zoomChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void follow(Aspects changed);
    void invalidate();
    void redraw();
    void rebuild();
    void layOut();
    void showZoom();
    void select(IciclePlace place);
    /// The row of a place that has one row.
    std::optional<RowId> onlyRowOf(IciclePlace place) const;
    void setCurrent(std::size_t box);
    void moveBetween(int key);
    void hoverAt(const QPoint& at);
    void updateDescription();
    std::optional<std::size_t> boxOfPointed() const;
    QRectF plotArea() const;

    ViewState* m_state;
    MovingTip* m_tip;
    std::vector<std::string> m_levels; // ids as of setLevels()
    std::vector<const Grouping*> m_used; // into m_groupings: the levels of the tree
    QStringList m_levelNames; // of the tree
    std::vector<Grouping> m_groupings;
    ChartFonts m_fonts;
    IcicleContent m_content;
    IcicleLayout m_layout;
    IcicleZoom m_zoom;
    std::optional<IciclePlace> m_current; // where the keys move from
    std::optional<IciclePlace> m_hovered;
    bool m_isValid = false; // m_content matches the state
    QImage m_picture;
};

} // namespace tidemark::ui
