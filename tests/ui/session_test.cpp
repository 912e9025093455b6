#include "tests/ui/session_fixture.h"

#include "core/devices/device_table.h"
#include "ui/session/paths.h"
#include "ui/session/program_list.h"
#include "ui/session/settings.h"

#include <QSignalSpy>

#include <algorithm>
#include <new>

using namespace tidemark;
using namespace tidemark::ui;

TEST_F(SessionTest, ADocumentKindOfATestIsShownLikeAnyOther)
{
    ASSERT_TRUE(open({writePhases()}));
    ASSERT_TRUE(m_session.shown());
    EXPECT_EQ(shownProgram(), "train");
    EXPECT_EQ(m_state.view()->axis.kind, AxisKind::Phases);
    EXPECT_EQ(m_state.cursor(), StepId(1));
    EXPECT_EQ(m_session.figures()->peakBytes, 300);
    m_session.chooseMemory(1);
    ASSERT_TRUE(waitFor([&] { return m_session.shown()->selection.memory == 1; }));
    EXPECT_EQ(m_session.figures()->peakBytes, 50);
}

TEST_F(SessionTest, TheLargestProgramIsShownFirstAndACachedViewAtOnce)
{
    ASSERT_TRUE(open({writePhases(kTwoRuns)}));
    EXPECT_EQ(shownProgram(), "large");
    const auto large = m_state.view();
    m_session.chooseProgram(program("small"));
    ASSERT_TRUE(waitFor([&] { return shownProgram() == "small"; }));
    m_session.chooseProgram(program("large"));
    EXPECT_EQ(m_state.view(), large);
    EXPECT_FALSE(m_session.isBusy());
}

TEST_F(SessionTest, TheChoiceOfTheCommandLineIsShownFirst)
{
    m_session.startWith({{"small", {}, {}, {}}, givenDevice("24GiB")});
    ASSERT_TRUE(open({writePhases(kTwoRuns)}));
    EXPECT_EQ(shownProgram(), "small");
    ASSERT_TRUE(m_session.device().inForce());
    EXPECT_EQ(m_session.device().inForce()->hbmBytes, 24LL << 30);
    ASSERT_TRUE(open({writePhases(kTwoRuns)}));
    EXPECT_EQ(shownProgram(), "large") << "the choice was for the documents before";
    m_session.startWith({{"other", {}, {}, {}}});
    ASSERT_TRUE(open({writePhases(kTwoRuns)}));
    EXPECT_EQ(shownProgram(), "large");
    ASSERT_FALSE(m_notices.isEmpty());
    EXPECT_EQ(utf8(m_notices.last()), "No run is called other. The largest run is shown.");
}

TEST_F(SessionTest, FiguresStayThoseOfTheShownProgramWhileAnotherLoads)
{
    m_viewing = [this](const Progress&) {
        if (m_isHeld)
            m_go.acquire();
    };
    ASSERT_TRUE(open({writePhases(kTwoRuns)}));
    m_isHeld = true;
    QSignalSpy shown(&m_session, &Session::shownChanged);
    m_session.chooseProgram(program("small"));
    EXPECT_EQ(m_session.wanted()->program().name, "small");
    EXPECT_TRUE(m_session.isBusy());
    m_session.chooseDevice(findDevice("v5e"));
    EXPECT_EQ(shown.size(), 0);
    EXPECT_EQ(shownProgram(), "large");
    EXPECT_EQ(m_session.shown()->program().name, "large");
    EXPECT_EQ(m_session.figures()->peakBytes, 200);
    m_go.release();
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_EQ(shownProgram(), "small");
    EXPECT_EQ(m_session.figures()->peakBytes, 20);
}

TEST_F(SessionTest, TheLastChoiceWins)
{
    m_viewing = [this](const Progress& progress) {
        if (++m_asked == 2)
            untilCancelled(progress);
    };
    ASSERT_TRUE(open({writePhases(kTwoRuns)}));
    m_session.chooseProgram(program("small"));
    ASSERT_TRUE(waitFor([&] { return m_asked == 2; }));
    m_session.chooseMemory(1);
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_EQ(m_state.view()->memoryText, "L1");
    EXPECT_EQ(shownProgram(), "small");
}

