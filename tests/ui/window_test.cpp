#include "tests/ui/tables_fixture.h"
#include "tests/ui/window_fixture.h"
#include "ui/charts/chart_picture.h"
#include "ui/charts/go_to_dialog.h"
#include "ui/charts/icicle_chart.h"
#include "ui/pages/composition/composition_page.h"
#include "ui/panels/buffer_card.h"
#include "ui/panels/buffers_panel.h"
#include "ui/session/settings.h"
#include "ui/shell/exporter.h"
#include "ui/shell/main_tool_bar.h"
#include "ui/shell/window_set.h"
#include "ui/tables/column_header.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QScreen>
#include <QToolButton>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <sstream>
#include <stdexcept>

using namespace tidemark;
using namespace tidemark::ui;

TEST_F(Window, CardTableAndFilterFollowThePin)
{
    const auto window = makeWindow();
    window->open({profile()});
    ASSERT_TRUE(waitFor(*window));
    ViewState& state = *window->state();
    auto* table = window->findChild<RowTable*>();
    auto* card = window->findChild<BufferCard*>();
    ASSERT_GT(table->model()->rowCount(), 1);
    table->setFocus();
    table->setCurrentIndex(table->model()->index(1, 0));
    ASSERT_TRUE(state.focus().pinned());
    EXPECT_EQ(state.focus().selected(), std::vector<RowId>{*state.focus().pinned()});
    const QString name = table->model()->index(1, 0).data().toString();
    EXPECT_TRUE(allText(*card).contains(name.left(20)));
    window->actions().of(Command::Escape)->trigger();
    EXPECT_FALSE(state.focus().pinned());
    auto* search = window->findChild<MainToolBar*>()->search();
    search->setText(QStringLiteral("nothing has this name"));
    EXPECT_EQ(table->model()->rowCount(), 0);
    EXPECT_TRUE(waitUntil(
        [&] { return allText(*window->findChild<BuffersPanel*>()).contains(QStringLiteral("No buffer matches")); }));
    search->setFocus();
    window->actions().of(Command::Escape)->trigger();
    EXPECT_TRUE(state.filter().isEmpty());
}

TEST_F(Window, TheCardNamesASourceLineOnce)
{
    const auto window = makeWindow();
    window->open({QStringLiteral(TIDEMARK_EXAMPLE)});
    ASSERT_TRUE(waitFor(*window));
    const View& view = *window->state()->view();
    Facts details;
    RowId row(0);
    for (; row.value < view.rows.count; row = RowId(row.value + 1)) {
        view.rows.describe(row, details);
        if (details.stack.size() >= 2)
            break;
    }
    ASSERT_LT(row.value, view.rows.count);
    window->state()->focus().setPinned(row);
    const auto text = [&] { return allText(*window->findChild<BufferCard*>()).remove(QChar(0x200b)); };
    EXPECT_EQ(text().count(QStringLiteral(".py:")), 1) << "the innermost frame: " << utf8(text());
    window->findChild<BufferCard*>()->findChild<QToolButton*>(QStringLiteral("unfold"))->click();
    const QString card = text();
    const QString line
        = QStringLiteral("%1:%2").arg(QString::fromStdString(details.sourceFile)).arg(details.sourceLine);
    EXPECT_EQ(card.count(line + u':') + card.count(line + u'\n'), 1) << utf8(card);
    for (const CallFrame& frame : details.stack)
        EXPECT_TRUE(card.contains(QString::fromStdString(frame.place + " in " + frame.function).toHtmlEscaped()))
            << frame.place;
}

