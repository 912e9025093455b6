// Tests of the format of sizes and steps in every view.
#include "tests/support/samples.h"
#include "tests/support/temp_folder.h"
#include "tests/ui/window_fixture.h"
#include "ui/charts/tip_box.h"
#include "ui/pages/timeline/timeline_page.h"
#include "ui/panels/buffer_card.h"
#include "ui/state/row_text.h"
#include "ui/state/units.h"
#include "ui/tables/row_table.h"
#include "ui/theme/colors.h"
#include "ui/widgets/figure_line.h"
#include "ui/widgets/labels.h"

#include <QStatusBar>
#include <QTextCursor>
#include <QTextDocument>

#include <algorithm>

using namespace tidemark;
using namespace tidemark::ui;

namespace {

/// Returns the text as the user reads it, without markup and with plain spaces. Unescaped markup would be missing.
QString read(const QString& text)
{
    if (!Qt::mightBeRichText(text))
        return QString(text).replace(QChar(0xa0), u' ');
    QTextDocument document;
    document.setHtml(text);
    return document.toPlainText();
}

QString readAll(const QWidget& widget)
{
    QString all;
    for (const QLabel* label : widget.findChildren<QLabel*>())
        if (label->isVisibleTo(&widget))
            all += read(label->text()) + u'\n';
    return all;
}

constexpr const char* kTinyTwins = "param 0 512\n  p 0 512\nparam 1 512\n  q 0 512\n"
                                   "temp 4294967296\n  a 0 2147483648\ntrace +a -a\n";

} // namespace

TEST(CellTexts, AnOperationIsNotOneOfZero)
{
    Axis axis;
    axis.cell = "operation";
    axis.kind = AxisKind::Operations;
    EXPECT_EQ(utf8(cellOfAllText(axis, StepId(0))), "operation 0");
    axis.cell = "phase";
    axis.kind = AxisKind::Phases;
    axis.count = 5;
    EXPECT_EQ(utf8(cellOfAllText(axis, StepId(3))), "phase 3") << "phases are counted from 0";
}

TEST(Numbers, OfChecksHaveGroupedDigits)
{
    EXPECT_EQ(utf8(checksSummary(CheckCounts{100000, 0, 0})), "✓ 100,000 checks passed");
    EXPECT_EQ(utf8(checksSummary(CheckCounts{100000, 2345, 0})), "✕ 2,345 of 102,345 checks failed");
}

TEST(Numbers, ADifferenceIsFormattedLikeItsSidesAndExactInItsTip)
{
    constexpr std::int64_t kDifference = 103 << 20;
    const Check check = equality("a", "left", 3LL << 30, "right", (3LL << 30) + kDifference);
    QTextDocument shown;
    shown.setHtml(checksHtml({check}, Units(), colorsFor(QPalette())));
    EXPECT_FALSE(shown.toPlainText().contains(exactBytes(kDifference))) << utf8(shown.toPlainText());
    const QTextCursor found = shown.find(QStringLiteral("103 MiB")); // find() matches any kind of space
    ASSERT_FALSE(found.isNull()) << utf8(shown.toPlainText());
    EXPECT_EQ(found.charFormat().toolTip(), exactBytes(kDifference));
}

TEST_F(Window, ASizeIsCorrectInEveryUnit)
{
    const auto window = makeWindow();
    window->open(
        {write(QStringLiteral("w.xplane.pb"), test::containerBytes({{"jit_w(1)", test::hloBytes(kTinyTwins)}}))});
    ASSERT_TRUE(waitFor(*window));
    ViewState& state = *window->state();
    state.focus().setPinned(state.live().front().row);
    for (const ByteUnit unit : {ByteUnit::Auto, ByteUnit::B, ByteUnit::KiB, ByteUnit::MiB, ByteUnit::GiB}) {
        state.units().setUnit(unit);
        const QString size = read(state.bytes(512));
        const QString card = readAll(*window->findChild<BufferCard*>());
        EXPECT_TRUE(card.contains(size + QStringLiteral(" < 0.1 % of the peak"))) << utf8(size) << " in " << utf8(card);
        const QString tip = rowTip(state, *state.focus().pinned()).join(u'\n').replace(QChar(0xa0), u' ');
        EXPECT_TRUE(tip.contains(size + QStringLiteral(", < 0.1 % of the peak"))) << utf8(tip);
        const QString figures = readAll(*window->findChild<SummaryStrip*>());
        EXPECT_TRUE(figures.contains(QStringLiteral("Arguments ") + read(state.bytes(1024)))) << utf8(figures);
    }
}