TEST_F(SessionTest, ChoosingTheShownProgramAgainKeepsThePlaceInIt)
{
    m_viewing = [this](const Progress& progress) {
        if (m_isHeld)
            untilCancelled(progress);
    };
    ASSERT_TRUE(open({writePhases(kTwoRuns)}));
    m_state.axis().setCursor(StepId(2));
    m_state.setMarked(StepId(0));
    m_isHeld = true;
    m_session.chooseProgram(program("small"));
    ASSERT_TRUE(m_session.isBusy());
    m_session.chooseProgram(program("large"));
    EXPECT_FALSE(m_session.isBusy());
    EXPECT_EQ(m_session.wanted()->program().name, "large");
    EXPECT_EQ(m_state.cursor(), StepId(2));
    EXPECT_EQ(m_state.marked(), StepId(0));
}

TEST_F(SessionTest, AnOlderOpeningNeverOverwritesANewerOne)
{
    const QString a = writePhases(kTwoRuns);
    const QString b = write(QStringLiteral("b.phases"), test::phasesText());
    for (int i = 0; i < 20; ++i) {
        m_session.host().open({a});
        m_session.host().open({b});
    }
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_EQ(shownProgram(), "train");
}

TEST_F(SessionTest, ACancelledOpeningIsReportedAndCanBeRepeated)
{
    m_isHeld = true;
    m_opening = [this](const Progress& progress) {
        if (m_isHeld)
            untilCancelled(progress);
    };
    m_session.host().open({writePhases()});
    m_session.host().tasks().cancel();
    ASSERT_TRUE(m_session.standIn());
    EXPECT_EQ(utf8(m_session.standIn()->title), "Reading w.phases was cancelled.");
    m_isHeld = false;
    m_session.host().reload();
    ASSERT_TRUE(waitFor([&] { return m_session.shown().has_value(); }));
    EXPECT_EQ(shownProgram(), "train");
}

TEST_F(SessionTest, ACancelledViewKeepsTheShownOne)
{
    m_viewing = [this](const Progress& progress) {
        if (m_isHeld)
            untilCancelled(progress);
    };
    ASSERT_TRUE(open({writePhases(kTwoRuns)}));
    m_isHeld = true;
    m_session.chooseProgram(program("small"));
    m_session.host().tasks().cancel();
    EXPECT_FALSE(m_session.isBusy());
    EXPECT_EQ(m_session.wanted()->program().name, "large");
    EXPECT_EQ(shownProgram(), "large");
    EXPECT_FALSE(m_session.standIn());
}

TEST_F(SessionTest, AMemoryShortageIsReportedAndWorkContinues)
{
    m_isHeld = true;
    m_opening = [this](const Progress&) {
        if (m_isHeld)
            throw std::bad_alloc();
    };
    m_viewing = m_opening;
    ASSERT_TRUE(open({writePhases(kTwoRuns)}));
    ASSERT_TRUE(m_session.standIn());
    EXPECT_NE(utf8(m_session.standIn()->text).find("not enough memory"), std::string::npos);
    m_isHeld = false;
    m_session.host().reload();
    ASSERT_TRUE(waitFor([&] { return m_session.shown().has_value(); }));
    m_isHeld = true;
    m_session.chooseProgram(program("small"));
    ASSERT_TRUE(waitFor([&] { return m_session.standIn().has_value(); }));
    EXPECT_FALSE(m_session.isBusy());
    EXPECT_EQ(utf8(m_session.standIn()->title), "small cannot be shown");
    EXPECT_EQ(shownProgram(), "small");
    m_isHeld = false;
    m_session.chooseProgram(program("large"));
    ASSERT_TRUE(waitFor([&] { return m_session.shown().has_value(); }));
    EXPECT_EQ(shownProgram(), "large");
}

TEST_F(SessionTest, AProgramThatDoesNotUseTheMemoryOffersOneItUses)
{
    ASSERT_TRUE(open({writePhases(kTwoRuns)}));
    m_session.chooseProgram(program("small"));
    m_session.chooseMemory(1);
    ASSERT_TRUE(waitUntilIdle());
    m_session.chooseProgram(program("large"));
    ASSERT_TRUE(m_session.standIn());
    EXPECT_EQ(utf8(m_session.standIn()->title), "large uses no L1.");
    EXPECT_EQ(utf8(m_session.standIn()->action), "Show DRAM");
    ASSERT_EQ(m_session.standIn()->actionMemory, 0);
    m_session.chooseMemory(0);
    ASSERT_TRUE(waitFor([&] { return m_session.shown().has_value(); }));
    EXPECT_EQ(shownProgram(), "large");
}

