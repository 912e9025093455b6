#include "core/compare/workers.h"
#include "core/compare/workers_headline.h"
#include "tests/core/document_fixture.h"

using namespace tidemark;
using namespace tidemark::test;

namespace {

/// A log directory of several captures, and programs beside it.
class WorkerSessionsTest : public DocumentTest
{
protected:
    void add(const std::string& session, const std::string& host, const std::vector<NamedHlo>& programs)
    {
        container("log/plugins/profile/" + session + "/" + host + ".xplane.pb", programs);
    }
    Documents openLog() { return {open({m_folder.path("log")})}; }
    /// "2026_11_20_09_00_00:2 ..."
    static std::string said(const Documents& documents, const std::string& program = {})
    {
        std::string text;
        for (const WorkerSession& session : workerSessions(documents, documents.front()->catalogue().kind, program))
            text += session.name + ":" + std::to_string(session.workers) + " ";
        return text;
    }
};

} // namespace

TEST_F(WorkerSessionsTest, CountTheWorkersThatAreCompared)
{
    add("2026_11_20_09_00_00", "w-0", {{"jit_a(1)", small(8)}, {"jit_a(2)", small(8)}, {"jit_b(3)", small(8)}});
    add("2026_11_20_09_00_01", "w-1", {{"jit_a(1)", small(8)}}); // of the same run
    add("2026_11_20_10_00_00", "w-0", {{"jit_b(1)", small(8)}});
    const Documents documents = openLog();
    EXPECT_EQ(said(documents), "2026_11_20_09_00_00:2 2026_11_20_10_00_00:1 ");
    EXPECT_EQ(said(documents, "jit_a"), "2026_11_20_09_00_00:2 2026_11_20_10_00_00:0 ");
    EXPECT_EQ(said(documents, "jit_b"), "2026_11_20_09_00_00:1 2026_11_20_10_00_00:1 ");
    EXPECT_TRUE(workerSessions(documents, "another kind").empty());
    for (const char* program : {"", "jit_a", "jit_b"})
        for (const WorkerSession& session : workerSessions(documents, documents.front()->catalogue().kind, program)) {
            WorkersQuestion question;
            question.choice.program = question.choice.exactName = program;
            question.choice.exactPaths = session.paths;
            const auto workers = attributeWorkers(documents, question);
            ASSERT_EQ(static_cast<bool>(workers), session.workers > 0) << session.name << " " << program;
            if (!workers)
                continue;
            const std::string count = std::to_string(session.workers);
            EXPECT_EQ(headlineOf(*workers),
                      count == "1" ? "1 worker" : count + " workers, all equal in jit_a, one of 2 modules")
                << program;
        }
}
