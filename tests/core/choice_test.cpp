#include "core/view/choice.h"

#include "tests/core/document_fixture.h"
#include "tests/support/phases_document.h"

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
    EXPECT_NE(unused.find("none of 5 modules uses Host (5). There is: HBM (0)."), std::string::npos) << unused;
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

/// To tell a program is to read it.
TEST_F(ChoiceTest, OnlyWhatSharesNameAndIdIsTold)
{
    int told = 0;
    PhasesHooks hooks;
    hooks.digesting = [&] { ++told; };
    const std::string phase = "phase load 100\n";
    const auto documents = openDocuments(
        {m_folder.write("x.phases",
                        "phases\nrun f 1\n" + phase + "run f 2\n" + phase + "run f 2\n" + phase + "run g 1\n" + phase)},
        {phasesKind(std::move(hooks))});
    ASSERT_TRUE(documents) << documents.error().message;
    Warnings unread;
    for (const auto& [name, digests] : std::vector<std::pair<const char*, int>>{{"g", 0}, {"f(1)", 0}, {"f", 2}}) {
        told = 0;
        EXPECT_EQ(resolve(*documents->front(), {name, "", "", ""}, unread).has_value(), digests == 0) << name;
        EXPECT_EQ(told, digests) << name;
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

TEST_F(ChoiceTest, ListsWhatThereIsWhenNothingMatches)
{
    for (const Choice& choice :
         {Choice{"jit_nothing", "", "", ""}, Choice{"", "w-9", "", ""}, Choice{"", "", "t", ""}}) {
        const std::string text = select(choice);
        EXPECT_TRUE(text.starts_with("none")) << text;
        EXPECT_NE(text.find("jit_step(8)"), std::string::npos) << text;
    }
}

} // namespace
} // namespace tidemark
