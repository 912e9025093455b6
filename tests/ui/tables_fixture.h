#pragma once

#include "core/xla/programs/xla_view.h"
#include "tests/support/profile_builder.h"
#include "tests/ui/named_row.h"
#include "ui/state/view_state.h"

#include <gtest/gtest.h>

#include <memory>

namespace tidemark::ui {
using namespace xla;

/// A plan with an argument with padding and three temporaries that are live together.
inline constexpr std::string_view kPlan = R"(
    param 0 4096
      p 0 4096 f32[32,32]
    temp 8192
      a 0 2048
      b 2048 1024
      c 3072 1024
    trace +a +b +c -a -b -c
)";

/// Returns the view of a plan in the language of test::planFromText().
inline std::shared_ptr<const View> viewOf(std::string_view plan)
{
    const auto parsed = Plan::parse(test::hloBytes(plan));
    EXPECT_TRUE(parsed);
    ProgramContext context;
    context.program.name = "jit_test";
    return parsed ? makeView(replaySpace(*parsed, 0), context) : nullptr;
}

/// Returns the same view with one op for all rows, so that rows of equal size and shape are similar.
inline std::shared_ptr<const View> viewOfOneOp(std::string_view plan)
{
    const auto view = std::make_shared<View>(*viewOf(plan));
    view->rows.describe = [describe = view->rows.describe](RowId row, Facts& facts) {
        describe(row, facts);
        facts.opName = "jit(test)/op";
    };
    return view;
}

/// A row of a made-up view.
struct MadeUpRow {
    Facts facts;
    std::int64_t size = 1024;
    StepId start{0};
    StepId end{10};
    std::uint8_t kind = 0;
};

/// Made-up rows on ten steps, with a count of how often they were described.
struct MadeUp {
    std::vector<MadeUpRow> rows;
    std::vector<std::int64_t> zeros;
    std::vector<std::int64_t> levels = std::vector<std::int64_t>(10, 0);
    mutable std::size_t described = 0;
};

inline std::shared_ptr<const View> viewOf(const std::shared_ptr<MadeUp>& made)
{
    const auto view = std::make_shared<View>();
    constexpr std::size_t kStride = sizeof(MadeUpRow);
    const MadeUpRow* first = made->rows.data();
    made->zeros.resize(made->rows.size());
    const auto liveAt = [made](StepId step) {
        std::vector<LiveRow> live;
        for (std::size_t i = 0; i < made->rows.size(); ++i)
            if (made->rows[i].start <= step && step < made->rows[i].end)
                live.push_back({RowId::at(i), 0});
        return live;
    };
    for (std::uint32_t step = 0; step < 10; ++step)
        for (const LiveRow& live : liveAt(StepId(step)))
            made->levels[step] += made->rows[live.row.index()].size;
    view->program = "made_up";
    view->axis.count = 10;
    view->curves = {{CurveRole::Level, "Level", made->levels, Hue::Temporary}};
    view->rows.count = made->rows.size();
    view->rows.size = {&first->size, kStride};
    view->rows.unpadded = {&first->size, kStride};
    view->rows.offset = {made->zeros.data(), sizeof(std::int64_t)};
    view->rows.start = {&first->start, kStride};
    view->rows.end = {&first->end, kStride};
    view->rows.kind = {&first->kind, kStride};
    view->rows.kinds = {{"temporary", "Temporary", Hue::Temporary}, {"output", "Output", Hue::Output}};
    for (int i = 0; i < kRowColumns; ++i)
        view->rows.columns.push_back(static_cast<RowColumn>(i));
    view->rows.describe = [made](RowId row, Facts& facts) {
        ++made->described;
        facts = made->rows[row.index()].facts;
    };
    view->rows.name = [made](RowId row) { return made->rows[row.index()].facts.name; };
    view->rows.live = liveAt;
    view->rows.all = [liveAt] { return liveAt(StepId(0)); };
    view->owner = made;
    return view;
}

/// Returns the meanings of made-up rows. Each number is the position of a row's category among "Model parameters", "KV
/// cache" and "Unknown".
inline std::shared_ptr<const RowMeanings> meaningsOf(std::vector<std::uint16_t> category)
{
    auto meanings = std::make_shared<RowMeanings>();
    meanings->categories = {{"model_parameters", "Model parameters"}, {"kv_cache", "KV cache"}, {"unknown", "Unknown"}};
    meanings->roles = {"", "held"};
    for (const std::uint16_t each : category)
        meanings->role.push_back(each == meanings->unknown() ? 0 : 1);
    meanings->category = std::move(category);
    meanings->rule = [](RowId row) { return "told of row " + std::to_string(row.value); };
    return meanings;
}

/// Groups the rows of a state by a way of groupWays(). In a window the GroupMaker does this. REQUIRES: the meanings or
/// the uses that the way needs
inline void group(ViewState& state, const std::string& way)
{
    state.setGroupWay(way);
    state.setGroups(way == Facet::kByIdle ? *groupsByIdle(state.view(), *state.uses())
                                          : *makeGroups(state.view(), state.meanings(), way));
}

/// Returns rows of these names that are live from the start to the end.
inline std::shared_ptr<MadeUp> madeUpOf(const std::vector<std::string>& names)
{
    auto made = std::make_shared<MadeUp>();
    for (const std::string& name : names)
        made->rows.emplace_back().facts.name = name;
    return made;
}

} // namespace tidemark::ui
