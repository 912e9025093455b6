#include "core/link/message_limit.h"
#include "core/link/opened_together.h"
#include "core/oom/message.h"
#include "core/open/open_documents.h"
#include "core/view/choice.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <tuple>

namespace tidemark {
namespace {

const std::string kPaddedProgram = std::string(TIDEMARK_TEST_DATA) + "/tpu_hlo/padded.hlo.pb";

std::string messageAbout(const std::string& module, const std::string& limit, const std::string& memory = "hbm",
                         const std::string& needed = "64.00M")
{
    return "\nRan out of memory in memory space " + memory + ". Used " + needed + " of " + limit + " " + memory
        + ". HLO module: " + module + ".\n";
}

class MessageLimit : public testing::Test
{
protected:
    void SetUp() override
    {
        std::filesystem::create_directory(m_folder.path("dump"));
        std::filesystem::copy_file(kPaddedProgram, m_folder.path("dump/x.hlo.pb"));
        m_program = m_folder.path("dump/x.hlo.pb");
    }

    /// Returns the figures of the program in these paths.
    Figures figures(const std::vector<std::string>& paths, std::int64_t memory = 0,
                    const Device* device = nullptr) const
    {
        const auto documents = openDocuments(paths, allKinds());
        EXPECT_TRUE(documents) << (documents ? "" : documents.error().message);
        Choice choice;
        choice.program = kModule;
        choice.memory = std::to_string(memory);
        const auto viewed = viewIn(*documents, choice, Wanted::Any, [](const Warnings&) {});
        EXPECT_TRUE(viewed) << (viewed ? "" : viewed.error().message);
        return withOpenedTogether(*viewed, device);
    }
    bool hasWarning(const Figures& figures, std::string_view code) const
    {
        return std::ranges::any_of(figures.warnings, [&](const Warning& warning) { return warning.code == code; });
    }

    static constexpr const char* kModule = "jit_padded";
    const test::TempFolder m_folder;
    std::string m_program;
};

TEST_F(MessageLimit, CountsOnlyIfTheMessageIsOpenedTogetherWithTheProgram)
{
    const std::string log = m_folder.write("dump/run.log", messageAbout(kModule, "32.00M"));
    m_folder.write("above.log", messageAbout(kModule, "16.00M"));
    EXPECT_FALSE(figures({m_program}).capacity.bytes) << "logs near the file are not read";
    EXPECT_EQ(figures({m_program, log}).capacity.bytes, 32 << 20);
    const Figures ofFolder = figures({m_folder.path("dump")});
    EXPECT_EQ(ofFolder.capacity.bytes, 32 << 20);
    EXPECT_EQ(ofFolder.capacity.device, "limit from run.log:2");
    EXPECT_EQ(ofFolder.capacity.statedBy, "run.log:2");
    EXPECT_EQ(ofFolder.find("capacity_bytes")->bytes(), 32 << 20);
    EXPECT_EQ(ofFolder.find("headroom_bytes")->bytes(), (32 << 20) - ofFolder.neededBytes);
    EXPECT_TRUE(hasWarning(ofFolder, "message-needs-more"));
}

TEST_F(MessageLimit, TheFiguresOfAFileAreTheSameNextToAHundredLogs)
{
    const auto valuesOf = [](const Figures& figures) {
        std::vector<std::pair<std::string, decltype(Figure::value)>> values;
        for (const Figure& figure : figures.list)
            values.emplace_back(figure.id, figure.value);
        return values;
    };
    const auto before = valuesOf(figures({m_program}));
    for (int i = 0; i < 100; ++i) {
        m_folder.write("dump/" + std::to_string(i) + ".log", messageAbout(kModule, std::to_string(i + 1) + ".00M"));
        m_folder.write("run" + std::to_string(i) + ".txt", messageAbout(kModule, "1.00M"));
    }
    EXPECT_EQ(valuesOf(figures({m_program})), before);
}

TEST_F(MessageLimit, FromAnotherProgramMemoryOrPlatformDoesNotCount)
{
    const auto capacity = [&](const std::string& text) {
        return figures({m_program, m_folder.write("dump/run.log", text)}).capacity.bytes;
    };
    EXPECT_FALSE(capacity(messageAbout("jit_other", "32.00M")));
    EXPECT_FALSE(capacity(messageAbout(kModule, "32.00M", "vmem")));
    EXPECT_FALSE(capacity("\nRan out of memory in memory space hbm. Used 64.00M of 32.00M hbm.\n")) << "no module";
    EXPECT_EQ(capacity(messageAbout("jit_other", "1.00M") + messageAbout(kModule, "2.00M")), 2 << 20);
}

TEST_F(MessageLimit, AMessageIsAboutTheProgramThatItNamesOnADeviceThatCanWriteIt)
{
    View view;
    view.program = kModule;
    oom::Message report;
    report.kind = oom::Kind::Compile; // written by a TPU
    report.module = kModule;
    for (const auto& [platform, memory, isAbout] :
         {std::tuple(Platform::Tpu, "vmem", true), std::tuple(Platform::Unknown, "vmem", true),
          std::tuple(Platform::Gpu, "vmem", false), std::tuple(Platform::Gpu, "hbm", false),
          std::tuple(Platform::Cpu, "hbm", false)}) {
        view.platform = platform;
        report.memory = memory;
        EXPECT_EQ(isAboutProgram(report, view), isAbout) << memory;
    }
    view.platform = Platform::Tpu;
    for (const char* other : {"", "jit_other"}) {
        report.module = other;
        EXPECT_FALSE(isAboutProgram(report, view)) << other;
    }
}

TEST_F(MessageLimit, IsOverruledByTheUsersDevice)
{
    const std::string log = m_folder.write("dump/run.log", messageAbout(kModule, "32.00M"));
    EXPECT_EQ(figures({m_program, log}, 0, findDevice("v5e")).capacity.device, "TPU v5e");
}

TEST_F(MessageLimit, CountsInAFolderThatHasTheProgramAndTheLog)
{
    m_folder.write("dump/output.log", messageAbout(kModule, "32.00M"));
    m_folder.write("dump/command.txt", "command: python train.py\n");
    EXPECT_EQ(figures({m_folder.path("dump")}).capacity.bytes, 32 << 20);
    EXPECT_FALSE(figures({m_program}).capacity.bytes) << "a file that was not named does not count";
}

TEST_F(MessageLimit, ASmallerNeedThanThePlanIsNoWarning)
{
    const std::int64_t needed = figures({m_program}).neededBytes;
    const auto warns = [&](std::int64_t bytes) {
        const std::string log
            = m_folder.write("dump/run.log", messageAbout(kModule, "1.00K", "hbm", std::to_string(bytes) + "B"));
        return hasWarning(figures({m_program, log}), "message-needs-more");
    };
    EXPECT_FALSE(warns(needed + needed / 200)) << "messages are rounded";
    EXPECT_TRUE(warns(needed + needed / 50));
}

} // namespace
} // namespace tidemark
