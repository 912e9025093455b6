#include "core/xla/programs/detect_format.h"
#include "core/xla/programs/profile.h"
#include "core/xla/programs/select_module.h"
#include "tests/support/profile_builder.h"
#include "tests/support/samples.h"
#include "tests/support/temp_folder.h"
#include "tests/support/wire_writer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sys/stat.h>

namespace tidemark {
namespace {

using namespace test;

std::string small(int size, const std::string& extra = {})
{
    return hloBytes("param 0 " + std::to_string(size) + "\n p 0 " + std::to_string(size) + extra);
}

class ProfileTest : public testing::Test
{
protected:
    std::shared_ptr<const Profile> open(const std::vector<std::string>& paths)
    {
        auto profile = openProfile(paths);
        EXPECT_TRUE(profile) << profile.error().message;
        return *profile;
    }
    std::string container(const std::string& name, const std::vector<NamedHlo>& modules,
                          const ContainerStyle& style = {})
    {
        return m_folder.write(name, containerBytes(modules, style));
    }
    TempFolder m_folder;
};

std::vector<std::string> names(const Profile& profile)
{
    std::vector<std::string> result;
    for (const ModuleEntry& module : profile.modules)
        result.push_back(profile.fileOf(module).input.host + " " + module.fullName());
    return result;
}

using Names = std::vector<std::string>;

TEST_F(ProfileTest, OpensASessionOfManyWorkersAsOne)
{
    container("s/w-1.xplane.pb", {{"jit_b(2)", small(8)}, {"jit_a(9)", small(8)}, {"jit_a(10)", small(8)}});
    container("s/w-0.xplane.pb", {{"jit_b(2)", small(16)}});
    const auto profile = open({m_folder.path("s")});
    EXPECT_EQ(names(*profile), (Names{"w-0 jit_b(2)", "w-1 jit_a(9)", "w-1 jit_a(10)", "w-1 jit_b(2)"}));
    EXPECT_FALSE(profile->sameHlo(profile->modules[0], profile->modules[3])) << "equal names and ids, other programs";
    EXPECT_TRUE(profile->sameHlo(profile->modules[1], profile->modules[2]));
    EXPECT_EQ((*profile->load(profile->modules[0]))->assignment().allocations[0].size, 16);
    EXPECT_EQ(profile->outline(profile->modules[3]).spaces.at(0).totalBytes, 8);
    const auto outlines = outlineModules(*profile);
    ASSERT_TRUE(outlines);
    EXPECT_EQ(outlines->at(0).peakIn(0), 16);
    EXPECT_EQ(outlines->at(0).peakIn(7), 0);
}

TEST_F(ProfileTest, GoodFilesOpenBesideBadOnes)
{
    container("s/good.xplane.pb", {{"jit_a(1)", small(8)}});
    m_folder.write("s/empty.xplane.pb", "");
    m_folder.write("s/text.xplane.pb", "this is no profile\n");
    m_folder.write("s/random.xplane.pb", "\xff\xfe\x00garbage\x01\x02");
    ASSERT_EQ(::mkfifo(m_folder.path("s/pipe.xplane.pb").c_str(), 0600), 0);
    std::filesystem::create_symlink("nowhere", m_folder.path("s/link.xplane.pb"));
    const auto profile = open({m_folder.path("s")});
    EXPECT_EQ(names(*profile), Names{"good jit_a(1)"});
    std::vector<std::string> bad;
    for (const SourceFile& file : profile->files)
        if (file.error) {
            bad.push_back(file.input.host);
            EXPECT_NE(file.error->message.find(file.input.path), std::string::npos) << file.error->message;
            EXPECT_FALSE(file.file);
        }
    EXPECT_EQ(bad, (Names{"empty", "link", "pipe", "random", "text"}));
    const auto& warnings = profile->warnings.list();
    for (const std::string& name : bad)
        EXPECT_EQ(std::ranges::count_if(warnings,
                                        [&](const Warning& warning) {
                                            return warning.code == "unreadable-file"
                                                && warning.text.find(name + ".xplane.pb") != std::string::npos;
                                        }),
                  1)
            << name;
}

TEST_F(ProfileTest, OnlyBadFilesAreAnError)
{
    EXPECT_EQ(openProfile({m_folder.write("empty.xplane.pb", "")}).error().kind, ErrorKind::Empty);
    EXPECT_EQ(openProfile({m_folder.path("missing.xplane.pb")}).error().kind, ErrorKind::NotFound);
    EXPECT_EQ(openProfile({m_folder.write("a.xplane.pb", "\x1f\x8b\x08zip")}).error().kind, ErrorKind::Unsupported);
    EXPECT_EQ(openProfile({"/dev/zero"}).error().kind, ErrorKind::Unsupported);
    EXPECT_FALSE(openProfile({}));
}

TEST_F(ProfileTest, TakesTheNameOfACachedFileFromItsName)
{
    m_folder.write("jit_step(18446744073709551615).hlo_proto.pb", small(8));
    m_folder.write("module_0007.jit_step.after_optimizations.hlo.pb", small(8));
    EXPECT_EQ(names(*open({m_folder.path()})), (Names{" jit_step(18446744073709551615)", " jit_test(1)"}));
}

TEST_F(ProfileTest, DecidesTheFormatByContent)
{
    const auto format
        = [&](const std::string& bytes) { return *detectFormat(**File::open(m_folder.write("x", bytes))); };
    EXPECT_EQ(format(small(8)), FileFormat::Hlo);
    EXPECT_EQ(format(containerBytes({{"jit_a(1)", small(8)}})), FileFormat::XSpace);
    for (const bool nameLast : {false, true}) {
        ContainerStyle style;
        style.planeNameLast = nameLast;
        style.deviceFirst = false;
        EXPECT_EQ(format(containerBytes({{"jit_a(1)", small(8)}}, style)), FileFormat::XSpace);
    }
    const proto::HloProto hlo = planFromText("temp 8\n a 0 8");
    EXPECT_EQ(format(bytesField(3, hlo.buffer_assignment().SerializeAsString())
                     + bytesField(1, hlo.hlo_module().SerializeAsString())),
              FileFormat::Hlo);
    for (const std::string& path : samplePaths())
        EXPECT_EQ(*detectFormat(**File::open(path)),
                  path.ends_with(".xplane.pb") ? FileFormat::XSpace : FileFormat::Hlo)
            << path;
}

TEST_F(ProfileTest, PiecesOfAHloProtoAreMergedAsProtobufDoes)
{
    const proto::HloProto whole
        = planFromText("param 0 16\n p 0 16\ntemp 64\n a 0 32 f32[4]\n b 32 8\n trace +a +b -b");
    proto::HloProto first = whole;
    first.mutable_buffer_assignment()->clear_buffer_allocations();
    first.mutable_buffer_assignment()->clear_heap_simulator_traces();
    proto::HloProto second;
    *second.mutable_buffer_assignment() = whole.buffer_assignment();
    second.mutable_buffer_assignment()->clear_logical_buffers();
    const std::string pieces = first.SerializeAsString() + second.SerializeAsString();
    const auto profile
        = open({m_folder.write("whole.hlo.pb", whole.SerializeAsString()), m_folder.write("pieces.hlo.pb", pieces),
                container("x.xplane.pb", {{"jit_a(1)", pieces}})});
    ASSERT_EQ(profile->modules.size(), 3U);
    for (const ModuleEntry& module : profile->modules) {
        const ModuleOutline outline = profile->outline(module);
        ASSERT_EQ(outline.spaces.size(), 1U) << module.fullName();
        EXPECT_EQ(outline.spaces[0].occupiedPeakBytes, 16 + 40);
        const auto plan = *profile->load(module);
        EXPECT_EQ(plan->unpaddedSizeOf(plan->assignment().buffers[1]), 16);
    }
}

TEST_F(ProfileTest, AModuleWithoutBufferAssignmentSaysSo)
{
    proto::HloProto hlo = planFromText("temp 8\n a 0 8");
    hlo.clear_buffer_assignment();
    const auto profile
        = open({container("x.xplane.pb", {{"jit_a(1)", hlo.SerializeAsString()}, {"jit_b(2)", small(8)}})});
    ASSERT_EQ(profile->modules.size(), 2U);
    const ModuleOutline outline = profile->outline(profile->modules[0]);
    EXPECT_FALSE(outline.hasBufferAssignment);
    ASSERT_TRUE(outline.error);
    EXPECT_EQ(outline.error->kind, ErrorKind::Unsupported);
    EXPECT_EQ(profile->load(profile->modules[0]).error().kind, ErrorKind::Unsupported);
    EXPECT_TRUE(profile->load(profile->modules[1]));
}

TEST_F(ProfileTest, WithoutAnyModuleItSaysWhy)
{
    const auto profile = open({container("x.xplane.pb", {})});
    EXPECT_TRUE(profile->modules.empty());
    EXPECT_NE(whyEmpty(*profile).find("x.xplane.pb"), std::string::npos);
    const auto chosen = selectModule(*profile, {}, 0);
    ASSERT_FALSE(chosen);
    EXPECT_EQ(chosen.error().kind, ErrorKind::NotFound);
}

TEST_F(ProfileTest, ACutFileSaysWhereAndHowMuchIsLeft)
{
    ContainerStyle style;
    style.deviceFirst = false;
    const std::string whole = containerBytes({{"jit_a(1)", small(8)}}, style);
    const auto profile = open({m_folder.write("cut.xplane.pb", std::string_view(whole).substr(0, whole.size() - 30))});
    ASSERT_EQ(profile->modules.size(), 1U);
    ASSERT_FALSE(profile->warnings.empty());
    EXPECT_EQ(profile->warnings.list()[0].code, "cut-file");
    EXPECT_EQ(profile->warnings.list()[0].offset, whole.size() - 30);
    // The place is said once, by describe().
    EXPECT_EQ(profile->warnings.list()[0].text.find("byte"), std::string::npos);
}

TEST_F(ProfileTest, SurvivesAFileThatShrinksAfterOpening)
{
    ContainerStyle style;
    style.deviceFirst = true;
    const std::string path = container("x.xplane.pb", {{"jit_a(1)", small(8, "\n q 0 4 f32[1]")}}, style);
    const auto profile = open({path});
    std::filesystem::resize_file(path, 60);
    const auto plan = profile->load(profile->modules[0]);
    ASSERT_FALSE(plan);
    EXPECT_NE(plan.error().message.find(path), std::string::npos);
    EXPECT_TRUE(profile->outline(profile->modules[0]).error);
    EXPECT_FALSE(profile->sameHlo(profile->modules[0], profile->modules[0]));
}

TEST_F(ProfileTest, CanBeCancelled)
{
    container("s/w-0.xplane.pb", {{"jit_b(2)", small(16)}});
    Progress progress;
    progress.isCancelled = [] { return true; };
    EXPECT_EQ(openProfile({m_folder.path("s")}, progress).error().kind, ErrorKind::Cancelled);
    const auto profile = open({m_folder.path("s")});
    EXPECT_EQ(outlineModules(*profile, progress).error().kind, ErrorKind::Cancelled);
}

class SelectModule : public ProfileTest
{
protected:
    void SetUp() override
    {
        container("s/w-0.xplane.pb", {{"jit_step(7)", small(8)}, {"jit_step(8)", small(64)}, {"jit_add(1)", small(2)}});
        container("s/w-1.xplane.pb", {{"jit_step(7)", small(9)}, {"jit_add(1)", small(2)}});
        m_profile = open({m_folder.path("s")});
    }
    std::string select(const ModuleChoice& choice, std::int64_t space = 0)
    {
        const auto chosen = selectModule(*m_profile, choice, space);
        if (!chosen)
            return chosen.error().kind == ErrorKind::Ambiguous ? "ambiguous: " + chosen.error().message
                                                               : "none: " + chosen.error().message;
        return names(*m_profile)[*chosen];
    }
    std::shared_ptr<const Profile> m_profile;
};

TEST_F(SelectModule, TakesTheLargestPeakByDefault)
{
    EXPECT_EQ(select({}), "w-0 jit_step(8)");
    EXPECT_EQ(select({"", "w-1", ""}), "w-1 jit_step(7)");
    EXPECT_EQ(select({}, 5), "w-0 jit_add(1)") << "the first where no module uses the space";
}

TEST_F(SelectModule, TakesNamesIdsAndUniquePrefixes)
{
    EXPECT_EQ(select({"jit_step(8)", "", ""}), "w-0 jit_step(8)");
    EXPECT_EQ(select({"jit_step", "w-1", ""}), "w-1 jit_step(7)");
    EXPECT_EQ(select({"jit_a", "w-1", ""}), "w-1 jit_add(1)");
    EXPECT_EQ(select({"jit_step(7)", "w-1", "s"}), "w-1 jit_step(7)");
}

TEST_F(SelectModule, EqualProgramsAreOneCandidate)
{
    EXPECT_EQ(select({"jit_add(1)", "", ""}), "w-0 jit_add(1)");
}

TEST_F(SelectModule, ListsTheCandidates)
{
    const std::string text = select({"jit_step(7)", "", ""});
    EXPECT_TRUE(text.starts_with("ambiguous")) << text;
    EXPECT_NE(text.find("--host w-0"), std::string::npos);
    EXPECT_NE(text.find("--host w-1"), std::string::npos);
    EXPECT_TRUE(select({"jit_step", "w-0", ""}).starts_with("ambiguous"));
}

TEST_F(SelectModule, ListsWhatThereIsWhenNothingMatches)
{
    for (const ModuleChoice& choice :
         {ModuleChoice{"jit_nothing", "", ""}, ModuleChoice{"", "w-9", ""}, ModuleChoice{"", "", "t"}}) {
        const std::string text = select(choice);
        EXPECT_TRUE(text.starts_with("none")) << text;
        EXPECT_NE(text.find("jit_step(8)"), std::string::npos) << text;
    }
}

} // namespace
} // namespace tidemark