TEST_F(Window, ColumnsPanelsAndGeometryAreRemembered)
{
    {
        const auto window = makeWindow();
        window->resize(1480, 820);
        window->open({profile()});
        ASSERT_TRUE(waitFor(*window));
        window->findChild<RowTable*>()->setColumnWidth(1, 333);
        window->findChild<RowTable*>()->sortByColumn(static_cast<int>(RowColumn::Name), Qt::AscendingOrder);
        entryOf(*window->actions().panels, "Side Column")->setChecked(false);
        window->close();
    }
    const auto window = std::make_unique<MainWindow>(kinds());
    window->setAttribute(Qt::WA_DeleteOnClose, false);
    window->show();
    const QSize startPage = window->minimumSizeHint();
    window->open({profile()});
    ASSERT_TRUE(waitFor(*window));
    const auto* table = window->findChild<RowTable*>();
    EXPECT_EQ(window->size(),
              QSize(1480, 820)
                  .boundedTo(window->screen()->availableSize())
                  .expandedTo(startPage)
                  .expandedTo(window->minimumSizeHint()))
        << "no larger than the screen, as far as its pages have room";
    EXPECT_EQ(table->columnWidth(1), 333);
    EXPECT_EQ(table->horizontalHeader()->sortIndicatorSection(), static_cast<int>(RowColumn::Name));
    EXPECT_FALSE(window->findChild<BufferCard*>()->isVisible());
    window->actions().resetLayout->trigger();
    EXPECT_TRUE(window->findChild<BufferCard*>()->isVisible());
    EXPECT_NE(table->columnWidth(1), 333);
}

TEST_F(Window, RecentFilesDoNotSqueezeTheTable)
{
    const QString path = profile();
    const auto tableHeight = [&] {
        const auto window = makeWindow();
        window->resize(1062, 684);
        window->open({path});
        EXPECT_TRUE(waitFor(*window));
        QApplication::processEvents();
        return window->findChild<BuffersPanel*>()->height();
    };
    const int atFirst = tableHeight();
    ASSERT_FALSE(settings::recentDocuments().empty());
    EXPECT_EQ(tableHeight(), atFirst);
}

TEST_F(Window, GarbageInTheSettingsIsHarmless)
{
    settings::setWindowLayout({"garbage", "more garbage", "x"});
    const auto window = makeWindow();
    window->open({profile()});
    EXPECT_TRUE(waitFor(*window));
}

TEST_F(Window, RecentDocumentsHoldTheLargestModuleOnce)
{
    const QString path = profile();
    for (int i = 0; i < 2; ++i) {
        const auto window = makeWindow();
        window->open({path});
        ASSERT_TRUE(waitFor(*window));
    }
    const std::vector<RecentDocument> recent = settings::recentDocuments();
    ASSERT_EQ(recent.size(), 1u);
    EXPECT_EQ(utf8(recent.front().program), "jit_large");
    EXPECT_EQ(recent.front().peakBytes, 512 + 33792);
}

TEST_F(Window, RecentDocumentsHoldTheLargestOfAllMemories)
{
    // Three messages of VMEM, of which the last one has the largest need.
    openWindow(QStringLiteral(TIDEMARK_TEST_DATA "/oom/tpu_vmem_old_2024_2026.txt"));
    const RecentDocument recent = settings::recentDocuments().front();
    EXPECT_EQ(utf8(recent.program), "message at line 5");
    EXPECT_EQ(recent.peakBytes, 68'209'869); // 65.05M
}

TEST_F(Window, RecentDocumentsHoldTheProgramShownFirst)
{
    const auto window
        = openWindow(write(QStringLiteral("spaces.xplane.pb"),
                           test::containerBytes({{"jit_chip(1)", test::hloBytes("param 0 4096 space 1\n  p 0 4096\n")},
                                                 {"jit_hbm(2)", test::hloBytes("param 0 512\n  p 0 512\n")}})));
    EXPECT_EQ(window->session()->wanted()->program().fullName(), "jit_hbm(2)");
    const RecentDocument recent = settings::recentDocuments().front();
    EXPECT_EQ(utf8(recent.program), "jit_hbm");
    EXPECT_EQ(recent.peakBytes, 512);
}

