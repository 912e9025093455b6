// Tests of the device whose memory counts: that of the file, of a message, or the chosen one.
#include "core/devices/device_table.h"
#include "tests/ui/session_fixture.h"

using namespace tidemark;
using namespace tidemark::ui;

TEST_F(SessionTest, ADeviceOfAnotherDocumentDoesNotOverruleTheOneOfThisDocument)
{
    const QString log
        = write(QStringLiteral("run.log"),
                "\nRan out of memory in memory space hbm. Used 64.00M of 32.00M hbm. HLO module: jit_a.\n");
    ASSERT_TRUE(open({log}));
    const auto capacity = [&] { return m_session.figures()->capacity.bytes; };
    EXPECT_EQ(capacity(), 32 << 20);
    m_session.chooseDevice(findDevice("v5e"));
    EXPECT_GT(capacity(), std::int64_t{1} << 30) << "chosen for it";
    EXPECT_EQ(m_session.device().inForce(), findDevice("v5e"));
    ASSERT_TRUE(open({log}));
    EXPECT_EQ(capacity(), 32 << 20) << "the choice was for the document before";
    EXPECT_FALSE(m_session.device().inForce());
}

TEST_F(SessionTest, ADeviceNameWithOtherBytesIsShownAsText)
{
    test::ContainerStyle style;
    style.deviceType = "TPU \xff v9";
    ASSERT_TRUE(open({write(QStringLiteral("w.xplane.pb"),
                            test::containerBytes({{"jit_a(1)", test::hloBytes(kTwoBuffers)}}, style))}));
    EXPECT_TRUE(m_session.device().ofFile().startsWith(QLatin1String("TPU ")));
    EXPECT_TRUE(m_session.device().ofFile().contains(QLatin1String("v9")));
    EXPECT_FALSE(m_session.device().ofFile().contains(QChar::Null));
}

TEST_F(SessionTest, AWorkersCapacityIsThatOfItsOwnDevice)
{
    test::ContainerStyle gpu;
    gpu.deviceName = "/device:GPU:0";
    gpu.deviceType = "NVIDIA H100 80GB HBM3";
    test::ContainerStyle tpu;
    tpu.deviceType = "TPU v5e";
    QDir(m_folder.path()).mkdir(QStringLiteral("both"));
    write(QStringLiteral("both/gpu.xplane.pb"), test::containerBytes({{"jit_a(1)", test::hloBytes(kTwoBuffers)}}, gpu));
    write(QStringLiteral("both/tpu.xplane.pb"), test::containerBytes({{"jit_a(1)", test::hloBytes(kTwoBuffers)}}, tpu));
    write(QStringLiteral("both/none.xplane.pb"), test::containerBytes({{"jit_a(1)", test::hloBytes(kTwoBuffers)}}));
    ASSERT_TRUE(open({m_folder.filePath(QStringLiteral("both"))}));
    std::map<std::string, std::optional<std::int64_t>> capacities;
    for (const auto& document : m_session.documents())
        for (const FileEntry& file : document->catalogue().files)
            capacities[file.path.substr(file.path.rfind('/') + 1)] = m_session.capacityOfFile(file, 0).bytes;
    EXPECT_EQ(capacities["gpu.xplane.pb"], findDevice("h100")->hbmBytes);
    EXPECT_EQ(capacities["tpu.xplane.pb"], findDevice("v5e")->hbmBytes);
    EXPECT_FALSE(capacities["none.xplane.pb"]);
}
