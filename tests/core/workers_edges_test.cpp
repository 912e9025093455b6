#include "core/base/text.h"
#include "core/compare/workers.h"
#include "core/compare/workers_headline.h"
#include "core/report/workers_report.h"
#include "tests/support/made_view.h"

#include <gtest/gtest.h>

#include <array>
#include <sstream>

namespace tidemark {
namespace {

using test::MadeDocument;
using test::MadeRow;

constexpr std::size_t kCategories = 5;

/// Returns a view with a row of each size, each in a category of its own.
std::shared_ptr<const View> viewOfCategories(const std::array<std::int64_t, kCategories>& sizes, std::size_t steps = 1)
{
    std::vector<MadeRow> rows;
    std::int64_t sum = 0;
    for (const std::int64_t size : sizes) {
        rows.push_back({{}, size, 2});
        sum += size;
    }
    auto view = test::madeView(std::move(rows), std::vector<std::int64_t>(steps, sum));
    view->meanings = [](const Progress&) {
        auto meanings = std::make_shared<RowMeanings>();
        meanings->categories = {{"weights", "Weights"},
                                {"kv_cache", "KV cache"},
                                {"activations", "Activations"},
                                {"optimizer_state", "Optimizer state"},
                                {"unknown", "Unknown"}};
        meanings->roles = {""};
        meanings->category = {0, 1, 2, 3, 4};
        meanings->role = {0, 0, 0, 0, 0};
        meanings->rule = [](RowId) { return std::string("made so"); };
        return Result<std::shared_ptr<const RowMeanings>>(std::shared_ptr<const RowMeanings>(std::move(meanings)));
    };
    return view;
}

struct Made {
    std::string path;
    std::uint64_t digest = 0; // 0: the program cannot be read
    Result<std::shared_ptr<const View>> view;
};

Documents documentsOf(const std::vector<Made>& made)
{
    Documents documents;
    for (const Made& each : made)
        documents.push_back(std::make_shared<const MadeDocument>(
            std::vector<MadeDocument::Program>{
                {"jit_a", each.view, 100, 0,
                 each.digest == 0 ? std::nullopt : std::optional(Digest{each.digest, each.digest})}},
            "made", each.path));
    return documents;
}

/// Returns the difference of each worker that differs, such as "c differs from a: …".
std::string differencesIn(const std::vector<Made>& made)
{
    const auto workers = attributeWorkers(documentsOf(made), {});
    if (!workers)
        return workers.error().message;
    std::string text;
    for (const DifferingWorker& differing : workers->differing)
        text += workers->list[differing.worker].name() + "/" + workers->list[differing.common].name() + ": "
            + differing.text + "; ";
    return text;
}

TEST(DifferingWorkers, AreDescribedByTheirPeakAndTheLargestChanges)
{
    const auto usual = viewOfCategories({10, 20, 30, 40, 50});
    const auto with = [&](const std::array<std::int64_t, kCategories>& sizes) {
        return differencesIn({{"a", 1, usual}, {"b", 1, usual}, {"c", 2, viewOfCategories(sizes)}});
    };
    EXPECT_EQ(with({10, 20, 30, 40, 50}), "c/a: another program with the same peak, 150 B; ");
    EXPECT_EQ(with({10, 25, 30, 40, 50}),
              "c/a: another program; its peak is 5 B above the usual one: 155 B instead of 150 B; KV cache +5 B; ");
    EXPECT_EQ(with({9, 20, 30, 40, 50}),
              "c/a: another program; its peak is 1 B below the usual one: 149 B instead of 150 B; weights -1 B; ");
    EXPECT_EQ(with({11, 22, 33, 36, 48}),
              "c/a: another program with the same peak, 150 B; optimizer state -4 B, activations +3 B, KV cache +2 B; ")
        << "the three that changed most, the first of equals first";
}

TEST(DifferingWorkers, WithoutALevelOrAProgramAreDescribedByTheKnownData)
{
    const auto usual = viewOfCategories({10, 20, 30, 40, 50});
    const Error error{ErrorKind::Malformed, "damaged", std::nullopt};
    EXPECT_EQ(differencesIn({{"a", 1, usual}, {"b", 1, usual}, {"c", 2, error}}),
              "c/a: another program, without a level here; ");
    EXPECT_EQ(differencesIn({{"a", 1, error}, {"b", 1, error}, {"c", 2, usual}}), "c/a: another program; ");
    EXPECT_EQ(differencesIn({{"a", 1, usual}, {"b", 1, usual}, {"c", 0, usual}}), "c/a: its program cannot be read; ");
    EXPECT_EQ(differencesIn({{"a", 1, usual}, {"b", 2, usual}}), "b/a: another program with the same peak, 150 B; ")
        << "of as many the first by path is usual";
    EXPECT_EQ(differencesIn({{"a", 1, error}, {"b", 1, error}}), "damaged");
    EXPECT_EQ(differencesIn({{"a", 1, usual}}), "");
}

TEST(EqualWorkers, GetTheErrorOfTheFirstOfThem)
{
    WorkersQuestion question;
    question.choice.program = "jit_a";
    question.step = 1;
    const auto errorsWith = [&](std::size_t steps) {
        const std::shared_ptr<const View> equal = test::madeView({}, std::vector<std::int64_t>(steps, 8));
        const auto usual = viewOfCategories({10, 20, 30, 40, 50}, 2);
        const Documents documents{std::make_shared<const MadeDocument>(
            std::vector<MadeDocument::Program>{{"jit_a", equal, 100, 0, Digest{1, 1}},
                                               {"jit_a", equal, 100, 0, Digest{1, 1}},
                                               {"jit_a", usual, 100, 0, Digest{2, 2}}},
            "made", "a")};
        const auto workers = attributeWorkers(documents, question);
        EXPECT_TRUE(workers) << workers.error().message;
        std::vector<std::string> messages;
        for (const Worker& worker : workers->list)
            messages.push_back(worker.error ? worker.error->message : "");
        return messages;
    };
    const std::string unknown
        = "made: the buffers of jit_made(1) have no categories. Only programs with HLO have categories.";
    EXPECT_EQ(errorsWith(2), (std::vector<std::string>{unknown, unknown, ""}));
    EXPECT_EQ(errorsWith(1),
              (std::vector<std::string>{"a, jit_a has no step 1 in memory. There are steps 0 to 0.",
                                        "a, jit_a has no step 1 in memory.", ""}));
}

TEST(WorkersFindings, WithoutALevelOmitThePeak)
{
    const auto usual = viewOfCategories({10, 20, 30, 40, 50});
    const Error error{ErrorKind::Malformed, "damaged", std::nullopt};
    const auto finding = [](const std::vector<Made>& made) {
        const auto workers = attributeWorkers(documentsOf(made), {});
        return workers ? headlineOf(*workers, ByteUnit::B) : workers.error().message;
    };
    EXPECT_EQ(finding({{"a", 1, usual}, {"b", 1, usual}, {"c", 2, error}}),
              "c runs another program; 1 could not be attributed");
    EXPECT_EQ(finding({{"a", 1, error}, {"b", 1, error}, {"c", 2, usual}}),
              "c runs another program; 2 could not be attributed");
    EXPECT_EQ(finding({{"a", 1, usual}, {"b", 1, usual}, {"c", 2, usual}}),
              "c runs another program with the same peak");
}

TEST(WorkersRanges, HaveTheMeanToTheNearestByte)
{
    const auto range = [](const std::vector<std::optional<std::int64_t>>& values) {
        std::vector<Worker> workers(values.size());
        std::vector<const Worker*> pointers;
        for (const Worker& worker : workers)
            pointers.push_back(&worker);
        const WorkerColumn column{"peak_bytes", [&](const Worker& worker) {
                                      return values[static_cast<std::size_t>(&worker - workers.data())];
                                  }};
        const ColumnRange found = rangeOf("jit_a", column, pointers);
        const auto text = [](std::optional<std::int64_t> bytes) { return bytes ? std::to_string(*bytes) : "none"; };
        return text(found.least) + " " + text(found.average) + " " + text(found.most);
    };
    EXPECT_EQ(range({1, 2}), "1 2 2") << "halves are rounded up";
    EXPECT_EQ(range({1, 1, 2}), "1 1 2");
    EXPECT_EQ(range({1, 2, 2}), "1 2 2");
    EXPECT_EQ(range({INT64_MAX, INT64_MAX}), "9223372036854775807 9223372036854775807 9223372036854775807");
    EXPECT_EQ(range({7, std::nullopt, 9}), "7 8 9");
    EXPECT_EQ(range({std::nullopt}), "none none none");
}

TEST(WorkersTexts, BeginWithTheFinding)
{
    const auto usual = viewOfCategories({10, 20, 30, 40, 50});
    const auto textOf = [](const std::vector<Made>& made) {
        const auto workers = attributeWorkers(documentsOf(made), {});
        std::ostringstream out;
        writeWorkers(out, TableFormat::Text, *workers, "built-in");
        return out.str();
    };
    EXPECT_NE(textOf({{"a", 1, usual}}).find(" % of "), std::string::npos) << "what one worker holds most of";
    EXPECT_TRUE(textOf({{"a", 1, usual}, {"b", 1, usual}}).starts_with("2 workers, all equal.\n"));
    const std::string differing = textOf({{"a", 1, usual}, {"b", 1, usual}, {"c", 2, usual}});
    EXPECT_TRUE(differing.starts_with("c runs another program")) << differing;
    EXPECT_NE(differing.find("\nc differs in jit_a: another"), std::string::npos) << differing;
}

TEST(WorkersTexts, NameTheModulesIfThereAreSeveral)
{
    const auto usual = viewOfCategories({10, 20, 30, 40, 50});
    Documents documents = documentsOf({{"a", 1, usual}});
    const auto text = [&] {
        std::ostringstream out;
        writeWorkers(out, TableFormat::Text, *attributeWorkers(documents, {}), "built-in");
        return out.str();
    };
    EXPECT_NE(text().find("\n\njit_a\n"), std::string::npos) << text();
    documents.push_back(std::make_shared<const MadeDocument>(
        std::vector<MadeDocument::Program>{{"jit_b", usual, 100, 0, Digest{2, 2}}}, "made", "b"));
    EXPECT_NE(text().find("\njit_b\n"), std::string::npos) << text();
}

} // namespace
} // namespace tidemark
