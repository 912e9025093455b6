// Tests of the blocks of Pallas kernels: output of a compiler, the same output with changed bytes, and the VMEM they
// need.
#include "core/xla/plan/kernel_blocks.h"

#include "core/devices/device_table.h"
#include "core/open/open_documents.h"
#include "tests/core/advice_fixture.h"
#include "tests/support/oom_messages.h"
#include "tests/support/samples.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <sstream>

namespace tidemark {
using namespace xla;
namespace {

using namespace test;

std::string kernelFile()
{
    return readFile(dataFolder() + "/tpu_hlo/pallas.hlo.pb");
}

TEST(KernelBlocks, AreReadFromTheKernel)
{
    const std::vector<KernelBlock> blocks = kernelBlocks(kernelFile());
    EXPECT_EQ(textOf(blocks), "bf16[512,512] × 2, bf16[512,512] × 2, bf16[512,512] × 2, f32[512,512]");
    EXPECT_EQ(sizeOf(blocks), 3 * 2 * 512 * 512 * 2 + 512 * 512 * 4); // 4550656 by the compiler with its additions
}

TEST(KernelBlocks, AreAbsentInAnythingElse)
{
    EXPECT_TRUE(kernelBlocks("").empty());
    EXPECT_TRUE(kernelBlocks(R"({"custom_call_config":{"body":"TUzvUgFN"}})").empty());
    EXPECT_TRUE(kernelBlocks(R"({"custom_call_config":{"body":"AAAA"}})").empty());
    EXPECT_TRUE(kernelBlocks(R"({"used_scoped_memory_configs":[]})").empty());
}

/// Returns the bytes of a block from its text. Rows fill tiles of 8 words of 32 bits, their elements fill 128 lanes.
/// Returns 0 for an unknown type.
std::int64_t bytesByText(const KernelBlock& block)
{
    const std::size_t open = block.shape.find('[');
    const std::string type = block.shape.substr(0, open);
    const std::size_t digits = type.find_first_of("0123456789");
    if (digits == std::string::npos || type.find_first_not_of("0123456789", digits) != std::string::npos)
        return 0;
    const std::int64_t bits = std::stoll(type.substr(digits));
    std::vector<std::int64_t> sizes;
    std::istringstream list(block.shape.substr(open + 1));
    for (std::string size; std::getline(list, size, ',');)
        sizes.push_back(std::stoll(size));
    std::int64_t all = bits;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        const std::int64_t rows = bits < 32 ? 8 * (32 / bits) : 8;
        const std::int64_t step = i + 1 == sizes.size() ? 128 : i + 2 == sizes.size() ? rows : 1;
        while (sizes[i] % step != 0)
            ++sizes[i];
        all *= sizes[i];
    }
    return block.buffers * ((all + 7) / 8);
}

constexpr std::string_view kBase64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::string base64Of(std::string_view bytes)
{
    std::string bits;
    for (const char c : bytes)
        for (int i = 7; i >= 0; --i)
            bits += static_cast<unsigned char>(c) >> i & 1 ? '1' : '0';
    bits.resize((bits.size() + 5) / 6 * 6, '0');
    std::string result;
    for (std::size_t at = 0; at < bits.size(); at += 6)
        result += kBase64[static_cast<std::size_t>(std::stoi(bits.substr(at, 6), nullptr, 2))];
    return result;
}

/// Decodes base64, replaces all occurrences of some bytes and encodes the result again.
std::string withBytes(const std::string& text, const std::string& from, const std::string& to)
{
    std::string bits;
    for (const char c : text)
        for (int i = 5; c != '=' && i >= 0; --i)
            bits += kBase64.find(c) >> i & 1 ? '1' : '0';
    std::string bytes;
    for (std::size_t at = 0; at + 8 <= bits.size(); at += 8)
        bytes += static_cast<char>(std::stoi(bits.substr(at, 8), nullptr, 2));
    for (std::size_t at = bytes.find(from); at != std::string::npos; at = bytes.find(from, at + to.size()))
        bytes.replace(at, from.size(), to);
    return base64Of(bytes);
}

TEST(KernelBlocks, FillTilesOfTheirType)
{
    const std::string whole = kernelFile();
    const std::size_t begin = whole.find("\"body\":\"") + 8;
    const std::string body = whole.substr(begin, whole.find('"', begin) - begin);
    // 512 and 520 as signed numbers of two bytes.
    const auto blocks
        = kernelBlocks("\"custom_call_config\":{\"body\":\"" + withBytes(body, "\x02\x10", "\x42\x10") + "\"}");
    EXPECT_EQ(textOf(blocks), "bf16[520,520] × 2, bf16[520,520] × 2, bf16[520,520] × 2, f32[520,520]");
    for (const KernelBlock& block : blocks)
        EXPECT_EQ(block.bytes, bytesByText(block)) << block.shape;
    EXPECT_EQ(sizeOf(blocks), 3 * 2 * 528 * 640 * 2 + 520 * 640 * 4);
}

/// Returns a kernel with one window of float32 in VMEM, as bytecode in its configuration.
std::string madeKernel(const std::vector<std::int64_t>& dimensions, std::int64_t scalars)
{
    const auto wide = [](std::uint64_t number) {
        std::string bytes(1, '\0'); // a number of eight bytes follows
        for (int i = 0; i < 8; ++i)
            bytes += static_cast<char>(number >> (8 * i));
        return bytes;
    };
    const auto of = [](const std::vector<int>& numbers) {
        std::string bytes;
        for (const int number : numbers)
            bytes += static_cast<char>(2 * number + 1); // below 128: a byte each
        return bytes;
    };
    const auto zigzag = [&](std::int64_t number) {
        return wide((static_cast<std::uint64_t>(number) << 1) ^ (number < 0 ? ~std::uint64_t{0} : 0));
    };
    std::string sizes;
    for (const std::int64_t size : dimensions)
        sizes += zigzag(size);
    const std::vector<std::string> strings = {"builtin", "window_params", "function_type", "scalar_prefetch"};
    const std::string space = "#tpu.memory_space<vmem>";
    const std::vector<std::string> attributes = {of({2, 1}),
                                                 of({2, 2}),
                                                 of({2, 3}), // names
                                                 of({0, 1, 4}),
                                                 of({1, 0}), // windows, of which one says nothing
                                                 of({6, 0}),
                                                 of({8, 0}) + zigzag(scalars), // the function's type, the scalars
                                                 of({1, 3, 0, 3, 1, 5, 2, 6}),
                                                 space + std::string(1, '\0')};
    const std::vector<std::string> types
        = {of({2, 1, 1}), of({11, 8, static_cast<int>(dimensions.size())}) + sizes + of({2}), of({5})};
    std::string lengths;
    std::string texts;
    for (const std::string& text : strings) {
        lengths.insert(0, of({static_cast<int>(text.size()) + 1}));
        texts += text + std::string(1, '\0');
    }
    std::string offsets = of({static_cast<int>(attributes.size()), static_cast<int>(types.size())});
    std::string entries;
    for (const auto& table : {attributes, types}) {
        offsets += of({0, static_cast<int>(table.size())});
        for (const std::string& entry : table) {
            offsets += wide(2 * entry.size() + (entry.starts_with(space) ? 0 : 1));
            entries += entry;
        }
    }
    std::string module = "ML\xefR" + of({1}) + std::string("x\0", 2);
    const std::vector<std::string> sections = {of({4}) + lengths + texts, of({1, 0}), entries, offsets};
    for (std::size_t i = 0; i < sections.size(); ++i)
        module += static_cast<char>(i) + wide(sections[i].size()) + sections[i];
    return "\"custom_call_config\":{\"body\":\"" + base64Of(module) + "\"}";
}

TEST(KernelBlocks, AreIgnoredIfNumbersAreBeyondAllMemory)
{
    const std::vector<KernelBlock> one = kernelBlocks(madeKernel({9, 100}, 0));
    EXPECT_EQ(textOf(one), "f32[9,100] × 2");
    EXPECT_EQ(sizeOf(one), 2 * 16 * 128 * 4);
    // The limit is a pebibyte in each buffer.
    EXPECT_EQ(sizeOf(kernelBlocks(madeKernel({std::int64_t{1} << 24, std::int64_t{1} << 23}, 0))),
              std::int64_t{1} << 50);
    constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();
    for (const std::int64_t size : {kLargest, kLargest - 126, kLargest - 7, std::int64_t{-1}, -kLargest - 1}) {
        EXPECT_TRUE(kernelBlocks(madeKernel({8, size}, 0)).empty()) << size;
        EXPECT_TRUE(kernelBlocks(madeKernel({size, 128}, 0)).empty()) << size;
        EXPECT_TRUE(kernelBlocks(madeKernel({size}, 0)).empty()) << size;
    }
    EXPECT_TRUE(kernelBlocks(madeKernel({8, 128}, -1)).empty());
    EXPECT_TRUE(kernelBlocks(madeKernel({8, 128}, -kLargest - 1)).empty());
    EXPECT_TRUE(kernelBlocks(madeKernel({8, 128}, kLargest)).empty());
}

TEST(KernelBlocks, DamagedBlocksDoNotCrash)
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
            bytes[random() % bytes.size()] = kBase64[random() % 64];
        if (i % 7 == 0)
            bytes.resize(random() % bytes.size());
        const auto blocks = kernelBlocks("\"custom_call_config\":{\"body\":\"" + bytes + "\"}");
        for (const KernelBlock& block : blocks) {
            EXPECT_GT(block.bytes, 0);
            EXPECT_TRUE(block.shape.ends_with(']')) << block.shape;
            const std::int64_t wanted = block.shape.find("[]") == std::string::npos ? bytesByText(block) : 0;
            EXPECT_TRUE(wanted == 0 || block.bytes == wanted) << block.shape << " " << block.bytes;
        }
        changed += textOf(blocks) != textOf(kernelBlocks(whole)) ? 1 : 0;
    }
    EXPECT_GT(changed, 0);
}

