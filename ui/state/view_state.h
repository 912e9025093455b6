#pragma once

#include "core/view/attribution_rules.h"
#include "core/view/view.h"
#include "ui/state/axis_view.h"
#include "ui/state/color_by.h"
#include "ui/state/filter.h"
#include "ui/state/focus.h"
#include "ui/state/marked_step.h"
#include "ui/state/row_facts.h"
#include "ui/state/shown_region.h"
#include "ui/state/stack.h"
#include "ui/state/units.h"

namespace tidemark::ui {

/// What all parts of a window share: the view shown, where the user is in it, what he looks at. Parts read it and
/// follow its signals; they do not know each other. Interface thread only.
class ViewState : public QObject
{
    Q_OBJECT

public:
    explicit ViewState(QObject* parent = nullptr);

    /// nullptr: nothing is shown. Puts the cursor on the peak, shows all of the axis, forgets rows and history.
    void setView(std::shared_ptr<const View> view);
    const std::shared_ptr<const View>& view() const { return m_view; }
    bool isEmpty() const { return !m_view; }
    /// What the bytes of its rows are: facts(), filter() and all that shows rows say so from now on. REQUIRES: a view,
    /// meanings of it
    void setMeanings(std::shared_ptr<const RowMeanings> meanings);
    /// Null: the view has none, or nobody knows them yet.
    const std::shared_ptr<const RowMeanings>& meanings() const { return m_meanings; }
    /// By which meanings are told, of whatever view. Those that are known stay until others come.
    void setRules(AttributionRules rules) { m_rules = std::move(rules); }
    const AttributionRules& rules() const { return m_rules; }

    /// What happens to its rows. REQUIRES: a view, uses of it
    void setUses(std::shared_ptr<const RowUses> uses);
    /// Null: the view has none, or nobody knows them yet.
    const std::shared_ptr<const RowUses>& uses() const { return m_uses; }
    /// How long a row lies unread around the cursor; none: nobody knows, or it is not live there.
    std::optional<RowIdle> idle(RowId row) const;

    AxisView& axis() { return m_axis; }
    const AxisView& axis() const { return m_axis; }
    Focus& focus() { return m_focus; }
    const Focus& focus() const { return m_focus; }
    Filter& filter() { return m_filter; }
    const Filter& filter() const { return m_filter; }
    Units& units() { return m_units; }
    const Units& units() const { return m_units; }
    ColorBy& colorBy() { return m_colorBy; }
    const ColorBy& colorBy() const { return m_colorBy; }
    ShownRegion& region() { return m_region; }
    const ShownRegion& region() const { return m_region; }
    /// Rows are grouped by category wherever they are grouped. Else by type: the user wants that, the kind has no
    /// categories, or they are not known yet.
    bool isByCategory() const { return m_meanings && m_colorBy.way() != ColorBy::Way::Type; }
    /// The user wants a stack, and the view has rows to stack.
    bool isStackWanted() const { return m_view && m_view->rows.count > 0 && m_colorBy.isStacked(); }
    /// That stack has to wait for the categories.
    bool isStackWaiting() const
    {
        return isStackWanted() && m_view->meanings && !m_meanings && m_colorBy.way() != ColorBy::Way::Type;
    }
    /// REQUIRES: null or of the view
    void setStack(std::shared_ptr<const Stack> stack);
    /// Null: none is wanted, or it is not there yet.
    const std::shared_ptr<const Stack>& stack() const { return m_stack; }

    /// REQUIRES to ask for a row: a view
    const RowFacts& facts() const { return m_facts; }

    StepId cursor() const { return m_axis.cursor(); }
    /// Never without an axis: there is no peak in what has no steps.
    bool isCursorAtPeak() const
    {
        return m_view && m_view->axis.kind != AxisKind::None && m_axis.cursor() == m_view->peakStep;
    }
    /// The rows live at the cursor, in the document's order, with their overlaps.
    const std::vector<LiveRow>& live() const { return m_live; }
    /// A step that the cursor is compared with; none until the user marks one.
    const std::optional<StepId>& marked() const { return m_marked; }
    /// REQUIRES: none, or on the axis
    void setMarked(std::optional<StepId> step);
    /// The rows live there, as live().
    const std::vector<LiveRow>& liveAtMarked() const { return m_liveAtMarked; }
    /// Kept by the filter. REQUIRES to set them: a marked step
    MarkedParts markedParts() const;
    void setMarkedParts(const MarkedParts& parts);
    /// The rows that lists are of: live(), and where they are asked for those that live at the marked step alone.
    std::vector<LiveRow> listed() const;
    QString bytes(std::int64_t value) const { return m_units.bytes(value); }
    /// What Esc does on every page, one step at a time: unpins the row, clears what is selected, clears the filter,
    /// removes the mark of a step. False: there was none of them, so that the page zooms out.
    bool escape();

signals:
    void viewChanged(); // all of the state is new
    void meaningsChanged(); // of the same view; after Filter::changed, where a text is asked for
    void stackChanged(); // of the same view
    void markedChanged(); // of the same view
    void usesChanged(); // of the same view
    void liveChanged(); // the cursor moved, and live() with it; follows AxisView::cursorChanged

private:
    std::shared_ptr<const View> m_view;
    std::shared_ptr<const RowMeanings> m_meanings;
    AttributionRules m_rules;
    std::shared_ptr<const RowUses> m_uses;
    std::vector<LiveRow> m_live;
    std::optional<StepId> m_marked;
    std::vector<LiveRow> m_liveAtMarked;
    RowFacts m_facts;
    AxisView m_axis;
    Focus m_focus;
    Filter m_filter;
    Units m_units;
    ColorBy m_colorBy;
    ShownRegion m_region;
    std::shared_ptr<const Stack> m_stack;
};

} // namespace tidemark::ui