TEST_F(Window, AChosenDeviceGivesCapacityToItsDocumentOnly)
{
    const QString path
        = write(QStringLiteral("big.xplane.pb"),
                test::containerBytes({{"jit_big(1)", test::hloBytes("param 0 34359738368\n  p 0 34359738368\n")}}));
    const auto window = makeWindow();
    window->open({path});
    ASSERT_TRUE(waitFor(*window));
    window->session()->chooseDevice(findDevice("v5e"));
    ASSERT_TRUE(window->session()->figures()->headroomBytes);
    EXPECT_LT(*window->session()->figures()->headroomBytes, 0);
    EXPECT_TRUE(allText(*window).contains(QStringLiteral("Does not fit")));
    const auto second = makeWindow();
    second->open({path});
    ASSERT_TRUE(waitFor(*second));
    EXPECT_FALSE(second->session()->figures()->capacity.isChosen);
}

TEST_F(Window, EveryActionWithAKeyHasItsOwn)
{
    const auto window = makeWindow();
    QStringList keys;
    for (const QAction* action : window->findChildren<QAction*>())
        for (const QKeySequence& key : action->shortcuts())
            keys << key.toString();
    const qsizetype all = keys.size();
    keys.removeDuplicates();
    EXPECT_EQ(keys.size(), all);
}

TEST_F(Window, GoToUnderstandsNumbersAndNames)
{
    const auto window = makeWindow();
    window->open({profile()});
    ASSERT_TRUE(waitFor(*window));
    const Axis& axis = window->state()->view()->axis;
    StepNames names(axis);
    EXPECT_EQ(names.find(QStringLiteral(" 3 ")), StepId(3));
    EXPECT_EQ(names.find(QStringLiteral("#0")), StepId(0));
    EXPECT_EQ(names.find(QStringLiteral("4")), std::nullopt);
    EXPECT_EQ(names.find(QStringLiteral("no such thing")), std::nullopt);
    EXPECT_EQ(names.find(QString::fromStdString(axis.label(StepId(1)))), StepId(1));
}

TEST_F(Window, PicturesAreWrittenInOnePieceAndErrorsLeaveTheOldFile)
{
    const auto window = makeWindow();
    window->open({profile()});
    ASSERT_TRUE(waitFor(*window));
    PictureOptions options;
    options.size = QSize(640, 360);
    const ChartContent content = contentOf(*window->state());
    const QString png = m_folder.filePath(QStringLiteral("chart.png"));
    EXPECT_TRUE(writePicture(ChartPicture(content, options), png));
    EXPECT_EQ(QImage(png).size(), QSize(640, 360));
    const qint64 before = QFileInfo(png).size();
    options.size = {};
    EXPECT_FALSE(writePicture(ChartPicture(content, options), png));
    EXPECT_EQ(QFileInfo(png).size(), before);
    options.size = QSize(640, 360);
    EXPECT_FALSE(writePicture(ChartPicture(content, options), m_folder.filePath(QStringLiteral("missing/chart.svg"))));
    const Progress cancelled{[] { return true; }, {}};
    const auto done = writePicture(ChartPicture(content, options), png, cancelled);
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().kind, ErrorKind::Cancelled);
    EXPECT_EQ(QFileInfo(png).size(), before);
}

TEST_F(Window, NamesWithMarkupAreShownAsText)
{
    const QString path = write(QStringLiteral("w.xplane.pb"),
                               test::containerBytes({{"<h1>m</h1>(1)", test::hloBytes("param 0 64\n <img> 0 64\n")}}));
    const auto window = openWindow(path);
    EXPECT_EQ(utf8(window->windowTitle()), "w.xplane.pb — <h1>m</h1> — Tidemark");
    window->state()->focus().setPinned(RowId(0));
    // Every widget shows the name unchanged: as plain text or with escaped brackets.
    int shown = 0;
    for (const QLabel* label : window->findChildren<QLabel*>()) {
        const QString text = label->text().remove(QChar(0x200b));
        if (!text.contains(QLatin1String("<img>")) && !text.contains(QLatin1String("&lt;img&gt;")))
            continue;
        ++shown;
        const bool isRich = label->textFormat() == Qt::RichText
            || (label->textFormat() == Qt::AutoText && Qt::mightBeRichText(label->text()));
        EXPECT_EQ(text.contains(QLatin1String("&lt;img&gt;")), isRich) << utf8(text);
    }
    EXPECT_GT(shown, 0) << "the card names the row";
}

