#pragma once

#include "core/compare/comparison.h"
#include "core/view/figures.h"

namespace tidemark::test {

inline constexpr std::int64_t kMib = 1 << 20;

struct StepRow {
    std::string opName;
    std::string shape;
    std::uint8_t kind = 0;
    std::string opcode;
    std::int64_t size = 0;
    std::int64_t overlap = 0;
    std::uint16_t category = 0;
    std::uint8_t role = 0;
    std::string name = {};
};

/// A program of one step, which is its peak.
struct MadeStep {
    std::vector<StepRow> rows;
    std::int64_t level = 0;

    explicit MadeStep(std::vector<StepRow> of)
        : rows(std::move(of))
    {
        for (const StepRow& row : rows)
            level += row.size - row.overlap;
    }
};

/// Returns the program at its peak.
inline ComparedStep stepOf(std::vector<StepRow> rows, std::int64_t allocated = 0)
{
    const auto made = std::make_shared<const MadeStep>(std::move(rows));
    auto view = std::make_shared<View>();
    view->curves = {{CurveRole::Level, "level", {&made->level, 1}}};
    view->rows.count = made->rows.size();
    view->rows.kinds = {{"parameter", "Argument", Hue::Argument}, {"temporary", "Temporary"}};
    if (!made->rows.empty()) {
        view->rows.size = {&made->rows.front().size, sizeof(StepRow)};
        view->rows.kind = {&made->rows.front().kind, sizeof(StepRow)};
    }
    view->rows.live = [made](StepId) {
        std::vector<LiveRow> live;
        for (std::size_t i = 0; i < made->rows.size(); ++i)
            live.push_back({RowId::at(i), made->rows[i].overlap});
        return live;
    };
    view->rows.describe = [made](RowId row, Facts& facts) {
        facts = {};
        facts.opName = made->rows[row.index()].opName;
        facts.shape = facts.shapeWithoutLayout = made->rows[row.index()].shape;
        facts.opcode = made->rows[row.index()].opcode;
        facts.name = made->rows[row.index()].name;
    };
    view->owner = made;
    auto meanings = std::make_shared<RowMeanings>();
    meanings->categories = {{"activations", "Activations"}, {"kv_cache", "KV cache"}, {"unknown", "Unknown"}};
    meanings->roles = {"", "saved", "recomputed"};
    for (const StepRow& row : made->rows) {
        meanings->category.push_back(row.category);
        meanings->role.push_back(row.role);
    }
    ComparedStep step;
    step.view = view;
    step.meanings = meanings;
    step.figures.peakBytes = made->level;
    FigureList figures;
    figures.bytes("total_bytes", allocated, "Allocated");
    step.figures.list = figures.take();
    return step;
}

/// A change and the number of rows on both sides.
struct ChangeSum {
    std::int64_t change = 0;
    std::size_t rows = 0;
    friend bool operator==(const ChangeSum&, const ChangeSum&) = default;
};

template <class Each>
ChangeSum sumOf(const std::vector<Each>& all)
{
    ChangeSum sum;
    for (const Compared& each : all) {
        sum.change += each.change();
        sum.rows += each.a.rows.size() + each.b.rows.size();
    }
    return sum;
}

} // namespace tidemark::test
