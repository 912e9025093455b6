// Tests of the advice on messages alone: each rule with a message to which it applies and one to which it does not.
#include "core/oom/message_advice.h"
#include "core/oom/message_figures.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tidemark::oom {
namespace {

constexpr std::int64_t kMiB = std::int64_t{1} << 20;

Allocation entry(std::int64_t size, const std::string& shape, const std::string& type, const std::string& opName = {})
{
    Allocation allocation;
    allocation.size = Amount{size, 0};
    allocation.shape = shape;
    allocation.allocationType = type;
    allocation.opName = opName;
    return allocation;
}

Allocation window(std::int64_t size, const std::string& tag)
{
    Allocation allocation = entry(size, "u8[" + std::to_string(size) + "]{0}", "scoped");
    allocation.tag = tag;
    return allocation;
}

Message messageOf(std::vector<Allocation> allocations, std::int64_t needed = 0)
{
    Message message;
    for (std::size_t i = 0; i < allocations.size(); ++i)
        allocations[i].number = static_cast<std::int64_t>(i) + 1;
    message.allocations = std::move(allocations);
    if (needed > 0)
        message.needed = Amount{needed, 0};
    return message;
}

class Advised
{
public:
    explicit Advised(const Message& message, std::optional<std::int64_t> capacity = std::nullopt)
        : m_rows(std::make_shared<const MessageRows>(std::make_shared<const Message>(message)))
        , m_findings(advise(message, *m_rows, MessageRows::tableOf(m_rows), {capacity, 0, true, Platform::Unknown}))
    { }

