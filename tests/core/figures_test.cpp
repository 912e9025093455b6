#include "core/xla/programs/figures.h"

#include "tests/support/profile_builder.h"

#include <gtest/gtest.h>

namespace tidemark {
using namespace xla;
namespace {

using namespace test;

/// A program with arguments, one of them donated, an output, a constant, temporaries inside a trace (the first with 16
/// bytes of padding) and outside it, one of a fusion, and scratch memory.
std::shared_ptr<const SpaceTimeline> everything()
{
    proto::HloProto hlo = planFromText(R"(
        param 0 100
          p 0 100
        param 1 50 output
          q 0 50
        output 30
          o 0 30
        constant 20
          k 0 20
        temp 200
          a 0 80 f32[16]
          b 80 100
          c 0 60
        temp 40
          u 0 40
        local 8
          l 0 8
        trace +a +b -a +c -b -c
    )");
    hlo.mutable_hlo_module()->mutable_computations(0)->mutable_instructions(4)->set_backend_config(
        R"({"used_scoped_memory_configs":[{"memory_space":"1","offset":"0","size":"4096"}]})");
    return replaySpace(*Plan::parse(hlo.SerializeAsString()), 0);
}

/// A program with only one argument.
std::shared_ptr<const SpaceTimeline> little()
{
    return replaySpace(*Plan::parse(hloBytes("param 0 100\n p 0 100")), 0);
}

Figures figuresOf(const SpaceTimeline& timeline, const char* device = "v5e", const std::string& type = {})
{
    ProgramContext context;
    context.file.host = "w-0";
    context.file.platform = Platform::Tpu;
    context.file.device.type = type;
    context.program.name = "jit_f";
    context.program.id = 7;
    return tidemark::figuresOf(timeline, context, device ? findDevice(device) : nullptr);
}

std::string valueOf(const Figure& figure)
{
    if (const auto* number = std::get_if<std::int64_t>(&figure.value))
        return std::to_string(*number);
    if (const auto* number = std::get_if<std::uint64_t>(&figure.value))
        return std::to_string(*number) + "u";
    const auto* text = std::get_if<std::string>(&figure.value);
    return text ? *text : "null";
}

std::string remarksOf(const Figure& figure)
{
    std::string text = figure.remarkText([](std::int64_t bytes) { return std::to_string(bytes) + " B"; });
    return text;
}

struct Expected {
    const char* id;
    std::string value;
    const char* label;
    const char* remarks;
    int line; // 0: none
    int rank; // −1: not in the window
};

void expectList(const Figures& figures, const std::vector<Expected>& expected)
{
    ASSERT_EQ(figures.list.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const Figure& figure = figures.list[i];
        const Expected& wanted = expected[i];
        EXPECT_EQ(figure.id, wanted.id);
        EXPECT_EQ(valueOf(figure), wanted.value) << wanted.id;
        EXPECT_EQ(figure.label, wanted.label) << wanted.id;
        EXPECT_EQ(remarksOf(figure), wanted.remarks) << wanted.id;
        EXPECT_EQ(figure.line, wanted.line) << wanted.id;
        EXPECT_TRUE(figure.isIn(FigurePlace::Record)) << wanted.id;
        EXPECT_EQ(figure.isIn(FigurePlace::Window), wanted.rank >= 0) << wanted.id;
        if (wanted.rank >= 0) {
            EXPECT_EQ(figure.rank, wanted.rank) << wanted.id;
        }
    }
}

constexpr int kOutside = -1; // not in the window

TEST(Figures, ListEachNumberOnceWithItsPlaces)
{
    const auto timeline = everything();
    const Figures figures = figuresOf(*timeline);
    // The base is 100 + 50 + 30 + 20, outside the trace are 40, inside it 80 + 100.
    const std::string capacity = std::to_string((std::int64_t{15} << 30) + (std::int64_t{3} << 28));
    const std::string headroom = std::to_string((std::int64_t{15} << 30) + (std::int64_t{3} << 28) - 440);
    expectList(figures,
               {
                   {"module", "jit_f", "", "", 0, kOutside},
                   {"program_id", "7u", "", "", 0, kOutside},
                   {"host", "w-0", "", "", 0, kOutside},
                   {"space", "0", "", "", 0, kOutside},
                   {"space_name", "HBM", "", "", 0, kOutside},
                   {"steps", "6", "Steps", "", 0, 9},
                   {"peak_bytes", "380", "XProf's peak", "step 1", 7, kOutside},
                   {"peak_step", "1", "", "", 0, kOutside},
                   {"occupied_peak_bytes", "420", "Peak", "step 1 of 6", 0, kOutside},
                   {"occupied_peak_step", "1", "", "", 0, kOutside},
                   {"total_bytes", "440", "Allocated", "peak and fragmentation", 3, 4},
                   {"arguments_bytes", "150", "Arguments", "35.7 % of the peak", 0, 0},
                   {"outputs_bytes", "80", "All outputs", "donated 50 B", 0, 1},
                   {"aliased_bytes", "50", "Donated", "outputs in the memory of arguments", 1, kOutside},
                   {"constants_bytes", "20", "Constants", "", 0, 5},
                   {"temporaries_bytes", "240", "", "", 0, kOutside},
                   {"temporaries_at_peak_bytes", "220", "Temporaries", "52.4 % of the peak", 0, 0},
                   {"untraced_bytes", "40", "Untraced", "", 0, 5},
                   {"thread_local_bytes", "8", "Thread-local", "inside fusions, in no total", 5, 7},
                   {"unpadded_peak_bytes", "404", "Unpadded", "padding 16 B, 3.8 % of the peak", 2, kOutside},
                   {"padding_bytes", "16", "Padding", "3.8 % of the peak", 0, 2},
                   {"fragmentation_bytes", "20", "Fragmentation", "4.5 % of the allocations", 4, 3},
                   {"max_scoped_bytes", "4096", "Scoped VMEM", "at most, in a", 6, 6},
                   {"max_scoped_instruction", "a", "", "", 0, kOutside},
                   {"needed_bytes", "440", "Needed", "", 0, kOutside},
                   {"device", "TPU v5e", "", "", 0, kOutside},
                   {"capacity_bytes", capacity, "Capacity", "TPU v5e, chosen", 9, kOutside},
                   {"headroom_bytes", headroom, "Headroom", "> 99.9 % of the capacity", 10, kOutside},
               });
    EXPECT_EQ(figures.peakBytes, 420);
    EXPECT_EQ(figures.peakStep, StepId(1));
    EXPECT_EQ(figures.totalBytes, 440);
    EXPECT_EQ(figures.neededBytes, 440);
    std::vector<std::pair<std::string, std::int64_t>> parts;
    for (const Part& part : figures.parts)
        parts.emplace_back(part.name, part.bytes);
    EXPECT_EQ(parts,
              (std::vector<std::pair<std::string, std::int64_t>>{
                  {"Arguments", 150}, {"Outputs not donated", 30}, {"Constants", 20}, {"Temporaries", 220}}));
}

TEST(Figures, LeaveOutMissingQuantities)
{
    const auto timeline = little();
    const Figures figures = figuresOf(*timeline, nullptr);
    expectList(figures,
               {
                   {"module", "jit_f", "", "", 0, kOutside},
                   {"program_id", "7u", "", "", 0, kOutside},
                   {"host", "w-0", "", "", 0, kOutside},
                   {"space", "0", "", "", 0, kOutside},
                   {"space_name", "HBM", "", "", 0, kOutside},
                   {"steps", "1", "Steps", "", 0, 9},
                   {"peak_bytes", "100", "XProf's peak", "step 0", 0, kOutside},
                   {"peak_step", "0", "", "", 0, kOutside},
                   {"occupied_peak_bytes", "100", "Peak", "step 0 of 1", 0, kOutside},
                   {"occupied_peak_step", "0", "", "", 0, kOutside},
                   {"total_bytes", "100", "Allocated", "peak and fragmentation", 3, 4},
                   {"arguments_bytes", "100", "Arguments", "100 % of the peak", 0, 0},
                   {"outputs_bytes", "0", "All outputs", "", 0, 1},
                   {"aliased_bytes", "0", "Donated", "outputs in the memory of arguments", 0, kOutside},
                   {"constants_bytes", "0", "Constants", "", 0, 8},
                   {"temporaries_bytes", "0", "", "", 0, kOutside},
                   {"temporaries_at_peak_bytes", "0", "Temporaries", "0 % of the peak", 0, 0},
                   {"untraced_bytes", "0", "Untraced", "", 0, kOutside},
                   {"thread_local_bytes", "0", "Thread-local", "inside fusions, in no total", 0, kOutside},
                   {"unpadded_peak_bytes", "100", "Unpadded", "padding 0 B, 0 % of the peak", 2, kOutside},
                   {"padding_bytes", "0", "Padding", "0 % of the peak", 0, 2},
                   {"fragmentation_bytes", "0", "Fragmentation", "0 % of the allocations", 4, 3},
                   {"max_scoped_bytes", "null", "Scoped VMEM", "at most, in ", 0, kOutside},
                   {"max_scoped_instruction", "null", "", "", 0, kOutside},
                   {"needed_bytes", "100", "Needed", "", 0, kOutside},
                   {"device", "null", "", "", 0, kOutside},
                   {"capacity_bytes", "null", "Capacity", "", 0, kOutside},
                   {"headroom_bytes", "null", "Headroom", "", 0, kOutside},
               });
    ASSERT_EQ(figures.parts.size(), 1U);
    EXPECT_EQ(figures.parts[0].name, "Arguments");
    EXPECT_TRUE(figures.warnings.empty());
    EXPECT_EQ(figures.note, "");
}

TEST(Figures, OfTheWindowHaveAHelpText)
{
    const auto timeline = everything();
    const Figures figures = figuresOf(*timeline);
    for (const auto& [id, help] : std::vector<std::pair<const char*, const char*>>{
             {"steps", "Steps of the program order"},
             {"occupied_peak_bytes",
              "The largest occupied memory after any step, of this program alone. Other programs on the device need "
              "memory too."},
             {"total_bytes", "All allocations of this memory\nFits on: every known TPU"},
             {"arguments_bytes", "The program's inputs; live all the time"},
             {"outputs_bytes", "Donated outputs share their memory with arguments: 50 B"},
             {"constants_bytes", ""},
             {"temporaries_at_peak_bytes", "At the peak"},
             {"untraced_bytes", "Temporaries outside the trace, counted whole all the time"},
             {"thread_local_bytes", "Not part of the other figures"},
             {"padding_bytes", "What layouts add to the arrays' own bytes, at the peak"},
             {"fragmentation_bytes", "Allocated, but unused at the peak"},
             {"max_scoped_bytes", "The most scratch memory that one instruction uses: a"}})
        EXPECT_EQ(figures.find(id)->help, help) << id;
}

TEST(Figures, StateThatAProgramDoesNotFit)
{
    constexpr std::int64_t kSize = std::int64_t{16} << 30;
    const std::string size = std::to_string(kSize);
    const auto timeline = replaySpace(*Plan::parse(hloBytes("param 0 " + size + "\n p 0 " + size)), 0);
    const Figures figures = figuresOf(*timeline, nullptr, "TPU v5 lite");
    EXPECT_EQ(figures.headroomBytes, -(std::int64_t{1} << 28));
    EXPECT_EQ(remarksOf(*figures.find("headroom_bytes")), "does not fit");
    EXPECT_EQ(remarksOf(*figures.find("capacity_bytes")), "TPU v5 lite");
    EXPECT_TRUE(figures.warnings.empty());
}

TEST(Figures, NameTheLargestDeviceIfEvenThatIsTooSmall)
{
    const auto needs = [](std::int64_t bytes) {
        const std::string size = std::to_string(bytes);
        return replaySpace(*Plan::parse(hloBytes("param 0 " + size + "\n p 0 " + size)), 0);
    };
    ASSERT_TRUE(figuresOf(*needs(std::int64_t{300} << 30), nullptr).exceeded);
    EXPECT_EQ(figuresOf(*needs(std::int64_t{300} << 30), nullptr).exceeded->name, "TPU v5p");
    EXPECT_FALSE(figuresOf(*needs(std::int64_t{300} << 30)).exceeded) << "a capacity is known";
    EXPECT_FALSE(figuresOf(*needs(1 << 20), nullptr).exceeded);
}

TEST(Figures, WarnIfTheChosenDeviceIsNotTheFiles)
{
    const auto timeline = little();
    const Figures figures = figuresOf(*timeline, "v4", "TPU v5 lite");
    ASSERT_EQ(figures.warnings.size(), 1U);
    EXPECT_EQ(figures.warnings[0].code, "other-device");
    EXPECT_EQ(figures.warnings[0].text, "The file names TPU v5 lite; the capacity is that of TPU v4, as chosen.");
}

} // namespace
} // namespace tidemark
