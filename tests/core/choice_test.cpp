#include "core/view/choice.h"

#include "tests/core/document_fixture.h"
#include "tests/support/phases_document.h"

#include <sstream>

namespace tidemark {
namespace {

using namespace test;

using Names = std::vector<std::string>;

class ChoiceTest : public DocumentTest
{
protected:
    void SetUp() override
    {
        container("s/w-0.xplane.pb", {{"jit_step(7)", small(8)}, {"jit_step(8)", small(64)}, {"jit_add(1)", small(2)}});
        container("s/w-1.xplane.pb", {{"jit_step(7)", small(9)}, {"jit_add(1)", small(2)}});
        m_profile = open({m_folder.path("s")});
    }
    std::string select(const Choice& choice, UnusedMemory unused = UnusedMemory::Refused)
    {
        Warnings unread;
        const auto chosen = resolve(*m_profile, choice, unread, {}, unused);
        if (!chosen)
            return chosen.error().kind == ErrorKind::Ambiguous ? "ambiguous: " + chosen.error().message
                                                               : "none: " + chosen.error().message;
        return names(*m_profile)[chosen->program.index()];
    }
    std::shared_ptr<const XlaDocument> m_profile;
};

TEST_F(ChoiceTest, TakesTheLargestPeakByDefault)
{
    EXPECT_EQ(select({}), "w-0 jit_step(8)");
    EXPECT_EQ(select({"", "w-1", "", ""}), "w-1 jit_step(7)");
    EXPECT_EQ(select({"", "", "", "5"}, UnusedMemory::Taken), "w-0 jit_add(1)")
        << "the first where no module uses the space";
    const std::string unused = select({"", "", "", "5"});
    EXPECT_NE(unused.find("none of 5 modules uses Host (5). Available: HBM (0)."), std::string::npos) << unused;
    EXPECT_NE(select({"", "", "", "nonsense"}).find("no memory space is called nonsense"), std::string::npos);
}

TEST_F(ChoiceTest, NamesOfMemoriesAreThoseOfTheFirstFile)
{
    ContainerStyle gpu;
    gpu.deviceName = "/device:GPU:0";
    container("m/w-0.xplane.pb", {{"jit_f(1)", small(8)}});
    container("m/w-1.xplane.pb", {{"jit_f(1)", small(8)}}, gpu);
    const auto document = open({m_folder.path("m")});
    Warnings unread;
    const auto chosen = resolve(*document, {"", "", "", "VMEM"}, unread, {}, UnusedMemory::Taken);
    ASSERT_TRUE(chosen) << chosen.error().message;
    EXPECT_EQ(chosen->memory, 1);
}

TEST_F(ChoiceTest, TakesAnEmptyProgramBeforeOneThatCannotBeRead)
{
    std::string cut = small(8);
    cut.pop_back();
    const auto document = open({container("x.xplane.pb", {{"jit_cut(1)", cut}, {"jit_empty(2)", small(0)}})});
    Warnings unread;
    const auto chosen = resolve(*document, {}, unread);
    ASSERT_TRUE(chosen);
    EXPECT_EQ(document->catalogue().programs[chosen->program.index()].name, "jit_empty");
}

TEST_F(ChoiceTest, TakesNamesIdsAndUniquePrefixes)
{
    EXPECT_EQ(select({"jit_step(8)", "", "", ""}), "w-0 jit_step(8)");
    EXPECT_EQ(select({"jit_step", "w-1", "", ""}), "w-1 jit_step(7)");
    EXPECT_EQ(select({"jit_a", "w-1", "", ""}), "w-1 jit_add(1)");
    EXPECT_EQ(select({"jit_step(7)", "w-1", "s", ""}), "w-1 jit_step(7)");
}

TEST_F(ChoiceTest, EqualProgramsAreOneCandidate)
{
    EXPECT_EQ(select({"jit_add(1)", "", "", ""}), "w-0 jit_add(1)");
}

/// Identifying a program requires reading it.
TEST_F(ChoiceTest, OnlyProgramsThatShareNameAndIdAreDigested)
{
    int reported = 0;
    PhasesHooks hooks;
    hooks.digesting = [&] { ++reported; };
    const std::string phase = "phase load 100\n";
    const auto documents = openDocuments(
        {m_folder.write("x.phases",
                        "phases\nrun f 1\n" + phase + "run f 2\n" + phase + "run f 2\n" + phase + "run g 1\n" + phase)},
        {phasesKind(std::move(hooks))});
    ASSERT_TRUE(documents) << documents.error().message;
    Warnings unread;
    for (const auto& [name, digests] : std::vector<std::pair<const char*, int>>{{"g", 0}, {"f(1)", 0}, {"f", 2}}) {
        reported = 0;
        EXPECT_EQ(resolve(*documents->front(), {name, "", "", ""}, unread).has_value(), digests == 0) << name;
        EXPECT_EQ(reported, digests) << name;
    }
}

TEST_F(ChoiceTest, ListsTheCandidates)
{
    const std::string text = select({"jit_step(7)", "", "", ""});
    EXPECT_TRUE(text.starts_with("ambiguous")) << text;
    EXPECT_NE(text.find("--host w-0"), std::string::npos);
    EXPECT_NE(text.find("--host w-1"), std::string::npos);
    EXPECT_TRUE(select({"jit_step", "w-0", "", ""}).starts_with("ambiguous"));
}

TEST_F(ChoiceTest, AMistypedNameReadsNoProgram)
{
    std::filesystem::remove_all(m_folder.path("s"));
    const std::string text = select({"jit_stop", "", "", ""});
    EXPECT_NE(text.find("jit_step(8)"), std::string::npos) << text;
    EXPECT_NE(text.find("jit_add(1)  --host w-0"), std::string::npos) << text;
    EXPECT_NE(text.find(" and in 1 more file"), std::string::npos) << text;
}

TEST_F(ChoiceTest, ListsTheCandidatesIfNothingMatches)
{
    for (const Choice& choice :
         {Choice{"jit_nothing", "", "", ""}, Choice{"", "w-9", "", ""}, Choice{"", "", "t", ""}}) {
        const std::string text = select(choice);
        EXPECT_TRUE(text.starts_with("none")) << text;
        EXPECT_NE(text.find("jit_step(8)"), std::string::npos) << text;
    }
}

/// Returns the given number of runs with one name and ids from 1.
std::string runs(std::size_t count)
{
    std::string text = "phases\n";
    for (std::size_t i = 1; i <= count; ++i)
        text += "run f " + std::to_string(i) + "\nphase load " + std::to_string(i) + "\n";
    return text;
}

/// Returns the lines of a message. The first one states the problem.
std::vector<std::string> linesOf(const std::string& text)
{
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);)
        lines.push_back(line);
    return lines;
}

