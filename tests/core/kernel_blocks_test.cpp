// Blocks of Pallas kernels: what a compiler wrote, the same with everything changed, and what they need of VMEM.
#include "core/xla/plan/kernel_blocks.h"

#include "core/devices/device_table.h"
#include "core/open/open_documents.h"
#include "tests/core/advice_fixture.h"
#include "tests/support/oom_reports.h"
#include "tests/support/samples.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <random>

namespace tidemark {
namespace {

using namespace test;

std::string kernelFile()
{
    return readFile(dataFolder() + "/tpu_hlo/pallas.hlo.pb");
}

TEST(KernelBlocks, AreThoseOfTheKernel)
{
    const std::vector<KernelBlock> blocks = kernelBlocks(kernelFile());
    EXPECT_EQ(textOf(blocks), "bf16[512,512] × 2, bf16[512,512] × 2, bf16[512,512] × 2, f32[512,512]");
    EXPECT_EQ(sizeOf(blocks), 3 * 2 * 512 * 512 * 2 + 512 * 512 * 4); // the compiler says 4550656 with what it adds
}

TEST(KernelBlocks, OfAnythingElseThereAreNone)
{
    EXPECT_TRUE(kernelBlocks("").empty());
    EXPECT_TRUE(kernelBlocks(R"({"custom_call_config":{"body":"TUzvUgFN"}})").empty());
    EXPECT_TRUE(kernelBlocks(R"({"custom_call_config":{"body":"AAAA"}})").empty());
    EXPECT_TRUE(kernelBlocks(R"({"used_scoped_memory_configs":[]})").empty());
}

TEST(KernelBlocks, DamagedOnesAreReadOrNot)
{
    const std::string whole = kernelFile();
    const std::size_t begin = whole.find("\"body\":\"") + 8;
    const std::size_t end = whole.find('"', begin);
    ASSERT_LT(end, whole.size());
    std::mt19937 random(5);
    int changed = 0;
    for (int i = 0; i < 3000; ++i) {
        std::string bytes = whole.substr(begin, end - begin);
        for (int n = 0; n < 1 + i % 3; ++n)
            bytes[random() % bytes.size()]
                = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"[random() % 64];
        if (i % 7 == 0)
            bytes.resize(random() % bytes.size());
        const auto blocks = kernelBlocks("\"custom_call_config\":{\"body\":\"" + bytes + "\"}");
        for (const KernelBlock& block : blocks) {
            EXPECT_GT(block.bytes, 0);
            EXPECT_TRUE(block.shape.ends_with(']')) << block.shape;
        }
        changed += textOf(blocks) != textOf(kernelBlocks(whole)) ? 1 : 0;
    }
    EXPECT_GT(changed, 0);
}

TEST(KernelBlocks, AreNamedWhereVmemHasNoRoom)
{
    proto::HloProto file;
    ASSERT_TRUE(file.ParseFromString(kernelFile()));
    std::string config;
    for (const auto& computation : file.hlo_module().computations())
        for (const auto& instruction : computation.instructions())
            if (!kernelBlocks(instruction.backend_config()).empty())
                config = instruction.backend_config();
    const std::size_t scoped = config.find("\"used_scoped_memory_configs\":[");
    ASSERT_NE(scoped, std::string::npos);
    const auto hlo = [](const std::string& configuration) {
        proto::HloProto made = protoOf({"temp 4096 space 1\n a 0 4096\ntrace +a -a", {}, {}, {{"a", "custom-call"}}});
        made.mutable_hlo_module()->mutable_computations(0)->mutable_instructions(0)->set_backend_config(configuration);
        return made;
    };
    const auto room = [](std::int64_t capacity) { return Room{capacity, 0, false, Platform::Tpu}; };
    const Advised told(hlo(config), room(4000000), 1);
    EXPECT_EQ(told.the("scoped_vmem").savedBytes, 4550656 + 4096 - 4000000);
    EXPECT_FALSE(told.the("scoped_vmem").isEstimate);
    EXPECT_EQ(told.textOf(told.the("scoped_vmem")),
              "4550656 of scoped VMEM are used by a beside the 4096 of the buffers there, of 4000000; its blocks: "
              "bf16[512,512] × 2, bf16[512,512] × 2, bf16[512,512] × 2, f32[512,512]");
    // A compiler that gave up does not say what the kernel uses.
    const proto::HloProto silent = hlo(config.substr(0, scoped) + "\"used_scoped_memory_configs\":[]}");
    const Advised computed(silent, room(4000000), 1);
    EXPECT_EQ(computed.the("scoped_vmem").savedBytes, 4194304 + 4096 - 4000000);
    EXPECT_TRUE(computed.the("scoped_vmem").isEstimate);
    EXPECT_EQ(computed.namesOf(computed.the("scoped_vmem")), std::set<std::string>{"a"});
    EXPECT_FALSE(Advised(silent, room(4194304 + 4096), 1).has("scoped_vmem"));
    EXPECT_FALSE(Advised(silent, room(4000000), 0).has("scoped_vmem")) << "another memory";
    EXPECT_FALSE(Advised(silent, {}, 1).has("scoped_vmem"));
    const Room beside{std::nullopt, 0, true, Platform::Tpu, 4000000};
    EXPECT_TRUE(Advised(silent, beside, 0).has("scoped_vmem")) << "such a program runs nowhere";
}

TEST(KernelBlocks, ThatNoTpuHasRoomForAreSaidOfTheProgram)
{
    const auto documents = openDocuments({dataFolder() + "/tpu_dumps/oom_vmem"}, allKinds());
    ASSERT_TRUE(documents);
    const auto view = documents->front()->view({ProgramId(0), 0}, {});
    ASSERT_TRUE(view);
    const auto textOfWarning = [&](const char* device) {
        for (const Warning& warning : (*view)->figures(findDevice(device)).warnings)
            if (warning.code == "kernel-above-vmem")
                return plain(warning.text);
        return std::string();
    };
    EXPECT_EQ(
        textOfWarning(""),
        "The blocks of the kernel whole_matmul.1 take 192 MiB of VMEM, which has 128 MiB on the largest TPU that is "
        "known: it cannot be compiled (f32[2048,4096] × 2, f32[4096,4096], f32[2048,4096] × 2).");
    EXPECT_NE(textOfWarning("v5p").find("of VMEM, which has 64 MiB: "), std::string::npos);
    EXPECT_TRUE((*view)->figures(findDevice("v6e")).fitsOn.starts_with("none that is known: a kernel takes"));
    const auto small = openDocuments({dataFolder() + "/tpu_hlo/pallas.hlo.pb"}, allKinds());
    for (const Warning& warning : (*(*small).front()->view({ProgramId(0), 0}, {}))->figures(nullptr).warnings)
        EXPECT_NE(warning.code, "kernel-above-vmem");
}

} // namespace
} // namespace tidemark