namespace {

constexpr std::array kLevelBoxes = {"", "Second level", "Third level"};

/// Returns the box of the second or third level of the composition.
QComboBox* levelBox(const QWidget& in, int level)
{
    for (QComboBox* box : in.findChildren<QComboBox*>())
        if (box->accessibleName() == QLatin1String(kLevelBoxes.at(static_cast<std::size_t>(level))))
            return box;
    throw std::logic_error("no such box");
}

void chooseLevel(const QWidget& in, int level, const char* id)
{
    QComboBox* box = levelBox(in, level);
    box->setCurrentIndex(box->findData(QLatin1String(id)));
}

/// Returns a view of two rows that differ by groupings of these ids, which are also their labels.
std::shared_ptr<View> viewBy(const std::vector<std::string>& groupings)
{
    const auto view = std::make_shared<View>(*viewOf(madeUpOf({"a", "b"})));
    for (const std::string& id : groupings)
        view->rows.groupings.push_back({id, id, [](RowId row) { return "of " + std::to_string(row.value); }});
    return view;
}

/// A composition without a window.
class Composition : public Window
{
protected:
    void SetUp() override
    {
        Window::SetUp();
        m_session = std::make_unique<Session>(kinds(), &m_state);
        m_page = std::make_unique<CompositionPage>(PageContext{&m_state, m_session.get(), {}}, nullptr);
        m_page->resize(QSize(900, 400) * textScale());
        m_page->show();
    }
    /// Returns the name of the first level and the texts of the boxes.
    std::string boxes() const
    {
        QStringList said = {m_page->findChild<QLabel*>(QStringLiteral("first"))->text()};
        for (int level = 1; level < 3; ++level)
            said << levelBox(*m_page, level)->currentText();
        return utf8(said.join(u'|'));
    }
    /// Returns the levels of the picture.
    std::string levels() const
    {
        std::ostringstream csv;
        EXPECT_TRUE(m_page->table()->writeCsv(csv, {}));
        return csv.str().substr(0, csv.str().find(",depth"));
    }

    ViewState m_state;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<CompositionPage> m_page;
};

} // namespace

TEST_F(Window, TheLevelsOfTheCompositionAreRemembered)
{
    const QString path = profile();
    {
        const auto window = openWindow(path);
        EXPECT_EQ(levelBox(*window, 1)->currentData(), QStringLiteral("op_path"));
        chooseLevel(*window, 1, "shape");
        chooseLevel(*window, 2, "kind");
    }
    const auto window = openWindow(path);
    EXPECT_EQ(levelBox(*window, 1)->currentData(), QStringLiteral("shape"));
    EXPECT_EQ(levelBox(*window, 2)->currentData(), QStringLiteral("kind"));
}

TEST_F(Composition, TheBoxesNameTheLevelsOfThePicture)
{
    m_state.setView(viewBy({"op_path"})); // a message, which never has categories
    EXPECT_EQ(boxes(), "By Type|op_path|nothing");
    EXPECT_EQ(levels(), "kind,op_path");
    const auto program = viewBy({"op_path"});
    program->meanings = [](const Progress&) { return meaningsOf({0, 1}); };
    m_state.setView(program);
    m_state.setGroupWay(Facet::kByCategory);
    EXPECT_EQ(boxes(), "|op_path|nothing") << "categories are not known yet";
    m_state.setMeanings(meaningsOf({0, 1}));
    EXPECT_EQ(boxes(), "By Category|op_path|nothing");
    EXPECT_EQ(levels(), "category,op_path");
}