TEST(KernelBlocks, AreNamedIfTheyDoNotFitVmem)
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
    const Advised advised(hlo(config), room(4000000), 1);
    EXPECT_EQ(advised.the("scoped_vmem").savedBytes, 4550656 + 4096 - 4000000);
    EXPECT_FALSE(advised.the("scoped_vmem").isEstimate);
    EXPECT_EQ(advised.textOf(advised.the("scoped_vmem")),
              "4550656 of scoped VMEM is used by a in addition to 4096 of buffers, of 4000000; its blocks: "
              "bf16[512,512] × 2, bf16[512,512] × 2, bf16[512,512] × 2, f32[512,512]");
    // A compiler that failed does not state the use of the kernel.
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

TEST(KernelBlocks, ThatFitNoTpuAreReportedForTheProgram)
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
        "The blocks of the kernel whole_matmul.1 take 192 MiB of VMEM, which has 128 MiB on the largest known TPU: "
        "it cannot be compiled (f32[2048,4096] × 2, f32[4096,4096], f32[2048,4096] × 2).");
    EXPECT_NE(textOfWarning("v5p").find("of VMEM, which has 64 MiB: "), std::string::npos);
    EXPECT_EQ(plain((*view)->figures(nullptr).note), "cannot be compiled");
    EXPECT_TRUE((*view)->figures(nullptr).isRefused);
    EXPECT_TRUE(plain(withAmounts(*(*view)->explain((*view)->figures(nullptr), {})))
                    .starts_with("Cannot be compiled: a kernel needs 192 MiB of VMEM, which has 128 MiB on the largest "
                                 "known TPU. In this memory, 60 % "));
    EXPECT_TRUE((*view)->figures(findDevice("v6e")).fitsOn.starts_with("no known TPU: a kernel needs"));
    const auto findings = (*view)->findings((*view)->figures(findDevice("v6e")), {});
    ASSERT_TRUE(findings && findings->back().isAll());
    EXPECT_TRUE(
        findings->back().text.ends_with("; without \"Less scratch memory in a kernel\", which changes no live size"))
        << findings->back().text;
    const auto small = openDocuments({dataFolder() + "/tpu_hlo/pallas.hlo.pb"}, allKinds());
    for (const Warning& warning : (*(*small).front()->view({ProgramId(0), 0}, {}))->figures(nullptr).warnings)
        EXPECT_NE(warning.code, "kernel-above-vmem");
}

} // namespace
} // namespace tidemark
