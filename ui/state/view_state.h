#pragma once

#include "core/address_map/region_map.h"
#include "core/rules/attribution_rules.h"
#include "core/view/axis.h"
#include "core/view/rows.h"
#include "core/view/step_series.h"
#include "core/view/view.h"
#include "ui/state/aspects.h"
#include "ui/state/filter.h"
#include "ui/state/marked_step.h"
#include "ui/state/row_groups.h"
#include "ui/state/units.h"
#include "ui/state/zoom_history.h"

#include <QCache>

#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace tidemark::ui {

/// The user's position on an axis of `steps()` cells: the cursor, the visible cells with their history, the selected
/// range. All values are clamped. On an empty axis nothing changes.
class AxisView : public StatePart
{
public:
    using StatePart::StatePart;

    /// Sets another axis. All of it becomes visible; selection and history are cleared. Reports nothing, because the
    /// state reports the view. REQUIRES: a cursor on the axis
    void reset(std::uint32_t steps, StepId cursor);
    std::uint32_t steps() const { return m_steps; }
    bool isEmpty() const { return m_steps == 0; }

    StepId cursor() const { return m_cursor; }
    void setCursor(StepId step);

    StepRange visible() const { return m_visible; }
    /// Shows at least one cell. Records the old range for back(), see ZoomHistory.
    void setVisible(StepRange range);
    void showAll() { setVisible({0, m_steps}); }
    bool isShowingAll() const { return m_visible == StepRange{0, m_steps}; }
    /// Shows the cells [start, end) with some margin.
    void zoomTo(StepId start, StepId end);
    bool canGoBack() const { return m_history.canGoBack(); }
    bool canGoForward() const { return m_history.canGoForward(); }
    void back(); // undoes a zoom
    void forward();

    /// The range of cells selected in the chart. nullopt: none.
    const std::optional<StepRange>& selected() const { return m_selected; }
    bool isSelecting() const { return m_isSelecting; }
    void setSelected(std::optional<StepRange> range, bool isSelecting = false);

private:
    StepRange clamped(StepRange range) const;
    void moveTo(StepRange range);

    std::uint32_t m_steps = 0;
    StepId m_cursor{0};
    StepRange m_visible;
    ZoomHistory<StepRange> m_history;
    std::optional<StepRange> m_selected;
    bool m_isSelecting = false;
};

/// A row together with its view, so that it is not confused with a row of an earlier or later view.
struct ItemRef {
    quint64 generation = 0;
    RowId row;
    friend bool operator==(const ItemRef&, const ItemRef&) = default;
};

/// The rows that are hovered, pinned and selected. All are rows of the shown view. Code that keeps a row for later (a
/// menu, a queued call) must keep an ItemRef instead, which no longer refers to a row after the view has changed.
class Focus : public StatePart
{
public:
    using StatePart::StatePart;

    /// Call when the view changes. Forgets all rows. Reports nothing.
    void reset(std::size_t rows);
    quint64 generation() const { return m_generation; }
    ItemRef refer(RowId row) const { return {m_generation, row}; }
    /// The row, or none if its view is no longer shown.
    std::optional<RowId> find(const ItemRef& item) const;

    std::optional<RowId> hovered() const { return m_hovered; }
    void setHovered(std::optional<RowId> row);
    std::optional<RowId> pinned() const { return m_pinned; }
    /// Also selects the row, until it is no longer pinned or another row is selected.
    void setPinned(std::optional<RowId> row);
    /// The row that overlay and card show: the hovered row, else the pinned row.
    std::optional<RowId> pointed() const { return m_hovered ? m_hovered : m_pinned; }

    /// The selected rows, ascending. They need not contain the pinned row.
    const std::vector<RowId>& selected() const { return m_selected; }
    /// `rows` may have any order. Ids that are not rows of the view are ignored.
    void setSelected(std::vector<RowId> rows);

private:
    bool isRow(RowId row) const { return row && row.index() < m_rows; }

    quint64 m_generation = 1;
    std::size_t m_rows = 0;
    std::optional<RowId> m_hovered;
    std::optional<RowId> m_pinned;
    std::vector<RowId> m_selected;
};

/// A cache of the facts of rows of the shown view, for painting and filtering. Keeps the facts of the rows that were
/// requested last.
class RowFacts
{
public:
    static constexpr int kKept = 4096; // rows

