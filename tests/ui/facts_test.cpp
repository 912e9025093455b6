// Tests of the facts about permanently used memory below the breakdown.
#include "tests/ui/tables_fixture.h"
#include "ui/panels/breakdown_panel.h"

using namespace tidemark;
using namespace tidemark::ui;

TEST(FactsLabel, ShowsItsFactsOnceKnownAndSelectsTheirRows)
{
    ViewState state;
    FactsLabel label(&state);
    state.setView(viewOf(kPlan));
    EXPECT_TRUE(label.isHidden());
    const RowId p = rowNamed(*state.view(), "p");
    std::vector<std::uint16_t> categories(state.view()->rows.count, 2);
    categories[p.index()] = 0; // a model parameter
    state.setMeanings(meaningsOf(categories));
    EXPECT_FALSE(label.isHidden());
    EXPECT_TRUE(label.text().contains(QStringLiteral("Parameters held in float32: <a href=\"0\">4\u00a0KiB</a>")))
        << label.text().toStdString();
    emit label.linkActivated(QStringLiteral("0"));
    EXPECT_EQ(state.focus().selected(), std::vector<RowId>{p});
    state.units().setUnit(ByteUnit::B);
    EXPECT_TRUE(label.text().contains(QStringLiteral("4,096\u00a0B"))) << label.text().toStdString();
    state.setMeanings(meaningsOf(std::vector<std::uint16_t>(state.view()->rows.count, 2)));
    EXPECT_TRUE(label.isHidden());
}
