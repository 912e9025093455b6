#include "core/rules/seed_004.h"
#include "core/view/choice.h"
#include "tests/support/opened.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <map>

namespace tidemark {
namespace {

using GibByName = std::map<std::string, std::string>; // GiB by category or kind

/// Computes the table of seed 004 for one worker from the rows at the peak.
GibByName tableOf(const std::string& session, const std::string& host)
{
    const auto document = test::openXla({test::dataFolder() + "/sessions/" + session});
    EXPECT_TRUE(document) << document.error().message;
    Choice choice;
    choice.program = "jit_run_scan";
    choice.host = host;
    Warnings unread;
    const auto selection = resolve(**document, choice, unread, {});
    EXPECT_TRUE(selection) << selection.error().message;
    const auto view = (*document)->view(*selection, {});
    const std::vector<LiveRow> live = (*view)->rows.live((*view)->peakStep);
    const auto meanings = seed004Meanings(**view);
    EXPECT_TRUE(meanings) << meanings.error().message;

    std::map<std::string, std::int64_t> bytes;
    std::int64_t split = 0;
    for (const LiveRow& row : live) {
        const std::int64_t size = (*view)->rows.size[row.row] - row.overlap;
        const std::string& category = meanings->categoryOf(row.row).id;
        EXPECT_EQ(category.empty(), (*view)->rows.kindOf(row.row).id != "parameter");
        bytes[(*view)->rows.kindOf(row.row).id] += size;
        bytes["peak"] += size;
        if (!category.empty()) {
            bytes[category] += size;
            split += size;
        }
    }
    EXPECT_EQ(split, bytes["parameter"]);
    GibByName figures;
    for (const auto& [name, sum] : bytes) {
        char text[32];
        std::snprintf(text, sizeof text, "%.3f", static_cast<double>(sum) / (1 << 30));
        figures[name] = text;
    }
    figures["gradient_hits"] = std::to_string(gradientHits(**view, live));
    return figures;
}

TEST(Seed004Test, ReproducesItsNumbers)
{
    GibByName table = tableOf("tpu_v5e_inference_undonated", "");
    EXPECT_EQ(table["peak"], "7.866");
    EXPECT_EQ(table["parameter"], "4.468");
    EXPECT_EQ(table["kv_cache"], "3.250");
    EXPECT_EQ(table["model_params"], "1.218");
    EXPECT_EQ(table["temporary"], "0.148");
    EXPECT_EQ(table["output"], "3.250");
    EXPECT_EQ(table["gradient_hits"], "0");
}

TEST(Seed004Test, CorrectsTheNumbersThatXprofGetsWrong)
{
    GibByName table = tableOf("tpu_v5e_inference", "gemma-inference-w-0");
    EXPECT_EQ(table["peak"], "4.616");
    EXPECT_EQ(table["parameter"], "4.468");
    EXPECT_EQ(table["kv_cache"], "3.250");
    EXPECT_EQ(table["model_params"], "1.218");
    EXPECT_EQ(table["temporary"], "0.148");
    EXPECT_EQ(table["output"], "0.000");
    table = tableOf("tpu_v5e_inference", "gemma-inference-w-11");
    EXPECT_EQ(table["peak"], "6.301");
    EXPECT_EQ(table["parameter"], "6.093");
    EXPECT_EQ(table["kv_cache"], "4.875");
    EXPECT_EQ(table["model_params"], "1.218");
    EXPECT_EQ(table["temporary"], "0.208");
    EXPECT_EQ(table["output"], "0.000");
}

} // namespace
} // namespace tidemark