TEST_F(ChoiceTest, ListsFortyCandidatesAndCountsTheRest)
{
    for (const std::size_t count : {std::size_t{40}, std::size_t{41}, std::size_t{43}}) {
        const std::string path = m_folder.write(std::to_string(count) + ".phases", runs(count));
        const auto document = openDocuments({path}, {phasesKind()})->front();
        Warnings unread;
        for (const char* const name : {"f", "g"}) { // an ambiguous name and an unknown one
            const auto lines = linesOf(resolve(*document, {name, "", "", ""}, unread).error().message);
            ASSERT_EQ(lines.size(), 1 + 40 + (count > 40 ? 1U : 0U)) << name;
            EXPECT_EQ(lines[1], "  f(1)");
            EXPECT_EQ(lines[40], "  f(40)");
            if (count > 40) {
                EXPECT_EQ(lines[41], "  … and " + std::to_string(count - 40) + " more");
            }
        }
    }
}

TEST_F(ChoiceTest, NamesWithFilesHostsAndSessions)
{
    container("t/plugins/profile/one/w-2.xplane.pb", {{"jit_add(1)", small(2)}});
    container("t/plugins/profile/two/w-2.xplane.pb", {{"jit_add(1)", small(2)}});
    container("t/plugins/profile/two/w-3.xplane.pb", {{"jit_add(1)", small(2)}});
    const auto document = open({m_folder.path("t")});
    const std::string path = m_folder.path("t/plugins/profile/one/w-2.xplane.pb");
    Warnings unread;
    const auto message = [&](const Choice& choice) { return resolve(*document, choice, unread).error().message; };
    const std::string title = path + " and 2 more files: ";
    const std::string there
        = " Available:\n  jit_add(1)  --host w-2  --session one  in " + path + " and in 2 more files";
    EXPECT_EQ(message({"jit_x", "", "", ""}), title + "no module is called jit_x." + there);
    EXPECT_EQ(message({"", "w-9", "", ""}), title + "no module of host w-9. Did you mean w-2?" + there);
    EXPECT_EQ(message({"", "", "tow", ""}), title + "no module of session tow. Did you mean two?" + there);
    EXPECT_EQ(message({"", "", "three", ""}), title + "no module of session three." + there);
    EXPECT_EQ(message({"", "w-9", "three", ""}),
              title + "no module of host w-9 session three. Did you mean w-2?" + there);
    EXPECT_EQ(message({"", "w-2", "three", ""}), title + "no module of host w-2 session three." + there);
    EXPECT_EQ(message({"", "", "", "hmb"}),
              title + "no memory space is called hmb. Did you mean HBM? Use its number, or "
                  + document->memoryNames(document->catalogue().files.front()) + ".");
}

TEST_F(ChoiceTest, TakesTheLargestProgramOfAnExactName)
{
    Choice choice;
    choice.exactName = "jit_step";
    EXPECT_EQ(select(choice), "w-0 jit_step(8)");
    choice.host = "w-1";
    EXPECT_EQ(select(choice), "w-1 jit_step(7)");
    choice.exactName = "jit_ste"; // the beginning of a name does not count
    const std::string none = select(choice);
    EXPECT_NE(none.find("no module is called jit_ste. Did you mean jit_step? Available:\n  jit_step(7)  --host w-1"),
              std::string::npos)
        << none;
}

