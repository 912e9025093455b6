// Tests of table rows as CSV, for files and the clipboard.
#include "tests/ui/tables_fixture.h"
#include "ui/tables/row_export.h"
#include "ui/tables/row_table.h"

#include <sstream>

using namespace tidemark;
using namespace tidemark::ui;

namespace {

class RowsAsCsv : public testing::Test
{
protected:
    RowsAsCsv()
        : m_view(std::make_shared<View>(*viewOf(madeUpOf({"a", "b"}))))
    {
        m_view->meanings = [](const Progress& progress) -> Result<std::shared_ptr<const RowMeanings>> {
            if (progress.cancelled())
                return Progress::cancelledError();
            return meaningsOf({0, 1});
        };
        m_state.setView(m_view);
    }
    /// Returns the CSV of all rows, or the message of an error.
    std::string written(const Progress& progress = {})
    {
        std::ostringstream csv;
        const auto done = writeCsv(csv, m_table.shown(), progress);
        if (done)
            return csv.str();
        EXPECT_EQ(csv.str(), "");
        return done.error().message;
    }
    /// Sets one rule for all buffers of these kinds.
    void setRule(const std::string& kinds)
    {
        m_state.setRules({AttributionRules::Kind::Own,
                          *parseRules(R"({"rules": [{"category": "mine", "field": "kind", "pattern": ".", "kinds": [")"
                                          + kinds + R"("]}]})",
                                      "rules.json")});
    }

    std::shared_ptr<View> m_view;
    ViewState m_state;
    RowTable m_table{&m_state};
};

} // namespace

TEST_F(RowsAsCsv, ApplyTheUsersRulesToCategoriesNotComputedYet)
{
    EXPECT_NE(written().find(",kv_cache,told of row 1,"), std::string::npos) << written();
    setRule("temporary");
    EXPECT_NE(written().find(",mine,rule 1 of rules.json: "), std::string::npos) << written();
    EXPECT_EQ(written().find("kv_cache"), std::string::npos) << written();
}

TEST_F(RowsAsCsv, UseTheBuiltInRulesIfTheUsersDoNotFit)
{
    setRule("no_such_kind");
    EXPECT_NE(written().find(",kv_cache,told of row 1,"), std::string::npos) << "as the table, which tells why";
}

TEST_F(RowsAsCsv, AreNotWrittenIfCategoriesCannotBeComputed)
{
    Progress cancelled;
    cancelled.isCancelled = [] { return true; };
    EXPECT_EQ(written(cancelled), Progress::cancelledError().message);
    m_view->meanings = [](const Progress&) -> Result<std::shared_ptr<const RowMeanings>> {
        return Error{ErrorKind::Io, "The disk is gone.", std::nullopt};
    };
    EXPECT_EQ(written(), "The disk is gone.");
    m_view->meanings = nullptr;
    EXPECT_NE(written().find(",a,"), std::string::npos) << "of some kinds of documents nobody knows it";
}