TEST_F(SessionTest, FilesThatCannotBeShownHaveAReason)
{
    const struct {
        const char* name;
        std::string bytes;
        const char* title;
        const char* text;
    } cases[] = {
        {"empty.phases", "", "empty.phases cannot be shown", "is empty (0 B)"},
        {"noise.xplane.pb", std::string(300, '\xff'), "noise.xplane.pb cannot be shown", "he"},
        {"none.phases", "phases\n", "none.phases cannot be shown", "Write down a run."},
        {"bad.phases", "phases\nrun a 1\nbroken\n", "a(1) is damaged", "The run is broken."},
    };
    for (const auto& [name, bytes, title, text] : cases) {
        ASSERT_TRUE(open({write(QString::fromUtf8(name), bytes)})) << name;
        ASSERT_TRUE(m_session.standIn()) << name;
        EXPECT_TRUE(m_state.isEmpty());
        EXPECT_EQ(utf8(m_session.standIn()->title), title);
        EXPECT_NE(utf8(m_session.standIn()->text).find(text), std::string::npos) << utf8(m_session.standIn()->text);
        EXPECT_EQ(utf8(m_session.standIn()->text).find(utf8(m_folder.path())), std::string::npos);
    }
}

TEST_F(SessionTest, EachDamagedProgramIsAProblemOfItsOwn)
{
    ASSERT_TRUE(open({writePhases("phases\nrun a 1\nbroken\nrun b 2\nbroken\nrun c 3\nphase x 5\n")}));
    EXPECT_EQ(shownProgram(), "c");
    const auto problems = m_session.otherProblems();
    ASSERT_EQ(problems.size(), 2u);
    EXPECT_TRUE(problems[0].file.ends_with(".phases, a(1)")) << problems[0].file;
    EXPECT_TRUE(problems[1].file.ends_with(".phases, b(2)")) << problems[1].file;
}

TEST_F(SessionTest, AFileThatCannotBeReadIsNamedOutsideTheTextOfItsProblem)
{
    const QString empty = write(QStringLiteral("empty.hlo.pb"), "");
    ASSERT_TRUE(open({write(QStringLiteral("a.hlo.pb"), test::hloBytes(kTwoBuffers)), empty}));
    const auto problems = m_session.otherProblems();
    ASSERT_EQ(problems.size(), 1u);
    EXPECT_EQ(problems[0].file, "empty.hlo.pb");
    EXPECT_TRUE(problems[0].text.starts_with("This file is empty (0 B)")) << problems[0].text;
}

TEST_F(SessionTest, SourcesAreChosenWithTheSameProgramOrTheLargest)
{
    const QString a = write(QStringLiteral("a.phases"), "phases\nrun x\nphase p 10\nrun y\nphase p 20\n");
    const QString b = write(QStringLiteral("b.phases"), "phases\nrun x\nphase p 10\nrun z\nphase p 99\n");
    ASSERT_TRUE(open({a, b}));
    EXPECT_EQ(shownProgram(), "z");
    std::vector<SourceChoice> sources = m_session.sources();
    ASSERT_EQ(sources.size(), 2u);
    EXPECT_EQ(utf8(sources[0].name), "a.phases");
    EXPECT_EQ(utf8(sources[0].peak), "20\u00a0B");
    EXPECT_TRUE(m_session.isWanted(sources[1]));
    m_session.chooseSource(sources[0]);
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_EQ(shownProgram(), "y");
    EXPECT_EQ(utf8(m_noticed["source"]), "z did not run on this rank; its largest run is shown.");
    m_session.chooseProgram(program("x"));
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_EQ(utf8(m_noticed["source"]), "") << "it is another choice";
    sources = m_session.sources();
    EXPECT_EQ(utf8(sources[1].peak), "10\u00a0B");
    m_session.chooseSource(sources[1]);
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_EQ(shownProgram(), "x");
    EXPECT_TRUE(m_session.isWanted(sources[1]));
}

