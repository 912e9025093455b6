// Tests of messages copied from logs, pages and shells, and of similar lines where memory did not run out.
#include "core/oom/flat_message.h"
#include "core/oom/line_role.h"
#include "core/open/open_documents.h"
#include "tests/support/oom_messages.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

namespace tidemark::oom {
namespace {

const std::string kFullMessage
    = "XlaRuntimeError: RESOURCE_EXHAUSTED: Ran out of memory in memory space hbm. Used 21.10G of 15.48G hbm. Exceeded "
      "hbm capacity by 5.62G.\n"
      "\n"
      "Total hbm usage >= 21.62G:\n"
      "    reserved        530.00M \n"
      "    program          12.10G \n"
      "    arguments         9.00G \n"
      "\n"
      "Output size 9.00G; shares 8.50G with arguments.\n"
      "\n"
      "Program hbm requirement 12.10G:\n"
      "    HLO temp         12.10G (95.0% utilization: Unpadded (11.00G) Padded (11.58G), 4.3% fragmentation "
      "(530.00M))\n"
      "\n"
      "  Largest program allocations in hbm:\n"
      "\n"
      "  1. Size: 2.00G\n"
      "     Operator: op_type=\"dot\" op_name=\"jit(f)/while Shape: x\" source_file=\"/a.py\" source_line=2\n"
      "     Shape: bf16[16,2048,32768]{2,1,0:T(8,128)(2,1)}\n"
      "     Unpadded size: 2.00G\n"
      "     XLA label: %fusion.1 = bf16[16,2048,32768]{2,1,0:T(8,128)(2,1)} fusion(%p.1)\n"
      "     Allocation type: HLO temp\n"
      "     ==========================\n"
      "\n"
      "  2. Size: 32.00M\n"
      "     Shape: f32[65536,1]{1,0:T(8,128)}\n"
      "     Unpadded size: 256.0K\n"
      "     Extra memory due to padding: 31.75M (128.0x expansion)\n"
      "     Allocation type: scoped\n"
      "     ==========================\n";

std::string replacedAll(std::string text, std::string_view what, std::string_view by)
{
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
        text.replace(at, what.size(), by);
    return text;
}

std::string amountsText(const std::optional<Amount>& amount)
{
    return amount ? std::to_string(amount->bytes) : "-";
}

/// Returns all parsed data of a message except its text.
std::string contentOf(const Message& message)
{
    std::string text = std::string(kindName(message.kind)) + " " + message.memory + " " + amountsText(message.needed)
        + " " + amountsText(message.limit) + " " + amountsText(message.exceeded) + "\n";
    for (const Figure& figure : message.figures)
        text += figure.name + " " + amountsText(figure.amount) + "\n";
    for (const Allocation& allocation : message.allocations)
        text += "#" + std::to_string(allocation.number.value_or(-1)) + " " + amountsText(allocation.size) + " "
            + amountsText(allocation.unpadded) + " " + amountsText(allocation.padding) + " " + allocation.shape + " "
            + allocation.opName + " " + allocation.sourceFile + " " + allocation.label + " " + allocation.allocationType
            + "\n";
    for (const Check& check : message.checks)
        text += check.name + " " + std::string(verdictName(check.verdict)) + "\n";
    return text;
}

std::string onlyContent(std::string_view log)
{
    const auto messages = test::messagesOf(log);
    return messages.size() == 1 ? contentOf(messages[0]) : std::to_string(messages.size()) + " messages";
}

std::size_t countIn(std::string_view log)
{
    return test::messagesOf(log).size();
}

TEST(OomCopies, LineEndsMayHaveBecomeBlanks)
{
    const std::string whole = onlyContent(kFullMessage);
    ASSERT_NE(whole.find("#2 33554432 262144 33292288 f32[65536,1]{1,0:T(8,128)}"), std::string::npos) << whole;
    const std::string flat = replacedAll(kFullMessage, "\n", " ");
    EXPECT_EQ(onlyContent(flat + "\nstep 9\n"), whole);
    std::string single = flat;
    while (single.find("  ") != std::string::npos)
        single = replacedAll(single, "  ", " ");
    EXPECT_EQ(onlyContent(single + "\n"), whole);
    EXPECT_EQ(onlyContent("{\"m\": \"" + replacedAll(single, "\"", "\\\"") + "\"}\n"), whole);
    EXPECT_EQ(onlyContent("[rank3]: " + single + "\n"), whole);
}

TEST(OomCopies, APlanMayBeOnOneLine)
{
    const std::string plan = "RESOURCE_EXHAUSTED: Out of memory while trying to allocate 25769803776 bytes.\n"
                             "BufferAssignment OOM Debugging.\n"
                             "BufferAssignment stats:\n"
                             "             parameter allocation:    4.00GiB\n"
                             "              constant allocation:       16B\n"
                             "        maybe_live_out allocation:    4.00GiB\n"
                             "     preallocated temp allocation:   24.00GiB\n"
                             "  preallocated temp fragmentation:    1.00GiB (4.17%)\n"
                             "                 total allocation:   28.00GiB\n"
                             "              total fragmentation:    1.00GiB (3.57%)\n"
                             "Peak buffers:\n"
                             "\tBuffer 1:\n"
                             "\t\tSize: 8.00GiB\n"
                             "\t\tXLA Label: fusion\n"
                             "\t\tShape: f32[2048,1048576]\n"
                             "\t\t==========================\n"
                             "\n"
                             "\tBuffer 2:\n"
                             "\t\tSize: 4.00GiB\n"
                             "\t\tEntry Parameter Subshape: f32[1024,1048576]\n"
                             "\t\t==========================\n";
    const std::string whole = onlyContent(plan);
    ASSERT_NE(whole.find("#2 4294967296"), std::string::npos) << whole;
    EXPECT_EQ(onlyContent(replacedAll(plan, "\n", " ")), whole);
}

TEST(OomCopies, AreSplitOnlyAtJoinedLines)
{
    using Lines = std::vector<std::string_view>;
    for (const std::string_view line :
         {"plain words", "Total hbm usage >= 21.62G:", "host-7: Total hbm usage >= 21.62G:",
          "Output size 9.00G; shares 8.50G with arguments.", "[x] Program hbm requirement 12.10G:",
          "HLO temp 12.10G (95.0% utilization: Unpadded (11.00G) Padded (11.58G), 4.3% fragmentation (530.00M))"})
        EXPECT_EQ(flatLines(line), Lines{line}) << line;
    EXPECT_EQ(flatLines("Total hbm usage >= 2G: reserved 1G program 1G"),
              (Lines{"Total hbm usage >= 2G: ", "reserved 1G ", "program 1G"}));
    EXPECT_EQ(flatLines("Total hbm usage >= 2G: Output size unknown. Program hbm requirement 2G:"),
              (Lines{"Total hbm usage >= 2G: ", "Output size unknown. ", "Program hbm requirement 2G:"}));
    EXPECT_EQ(flatLines("arguments 0BOutput size 0B; shares 0B with arguments.Program hbm requirement 2G:"),
              (Lines{"arguments 0B", "Output size 0B; shares 0B with arguments.", "Program hbm requirement 2G:"}))
        << "line ends that are lost";
}

TEST(OomCopies, SeveralMessagesMayBeOnOneLine)
{
    const auto loads = [](const char* module, const char* size) {
        return std::string("Error loading program '") + module + "': Attempting to reserve " + size
            + " at the bottom of memory. That was not possible. There are 5.13G free, 0B reserved, and 5.13G reservable.";
    };
    const auto list = test::messagesOf("[{\"r\":0,\"e\":\"" + loads("jit_a", "7.25G") + "\"},{\"r\":1,\"e\":\""
                                       + loads("jit_b", "8.25G") + "\"}]\n");
    ASSERT_EQ(list.size(), 2U);
    EXPECT_EQ(list[0].module + " " + list[1].module, "jit_a jit_b");
    const auto needs = [](const char* amount, const char* module) {
        return std::string("RESOURCE_EXHAUSTED: E1000: CompileTimeHbmOom: Ran out of memory on HBM, the total memory "
                           "required for HLO temporaries (")
            + amount + ") exceeds available HBM (15.75G). HLO module: " + module + ".";
    };
    const auto two = test::messagesOf(needs("40.00G", "jit_a") + " See x. " + needs("50.00G", "jit_b") + "\n");
    ASSERT_EQ(two.size(), 2U);
    EXPECT_EQ(two[0].module + " " + two[1].module, "jit_a jit_b");
    EXPECT_EQ(amountsText(two[1].needed), "53687091200");
    EXPECT_EQ(countIn(needs("40.00G", "jit_a") + "; " + needs("40.00G", "jit_a") + "\n"), 1U) << "the same again";
    EXPECT_EQ(countIn("RESOURCE_EXHAUSTED: it failed: " + needs("40.00G", "jit_a") + "\n"), 1U);
}

TEST(OomCopies, WritersMayBeNamedByFieldsOfJson)
{
    const auto mixed = [](const std::string& before, const std::string& after) {
        std::string log;
        for (const char* const amount : {"Ran out of memory in memory space hbm. Used %G of 4.00G hbm.",
                                         "Total hbm usage >= %G:", "    program %G"})
            for (const char* const writer : {"5", "6"})
                log += "{\"m\":{\"message\":\"" + replacedAll(amount, "%", writer) + "\"}," + before + writer + after
                    + "}\n";
        std::string text;
        for (const Message& message : test::messagesOf(log))
            text += message.rank + ": " + amountsText(message.needed) + " " + std::to_string(message.figures.size())
                + "; ";
        return text;
    };
    EXPECT_EQ(mixed("\"resource\":{\"labels\":{\"pod_name\":\"job-", "-x\"}}"),
              "job-5-x: 5368709120 2; job-6-x: 6442450944 2; ");
    EXPECT_EQ(mixed("\"labels\":{\"worker\" : \"", "\"}"), "5: 5368709120 2; 6: 6442450944 2; ");
    EXPECT_EQ(mixed("\"process_index\":", ""), "5: 5368709120 2; 6: 6442450944 2; ");
    EXPECT_EQ(mixed("\"host\":\"h", "\""), "h5: 5368709120 2; h6: 6442450944 2; ");
    EXPECT_EQ(mixed("\"host\":\"h\",\"rank\":", ""), "5: 5368709120 2; 6: 6442450944 2; ") << "the rank first";
    EXPECT_EQ(mixed("\"worker\":\"w\",\"rank\":", ""), "5: 5368709120 2; 6: 6442450944 2; ") << "the rank first";
}

TEST(OomCopies, ModulesEndWithTheirLine)
{
    const auto module = [](const std::string& rest) {
        const auto messages
            = test::messagesOf("Ran out of memory on HBM, the total memory required for HLO temporaries "
                               "(17.31G) exceeds available HBM (15.75G). HLO module: "
                               + rest);
        return messages.size() == 1 ? messages[0].module : "none";
    };
    EXPECT_EQ(module("jit_step_fun\nTraceback (most recent call last):\n"), "jit_step_fun");
    EXPECT_EQ(module("jit_emb\nSee https://openxla.org/xla/errors/error_1000 for more details.\n"), "jit_emb");
    EXPECT_EQ(module("jit_long_name\n_that_goes_on.\nSee x.\n"), "jit_long_name_that_goes_on") << "wrapped";
    EXPECT_EQ(module("jit_f"), "jit_f");
}

TEST(OomCopies, AScopedAllocationMayHaveNoFigures)
{
    const std::string instruction = "%k.1 = bf16[2048,4096]{1,0:T(8,128)(2,1)} custom-call(%a)";
    for (const std::string end : {" ...\n", ", custom_call_target=\"tpu\".\nSee https://openxla.org/x for more.\n"}) {
        const auto messages = test::messagesOf(
            "RESOURCE_EXHAUSTED: E1001: CompileTimeScopedVmemOom:\nRan out of memory in memory space vmem "
            "while allocating on stack for "
            + instruction + end);
        ASSERT_EQ(messages.size(), 1U) << end;
        EXPECT_EQ(contentOf(messages[0]).substr(0, 18), "scoped vmem - - -\n");
        EXPECT_EQ(messages[0].code, "E1001");
        ASSERT_EQ(messages[0].allocations.size(), 1U);
        EXPECT_EQ(messages[0].allocations[0].shape, "bf16[2048,4096]{1,0:T(8,128)(2,1)}");
        EXPECT_EQ(messages[0].allocations[0].label.find("See"), std::string::npos) << messages[0].allocations[0].label;
        const TextRange place = messages[0].allocations[0].place;
        EXPECT_EQ(messages[0].text.substr(place.begin, place.end - place.begin),
                  instruction + end.substr(0, end.find('\n')));
        EXPECT_TRUE(messages[0].checks.empty());
    }
}

TEST(OomCopies, AScopedAllocationMayNameItsOperation)
{
    const auto messages = test::messagesOf(
        "Ran out of memory in memory space vmem while allocating on stack for %flash.5 = bf16[8,16]{1,0} custom-call(%a), "
        "metadata={op_name=\"jit(f)/pallas_call\" source_file=\"/x/attn.py\" source_line=77}. Scoped allocation with size "
        "33.02M and limit 16.00M exceeded scoped vmem limit by 17.02M.\n");
    ASSERT_EQ(messages.size(), 1U);
    const Allocation& allocation = messages[0].allocations.at(0);
    EXPECT_EQ(allocation.opName, "jit(f)/pallas_call");
    EXPECT_EQ(allocation.sourceFile, "/x/attn.py");
    EXPECT_EQ(allocation.sourceLine, 77);
}

TEST(OomCopies, OlderListsHaveNoNumbers)
{
    EXPECT_EQ(
        onlyContent("Compilation failure: Ran out of memory in memory space vmem. It should not be possible to run "
                    "out of vmem - please file a bug against XLA.\n"
                    "\n"
                    "Largest program allocations in vmem:\n"
                    "\n"
                    "  XLA label: register allocator spill slots\n"
                    "  Allocation type: scoped\n"
                    "\n"
                    "  XLA label: %fusion.177 = bf16[] fusion(f32[256]{0}, ...(+13))\n"
                    "  Allocation type: scoped\n"),
        "compile vmem - - -\n"
        "#-1 - - -    register allocator spill slots scoped\n"
        "#-1 - - -    %fusion.177 = bf16[] fusion(f32[256]{0}, ...(+13)) scoped\n");
}

TEST(OomCopies, LinesWrappedByATerminalMayLoseTheirPrefix)
{
    const auto messages
        = test::messagesOf("(EngineCore_DP0 pid=9) JaxRuntimeError: RESOURCE_EXHAUSTED: XLA:TPU compile per\n"
                           "manent error. Ran out of memory in memory space hbm. Used 20.00G of 15.75G hbm.\n"
                           "(EngineCore_DP0 pid=9) \n"
                           "(EngineCore_DP0 pid=9) Program hbm requirement 20.00G:\n"
                           "(EngineCore_DP0 pid=9)     HLO temp  20.00G (50.0% utilization: Unpadded (5.\n"
                           "00G) Padded (10.00G))\n");
    ASSERT_EQ(messages.size(), 1U);
    EXPECT_EQ(messages[0].rank, "EngineCore_DP0");
    EXPECT_EQ(messages[0].line, 1U);
    EXPECT_EQ(contentOf(messages[0]).substr(0, 38), "compile hbm 21474836480 16911433728 -\n");
    ASSERT_NE(messages[0].figure("Program hbm requirement: HLO temp: Unpadded"), nullptr);
}

TEST(OomNothing, InformationalSumsOfCompilersAreNoMessages)
{
    const std::string sums = "I0320 03:59:34.722540 855 c.cc:2163] Total hbm usage >= 260.14M:\n"
                             "I0320 03:59:34.722540 855 c.cc:2163]     reserved        204B\n"
                             "I0320 03:59:34.722540 855 c.cc:2163]     program         70.0K\n"
                             "I0320 03:59:34.722540 855 c.cc:2163]     arguments          0B\n"
                             "I0320 03:59:34.722540 855 c.cc:2163] \n"
                             "I0320 03:59:34.722540 855 c.cc:2163] Output size 0B; shares 0B with arguments.\n"
                             "I0320 03:59:34.722540 855 c.cc:2163] Program hbm requirement 70.0K:\n"
                             "I0320 03:59:34.722540 855 c.cc:2163]     global          70.0K\n";
    EXPECT_EQ(countIn(sums), 0U);
    EXPECT_EQ(countIn(sums + "step 1\n" + sums + "step 2\n" + sums), 0U);
    const auto messages = test::messagesOf(sums + "step 1\n" + kFullMessage);
    ASSERT_EQ(messages.size(), 1U);
    EXPECT_EQ(contentOf(messages[0]), onlyContent(kFullMessage));
}

TEST(OomNothing, ARequestThatMayFailIsNoMessage)
{
    const std::string request = "W bfc_allocator.cc:296] Allocator (GPU_0_bfc) ran out of memory trying to allocate "
                                "18.02GiB with freed_by_count=0.";
    EXPECT_EQ(countIn(request
                      + " The caller indicates that this is not a failure, but this may mean that there could be "
                        "performance gains if more memory were available.\n"),
              0U);
    EXPECT_EQ(countIn(request + "\n"), 1U);
}

} // namespace
} // namespace tidemark::oom
