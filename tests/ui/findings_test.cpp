// Tests of the findings tab: it is computed when it is first visible, for the shown program, and it has a text even
// without findings. The plain text of a browser has ordinary spaces.
#include "tests/ui/tables_fixture.h"
#include "tests/ui/window_fixture.h"
#include "ui/panels/breakdown_panel.h"
#include "ui/panels/findings_panel.h"

#include <QClipboard>
#include <QTextBlock>
#include <QTextLayout>

using namespace tidemark;
using namespace tidemark::ui;

namespace {

class Findings : public Window
{
protected:
    QString undonated() const
    {
        return write(QStringLiteral("u.xplane.pb"),
                     test::containerBytes({{"jit_step(3)",
                                            test::hloBytes("param 0 4096\n p 0 4096 f32[1024]\noutput 4096\n"
                                                           " q 0 4096 f32[1024]\ntemp 64\n a 0 64\ntrace +a -a\n")}}));
    }
    static FindingsPanel* panel(const MainWindow& window) { return window.findChild<FindingsPanel*>(); }
};

/// An estimate that saves 2 of 8 KiB and is about the first row.
Finding estimated(AmountText text, std::string label)
{
    Finding finding;
    static_cast<AmountText&>(finding) = std::move(text);
    finding.id = "x";
    finding.label = std::move(label);
    finding.savedBytes = 2048;
    finding.peakBefore = 8192;
    finding.peakAfter = 6144;
    finding.isEstimate = true;
    finding.assumption = "It can.";
    finding.source = "Nobody";
    finding.rows = {RowId(0)};
    return finding;
}

View viewThatFinds(std::vector<Finding> findings)
{
    View view = *viewOfOneOp(kPlan);
    view.meanings = nullptr; // nothing here computes them, and the findings would wait for them
    view.findings = [findings](const Figures&, const Progress&) { return Result<std::vector<Finding>>(findings); };
    return view;
}

/// A findings panel without a window.
struct Panel {
    ViewState state;
    AdviceFinder finder{&state};
    FindingsPanel panel{&state, &finder};

    void show(std::shared_ptr<const View> view)
    {
        state.setView(std::move(view));
        finder.restart(state.view()->figures(nullptr));
    }
    bool waitFor(AdviceFinder::Stage stage)
    {
        return QTest::qWaitFor([&] { return finder.stage() == stage; }, 30000);
    }
};

} // namespace

TEST_F(Findings, AreCountedOnceTheViewIsIdleAndSelectTheirRows)
{
    const auto window = openWindow(undonated());
    AdviceFinder& finder = window->session()->advice();
    ASSERT_TRUE(waitUntil([&] { return finder.stage() == AdviceFinder::Stage::Found; })); // tab not visible
    const QString text = panel(*window)->toPlainText();
    EXPECT_TRUE(text.contains(QStringLiteral("Donate arguments"))) << text.toStdString();
    EXPECT_TRUE(text.contains(QStringLiteral("Peak 8.06 KiB → "))) << text.toStdString();
    EXPECT_TRUE(text.contains(QStringLiteral("All together"))) << text.toStdString();
    EXPECT_EQ(panel(*window)->title(), QStringLiteral("How to reduce it (%1)").arg(finder.findings().size() - 1))
        << "without the combined finding";

    const auto donation = std::ranges::find(finder.findings(), "donation", &Finding::id);
    ASSERT_NE(donation, finder.findings().end());
    emit panel(*window)->anchorClicked(QUrl(QString::number(donation - finder.findings().begin())));
    EXPECT_EQ(window->state()->focus().selected().size(), 2U);
    EXPECT_TRUE(std::ranges::is_permutation(window->state()->focus().selected(), donation->rows));
}