    const std::vector<Finding>& findings() const { return m_findings; }
    const Finding* find(std::string_view id) const
    {
        const auto found = std::ranges::find(m_findings, id, &Finding::id);
        return found == m_findings.end() ? nullptr : &*found;
    }
    bool has(std::string_view id) const { return find(id) != nullptr; }
    /// Returns "saved before→after 1,3: text"; empty if there is no such finding.
    std::string the(std::string_view id) const
    {
        const Finding* const finding = find(id);
        if (!finding)
            return {};
        const auto peak = [](std::optional<std::int64_t> bytes) { return bytes ? std::to_string(*bytes) : "-"; };
        std::string text = std::to_string(finding->savedBytes) + " " + peak(finding->peakBefore) + "→"
            + peak(finding->peakAfter) + " ";
        for (const RowId row : finding->rows)
            text += std::to_string(row.value + 1) + ",";
        return text + " " + withAmounts(*finding, [](std::int64_t bytes) { return std::to_string(bytes); });
    }

private:
    std::shared_ptr<const MessageRows> m_rows;
    std::vector<Finding> m_findings;
};

TEST(OomAdvice, OutputsLikeListedArgumentsCanBeDonated)
{
    const Advised advised(messageOf({entry(4096, "s32[1024]{0}", "arguments"), entry(4096, "s32[1024]{0}", "output"),
                                     entry(4096, "s32[1024]{0}", "output"), entry(4096, "u32[1024]{0}", "output")},
                                    20000));
    EXPECT_EQ(advised.the("donation"),
              "4096 20000→15904 2, 1 output, 4096, could reuse the memory of arguments of the same shape and type: "
              "allocation 2");
    EXPECT_FALSE(Advised(messageOf({entry(4096, "s32[1024]{0}", "arguments"), entry(4096, "s32[1024]{0}", "HLO temp")}))
                     .has("donation"));
    EXPECT_FALSE(Advised(messageOf({entry(4096, "", "arguments"), entry(4096, "", "output")})).has("donation"))
        << "nothing is known of their shapes";
}

TEST(OomAdvice, AttentionScoresNeedNotBeStored)
{
    const std::string path = "jit(f)/transformer/attention/...qhd,...khd->...hqk/dot_general";
    const Message message = messageOf({entry(96 * kMiB, "f32[32,4096,4096]{2,1,0}", "HLO temp", path),
                                       entry(32 * kMiB, "f32[4096,2048]{1,0}", "HLO temp", "jit(f)/mlp/dot_general")},
                                      160 * kMiB);
    const Advised advised(message);
    ASSERT_TRUE(advised.has("attention_kernel"));
    EXPECT_EQ(advised.findings().front().id, "attention_kernel");
    EXPECT_EQ(advised.find("attention_kernel")->savedBytes, 96 * kMiB);
    EXPECT_EQ(advised.find("attention_kernel")->peakAfter, 64 * kMiB);
    EXPECT_FALSE(
        Advised(messageOf({entry(96 * kMiB, "f32[32,4096,4096]{2,1,0}", "arguments", path)})).has("attention_kernel"))
        << "an argument is stored in any case";
}

TEST(OomAdvice, Bfloat16TakesHalfOrWhatItsTilesNeed)
{
    const Advised advised(messageOf({entry(4096, "f32[1,1024]{1,0:T(1,128)}", "HLO temp"), // 2 rows in bf16
                                     entry(8192, "f32[16,128]{1,0:T(8,128)}", "HLO temp"),
                                     entry(2048, "f32[512]", "entry parameter"), entry(4096, "s32[1024]", "HLO temp"),
                                     entry(4096, "f32[1024]", "scoped"), entry(500, "f32[100]", "")}));
    EXPECT_EQ(advised.the("float32_temporaries"),
              "4346 23028→18682 2,6, 2 buffers of float32, 8692: allocation 2 and allocation 6");
    EXPECT_EQ(advised.the("float32_arguments"),
              "1024 23028→22004 3, 1 argument or output of float32, 2048: allocation 3");
    EXPECT_EQ(advised.findings().back().savedBytes, 4346 + 1024);
    EXPECT_TRUE(advised.findings().back().isAll());
}

TEST(OomAdvice, AnotherOrderOfDimensionsPadsLess)
{
    // 1 GiB of numbers in 32: only 4 of 128 lanes are used.
    const std::int64_t size = std::int64_t{32} << 30;
    const Advised advised(messageOf({entry(size, "s32[8388608,8,4]{2,1,0:T(8,128)}", "HLO temp")}));
    EXPECT_EQ(
        advised.the("padding"),
        "33285996544 34359738368→1073741824 1, 1 array, 34359738368, padded by the tiles: allocation 1 "
        "s32[8388608,8,4]{2,1,0:T(8,128)} would take 1073741824 instead of 34359738368 with the dimensions in the "
        "order {0,1,2}");
    EXPECT_FALSE(Advised(messageOf({entry(4096, "s32[8,128]{1,0:T(8,128)}", "HLO temp")})).has("padding"));
    EXPECT_FALSE(Advised(messageOf({entry(size / 2, "s32[8388608,8,4]{2,1,0:T(8,128)}", "HLO temp")})).has("padding"))
        << "another size than the layout gives";
}

TEST(OomAdvice, OneBufferAboveHalfOfTheLimitCanBeSplit)
{
    const Message message
        = messageOf({entry(6000, "u8[6000]", "HLO temp"), entry(6000, "u8[6000]", "arguments")}, 14000);
    EXPECT_EQ(Advised(message, 10000).the("large_temporary"),
              "3000 14000→11000 1, one buffer takes 6000, and the memory has 10000: allocation 1");
    EXPECT_EQ(Advised(message, 10000).the(Finding::kAll),
              "3000 14000→11000 1, the program is then still 1000 over, instead of 4000");
    EXPECT_FALSE(Advised(message, 12000).has("large_temporary"));
    EXPECT_FALSE(Advised(message).has("large_temporary"));
}

TEST(OomAdvice, EqualBuffersOfAForwardPassCanBeRematerialized)
{
    const auto layer = [](int number, const char* pass, const char* what, std::int64_t size) {
        return entry(size, "s8[" + std::to_string(size) + "]{0}", "HLO temp",
                     "jit(step)/jit(main)/" + std::string(pass) + "/layer_" + std::to_string(number) + "/" + what);
    };
    std::vector<Allocation> entries;
    for (int i = 0; i < 4; ++i)
        entries.push_back(layer(i, "jvp(Model)", "mlp", 4000));
    const Advised one(messageOf(entries));
    EXPECT_EQ(one.the("rematerialization"),
              "8000 16000→8000 2,4, 2 buffers of a forward pass, 8000, live at once: 4 × 4000 Model/layer_#/mlp "
              "s8[4000]");
    for (int i = 0; i < 4; ++i)
        entries.push_back(layer(i, "jvp(Model)", "norm", 1000));
    EXPECT_EQ(Advised(messageOf(entries)).the("rematerialization"),
              "12000 20000→8000 2,3,4, 3 buffers of a forward pass, 12000, live at once: 4 × 4000 Model/layer_#/mlp "
              "s8[4000]; kept: 4 × 1000 Model/layer_#/norm s8[1000]");
    entries.clear();
    for (int i = 0; i < 4; ++i)
        entries.push_back(layer(i, "transpose(jvp(Model))", "mlp", 4000));
    for (int i = 0; i < 2; ++i)
        entries.push_back(layer(i, "jvp(Model)", "mlp", 4000));
    EXPECT_FALSE(Advised(messageOf(entries)).has("rematerialization"));
}

TEST(OomAdvice, WindowsOfAKernelCanBeSmallerOrSingle)
{
    Message message = messageOf(
        {window(4 * kMiB,
                "input window allocation for operator input 0. The window shape is f32[256,2048], while the full shape "
                "is f32[8192,2048]. This allocation has 2 buffering levels."),
         window(kMiB,
                "input window allocation for operator input 1. The window shape is f32[256,1024], while the full shape "
                "is f32[256,1024]. This allocation is single buffered."),
         window(kMiB, "internal scratch")},
        6 * kMiB);
    message.memory = "vmem";
    const Advised advised(message, 4 * kMiB);
    EXPECT_EQ(
        advised.the("scoped_vmem"),
        "2621440 6291456→3670016 1,2, 2 windows of a kernel, 5242880: f32[256,2048] of f32[8192,2048], 2 buffers; "
        "f32[256,1024] of f32[256,1024], 1 buffer");
    EXPECT_EQ(advised.the("single_buffering"),
              "2097152 6291456→4194304 1, 1 window of a kernel, 4194304, with more than one buffer: f32[256,2048] of "
              "f32[8192,2048], 2 buffers");
    EXPECT_EQ(advised.the(Finding::kAll),
              "2621440 6291456→3670016 1,2, the program then fits, 524288 to spare instead of 2097152 over");
    EXPECT_TRUE(Advised(messageOf({window(kMiB, "internal scratch")})).findings().empty());
}

TEST(OomAdvice, ScratchMemoryIsAboveItsLimit)
{
    Message message = messageOf({entry(33 * kMiB, "(f32[8])", "scoped")}, 33 * kMiB);
    message.kind = Kind::Scoped;
    EXPECT_EQ(Advised(message, 32 * kMiB).the("scoped_vmem"),
              "1048576 -→- 1, Needs 34603008 of scoped memory; the limit is 33554432: allocation 1");
    EXPECT_TRUE(Advised(message).findings().empty());
    EXPECT_TRUE(Advised(message, 33 * kMiB).findings().empty());
    EXPECT_EQ(Advised(message, 33 * kMiB - 1024).the("scoped_vmem").substr(0, 5), "1024 ") << "little, but it decides";
    message.memory = "vmem";
    message.limit = Amount{32 * kMiB, 0};
    const Figures figures = figuresOf(message, {}, findDevice("v5e"));
    EXPECT_EQ(figures.capacity.bytes, 32 * kMiB) << "the compiler's limit, not that of the device";
    EXPECT_EQ(figures.headroomBytes, -kMiB);
    EXPECT_EQ(figures.find("device")->value, decltype(tidemark::Figure::value)(std::string("TPU v5e")));
    message.kind = Kind::Compile;
    EXPECT_EQ(figuresOf(message, {}, findDevice("v5e")).capacity.bytes, findDevice("v5e")->vmemBytes);
}

TEST(OomAdvice, FragmentationIsTakenFromTheMessage)
{
    Message message = messageOf({}, 10000);
    message.figures = {{"total allocation", Amount{10000, 0}}, {"total fragmentation", Amount{500, 0}}};
    EXPECT_EQ(Advised(message).the("fragmentation"), "500 -→-  500 of the allocation are gaps between buffers");
    EXPECT_FALSE(Advised(message).has(Finding::kAll));
    message.figures.back().amount.reset();
    EXPECT_TRUE(Advised(message).findings().empty());
}

TEST(OomAdvice, FreeChunksAreReportedAsFragmented)
{
    Message message = messageOf({entry(5000, "", "in use"), entry(300, "", "free"), entry(700, "", "free")});
    message.kind = Kind::Bfc;
    EXPECT_EQ(Advised(message).the("fragmentation"), "300 -→- 3,2, 1000 are free in 2 chunks; the largest has 700");
    message.allocations.pop_back();
    EXPECT_TRUE(Advised(message).findings().empty());
}

TEST(OomAdvice, WhatPyTorchReservesInPiecesIsFragmentation)
{
    Message message = messageOf({});
    message.requested = Amount{500, 0};
    message.figures = {{"reserved but not allocated", Amount{500, 0}}};
    EXPECT_TRUE(Advised(message).findings().empty()) << "the variable of another device has another name";
    message.device = "GPU 0";
    EXPECT_EQ(Advised(message).the("fragmentation"),
              "500 -→-  500 is reserved by PyTorch but unallocated, perhaps in pieces that are too small for 500");
    EXPECT_TRUE(Advised(message).find("fragmentation")->isUpperBound);
    message.requested = Amount{501, 0};
    EXPECT_TRUE(Advised(message).findings().empty()) << "one piece would not be enough";
    message.requested = Amount{800, 0};
    message.free = Amount{299, 0};
    EXPECT_TRUE(Advised(message).findings().empty()) << "all pieces would not be enough";
    message.free = Amount{300, 0};
    EXPECT_EQ(
        Advised(message).the("fragmentation"),
        "500 -→-  500 is reserved by PyTorch but unallocated, and 300 of the device is free: together enough for 800");
    message.free.reset();
    message.requested = Amount{500, 0};
    message.figures.push_back({"allocated in private pools", Amount{400, 0}});
    EXPECT_TRUE(Advised(message).findings().empty()) << "the pools keep it";
}

TEST(OomAdvice, ArgumentsAboveTheLimitMustBeSharded)
{
    Message message = messageOf({}, 3000);
    message.limit = Amount{1000, 0};
    message.figures = {{"Total hbm usage: arguments", Amount{1100, 0}}};
    EXPECT_EQ(Advised(message).the("sharding"), "550 3000→2450  the arguments alone take 1100 of 1000");
    EXPECT_TRUE(Advised(message).find("sharding")->isRequired);
    message.limit = Amount{1100, 0};
    EXPECT_FALSE(Advised(message).has("sharding"));
}

TEST(OomAdvice, ThePeakIsTheNeededAmountWithinItsRounding)
{
    Message message = messageOf({entry(4096, "f32[1024]", "")});
    message.needed = Amount{4090, 10};
    EXPECT_EQ(Advised(message).find("float32_temporaries")->peakBefore, 4090);
    message.needed = Amount{4000, 10};
    EXPECT_EQ(Advised(message).find("float32_temporaries")->peakBefore, 4096);
    // Impossible sums are not used in computations.
    message.allocations.assign(3, entry(std::int64_t{1} << 62, "f32[1024]", "HLO temp"));
    EXPECT_TRUE(Advised(message, 1000).findings().empty());
}

} // namespace
} // namespace tidemark::oom
