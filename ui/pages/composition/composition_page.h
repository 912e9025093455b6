#pragma once

#include "ui/charts/icicle.h"
#include "ui/pages/page.h"
#include "ui/state/view_state.h"

#include <array>
#include <optional>

class QComboBox;
class QLabel;

namespace tidemark::ui {

class IcicleChart;

/// The groups of an icicle, starting with the zoomed group, each group before its parts, as CSV. Columns: the group at
/// each level (the column has the id of the grouping), its depth, `rows`, `repeats` (how many alike parts are merged
/// into one), `bytes` (the occupied bytes; those of the direct parts add up to it), `size_bytes`, and with a filter
/// `matching_bytes`.
struct GroupTable {
    IcicleContent content; // REQUIRES: a tree

    /// "31 groups".
    QString description() const;
    void writeCsv(std::ostream& out) const;
};

/// Shows the composition of the level at the cursor, by up to three groupings of the rows, one below the other. The
/// first is the grouping of the window. For every view with rows.
class CompositionPage : public Page
{
    Q_OBJECT

public:
    static constexpr std::size_t kLevels = 3;
    using Levels = std::array<std::string, kLevels>; // grouping ids
    /// The default groupings, one below the other, by id; "" for none.
    static constexpr std::array<const char*, kLevels> kUsualLevels = {Facet::kByCategory, "op_path", ""};

    CompositionPage(const PageContext& context, QWidget* parent);

    std::vector<PanelId> panels() const override;
    bool canDo(Command command) const override { return !m_state->isEmpty() && Page::canDo(command); }
    bool takeKey(QKeyEvent* event) override;
    std::vector<InputHint> hints() const override;
    int fullHeight() const override;
    bool offersPicture() const override { return !m_state->isEmpty() && !m_state->live().empty(); }
    bool offersTable() const override { return offersPicture(); }
    std::optional<PagePicture> picture() const override;
    std::optional<PageTable> table() const override;
    QString fileName() const override { return memoryFile(QStringLiteral("-composition")); }

private:
    bool knowsMeanings() const { return !m_state->isEmpty() && m_state->view()->meanings; }
    QWidget* makeHeader();
    void answerCommands();
    void moveCursor(std::int64_t cells);
    void refreshLevels();
    void takeLevel(std::size_t level);
    void refreshPath();
    void showLevels();

    QLabel* m_first; // names the first level
    std::array<QComboBox*, kLevels> m_levels{}; // of the other levels; the first is null
    Levels m_wanted; // of views with meanings
    std::optional<Levels> m_wantedWithout; // of views without; absent: those of views with meanings
    Levels m_shown; // of the current view, by box; may include groupings that are not known yet
    QLabel* m_path; // links from all rows down to the zoomed group
    IcicleChart* m_icicle;
};

} // namespace tidemark::ui