TEST_F(Findings, AreForTheShownProgramAndItsDevice)
{
    const auto window = openWindow(undonated());
    AdviceFinder& finder = window->session()->advice();
    ASSERT_TRUE(waitUntil([&] { return finder.stage() == AdviceFinder::Stage::Found; }));
    EXPECT_FALSE(panel(*window)->toPlainText().contains(QStringLiteral("to spare")));
    window->session()->chooseDevice(findDevice("v5e"));
    ASSERT_TRUE(waitUntil([&] { return panel(*window)->toPlainText().contains(QStringLiteral("to spare")); }));
    window->open({profile()});
    ASSERT_TRUE(waitUntil([&] { return window->session()->shownProgram() == QStringLiteral("jit_large"); }));
    ASSERT_TRUE(waitUntil([&] { return finder.stage() == AdviceFinder::Stage::Found; }));
    EXPECT_FALSE(panel(*window)->toPlainText().contains(QStringLiteral("Donate")));
}

TEST_F(Findings, OfAMessageAreAboutItsListedAllocations)
{
    const auto window = openWindow(write(QStringLiteral("run.log"), R"(
Ran out of memory in memory space hbm. Used 41.74G of 16.00G hbm. Exceeded hbm capacity by 25.74G.

  Largest program allocations in hbm:

  1. Size: 32.00G
     Shape: s32[8388608,8,4]{2,1,0:T(8,128)}
     Unpadded size: 1.00G
     XLA label: %copy.4 = s32[8388608,8,4]{2,1,0:T(8,128)} copy(%x)
     Allocation type: HLO temp
     ==========================
)"));
    AdviceFinder& finder = window->session()->advice();
    ASSERT_TRUE(waitUntil([&] { return finder.stage() == AdviceFinder::Stage::Found; }));
    const QString text = panel(*window)->toPlainText();
    EXPECT_TRUE(text.contains(QStringLiteral("Other order of dimensions"))) << text.toStdString();
    EXPECT_TRUE(text.contains(QStringLiteral("At most "))) << text.toStdString();
    EXPECT_TRUE(text.contains(QStringLiteral("The program then fits"))) << text.toStdString();
    emit panel(*window)->anchorClicked(QUrl(QStringLiteral("0")));
    EXPECT_EQ(window->state()->focus().selected(), std::vector<RowId>{RowId(0)});
}

TEST_F(Findings, OfAMessageWithoutBuffersAreShownIfThereAreAny)
{
    const std::string head = "Ran out of memory in memory space hbm. Used 4.34G of 4.00G hbm. Exceeded hbm capacity by "
                             "348.16M.\n";
    const auto window = openWindow(write(
        QStringLiteral("run.log"),
        head
            + "\nProgram hbm requirement 4.34G:\n    HLO temp  4.34G (97.4% utilization, 4.5% fragmentation (200.00M))\n"));
    EXPECT_TRUE(panel(*window)->isVisible());
    EXPECT_FALSE(window->findChild<BreakdownPanel*>()->isVisible());
    AdviceFinder& finder = window->session()->advice();
    ASSERT_TRUE(waitUntil([&] { return finder.stage() == AdviceFinder::Stage::Found; }));
    EXPECT_TRUE(panel(*window)->toPlainText().contains(QStringLiteral("Fragmentation")))
        << panel(*window)->toPlainText().toStdString();
    const auto without = openWindow(write(QStringLiteral("other.log"), head));
    EXPECT_FALSE(panel(*without)->isVisible()) << "an empty list takes room from the message";
}

TEST(FindingsPanel, ShowsTheReasonWithoutFindings)
{
    Panel panel;
    EXPECT_EQ(panel.panel.toPlainText(), QString());
    View none = *viewOfOneOp(kPlan);
    none.findings = nullptr;
    panel.show(std::make_shared<View>(none));
    panel.finder.setWanted(true);
    EXPECT_EQ(panel.panel.toPlainText(), QStringLiteral("Savings cannot be computed from this kind of file."));
    panel.show(std::make_shared<View>(viewThatFinds({})));
    EXPECT_EQ(panel.panel.toPlainText(), QStringLiteral("Replaying the program with changes…"));
    ASSERT_TRUE(panel.waitFor(AdviceFinder::Stage::Found));
    EXPECT_EQ(panel.panel.toPlainText(), QStringLiteral("No saving found that would make a difference."));
    EXPECT_EQ(panel.panel.title(), QStringLiteral("How to reduce it (0)"));
    View unlisted = viewThatFinds({});
    unlisted.rows = {};
    unlisted.axis.kind = AxisKind::None;
    panel.show(std::make_shared<View>(unlisted));
    ASSERT_TRUE(panel.waitFor(AdviceFinder::Stage::Found));
    EXPECT_EQ(panel.panel.toPlainText(), QStringLiteral("The message lists no buffer, so no saving can be computed."));
    View failing = viewThatFinds({});
    failing.findings = [](const Figures&, const Progress&) {
        return Result<std::vector<Finding>>(Error{ErrorKind::Io, "Gone <away>.", std::nullopt});
    };
    panel.show(std::make_shared<View>(failing));
    ASSERT_TRUE(panel.waitFor(AdviceFinder::Stage::Failed));
    EXPECT_EQ(panel.panel.toPlainText(), QStringLiteral("The findings could not be computed. Gone <away>."));
}

TEST(FindingsPanel, NoLineEndsInsideANumberedName)
{
    Panel panel;
    panel.finder.setWanted(true);
    panel.show(
        std::make_shared<View>(viewThatFinds({estimated({"held: copy.40488 (bd->bk) and fusion.1", {}}, "Do it")})));
    ASSERT_TRUE(panel.waitFor(AdviceFinder::Stage::Found));
    panel.panel.resize(400, 400);
    panel.panel.show();
    QTextDocument& document = *panel.panel.document();
    const int least = QFontMetrics(panel.panel.font()).horizontalAdvance(QStringLiteral("copy.40488"));
    for (int width = least + 4; width < 4 * least; ++width) {
        document.setTextWidth(width + 2 * document.documentMargin() + 16);
        ASSERT_GT(document.size().height(), 0) << "laid out";
        for (QTextBlock block = document.begin(); block.isValid(); block = block.next())
            for (int i = 0; i + 1 < block.layout()->lineCount(); ++i) {
                const QTextLine line = block.layout()->lineAt(i);
                const QString shown = block.text().mid(line.textStart(), line.textLength()).remove(QChar(0x2060));
                EXPECT_FALSE(shown.endsWith(QStringLiteral("copy.")) || shown.endsWith(u'-'))
                    << width << ' ' << shown.toStdString();
            }
    }
    panel.panel.selectAll();
    panel.panel.copy();
    EXPECT_TRUE(QApplication::clipboard()->text().contains(QStringLiteral("copy.40488 (bd->bk) and fusion.1")))
        << QApplication::clipboard()->text().toStdString();
}

TEST(FindingsPanel, WritesAmountsInTheUnitOfTheWindow)
{
    Panel panel;
    panel.finder.setWanted(true);
    panel.show(std::make_shared<View>(viewThatFinds({estimated({"one of %1 & \"%%\"", {4096}}, "Do <it>")})));
    ASSERT_TRUE(panel.waitFor(AdviceFinder::Stage::Found));
    const QString text = panel.panel.toPlainText().trimmed().remove(QChar(0x200b)); // where a line may break
    EXPECT_EQ(text,
              QStringLiteral("2 KiB: Do <it>\nPeak 8 KiB → 6 KiB · estimate\n"
                             "One of 4 KiB & \"%\".\nAssumes: It can.\nShow 1 buffer"))
        << text.toStdString();
    panel.state.units().setUnit(ByteUnit::B);
    EXPECT_TRUE(panel.panel.toPlainText().contains(QStringLiteral("One of 4,096 B")));
}

TEST(FindingsPanel, TheNameOfASettingBreaksAtItsWords)
{
    Panel panel;
    panel.finder.setWanted(true);
    const std::string setting = "Set PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True";
    panel.show(std::make_shared<View>(viewThatFinds({estimated({"held", {}}, setting)})));
    ASSERT_TRUE(panel.waitFor(AdviceFinder::Stage::Found));
    EXPECT_TRUE(panel.panel.toPlainText().contains(QStringLiteral("ALLOC_\u200bCONF=expandable_\u200bsegments")));
    panel.panel.selectAll();
    panel.panel.copy();
    EXPECT_TRUE(QApplication::clipboard()->text().contains(QString::fromStdString(setting)));
}
