#include "core/open/open_documents.h"
#include "tests/support/phases_document.h"
#include "tests/support/profile_builder.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <thread>

namespace tidemark {
namespace {

const std::string kRanOutOfHbm = "Ran out of memory in memory space hbm. Used 20.00G of 15.75G hbm.\n";

/// Returns "KIND: FILE[!] …" of each document. '!' marks files with an error.
std::string openedFiles(const std::vector<std::string>& paths, const DocumentKinds& kinds = allKinds())
{
    const auto documents = openDocuments(paths, kinds);
    if (!documents)
        return documents.error().message;
    std::string text;
    for (const auto& document : *documents) {
        text += document->catalogue().kind + ":";
        for (const FileEntry& file : document->catalogue().files)
            text += " " + file.path.substr(file.path.rfind('/') + 1) + (file.error ? "!" : "");
        text += "\n";
    }
    return text;
}

class UnusedFiles : public testing::Test
{
protected:
    const test::TempFolder m_folder;
    const std::string m_program = m_folder.write("a.hlo.pb", test::hloBytes("temp 128\n a 0 64\n trace +a -a"));
    const std::string m_damaged = m_folder.write("b.hlo.pb", test::hloBytes("temp 128\n a 0 64").substr(0, 9));
    const std::string m_message = m_folder.write("c.log", kRanOutOfHbm);
    const std::string m_long = m_folder.write("d.log", std::string((64 << 10) + 1, 'x') + "\n");
    const std::string m_none = m_folder.write("e.bin", std::string("\1\2\3", 3));
};

TEST_F(UnusedFiles, OfOneKindAreReportedByTheDocumentsOfAnother)
{
    EXPECT_EQ(openedFiles({m_program, m_message}), "xla: a.hlo.pb\noom: c.log\n");
    EXPECT_EQ(openedFiles({m_program, m_long}), "xla: a.hlo.pb d.log!\n") << "a log without a message";
    EXPECT_EQ(openedFiles({m_damaged, m_message}), "oom: b.hlo.pb! c.log\n") << "a damaged program";
    EXPECT_EQ(openedFiles({m_program, m_long, m_none}), "xla: a.hlo.pb d.log! e.bin!\n");
    EXPECT_EQ(openedFiles({m_damaged, m_message, m_none}), "oom: b.hlo.pb! c.log e.bin!\n");
    EXPECT_EQ(openedFiles({m_damaged, m_program, m_message, m_long}), "xla: a.hlo.pb b.hlo.pb!\noom: c.log d.log!\n")
        << "each reports its own files";
}

/// It is too long to be searched whole before it is opened.
std::string longLog(const std::string& text)
{
    return std::string((64 << 10) + 1, 'x') + "\n" + text;
}

TEST_F(UnusedFiles, OfOneKindAreReportedAlsoIfAllAreReadInParallel)
{
    std::string plan = "temp 128\n";
    for (int i = 0; i < 2000; ++i)
        plan += " buffer" + std::to_string(i) + " 0 64\n";
    const std::string bytes = test::hloBytes(plan);
    ASSERT_GT(bytes.size(), 64U << 10);
    EXPECT_EQ(openedFiles({m_folder.write("c.hlo.pb", bytes), m_long}), "xla: c.hlo.pb d.log!\n");
}

TEST_F(UnusedFiles, UsedByAnotherKindAreNotUnused)
{
    const std::string message = m_folder.write("f.log", longLog(kRanOutOfHbm));
    const std::string run = m_folder.write("g.log",
                                           longLog("=== Memory Usage Summary ===\n\n--- A ---\n"
                                                   "  DRAM: Segment Peak 1.00 MB, Allocations 1.00 MB, Deallocations "
                                                   "0.00 MB, Segment Change +1.00 MB\n"
                                                   "  DRAM: Cumulative Peak 1.00 MB, Cumulative Current 1.00 MB\n"
                                                   "  L1: Peak CB 0.00 MB, Peak Buffer 0.00 MB, Peak Total 0.00 MB\n\n"
                                                   "=== Final Totals ===\n"
                                                   "Overall DRAM Peak: 1.00 MB, Final DRAM Usage: 1.00 MB\n"));
    EXPECT_EQ(openedFiles({message, run}), "oom: f.log\ntt_train: g.log\n");
    EXPECT_EQ(openedFiles({m_long, message, run}), "oom: d.log! f.log\ntt_train: g.log\n") << "that no kind uses";
    EXPECT_EQ(openedFiles({m_long, run}), "tt_train: d.log! g.log\n");
    EXPECT_EQ(openedFiles({m_program, m_long, message, run}), "xla: a.hlo.pb\noom: d.log! f.log\ntt_train: g.log\n");
}

TEST_F(UnusedFiles, AreReportedWithTheirProblem)
{
    const std::string other = m_folder.write("f.log", std::string((64 << 10) + 1, 'y') + "\n");
    const auto documents = openDocuments({m_program, m_long, other}, allKinds());
    ASSERT_TRUE(documents);
    const std::vector<FileEntry>& files = documents->front()->catalogue().files;
    ASSERT_EQ(files.size(), 3U);
    EXPECT_TRUE(files[1].error->message.starts_with(m_long + ":")) << files[1].error->message;
    EXPECT_TRUE(files[2].error->message.starts_with(other + ":")) << "each alone: " << files[2].error->message;
}

TEST_F(UnusedFiles, FoundByChanceAreNotReported)
{
    const test::TempFolder folder;
    folder.write("a.hlo.pb", test::hloBytes("temp 8"));
    folder.write("d.log", std::string((64 << 10) + 1, 'x') + "\n");
    EXPECT_EQ(openedFiles({folder.path("")}), "xla: a.hlo.pb\n");
}

TEST_F(UnusedFiles, AloneGiveTheErrorOfTheirKind)
{
    EXPECT_NE(openedFiles({m_damaged, m_long}).find("b.hlo.pb"), std::string::npos) << "of the first kind";
    EXPECT_TRUE(openedFiles({m_long}).starts_with(m_long + ":"));
}

TEST_F(UnusedFiles, AreOnlyThoseThatNoOtherKindUses)
{
    // A kind that accepts every file and can use none.
    DocumentKind greedy;
    greedy.name = "greedy";
    greedy.recognises = [](const File&) { return true; };
    greedy.open = [](std::vector<OpenedFile> files, Warnings, const Progress&) -> Result<Documents> {
        return Error{ErrorKind::Malformed, files.front().input.path + ": not greedy enough", std::nullopt};
    };
    for (const bool isFirst : {true, false}) {
        DocumentKinds kinds = allKinds();
        kinds.insert(isFirst ? kinds.begin() : kinds.end(), greedy);
        EXPECT_EQ(openedFiles({m_program, m_message}, kinds), "xla: a.hlo.pb\noom: c.log\n");
        EXPECT_EQ(openedFiles({m_message, m_none}, kinds), "oom: c.log e.bin!\n");
    }
}

TEST_F(UnusedFiles, ALogIsReadOnceByEachKind)
{
    DocumentKinds kinds = allKinds();
    std::vector<std::atomic<int>> opens(kinds.size());
    for (std::size_t i = 0; i < kinds.size(); ++i)
        kinds[i].open = [&count = opens[i], open = kinds[i].open](std::vector<OpenedFile> files, Warnings warnings,
                                                                  const Progress& progress) {
            ++count;
            return open(std::move(files), std::move(warnings), progress);
        };
    const std::string run
        = m_folder.write("g.log", longLog("=== Memory Usage Summary ===\nOverall DRAM Peak: 1.00 MB\n"));
    EXPECT_EQ(openedFiles({run}, kinds), "tt_train: g.log\n");
    EXPECT_EQ(std::vector<int>(opens.begin(), opens.end()), (std::vector<int>{0, 0, 1, 1, 1}));
}

TEST_F(UnusedFiles, ProgressIsReportedByOneThread)
{
    const std::string log = m_folder.write("f.log", longLog(kRanOutOfHbm));
    const auto caller = std::this_thread::get_id();
    bool isOther = false;
    std::uint64_t reported = 0;
    const Progress progress{{}, [&](std::uint64_t done, std::uint64_t, Progress::Unit, std::string_view) {
                                isOther = isOther || std::this_thread::get_id() != caller;
                                reported = std::max(reported, done);
                            }};
    ASSERT_TRUE(openDocuments({log}, allKinds(), progress));
    EXPECT_FALSE(isOther);
    EXPECT_GT(reported, 64U << 10);
}

TEST_F(UnusedFiles, ACancelledReadIsNoError)
{
    DocumentKind failing;
    failing.recognises = [](const File&) { return true; };
    int opens = 0;
    failing.open = [&](std::vector<OpenedFile>, Warnings, const Progress&) -> Result<Documents> {
        if (++opens == 1)
            return Error{ErrorKind::Malformed, "several", std::nullopt};
        return Progress::cancelledError();
    };
    const auto documents = openDocuments({m_none, m_long}, {failing, test::phasesKind()});
    ASSERT_FALSE(documents);
    EXPECT_EQ(documents.error().kind, ErrorKind::Cancelled);
}

} // namespace
} // namespace tidemark