TEST_F(SessionTest, SourcesAreListedInNaturalOrder)
{
    for (const char* name : {"w-10", "w-2", "w-1"})
        write(QStringLiteral("run/%1.xplane.pb").arg(QLatin1String(name)),
              test::containerBytes({{"jit_a(1)", test::hloBytes(kTwoBuffers)}}));
    ASSERT_TRUE(open({m_folder.filePath(QStringLiteral("run"))}));
    std::vector<std::string> names;
    for (const SourceChoice& source : m_session.sources())
        names.push_back(utf8(source.name));
    EXPECT_EQ(names, (std::vector<std::string>{"w-1", "w-2", "w-10"}));
    m_session.chooseSource(m_session.sources()[2]);
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_TRUE(m_session.isWanted(m_session.sources()[2]));
    EXPECT_TRUE(QString::fromStdString(m_state.view()->path).endsWith(QLatin1String("w-10.xplane.pb")));
}

TEST_F(SessionTest, MemoriesOfAProgramAreDecodedOnce)
{
    const QString path
        = write(QStringLiteral("w.xplane.pb"),
                test::containerBytes(
                    {{"jit_a(1)", test::hloBytes("param 0 64\n p 0 64\ntemp 128 space 1\n v 0 128\ntrace +v -v\n")}}));
    ASSERT_TRUE(open({path}));
    // Decoded data needs no file.
    QFile file(path);
    ASSERT_TRUE(file.resize(0));
    m_session.chooseMemory(1);
    ASSERT_TRUE(waitUntilIdle());
    ASSERT_TRUE(m_session.shown()) << utf8(m_session.standIn()->text);
    EXPECT_EQ(m_state.view()->memory, 1);
}

TEST_F(SessionTest, AFolderOfSingleProgramsIsOneSourceListedTogether)
{
    for (const char* name : {"a", "b", "c"})
        write(QStringLiteral("dump/%1.hlo.pb").arg(QLatin1String(name)), test::hloBytes(kTwoBuffers));
    ASSERT_TRUE(open({m_folder.filePath(QStringLiteral("dump"))}));
    EXPECT_EQ(m_session.sources().size(), 1u);
    ProgramList list;
    list.setContents(m_session.wanted()->document, m_session.wanted()->program().source, 0);
    EXPECT_EQ(list.rowCount(), 3);
    EXPECT_GE(list.rowOf(m_session.wanted()->selection.program), 0);
    EXPECT_TRUE(list.index(2).data(ProgramList::FileRole).toString().endsWith(QLatin1String("c.hlo.pb")));
}

TEST_F(SessionTest, ProgramsWithEqualNamesAreListedWithTheirFoldersOrFiles)
{
    write(QStringLiteral("dump/run-1/x/m.hlo.pb"), test::hloBytes(kTwoBuffers));
    write(QStringLiteral("dump/run-2/x/m.hlo.pb"), test::hloBytes(kTwoBuffers));
    ASSERT_TRUE(open({m_folder.filePath(QStringLiteral("dump"))}));
    ProgramList list;
    list.setContents(m_session.wanted()->document, m_session.wanted()->program().source, 0, m_session.sources());
    ASSERT_EQ(list.rowCount(), 2);
    const auto name = [&](int row) { return utf8(list.index(row).data(ProgramList::NameRole).toString()); };
    EXPECT_NE(name(0), name(1));
    EXPECT_TRUE(name(0).ends_with(" · run-1/x")) << name(0);
}

TEST(PathsApart, NamesAreFollowedOnlyAsFarAsTheyDiffer)
{
    const auto names = namesApart(
        {QStringLiteral("/a/run-1/x/m"), QStringLiteral("/a/run-2/x/m"), QStringLiteral("/a/run-2/x/other")});
    EXPECT_EQ(utf8(names[QStringLiteral("/a/run-1/x/m")]), "run-1/x/m");
    EXPECT_EQ(utf8(names[QStringLiteral("/a/run-2/x/m")]), "run-2/x/m");
    EXPECT_EQ(utf8(names[QStringLiteral("/a/run-2/x/other")]), "other");
    EXPECT_EQ(utf8(pathAmong(QStringLiteral("/m"), {QStringLiteral("m")})), "/m") << "a relative and a whole path";
}