    void reset(std::shared_ptr<const View> view);
    /// From now on facts contain meanings. REQUIRES: meanings of the view
    void setMeanings(std::shared_ptr<const RowMeanings> meanings);
    /// The result is valid until kKept other rows were requested, meanings are set or the view changes. REQUIRES: a row
    /// of the view
    const Facts& of(RowId row) const;

private:
    std::shared_ptr<const View> m_view;
    std::shared_ptr<const RowMeanings> m_meanings; // null: not known
    mutable QCache<std::uint32_t, Facts> m_kept{kKept};
};

/// The state that all parts of a window share: the shown view, the user's position in it, and the rows of interest.
/// Parts read it and follow changed(); they do not know each other. Interface thread only.
class ViewState : public QObject
{
    Q_OBJECT

public:
    explicit ViewState(QObject* parent = nullptr);

    /// While a batch exists, the state collects its changes. The end of the outermost batch reports them together. If
    /// an exception ends the batch, the changes are reported too, and exceptions of listeners are dropped.
    class [[nodiscard]] Batch
    {
    public:
        explicit Batch(ViewState& state)
            : m_state(state)
        {
            ++m_state.m_batches;
        }
        ~Batch() noexcept(false);

    private:
        Q_DISABLE_COPY(Batch)
        ViewState& m_state;
        int m_exceptions = std::uncaught_exceptions();
    };

    /// Calls `react`, a method of the listener or a function, once after each change of any of the aspects.
    template <class Listener, class React>
    void onChange(Aspects aspects, Listener* listener, React react) const
    {
        connect(this, &ViewState::changed, listener, [=](Aspects changed) {
            if (!(changed & aspects))
                return;
            if constexpr (std::is_member_function_pointer_v<React>)
                std::invoke(react, listener);
            else
                react();
        });
    }

    /// nullptr: nothing is shown. Moves the cursor to the peak, shows the whole axis, and clears rows and history.
    void setView(std::shared_ptr<const View> view);
    const std::shared_ptr<const View>& view() const { return m_view; }
    bool isEmpty() const { return !m_view; }
    /// Sets the categories and roles of the view's rows. From now on facts(), filter() and all parts that show rows use
    /// them. REQUIRES: a view, and meanings of it
    void setMeanings(std::shared_ptr<const RowMeanings> meanings);
    /// Null: the view has no meanings, or they are not known yet.
    const std::shared_ptr<const RowMeanings>& meanings() const { return m_meanings; }
    /// Returns whether the view has meanings that are not known yet.
    bool awaitsMeanings() const { return m_view && m_view->meanings && !m_meanings; }
    /// The rules from which meanings are made, for every view. The current meanings stay until they are replaced.
    void setRules(AttributionRules rules) { m_rules = std::move(rules); }
    const AttributionRules& rules() const { return m_rules; }

    /// Sets the uses of the view's rows. REQUIRES: a view, and uses of it
    void setUses(std::shared_ptr<const RowUses> uses);
    /// Null: the view has no uses, or they are not known yet.
    const std::shared_ptr<const RowUses>& uses() const { return m_uses; }
    /// How long nothing reads a row around the cursor. None: not known, or the row is not live at the cursor.
    std::optional<RowIdle> idle(RowId row) const;

    AxisView& axis() { return m_axis; }
    const AxisView& axis() const { return m_axis; }
    Focus& focus() { return m_focus; }
    const Focus& focus() const { return m_focus; }
    /// Selects rows that a text is about. If one of them is not live at the cursor, the cursor goes to the step that is
    /// shown first, which most texts are about, or else to the birth of the first row.
    void show(const std::vector<RowId>& rows);
    Filter& filter() { return m_filter; }
    const Filter& filter() const { return m_filter; }
    Units& units() { return m_units; }
    const Units& units() const { return m_units; }
    /// The map of the region that the address map shows. Null: there is no region, or its map is not ready yet.
    const std::shared_ptr<const RegionMap>& regionMap() const { return m_regionMap; }
    /// REQUIRES: null or a map of the shown view
    void setRegionMap(std::shared_ptr<const RegionMap> map);
    /// How the user groups rows, in all views: their colours, the layers of the chart, the breakdown, and the groups of
    /// the table. The id of a grouping, see Facet::grouping.
    const std::string& wantedGroupWay() const { return m_groupWay; }
    void setGroupWay(const std::string& way);
    /// The way in use: the user's, if the view has it; else category, or type for kinds of documents without
    /// categories.
    std::string groupWay() const;
    /// Sets the groups of the way in use. REQUIRES: groups of the view
    void setGroups(std::shared_ptr<const RowGroups> groups);
    /// The groups by which rows are coloured. They are the types while the groups of the way in use are computed. Null:
    /// there are no rows.
    const std::shared_ptr<const RowGroups>& groups() const { return m_groups; }
    /// Returns whether groups() were computed for the way in use and with the current meanings.
    bool areGroupsReady() const;
    /// The look of a row: of its idle time at the cursor, or of its group. REQUIRES: a row of the view
    const GroupLook& lookOf(RowId row) const;
    /// The fill of a row. As a lifetime, a temporary has a colour that differs from the area's.
    Fill fillOf(RowId row, const Colors& colors) const { return lookOf(row).fill(colors); }
    Fill lifetimeFillOf(RowId row, const Colors& colors) const;

