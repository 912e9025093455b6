#include "core/groups/group_tree.h"
#include "core/groups/source_frame.h"
#include "core/groups/stacked_level.h"
#include "core/report/curve_table.h"
#include "core/report/finding_table.h"
#include "core/view/check.h"
#include "core/view/finding.h"
#include "core/view/op_path.h"
#include "core/view/row_uses.h"
#include "core/view/source_peaks.h"
#include "tests/support/made_view.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

namespace tidemark {
namespace {

using test::MadeDocument;
using test::madeView;

TEST(Checks, AreNamedByTheirTitles)
{
    std::vector<Check> checks(3);
    checks[0].name = "sum";
    checks[1].name = "of-tomorrow";
    checks[2] = {"sum", "", {}, "", {}, Verdict::Note, "", false, "The lines are few"};
    const CheckTitle titles[] = {{"bank", "Banks"}, {"sum", "The lines add up"}};
    entitle(checks, titles);
    EXPECT_EQ(checks[0].words(), "The lines add up");
    EXPECT_EQ(checks[1].words(), "of-tomorrow") << "the name is shown";
    EXPECT_EQ(checks[2].words(), "The lines are few") << "its own stays";
    checks[1].verdict = Verdict::Fails;
    EXPECT_EQ(countChecks(checks).text(), "1 check passed, 1 failed, 1 note");
    EXPECT_EQ(countChecks(checks).judged(), 2U);
    checks[2].verdict = Verdict::Ok;
    EXPECT_EQ(countChecks(checks).text(), "2 checks passed, 1 failed, 0 notes");
    EXPECT_EQ(verdictName(Verdict::Ok), "ok");
    EXPECT_EQ(verdictName(Verdict::Fails), "fails");
    EXPECT_EQ(verdictName(Verdict::Note), "note");
}

TEST(Findings, AmountsReplaceTheirPlaceholders)
{
    const auto text = [](const std::string& words) {
        return withAmounts({words, {10, 20, 30, 40, 50, 60, 70, 80, 90}},
                           [](std::int64_t bytes) { return std::to_string(bytes); });
    };
    EXPECT_EQ(text("%1 of %2, %9"), "10 of 20, 90");
    EXPECT_EQ(text("%0 %: 100%% 100%"), "%0 %: 100% 100%");
    EXPECT_EQ(withAmounts({"%1 %2", {7}}, [](std::int64_t bytes) { return std::to_string(bytes); }), "7 %2");
    EXPECT_EQ(text(plainWords("50%1")), "50%1") << "a name is no place of an amount";
}

TEST(Findings, AreDescribed)
{
    Facts first;
    first.id = 7;
    Facts second;
    second.id = 8;
    const auto view = madeView({{first, 10}, {first, 10}, {second, 10}, {{}, 10}}, {40});
    view->memoryText = "HBM (0)";
    Finding finding;
    finding.id = "padding";
    finding.label = "Padding";
    finding.text = "%1 is padding";
    finding.amounts = {1024};
    finding.savedBytes = 2048;
    finding.peakBefore = 4096;
    finding.peakAfter = 2048;
    finding.assumption = "it helps";
    finding.source = "the manual";
    finding.rows = {RowId(0), RowId(1), RowId(2), RowId(3)};
    const auto written = [&](const std::vector<Finding>& findings, TableFormat format = TableFormat::Text) {
        std::ostringstream out;
        writeFindings(*view, findings, out, format);
        return out.str();
    };
    EXPECT_EQ(written({finding}),
              "Saving of 2 KiB: padding.\n\n"
              "jit_made(1)  HBM (0)\n"
              "\n2 KiB  Padding  (peak 4 KiB → 2 KiB)\n"
              "    1 KiB is padding.\n    Assumes: it helps\n    Source: the manual\n");
    finding.peakAfter.reset();
    finding.isEstimate = true;
    view->host = "w-1";
    EXPECT_EQ(written({finding}),
              "Saving of about 2 KiB: padding.\n\n"
              "jit_made(1)  on w-1  HBM (0)\n"
              "\n2 KiB  Padding  (not in the peak, estimate)\n"
              "    1 KiB is padding.\n    Assumes: it helps\n    Source: the manual\n");
    EXPECT_EQ(written({}),
              "No saving found that would make a difference.\n\n"
              "jit_made(1)  on w-1  HBM (0)\n");
    EXPECT_EQ(
        written({finding}, TableFormat::Csv),
        "finding,saved_bytes,peak_before_bytes,peak_after_bytes,is_estimate,assumption,source,buffers,text,is_upper_bound,"
        "sentence\r\npadding,2048,4096,,true,it helps,the manual,7;8,1 KiB is padding,false,\r\n")
        << "each number once";
    Finding bound = finding;
    bound.isUpperBound = true;
    const std::string atMost = written({bound});
    EXPECT_EQ(atMost.substr(0, atMost.find('\n')), "Saving of at most 2 KiB: padding.");
    EXPECT_NE(atMost.find("\nAt most 2 KiB  Padding  (not in the peak, estimate)\n"), std::string::npos) << atMost;
    Finding half = finding;
    half.savedBytes = 4096;
    Finding all = finding;
    all.id = Finding::kAll;
    const auto headline = [&](const std::vector<Finding>& findings) {
        std::string text = written(findings);
        text.resize(text.find("\n\n"));
        std::ranges::replace(text, '\n', ' ');
        return text;
    };
    EXPECT_EQ(headline({half, finding, all}),
              "Largest saving, about 4 KiB: padding. The changes that can be combined save about 2 KiB.");
    all.peakAfter = 1024;
    all.headroomAfter = -512;
    EXPECT_EQ(headline({finding, all}),
              "Saving of about 2 KiB: padding. The peak is then about 1 KiB. The program is then still 512 B over.");
    all.headroomAfter = 512;
    Finding required = finding;
    required.label = "Less scratch memory";
    required.isRequired = true;
    EXPECT_EQ(headline({required, finding, all}),
              "Less scratch memory comes first: the program cannot run without it. Saving of about 2 KiB: padding. The "
              "peak is then about 1 KiB. The program then fits, with 512 B to spare.");
    all.headroomAfter = 4096;
    all.isUpperBound = true;
    EXPECT_EQ(
        headline({finding, all}),
        "Saving of about 2 KiB: padding. The peak is then about 1 KiB. At best, the program then has 4 KiB to spare.");

    view->rows.count = 0;
    EXPECT_EQ(written({}).substr(0, 9), "No saving") << "a log of phases has no rows";
    view->axis.kind = AxisKind::None;
    EXPECT_EQ(written({}),
              "The message lists no buffer, so no saving can be computed.\n\n"
              "jit_made(1)  on w-1  HBM (0)\n");
}

TEST(Curves, AreThoseOfTheView)
{
    const auto view = madeView({}, {3, 4});
    const auto csv = [&] {
        std::ostringstream out;
        const auto writer = makeTableWriter(out, TableFormat::Csv, curveColumns());
        writeCurves(*view, *writer);
        return out.str();
    };
    const std::string head = "step,instruction,bytes,occupied_bytes,unpadded_bytes,inside_bytes\r\n";
    EXPECT_EQ(csv(), head + "0,,3,,,\r\n1,,4,,,\r\n");
    const std::vector<std::int64_t> upstream = {5, 6};
    const std::vector<std::int64_t> unpadded = {1, 2};
    const std::vector<std::int64_t> inside = {7, 8};
    view->curves.push_back({CurveRole::Upstream, "", upstream, Hue::Temporary});
    view->curves.push_back({CurveRole::Unpadded, "", unpadded, Hue::Temporary});
    view->curves.push_back({CurveRole::Inside, "", inside, Hue::Temporary});
    view->axis.label = [](StepId step) { return step.value == 0 ? std::string("add.1") : std::string(); };
    EXPECT_EQ(csv(), head + "0,add.1,5,3,1,7\r\n1,,6,4,2,8\r\n");
}

RowEvent eventAt(StepId step, RowEventKind kind = RowEventKind::Used)
{
    return {step, RowEvent::kNobody, kind};
}

TEST(IdleRows, AreIdleBetweenTheirEvents)
{
    const auto view = madeView({{{}, 8, 0, StepId(1), StepId(9)}}, {0, 8, 8, 8, 8, 8, 8, 8, 8, 0});
    const auto idle = [&](std::vector<RowEvent> events, std::uint32_t step) {
        RowUses uses;
        uses.first = {0, static_cast<std::uint32_t>(events.size())};
        uses.events = std::move(events);
        const RowIdle found = uses.idle(view->rows, RowId(0), StepId(step));
        const auto text = [](const RowEvent* event) { return event ? std::to_string(event->step.value) : "none"; };
        return std::to_string(found.steps) + " " + text(found.last) + " " + text(found.next);
    };
    const RowEvent born = eventAt(StepId(2), RowEventKind::Defined);
    const RowEvent dead = eventAt(StepId(8), RowEventKind::Freed);
    EXPECT_EQ(idle({born, eventAt(StepId(6)), dead}, 3), "3 2 6");
    EXPECT_EQ(idle({born, eventAt(StepId(6)), dead}, 6), "0 6 none") << "it is used there";
    EXPECT_EQ(idle({born, eventAt(StepId(6)), dead}, 7), "2 6 none") << "to the end of its life";
    EXPECT_EQ(idle({eventAt(StepId(), RowEventKind::Defined), eventAt(StepId(6))}, 3), "5 none 6")
        << "an event before the axis has no step";
    EXPECT_EQ(idle({eventAt(StepId(), RowEventKind::Defined), eventAt(StepId(), RowEventKind::Freed)}, 3),
              "8 none none");
    EXPECT_EQ(idle({}, 3), "8 none none");
    EXPECT_EQ(idle({eventAt(StepId(5))}, 3), "4 none 5");
    EXPECT_EQ(idle({eventAt(StepId(5))}, 6), "3 5 none");
}

TEST(IdleRows, EveryEventHasAName)
{
    EXPECT_EQ(eventName(RowEventKind::Defined), "defined");
    EXPECT_EQ(eventName(RowEventKind::Used), "used");
    EXPECT_EQ(eventName(RowEventKind::Shared), "shared");
    EXPECT_EQ(eventName(RowEventKind::Freed), "freed");
}

TEST(SourceFrames, AreParsedFromTheEndAndOnlyNumbersCount)
{
    const auto reported = [](std::string_view text) {
        const SourceFrame frame = parseFrame(text);
        return std::string(frame.file) + " " + std::to_string(frame.line);
    };
    EXPECT_EQ(reported("lm.py:33:10"), "lm.py 33");
    EXPECT_EQ(reported("lm.py:33"), "lm.py 33");
    EXPECT_EQ(reported("lm.py:33x"), "lm.py:33x 0");
    EXPECT_EQ(reported("lm.py:"), "lm.py: 0");
    EXPECT_EQ(reported("lm.py:99999999999999999999"), "lm.py:99999999999999999999 0");
    EXPECT_EQ(reported("lm.py"), "lm.py 0");
}

TEST(SourceFrames, LibrariesAreRecognisedByWholeFolderNames)
{
    for (const char* const library :
         {"/usr/lib/python3.11/json/x.py", "lib/python3/x.py", "<frozen runpy>", "/a/site-packages/x.py", "jax/x.py",
          "/x/pytorch/torch/nn/y.py", "/torch/nn/pytorch/torch/nn/y.py", "/src/xla/torch_xla/y.py", "torch_xla/y.py",
          "/src/keras/keras/layers/y.py", "/src/flax/flax/core/y.py", "/src/keras/keras/src/y.py"})
        EXPECT_TRUE(isLibraryFile(library)) << library;
    for (const char* const own : {"/home/my-site-packages/x.py", "/home/site-packages2/x.py", "/home/jax/x.py",
                                  "jaxy/x.py", "/a/site-packages", "x<frozen runpy>", "/home/mylib/python3/x.py",
                                  "/home/torch/nn/x.py", "/home/keras/layers/x.py", "/home/torch_xla/train.py",
                                  "/home/flax/core/x.py", "/home/flax_model/linear.py", "proj/optax.py", "optax.py"})
        EXPECT_FALSE(isLibraryFile(own)) << own;
}

TEST(SourceFrames, OfAProgramAreItsOwnElseThoseOfTheFile)
{
    const auto of = [](const std::string& file, const std::vector<CallFrame>& stack) {
        Facts facts;
        facts.sourceFile = file;
        facts.sourceLine = 5;
        facts.stack = stack;
        const SourceFrame frame = ownSource(facts);
        return std::string(frame.file) + " " + std::to_string(frame.line);
    };
    EXPECT_EQ(of("lm.py", {{"other.py:1", ""}}), "lm.py 5");
    EXPECT_EQ(of("jax/x.py", {{"", ""}, {"jax/y.py:1", ""}, {"lm.py:7:2", ""}, {"train.py:8", ""}}), "lm.py 7");
    EXPECT_EQ(of("jax/x.py", {{"jax/y.py:1", ""}}), "jax/x.py 5") << "all frames are in libraries";
    EXPECT_EQ(of("", {{"lm.py:7", ""}}), "lm.py 7");
}

TEST(SourceFrames, WithoutFoldersAreAttributedToLibrariesByFunction)
{
    const auto own = [](const std::vector<CallFrame>& stack) {
        Facts facts;
        const SourceFrame parsed = parseFrame(stack.front().place);
        facts.sourceFile = parsed.file;
        facts.sourceLine = parsed.line;
        facts.stack = stack;
        const SourceFrame frame = ownSource(facts);
        return std::string(frame.file) + ":" + std::to_string(frame.line) + " " + std::string(frame.function);
    };
    const CallFrame net{"model.py:12:3", "Net.__call__"};
    EXPECT_EQ(own({{"linear.py:287:9", "Dense.__call__"}, net}), "model.py:12 Net.__call__");
    EXPECT_EQ(own({{"linear.py:287:9", "_Conv.__call__"}, net}), "model.py:12 Net.__call__");
    EXPECT_EQ(own({{"normalization.py:9:9", "_normalize"}, {"normalization.py:70:9", "BatchNorm.__call__"}, net}),
              "model.py:12 Net.__call__")
        << "what a layer calls in its file";
    EXPECT_EQ(own({{"linear.py:287:9", "Dense.__call__"}, {"linear.py:40:9", "Encoder.__call__"}, net}),
              "linear.py:287 Dense.__call__")
        << "no library has this encoder there: the file is the program's";
    EXPECT_EQ(own({{"linear.py:287:9", ""}, net}), "linear.py:287 ") << "unknown";
    EXPECT_EQ(own({{"lm.py:3:9", "Dense.__call__"}, net}), "lm.py:3 Dense.__call__");
    EXPECT_EQ(own({{"_prodigy.py:3:9", "prodigy.<locals>.update_fn.<locals>.<lambda>"},
                   {"_combining.py:9:1", "chain.<locals>.update_fn"},
                   {"base.py:7:1", "with_extra_args_support.<locals>.update"},
                   {"train.py:8:1", "step"}}),
              "train.py:8 step");
    EXPECT_EQ(own({{"optim.py:3:9", "mine.<locals>.update_fn"}, net}), "optim.py:3 mine.<locals>.update_fn");
    EXPECT_EQ(own({{"transform.py:3:9", "scale_by_adam"}, net}), "model.py:12 Net.__call__") << "as scale_by_*";
    EXPECT_EQ(own({{"transform.py:3:9", "scale_image"}, net}), "transform.py:3 scale_image");
    EXPECT_EQ(own({{"transform.py:3:9", "rescale"}, net}), "transform.py:3 rescale");
    EXPECT_EQ(own({{"_segmentation.py:3:9", "binary_dice_loss"}, net}), "model.py:12 Net.__call__") << "as *dice_loss";
    EXPECT_EQ(own({{"clipping.py:3:9", "adaptive_clip_by"}, net}), "model.py:12 Net.__call__") << "as *clip*";
    EXPECT_EQ(own({{"_projections.py:3:9", "projection"}, net}), "_projections.py:3 projection");
    // Haiku's own layers are attributed to Haiku, an MLP of the program is not.
    const CallFrame haiku{"module.py:464:9", "run_interceptors"};
    EXPECT_EQ(own({{"mlp.py:9:9", "MLP.__call__"}, haiku, {"module.py:305:9", "wrap_method.<locals>.wrapped"}, net}),
              "model.py:12 Net.__call__");
    EXPECT_EQ(own({{"mlp.py:9:9", "MLP.__call__"}, net}), "mlp.py:9 MLP.__call__");
    EXPECT_EQ(own({{"linear.py:287:9", "Dense.__call__"}}), "linear.py:287 Dense.__call__") << "all that is known";
    EXPECT_EQ(own({{"/home/me/linear.py:287:9", "Dense.__call__"}, net}), "/home/me/linear.py:287 Dense.__call__")
        << "whole paths decide";
}

TEST(SourceFrames, OfTheProgramMayHaveALibrarysName)
{
    const auto own = [](const std::vector<CallFrame>& stack) {
        Facts facts;
        facts.sourceFile = parseFrame(stack.front().place).file;
        facts.sourceLine = parseFrame(stack.front().place).line;
        facts.stack = stack;
        return std::string(ownSource(facts).file);
    };
    const CallFrame wrapper{"/venv/lib/python3.11/site-packages/flax/linen/module.py:9:1", "Module.__call__"};
    const CallFrame train{"/home/me/train.py:8:1", "step"};
    EXPECT_EQ(own({{"linear.py:3:9", "Dense.__call__"}, wrapper, train}), "linear.py")
        << "files of libraries have folders here";
    EXPECT_EQ(own({{"attention.py:3:9", "SelfAttention.__call__"}, train}), "attention.py") << "so have files at all";
    EXPECT_EQ(own({{"flax/models/linear.py:3:9", "Dense.__call__"}, wrapper, train}), "flax/models/linear.py");
    EXPECT_EQ(own({{"flax/linen/linear.py:3:9", "Dense.__call__"}, wrapper, train}), "/home/me/train.py")
        << "no program has these folders";
    EXPECT_EQ(own({{"flax/struct.py:3:9", "replace"}, {"flax/linen/module.py:9:1", ""}, train}), "/home/me/train.py")
        << "the folders of packages are cut off";
    EXPECT_EQ(own({{"/home/me/proj/flax_model/linear.py:3:9", "Dense.__call__"}, wrapper, train}),
              "/home/me/proj/flax_model/linear.py");
    EXPECT_EQ(own({{"proj/optax.py:3:9", "scale_by_adam"}, wrapper, train}), "proj/optax.py");
}

TEST(PeaksOfSources, AreThoseOfOtherSourcesRunningTheProgram)
{
    using Programs = std::vector<MadeDocument::Program>;
    const auto view = std::shared_ptr<const View>(madeView({}, {1}));
    const auto document = [&](Programs programs) { return std::make_shared<const MadeDocument>(std::move(programs)); };
    const auto own = document({{"jit_a", view, 10}, {"jit_a", view, 99}});
    const Chosen chosen{own, {ProgramId(0), 0}};
    EXPECT_FALSE(peaksBySource({own}, chosen)) << "no other source runs it";
    EXPECT_FALSE(peaksBySource({own, document({{"jit_b", view, 5}})}, chosen));
    EXPECT_FALSE(peaksBySource({own, document({{"jit_a", view, 5, 1}})}, chosen)) << "in another memory";
    EXPECT_FALSE(peaksBySource({own, document({{"jit_a", view, 5}})}, {own, {ProgramId(0), 3}}));
    const auto peaks = peaksBySource({own, document({{"jit_a", view, 20}, {"jit_a", view, 30}}),
                                      document({{"jit_a", view, 5}}), document({{"jit_a", view, 25}})},
                                     chosen);
    ASSERT_TRUE(peaks);
    EXPECT_EQ(peaks->sources, 4U);
    EXPECT_EQ(peaks->own, 10);
    EXPECT_EQ(peaks->leastOther, 5);
    EXPECT_EQ(peaks->mostOther, 30);
}

TEST(PeaksOfSources, AreOfOneRun)
{
    const auto view = std::shared_ptr<const View>(madeView({}, {1}));
    const auto document = [&](const std::string& path, std::int64_t peak) {
        return std::make_shared<const MadeDocument>(std::vector<MadeDocument::Program>{{"jit_a", view, peak}}, "made",
                                                    path);
    };
    const auto own = document("/run/rank_0.log", 10);
    const Chosen chosen{own, {ProgramId(0), 0}};
    EXPECT_TRUE(peaksBySource({own, document("/run/rank_11.log", 5)}, chosen));
    EXPECT_FALSE(peaksBySource({own, document("/run/other_1.log", 5)}, chosen)) << "another name";
    EXPECT_FALSE(peaksBySource({own, document("/old/rank_1.log", 5)}, chosen)) << "another folder";
}

TEST(PeaksOfSources, AreComparedInASentence)
{
    const auto said = [](std::size_t sources, std::int64_t own, std::int64_t least, std::int64_t most) {
        SourcePeaks peaks{sources, own, least, most, "w-1", "w-2", "worker"};
        return peaks.differenceText(ByteUnit::Auto);
    };
    EXPECT_EQ(said(3, 5, 5, 5), "") << "all equal";
    EXPECT_EQ(said(2, 5, 3, 3), "w-1 needs 2 B more than the other worker.");
    EXPECT_EQ(said(16, 5, 3, 3), "w-1 needs 2 B more than each of the other 15 workers.");
    EXPECT_EQ(said(16, 5, 3, 4), "w-1 needs 1 B more than w-2, the next of 16 workers.");
    EXPECT_EQ(said(3, 5, 3, 5), "w-1 needs 2 B more than the smallest of 3 workers.") << "w-2 needs as much";
    EXPECT_EQ(said(16, 5, 3, 9), "w-2 needs 4 B more than w-1, which is shown.");
}

TEST(OpPathEdges, CompilerNumbersAreNoParts)
{
    EXPECT_EQ(opPath("iota.28"), "iota");
    EXPECT_EQ(opPath("reduce-window.1"), "reduce-window");
    EXPECT_EQ(opPath("a.b.3"), "a/b");
    EXPECT_EQ(opPath("iota.2x"), "iota/2x");
    EXPECT_EQ(opPath("iota."), "iota");
    EXPECT_EQ(opPath(".5"), "5") << "never nothing of something";
    EXPECT_EQ(opPath("28"), "28");
    EXPECT_EQ(opPath("state['a'].5"), "state/a/5");
}

TEST(OpPathEdges, BranchesAndQuotedKeysAreRead)
{
    EXPECT_EQ(opPath("jit(f)/branch_1_fun/add"), "add");
    EXPECT_EQ(opPath("jit(f)/branch_1/add"), "branch_1/add");
    EXPECT_EQ(opPath("jit(f)/my_fun/add"), "my_fun/add");
    EXPECT_EQ(opPath("a[\"b.c/d\"]['e\"]"), "a/b.c/d/e\"]") << "a quote ends with its own kind";
    EXPECT_EQ(opPath("jit(f)/transpose(jvp(net))/jvp(net)/checkpoint/mlp/dot"), "net/mlp/dot")
        << "a repeated part has its place twice";
    EXPECT_EQ(opPath("jit(f)/transpose(jvp(a))/jvp(b)/dot"), "a/b/dot");
    EXPECT_EQ(opPath("jit(f)/jvp(a)/jvp(a)/dot"), "a/a/dot");
    EXPECT_EQ(opPath("jit(f)/jit(g)"), "jit(g)") << "never nothing of something";
    EXPECT_EQ(opPath(""), "");
    EXPECT_TRUE(isArgumentPath("x"));
    EXPECT_FALSE(isArgumentPath(""));
    EXPECT_FALSE(isArgumentPath("xla__x"));
    EXPECT_FALSE(isArgumentPath("XLA_x"));
    EXPECT_FALSE(isArgumentPath("jit(f)/x"));
}

TEST(GroupingsOfAView, CategoriesAndRolesComeFromItsMeanings)
{
    const auto view = madeView({{{}, 8, 2}}, {8});
    view->rows.groupings.push_back({"shape", "Shape", [](RowId) { return std::string("f32[2]"); }});
    const auto ids = [&](const std::shared_ptr<const RowMeanings>& meanings) {
        std::string text;
        for (const Grouping& grouping : groupingsOf(*view, meanings))
            text += grouping.id + "=" + grouping.groupOf(RowId(0)) + " " + grouping.textOf(grouping.groupOf(RowId(0)))
                + "; ";
        return text;
    };
    EXPECT_EQ(ids(nullptr), "kind=temporary Temporary; shape=f32[2] f32[2]; ");
    const auto meanings = std::make_shared<RowMeanings>();
    meanings->categories = {{"weights", "Weights"}};
    meanings->roles = {"", "held"};
    meanings->category = {0};
    meanings->role = {0};
    EXPECT_EQ(ids(meanings),
              "kind=temporary Temporary; category=weights Weights; role=(no role) (no role); shape=f32[2] f32[2]; ");
    EXPECT_EQ(groupingsOf(*view, nullptr)[0].textOf("of_tomorrow"), "of_tomorrow");
}

TEST(GroupingsOfAView, AreTreesOnlyForPaths)
{
    Grouping tree;
    tree.isTree = true;
    EXPECT_TRUE(tree.isIn("a/b", "a"));
    EXPECT_TRUE(tree.isIn("a", "a"));
    EXPECT_FALSE(tree.isIn("ab/c", "a"));
    EXPECT_FALSE(tree.isIn("a", "a/b"));
    EXPECT_FALSE(tree.isIn("b/b", "a"));
    tree.isTree = false;
    EXPECT_FALSE(tree.isIn("a/b", "a"));
    EXPECT_TRUE(tree.isIn("a/b", "a/b"));
}

/// Returns the layers at each step by kinds of rows, as "8 0; 8 4".
std::string stackOf(const View& view)
{
    const StackedLevel::Groups groups{view.rows.kinds.size(), [&](RowId row) { return view.rows.kind[row]; }};
    const auto stack = StackedLevel::of(view, groups);
    EXPECT_TRUE(stack);
    std::string text;
    for (std::uint32_t step = 0; step < view.axis.count; ++step) {
        text += step > 0 ? ";" : "";
        for (const std::int64_t bytes : (*stack)->at(StepId(step)))
            text += " " + std::to_string(bytes);
    }
    for (const StackLayer& layer : (*stack)->layers())
        text += " | floor " + std::to_string(layer.floor) + " most " + std::to_string(layer.most);
    return text;
}

TEST(StacksOfRows, WithoutAHolderAddTheirSizes)
{
    const auto view = madeView({{{}, 8, 0, StepId(0), StepId(2)},
                                {{}, 4, 1, StepId(1), StepId(3)},
                                {{}, 2, 0, StepId(0), StepId(3)},
                                {{}, 100, 0, StepId(1), StepId(1)}, // never live
                                {{}, 100, 0, StepId(3), StepId(4)}}, // past the axis
                               {10, 14, 6});
    EXPECT_EQ(stackOf(*view), " 10 0; 10 4; 2 4 | floor 2 most 10 | floor 0 most 4");
}

TEST(StacksOfRows, SharedBytesBelongToTheFirst)
{
    const auto view = madeView({{{}, 8, 0, StepId(1), StepId(3)}, {{}, 8, 1, StepId(0), StepId(4)}}, {8, 8, 8, 8});
    const std::vector<std::uint32_t> holder = {5, 5};
    std::vector<std::int64_t> offset = {0, 0};
    view->rows.holder = {holder.data(), sizeof(std::uint32_t)};
    view->rows.offset = {offset.data(), sizeof(std::int64_t)};
    EXPECT_EQ(stackOf(*view), " 0 8; 8 0; 8 0; 0 8 | floor 0 most 8 | floor 8 most 8");
    offset = {4, 0};
    EXPECT_EQ(stackOf(*view), " 0 8; 8 4; 8 4; 0 8 | floor 0 most 8 | floor 8 most 8");
    offset = {8, 0};
    EXPECT_EQ(stackOf(*view), " 0 8; 8 8; 8 8; 0 8 | floor 0 most 8 | floor 8 most 8") << "side by side";
}

TEST(EmptyViews, AnswerWithNothing)
{
    View view;
    EXPECT_EQ(view.floorBytes(), 0);
    EXPECT_TRUE(view.checks().empty());
    EXPECT_TRUE(view.figures(nullptr).list.empty());
    EXPECT_EQ(view.axis.label(StepId(0)), "");
    EXPECT_EQ(view.rows.label(RowId(0)), "");
    EXPECT_TRUE(view.rows.live(StepId(0)).empty());
    EXPECT_TRUE(view.rows.all().empty());
    EXPECT_EQ(view.rows.sharers(RowId(0), 3).all, 0U);
    Facts facts;
    facts.name = "of before";
    view.rows.describe(RowId(0), facts);
    EXPECT_EQ(facts.name, "");
    view.floor = {{"Arguments", Hue::Argument, 7}, {"Constants", Hue::Constant, 5}};
    EXPECT_EQ(view.floorBytes(), 12);
    view.rows.name = [](RowId) { return std::string("name"); };
    EXPECT_EQ(view.rows.label(RowId(0)), "name");
    view.rows.givenLabel = [](RowId) { return std::string("label"); };
    EXPECT_EQ(view.rows.label(RowId(0)), "label");
}

} // namespace
} // namespace tidemark
