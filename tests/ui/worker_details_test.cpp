// Tests of the details panel next to the table of workers, and of the legend of their bars.
#include "tests/support/made_view.h"
#include "ui/pages/workers/worker_panel.h"

#include <QImage>
#include <QPainter>
#include <QPalette>
#include <QTextDocument>
#include <gtest/gtest.h>

namespace tidemark::ui {
namespace {

/// A view of four rows in two categories.
std::shared_ptr<const View> categorisedView()
{
    const auto view = test::madeView({{{}, 100, 0}, {{}, 60, 0}, {{}, 90, 2}, {{}, 200, 2}}, {450});
    view->meanings = [](const Progress&) {
        auto meanings = std::make_shared<RowMeanings>();
        meanings->categories = {{"kv_cache", "KV cache"}, {"outputs", "Outputs"}, {"unknown", "Unknown"}};
        meanings->roles = {""};
        meanings->category = {0, 0, 2, 2};
        meanings->role = {0, 0, 0, 0};
        meanings->rule = [](RowId row) { return "row " + std::to_string(row.value) + " is <so>"; };
        return Result<std::shared_ptr<const RowMeanings>>(std::shared_ptr<const RowMeanings>(std::move(meanings)));
    };
    return view;
}

TEST(WorkerDetails, NameTheRuleOfTheLargestRowOfEachCategory)
{
    const Documents documents = {std::make_shared<const test::MadeDocument>(
        std::vector<test::MadeDocument::Program>{{"jit_a", categorisedView(), 450}}, "made", "w-0")};
    auto workers = attributeWorkers(documents, {});
    ASSERT_TRUE(workers) << workers.error().message;
    const WorkerTable table(std::make_shared<const Workers>(*std::move(workers)), WorkerCapacities());
    QTextDocument shown;
    shown.setHtml(workerDetailsHtml(table, 0, false, Units(), colorsFor(QPalette())));
    const QString text = shown.toPlainText();
    EXPECT_TRUE(text.contains(QStringLiteral("Rules that decided here"))) << text.toStdString();
    const qsizetype unknown = text.indexOf(QStringLiteral("▨ Unknown — row 3 is <so>\n"));
    EXPECT_GT(unknown, text.indexOf(QStringLiteral("Total"))) << text.toStdString();
    EXPECT_GT(text.indexOf(QStringLiteral("■ KV cache — row 0 is <so>\n")), unknown) << text.toStdString();
    EXPECT_FALSE(text.contains(QStringLiteral("Outputs"))) << "it has no rows";
}

TEST(WorkerDetails, UnknownRowsAreHatchedInTheLegendOfTheBars)
{
    const Documents documents = {std::make_shared<const test::MadeDocument>(
        std::vector<test::MadeDocument::Program>{{"jit_a", categorisedView(), 450}}, "made", "w-0")};
    auto workers = attributeWorkers(documents, {});
    ASSERT_TRUE(workers) << workers.error().message;
    const BarPlot plot = workerBars(
        std::make_shared<const WorkerTable>(std::make_shared<const Workers>(*std::move(workers)), WorkerCapacities()),
        {0}, ByteUnit::Auto);
    const Colors colors = colorsFor(lightPalette());
    QImage image(800, 300, QImage::Format_RGB32);
    image.fill(colors.base);
    const BarLayout places(plot, image.rect(), QFont());
    QPainter painter(&image);
    paintBars(painter, plot, places, colors, QFont());
    painter.end();
    const QRect legend(0, 0, image.width(), static_cast<int>(places.plot.top()));
    const auto pixels = [&](const char* category) {
        int count = 0;
        for (int x = legend.left(); x <= legend.right(); ++x)
            for (int y = legend.top(); y <= legend.bottom(); ++y)
                count += image.pixelColor(x, y) == colors.category(category) ? 1 : 0;
        return count;
    };
    EXPECT_GT(pixels("kv_cache"), 70);
    EXPECT_GT(pixels("unknown"), 0);
    EXPECT_LT(pixels("unknown"), 60);
}

} // namespace
} // namespace tidemark::ui