    /// REQUIRES to request a row: a view
    const RowFacts& facts() const { return m_facts; }

    StepId cursor() const { return m_axis.cursor(); }
    /// False without an axis: a view without steps has no peak.
    bool isCursorAtPeak() const
    {
        return m_view && m_view->axis.kind != AxisKind::None && m_axis.cursor() == m_view->peakStep;
    }
    /// The rows live at the cursor, in the document's order, with their overlaps.
    const std::vector<LiveRow>& live() const { return m_live; }
    /// The row that the card and the history show: the hovered row, else the pinned row, else the largest row that is
    /// live at the cursor. None if no row is live.
    std::optional<RowId> shownRow() const;
    /// The step that the cursor is compared with. None until the user marks one.
    const std::optional<StepId>& marked() const { return m_marked; }
    /// REQUIRES: none, or a step on the axis
    void setMarked(std::optional<StepId> step);
    /// The rows live at the marked step, see live().
    const std::vector<LiveRow>& liveAtMarked() const { return m_liveAtMarked; }
    /// Stored in the filter. REQUIRES to set them: a marked step
    MarkedParts markedParts() const;
    void setMarkedParts(const MarkedParts& parts);
    /// live(), and the rows live only at the marked step if markedParts() includes them.
    std::vector<LiveRow> liveOrMarked() const;
    /// The range of cells whose rows are listed: the selected range, once the user has dragged it to its end.
    const std::optional<StepRange>& listedRange() const { return m_listedRange; }
    /// The rows that the table lists: those live in listedRange(), with the overlap in the cell of their birth; without
    /// a range liveOrMarked().
    std::vector<LiveRow> listed() const { return m_listedRange ? m_inRange : liveOrMarked(); }
    QString bytes(std::int64_t value) const { return m_units.bytes(value); }
    /// Handles Esc on every page, one step per call: unpins the row, clears the selection, clears the filter, removes
    /// the mark of a step. Returns false if there was none of these; the page then zooms out.
    bool escape();

signals:
    /// Emitted once for each call that changes the state, or once for a batch. All of the state has its new values by
    /// then, live() and listed() included. If a listener changes the state, the signal is emitted again after all
    /// listeners have been called, never inside the first emission.
    void changed(Aspects aspects);
    /// Emitted before changed(), for models of rows, so that the listeners of changed() can read the models.
    void changedForModels(Aspects aspects);

private:
    void take(Aspects changed);
    void endBatch();
    void listRange();

    std::shared_ptr<const View> m_view;
    std::shared_ptr<const RowMeanings> m_meanings;
    AttributionRules m_rules;
    std::shared_ptr<const RowUses> m_uses;
    std::vector<LiveRow> m_live;
    std::optional<StepRange> m_listedRange;
    std::vector<LiveRow> m_inRange;
    std::optional<StepId> m_marked;
    std::vector<LiveRow> m_liveAtMarked;
    RowFacts m_facts;
    AxisView m_axis;
    Focus m_focus;
    Filter m_filter;
    Units m_units;
    std::shared_ptr<const RegionMap> m_regionMap;
    std::string m_groupWay = Facet::kByCategory;
    std::shared_ptr<const RowGroups> m_groups;
    Aspects m_changed; // not reported yet
    int m_batches = 0; // that exist
};

} // namespace tidemark::ui