TEST(BreakableTexts, LongNamesFitInTheNarrowestCard)
{
    EXPECT_EQ(utf8(breakable(QStringLiteral("jvp(FlaxFalconForCausalLM)"))), "jvp(FlaxFalconFo\u200brCausalLM)");
}

TEST(BreakableTexts, KeepNumbersWhole)
{
    EXPECT_EQ(utf8(breakable(QStringLiteral("at 1,473 (of 4,066): f32[8,128]"))),
              "at 1,473 (of 4,066): f32[8,\u200b128]");
}

TEST_F(Window, StepNumbersHaveGroupedDigitsInEveryView)
{
    std::string trace = "temp 4096\n  a 0 1024\n  b 1024 1024\ntrace";
    for (int i = 0; i < 700; ++i)
        trace += " +a -a";
    const auto window = makeWindow();
    window->open({write(QStringLiteral("w.xplane.pb"),
                        test::containerBytes({{"jit_w(1)", test::hloBytes(trace + " +a +b -a -b\n")}}))});
    ASSERT_TRUE(waitFor(*window));
    ViewState& state = *window->state();
    ASSERT_EQ(state.cursor().value, 1401u);
    state.focus().setPinned(state.live().front().row);
    const QString all = readAll(*window);
    for (const char* text : {"step 1,401 of 1,404", "steps 1,400–1,401"})
        EXPECT_TRUE(all.contains(QString::fromUtf8(text))) << text << " in " << utf8(all);
    EXPECT_EQ(utf8(grouped(1401)), "1,401");
    const RowTable* table = window->findChild<RowTable*>();
    const QModelIndex born = table->model()->index(0, static_cast<int>(RowColumn::Born));
    EXPECT_EQ(utf8(born.data().toString()), "1,400");
    EXPECT_EQ(utf8(born.data(PlainRole).toString()), "1400");
}

TEST_F(Window, OneIsWrittenInTheSingular)
{
    const auto window = makeWindow();
    window->open({write(QStringLiteral("w.xplane.pb"),
                        test::containerBytes({{"jit_w(1)", test::hloBytes("param 0 512\n  p 0 512\n")}}))});
    ASSERT_TRUE(waitFor(*window));
    const QString status = readAll(*window->statusBar());
    EXPECT_FALSE(status.contains(QStringLiteral("1 steps"))) << utf8(status);
    EXPECT_FALSE(status.contains(QStringLiteral("1 rows"))) << utf8(status);
    EXPECT_TRUE(status.contains(QStringLiteral("live in 1 row"))) << utf8(status);
}

TEST_F(Window, APeakThatMayBeHigherIsALowerBound)
{
    const std::string stem = test::dataFolder() + "/reports/module_0006.jit__lambda.cpu_after_optimizations";
    const QString assignment
        = write(QStringLiteral("x-buffer-assignment.txt"), test::readFile(stem + "-buffer-assignment.txt"));
    const std::string ranges = test::readFile(stem + "-live-range.txt");
    for (const bool isWhole : {true, false}) {
        write(QStringLiteral("x-live-range.txt"),
              isWhole ? ranges : ranges.substr(0, ranges.find('\n', ranges.find("Live ranges at") - 200) + 1));
        const auto window = makeWindow();
        window->open({assignment});
        ASSERT_TRUE(waitFor(*window));
        const QString strip = readAll(*window->findChild<SummaryStrip*>());
        EXPECT_EQ(strip.contains(QStringLiteral("At least")), !isWhole) << utf8(strip);
    }
}

TEST_F(Window, AProgramNoDeviceRunsIsReportedInTheErrorColour)
{
    const auto window = makeWindow();
    window->open({QString::fromStdString(test::dataFolder() + "/tpu_dumps/oom_vmem")});
    ASSERT_TRUE(waitFor(*window));
    const auto* strip = window->findChild<SummaryStrip*>();
    const auto isRefusal
        = [](const QLabel* label) { return read(label->text()).startsWith(QStringLiteral("Cannot be compiled")); };
    const auto labels = strip->findChildren<QLabel*>();
    const auto refusal = std::ranges::find_if(labels, isRefusal);
    ASSERT_NE(refusal, labels.end()) << utf8(readAll(*strip));
    EXPECT_EQ((*refusal)->palette().color((*refusal)->foregroundRole()), colorsFor(window->palette()).bad);
}