TEST_F(SessionTest, ProgramsOfOtherSourcesFollowWithTheirNames)
{
    for (const char* name : {"w-0", "w-1"})
        write(QStringLiteral("run/%1.xplane.pb").arg(QLatin1String(name)),
              test::containerBytes(
                  {{"jit_a(1)", test::hloBytes(kTwoBuffers)}, {"jit_b(2)", test::hloBytes(kTwoBuffers)}}));
    ASSERT_TRUE(open({m_folder.filePath(QStringLiteral("run"))}));
    const Chosen wanted = *m_session.wanted();
    ProgramList list;
    list.setContents(wanted.document, wanted.program().source, wanted.selection.memory, m_session.sources());
    ASSERT_EQ(list.rowCount(), 4);
    const auto name = [&](int row) { return utf8(list.index(row).data(ProgramList::NameRole).toString()); };
    EXPECT_EQ(name(0), "jit_a(1)");
    EXPECT_EQ(name(2), "jit_a(1) · w-1");
    EXPECT_EQ(list.rowOf(wanted.selection.program), 0);
    m_session.choose(list.at(3));
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_EQ(m_state.view()->host, "w-1");
    EXPECT_EQ(utf8(m_session.shownProgram()), "jit_b");
}

TEST_F(SessionTest, MessagesAreListedWithTheirFileAndWhatFailed)
{
    write(QStringLiteral("logs/a.log"),
          "RESOURCE_EXHAUSTED: Out of memory while trying to allocate 214748364800 bytes.\n");
    write(QStringLiteral("logs/b.log"),
          "RESOURCE_EXHAUSTED: Out of memory while trying to allocate 285212672 bytes.\n");
    ASSERT_TRUE(open({m_folder.filePath(QStringLiteral("logs"))}));
    const Chosen wanted = *m_session.wanted();
    ProgramList list;
    list.setContents(wanted.document, wanted.program().source, wanted.selection.memory, m_session.sources());
    ASSERT_EQ(list.rowCount(), 2);
    const auto name = [&](int row) { return utf8(list.index(row).data(ProgramList::NameRole).toString()); };
    EXPECT_EQ(name(0), "a.log · Allocation of 200\u00a0GiB failed · message at line 1");
    EXPECT_EQ(name(1), "b.log · Allocation of 272\u00a0MiB failed · message at line 1");
    EXPECT_EQ(utf8(list.index(0).data().toString()), "message at line 1 — ≥\u00a0200\u00a0GiB") << "for the closed box";
}

TEST_F(SessionTest, ProgramsAreListedByTheirPeakInTheMemory)
{
    ASSERT_TRUE(open({writePhases(kTwoRuns)}));
    const auto& document = m_session.wanted()->document;
    EXPECT_EQ(ProgramList::order(*document, {}, 0), (std::vector{program("large"), program("small")}));
    EXPECT_EQ(ProgramList::order(*document, {}, 1), (std::vector{program("small"), program("large")}));
    ProgramList list;
    list.setContents(document, SourceId(0), 1);
    EXPECT_EQ(utf8(list.index(1).data(ProgramList::PeakRole).toString()), "not used");
    EXPECT_EQ(utf8(list.index(0).data().toString()), "small — 5\u00a0B");
}

TEST_F(SessionTest, DevicesAreThoseOfTheShownPlatform)
{
    test::ContainerStyle style;
    const QString path = write(QStringLiteral("w.xplane.pb"),
                               test::containerBytes({{"jit_a(1)", test::hloBytes(kTwoBuffers)}}, style));
    ASSERT_TRUE(open({path}));
    EXPECT_TRUE(std::ranges::all_of(m_session.device().all(),
                                    [](const Device* device) { return device->platform == Platform::Tpu; }));
    EXPECT_EQ(utf8(m_session.deviceText()), "");
    m_session.chooseDevice(findDevice("v5e"));
    EXPECT_EQ(utf8(m_session.deviceText()), "TPU v5e, chosen by you");
    m_session.chooseGivenDevice(givenDevice("24GiB"));
    EXPECT_EQ(utf8(m_session.deviceText()), "chosen by you") << "a size has no name";
    m_session.chooseDevice(findDevice("v5e"));
    EXPECT_TRUE(m_session.figures()->capacity.bytes);
    ASSERT_TRUE(open({path}));
    EXPECT_EQ(utf8(m_session.deviceText()), "") << "the choice ends with the document";
}