TEST_F(Composition, TheFirstLevelIsTheGroupingOfTheColors)
{
    const auto program = viewBy({"op_path", "shape"});
    program->meanings = [](const Progress&) { return meaningsOf({0, 1}); };
    m_state.setView(program);
    m_state.setMeanings(meaningsOf({0, 1}));
    EXPECT_EQ(boxes(), "By Category|op_path|nothing");
    m_state.setGroupWay("shape");
    EXPECT_EQ(boxes(), "By shape|op_path|nothing");
    EXPECT_EQ(levels(), "shape,op_path");
    EXPECT_EQ(levelBox(*m_page, 1)->findData(QStringLiteral("shape")), -1) << "it is the first level";
    m_state.setGroupWay("op_path");
    EXPECT_EQ(boxes(), "By op_path|nothing|nothing") << "not twice";
    for (const GroupWay& way : groupWays(*program)) {
        m_state.setGroupWay(way.id);
        EXPECT_EQ(boxes().substr(0, boxes().find('|')), "By " + utf8(way.label)) << "one word for one grouping";
    }
}

TEST_F(Composition, TheFirstLevelIsTheGroupingOfTheColorsAlsoIfTheUserChoseNone)
{
    const auto history = viewBy({"source", "stack"});
    history->rows.usualGrouping = "source";
    history->rows.usualTree = "stack";
    m_state.setView(history);
    EXPECT_EQ(boxes(), "By source|stack|nothing");
    EXPECT_EQ(levels(), "source,stack");
    m_state.setGroupWay("stack");
    EXPECT_EQ(boxes(), "By stack|nothing|nothing");
    m_state.setGroupWay("kind");
    EXPECT_EQ(boxes(), "By Type|stack|nothing");
}

TEST_F(Composition, ChoosingALevelKeepsTheOtherLevels)
{
    m_state.setView(viewBy({"opcode", "buffer_type"}));
    EXPECT_EQ(boxes(), "By Type|opcode|buffer_type") << "nothing of what is wanted is there";
    EXPECT_EQ(levels(), "kind,opcode,buffer_type");
    chooseLevel(*m_page, 2, "");
    EXPECT_EQ(boxes(), "By Type|opcode|nothing");
    EXPECT_EQ(levels(), "kind,opcode");
    EXPECT_TRUE(settings::compositionLevels().isEmpty());
}

TEST_F(Composition, ThePathFitsItsRoom)
{
    m_state.setView(viewBy({"opcode"}));
    auto* const icicle = m_page->findChild<IcicleChart*>();
    QApplication::processEvents();
    for (int y = 0; y < icicle->height() && !icicle->isZoomed(); ++y)
        if (const auto place = icicle->placeAt({20, y}); place && place->node != 0)
            icicle->zoomTo(*place);
    ASSERT_TRUE(icicle->isZoomed());
    const auto* path = m_page->findChild<QLabel*>(QStringLiteral("path"));
    QStringList shown;
    for (int width = 900; width >= 400; width -= 20) {
        m_page->resize(static_cast<int>(width * textScale()), m_page->height());
        QApplication::processEvents();
        EXPECT_LE(path->sizeHint().width(), std::max(path->width(), QFontMetrics(path->font()).horizontalAdvance(u'…')))
            << width << ' ' << utf8(path->text());
        shown << path->text();
    }
    EXPECT_TRUE(shown.front().contains(icicle->path().front().toHtmlEscaped())) << utf8(shown.front());
    EXPECT_FALSE(shown.back().contains(icicle->path().front().toHtmlEscaped())) << utf8(shown.back());
}

TEST_F(Composition, LevelsNotKnownYetAreKept)
{
    settings::setCompositionLevels({QStringLiteral("category"), QString(), QString()});
    m_page = std::make_unique<CompositionPage>(PageContext{&m_state, m_session.get(), {}}, nullptr);
    m_page->show();
    const auto program = viewBy({"op_path"});
    program->meanings = [](const Progress&) { return meaningsOf({0, 1}); };
    m_state.setView(program);
    EXPECT_EQ(boxes(), "|nothing|nothing");
    chooseLevel(*m_page, 1, "op_path");
    m_state.setMeanings(meaningsOf({0, 1}));
    EXPECT_EQ(levels(), "category,op_path");
}