TEST_F(ChoiceTest, PicksTheLargestOrTheNamedProgramOfEachFile)
{
    Warnings unread;
    const auto found = [&](const Choice& choice, std::int64_t memory = 0) {
        std::string text;
        const auto programs = findPerFile(*m_profile, choice, memory, unread, {});
        for (const ProgramId program : *programs)
            text += names(*m_profile)[program.index()] + " ";
        return text;
    };
    EXPECT_EQ(found({}), "w-0 jit_step(8) w-1 jit_step(7) ");
    EXPECT_EQ(found({}, 5), "w-0 jit_add(1) w-1 jit_add(1) ") << "the first where none uses the memory";
    EXPECT_EQ(found({"", "w-1", "", ""}), "w-1 jit_step(7) ");
    EXPECT_EQ(found({"jit_step", "", "", ""}), "w-0 jit_step(7) w-0 jit_step(8) w-1 jit_step(7) ");
    EXPECT_TRUE(unread.list().empty());
    EXPECT_EQ(found({"jit_step(8)", "", "", ""}), "w-0 jit_step(8) ");
    ASSERT_EQ(unread.list().size(), 1U);
    EXPECT_EQ(unread.list()[0].describe(), m_folder.path("s/w-1.xplane.pb") + ": no module is called jit_step(8).");
}

/// A module whose name merely begins with the given name is not a worker of a module that other files contain.
TEST_F(ChoiceTest, AWholeNameInOneFileExcludesPrefixMatchesInAll)
{
    container("e/w-0.xplane.pb", {{"jit_step(7)", small(8)}, {"jit_step_eval(9)", small(4)}});
    container("e/w-1.xplane.pb", {{"jit_step_eval(7)", small(8)}});
    container("e/w-2.xplane.pb", {{"jit_step(7)", small(8)}});
    const auto document = open({m_folder.path("e")});
    const auto found = [&](const std::string& name, Warnings& unread) {
        Names result;
        const auto programs = findPerFile(*document, {name, "", "", ""}, 0, unread);
        for (const ProgramId program : *programs)
            result.push_back(names(*document)[program.index()]);
        return result;
    };
    Warnings unread;
    EXPECT_EQ(found("jit_step", unread), (Names{"w-0 jit_step(7)", "w-2 jit_step(7)"}));
    ASSERT_EQ(unread.list().size(), 1U);
    EXPECT_EQ(unread.list()[0].describe(), m_folder.path("e/w-1.xplane.pb") + ": no module is called jit_step.");
    Warnings none;
    EXPECT_EQ(found("jit_step_e", none), (Names{"w-0 jit_step_eval(9)", "w-1 jit_step_eval(7)"})) << "w-2 has none";
    EXPECT_EQ(none.list().size(), 1U);
    EXPECT_EQ(found("jit_", none).size(), 4U);
}

/// Lists show only the name of a program without an id. In each file all programs of that name are chosen.
TEST_F(ChoiceTest, ANameIsOneProgramOrAllThatHaveIt)
{
    const std::string text = "phases\nrun f 1\nphase load 100\nrun f\nphase load 5\n";
    const auto document = openDocuments({m_folder.write("x.phases", text)}, {phasesKind()})->front();
    Warnings unread;
    const Choice choice{"f", "", "", ""};
    const auto one = resolve(*document, choice, unread);
    ASSERT_TRUE(one) << one.error().message;
    EXPECT_EQ(document->catalogue().programs[one->program.index()].fullName(), "f");
    EXPECT_EQ(findPerFile(*document, choice, 0, unread)->size(), 2U);
}

TEST_F(ChoiceTest, TheUsualChoiceIsReadableAndInAMemoryThatItUses)
{
    const auto opened = [&](const char* name, const std::string& text) {
        return openDocuments({m_folder.write(name, text)}, {phasesKind()})->front();
    };
    const auto broken = opened("a.phases", "phases\nrun f 1\nphase load 100\nbroken\n");
    const auto whole = opened("b.phases", "phases\nrun g 1\nphase load 5\nrun h 1\nphase load 7 / 70\n");
    EXPECT_FALSE(usualChoice({}));
    EXPECT_EQ(usualChoice({broken})->document, broken);
    const auto chosen = usualChoice({broken, whole});
    ASSERT_TRUE(chosen);
    EXPECT_EQ(chosen->program().name, "h");
    EXPECT_EQ(chosen->selection.memory, 0);
    EXPECT_EQ(usualChoice({m_profile})->document, m_profile);
}

TEST_F(ChoiceTest, AnUnusedMemoryIsReportedWithTheUsedOnes)
{
    const std::string text = "phases\nrun f 1\nphase load 100 / 10\nrun g 1\nphase load 5\n";
    const auto document = openDocuments({m_folder.write("x.phases", text)}, {phasesKind()})->front();
    const std::string path = m_folder.path("x.phases");
    const std::vector<ProgramId> both = {ProgramId(0), ProgramId(1)};
    EXPECT_EQ(unusedMemory(*document, both, 7).message, path + ": none of 2 runs uses memory 7. Available: DRAM, L1.");
    EXPECT_EQ(unusedMemory(*document, {ProgramId(1)}, 7).message,
              path + ": g(1) does not use memory 7. Available: DRAM.");
}

} // namespace
} // namespace tidemark