TEST_F(SessionTest, AMessageBringsItsMemory)
{
    ASSERT_TRUE(open({write(QStringLiteral("run.log"),
                            "RESOURCE_EXHAUSTED: Out of memory while trying to allocate 285212672 bytes.\n\n"
                            "RESOURCE_EXHAUSTED: Shared memory size limit exceeded: requested 4194304, available: "
                            "101376\n")}));
    const auto& programs = m_session.wanted()->document->catalogue().programs;
    ASSERT_EQ(programs.size(), 2U);
    for (std::size_t i = 0; i < 2; ++i) {
        m_session.chooseProgram(ProgramId::at(i));
        ASSERT_TRUE(waitUntilIdle());
        EXPECT_TRUE(m_session.shown()) << i;
        EXPECT_FALSE(m_session.standIn()) << i;
    }
}

TEST_F(SessionTest, CapacityIsShownPerDocument)
{
    QSignalSpy changed(&m_session, &Session::showsCapacityChanged);
    ASSERT_TRUE(open({writePhases()}));
    m_session.setShowsCapacity(false);
    EXPECT_EQ(changed.size(), 1) << "a page may show it unasked";
    m_session.setShowsCapacity(true);
    m_session.host().reload();
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_TRUE(m_session.showsCapacity());
    ASSERT_TRUE(open({write(QStringLiteral("b.phases"), kTwoRuns)}));
    EXPECT_FALSE(m_session.showsCapacity());
    EXPECT_EQ(changed.size(), 3);
}

TEST_F(SessionTest, RecentFilesRememberFolderAndDate)
{
    const QDateTime before = QDateTime::currentDateTime().addSecs(-1);
    ASSERT_TRUE(open({write(QStringLiteral("one/w.phases"), kTwoRuns)}));
    ASSERT_TRUE(open({write(QStringLiteral("two/w.phases"), test::phasesText())}));
    ASSERT_TRUE(open({write(QStringLiteral("bad.phases"), "phases\n")}));
    const auto recent = settings::recentDocuments();
    ASSERT_EQ(recent.size(), 2u);
    EXPECT_EQ(utf8(recent[0].program), "train");
    EXPECT_EQ(recent[0].peakBytes, 300);
    EXPECT_EQ(utf8(recent[1].program), "large");
    EXPECT_TRUE(recent[0].folder().endsWith(QLatin1String("/two"))) << utf8(recent[0].folder());
    EXPECT_TRUE(recent[1].folder().endsWith(QLatin1String("/one"))) << utf8(recent[1].folder());
    EXPECT_EQ(settings::lastFolder(), m_folder.filePath(QStringLiteral("two"))) << "file dialogs start there";
    EXPECT_GE(recent[0].opened, before);
    EXPECT_LE(recent[0].opened, QDateTime::currentDateTime());
    const RecentDocument home{{QDir::homePath() + QStringLiteral("/runs/w.phases")}, {}, 0, 0, {}};
    EXPECT_EQ(utf8(home.folder()), "~/runs");
}

TEST_F(SessionTest, NonsenseIsRefusedInOneSentence)
{
    const QString text = write(QStringLiteral("notes.txt"), "buy milk");
    const QString other = write(QStringLiteral("list.txt"), "eggs");
    const QString disguised = write(QStringLiteral("run.log"), test::phasesText());
    const QString damaged = write(QStringLiteral("w.xplane.pb"), "noise");
    const DocumentHost& host = m_session.host();
    EXPECT_EQ(utf8(host.refusal({text, other})),
              "notes.txt and 1 more cannot be opened: a folder is needed, or *.xplane.pb, *.hlo_proto.pb, *.hlo.pb "
              "and 13 others, and memory snapshots of PyTorch, device memory profiles of JAX, texts with a known error "
              "message, logs of tt-train and logs of tt-mlir's runtime.");
    EXPECT_EQ(utf8(host.refusal({text, disguised})), "");
    EXPECT_EQ(utf8(host.refusal({damaged})), "");
    EXPECT_EQ(utf8(host.refusal({m_folder.path()})), "");
}
