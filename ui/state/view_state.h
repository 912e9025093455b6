#pragma once

#include "core/view/attribution_rules.h"
#include "core/view/region_map.h"
#include "core/view/view.h"
#include "ui/state/axis_view.h"
#include "ui/state/filter.h"
#include "ui/state/focus.h"
#include "ui/state/marked_step.h"
#include "ui/state/row_facts.h"
#include "ui/state/row_groups.h"
#include "ui/state/units.h"

#include <exception>
#include <functional>

namespace tidemark::ui {

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
    /// Returns whether totals are divided by category: everywhere, unless the user chose types, the kind of document
    /// has no categories, or they are not known yet.
    bool isByCategory() const { return m_meanings && groupWay() != Facet::kByKind; }
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
