// Tests of the forms of messages: each form reads the facts of its examples, which are texts of public messages.
#include "core/oom/form_reader.h"
#include "core/oom/headline.h"
#include "core/oom/message.h"
#include "core/oom/message_figures.h"
#include "tests/support/oom_messages.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace tidemark::oom {
namespace {

const std::string kFolder = std::string(TIDEMARK_TEST_DATA) + "/messages";

std::string contentOf(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::string bytes(const std::optional<Amount>& amount)
{
    return amount ? std::to_string(amount->bytes) : "-";
}

std::string orDash(std::string_view text)
{
    return text.empty() ? "-" : std::string(text);
}

/// A line of facts.tsv: line of the log, form, kind, memory, module, device, code, needed, limit, requested, free,
/// number of allocations, times logged.
std::string factsOf(const Message& message)
{
    std::string facts = std::to_string(message.line);
    for (const std::string_view text :
         {message.form, kindName(message.kind), std::string_view(message.memory), std::string_view(message.module),
          std::string_view(message.device), std::string_view(message.code)})
        facts += "\t" + orDash(text);
    for (const auto* const amount : {&message.needed, &message.limit, &message.requested, &message.free})
        facts += "\t" + bytes(*amount);
    return facts + "\t" + std::to_string(message.allocations.size()) + "\t" + std::to_string(message.timesLogged);
}

/// The facts of each file, by its name.
std::map<std::string, std::string> expectedFacts()
{
    std::map<std::string, std::string> facts;
    std::istringstream lines(contentOf(kFolder + "/facts.tsv"));
    for (std::string line; std::getline(lines, line);) {
        const std::size_t tab = line.find('\t');
        facts[line.substr(0, tab)] += line.substr(tab + 1) + "\n";
    }
    return facts;
}

TEST(MessageForms, ReadTheFactsOfTheirExamples)
{
    const auto expected = expectedFacts();
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
        if (entry.path().extension() != ".txt")
            continue;
        ++files;
        std::string facts;
        for (const Message& event : test::eventsIn(contentOf(entry.path())))
            facts += factsOf(event) + "\n";
        const auto found = expected.find(entry.path().filename().string());
        EXPECT_EQ(facts, found == expected.end() ? std::string() : found->second) << entry.path();
    }
    EXPECT_GT(files, 80U);
}

TEST(MessageForms, OfStatesAndServersHaveAHeadline)
{
    std::map<std::string_view, std::string> headlines;
    for (const char* const file : {"30_enzyme1307_remat_warn.txt", "form_maxtext.txt", "form_vllm_request.txt",
                                   "form_vllm_free_memory.txt", "form_vllm_no_memory.txt", "form_vllm.txt"})
        for (const Message& message : test::eventsIn(contentOf(kFolder + "/" + file)))
            headlines[message.form] = headlineOf(message);
    const std::map<std::string_view, std::string> expected = {
        {"xla_rematerialization", "Rematerialization brought a program only to 56.60 GiB; its goal was 10.64 GiB."},
        {"maxtext_program",
         "A program needs 12.30 GiB; it has 7.80 GiB of temporaries, 4.50 GiB of arguments and 4.50 "
         "GiB of outputs, which may re-use arguments."},
        {"maxtext_device", "3.05 GiB of 31.25 GiB is in use on TPU_0."},
        {"jax_memory_stats", "1 GiB of 16 GiB is in use on a device."},
        {"vllm_memory", "10.25 GiB is in use on a device, and the KV cache has 3.50 GiB."},
        {"vllm_cache", "52 GiB is available for the KV cache (the most of 2 such lines)."},
        {"vllm_model", "The weights of the model take 2.89 GiB."},
        {"vllm_request",
         "The KV cache needs 24 GiB for one request of the model's longest sequence, but 3.18 GiB is "
         "available for it."},
        {"vllm_free_memory",
         "vLLM may use 71.33 GiB of the 79.25 GiB of a device, but only 1.20 GiB is free when it starts."},
        {"vllm_no_memory", "No memory is left for the KV cache."},
    };
    EXPECT_EQ(headlines, expected);
}

TEST(MessageForms, OfStatesAreKeptForEachDeviceAndMemory)
{
    const auto devicesIn = [](const std::string& log) {
        std::string devices;
        for (const Message& message : test::eventsIn(log))
            devices += message.device + message.memory + " " + headlineOf(message) + "\n";
        return devices;
    };
    EXPECT_EQ(devicesIn("Using (GB) 9.5 / 32.0 (30%) on cuda:0\nUsing (GB) 9.0 / 32.0 (28%) on cuda:1\n"),
              "cuda:0 9.50 GiB of 32 GiB is in use on cuda:0.\ncuda:1 9 GiB of 32 GiB is in use on cuda:1.\n");
    const std::string table = ",Total allocatable (B):,1048576\n,Total allocated (B):,1024\n,Total free (B):,1047552\n";
    EXPECT_EQ(devicesIn(",DRAM\n" + table + ",L1\n" + table),
              "dram 1 KiB of 1 MiB is allocated.\nl1 1 KiB of 1 MiB is allocated.\n");
}

TEST(MessageForms, OfStatesCompareTheAmountOfTheirHeadline)
{
    const auto events = test::eventsIn("{'bytes_in_use': 1024, 'peak_bytes_in_use': 9000, 'bytes_limit': 9999}\n"
                                       "{'bytes_in_use': 2048, 'peak_bytes_in_use': 9000, 'bytes_limit': 9999}\n"
                                       "{'bytes_in_use': 5}\n");
    ASSERT_EQ(events.size(), 1U);
    EXPECT_EQ(headlineOf(events[0]), "2 KiB of 9.76 KiB is in use on a device (the most of 2 such lines).");
}

TEST(MessageForms, OfStatesAreReportedAfterAFailure)
{
    const auto events = test::eventsIn("RESOURCE_EXHAUSTED: Out of memory while trying to allocate 4.50GiB.\n"
                                       "Model loading took 14.99 GiB memory and 1.0 seconds\n");
    ASSERT_EQ(events.size(), 2U);
    EXPECT_EQ(events[1].form, "vllm_model");
}

TEST(MessageForms, OfStatesAreNotReportedInsideAMessage)
{
    const std::string state = contentOf(kFolder + "/30_enzyme1307_remat_warn.txt");
    const auto events = test::eventsIn(state + contentOf(kFolder + "/02_jax27354_1TiB_bfc.txt"));
    ASSERT_EQ(events.size(), 1U);
    EXPECT_EQ(events[0].kind, Kind::Bfc);
}

TEST(MessageForms, HaveThePartsOfTheNeedByTheirSums)
{
    const auto partsIn = [](const char* file) {
        const auto events = test::eventsIn(contentOf(kFolder + "/" + file));
        std::string parts;
        for (const Part& part : figuresOf(events.at(0), {{"Listed", Hue::Temporary, 1}}, nullptr).parts)
            parts += part.name + " " + std::to_string(part.bytes) + "; ";
        return parts;
    };
    EXPECT_EQ(partsIn("33_easydel142_args_gemma.txt"),
              "Arguments 17072495002; Global 492544; Scoped 524288; Temporaries 15365245501; ");
    EXPECT_EQ(partsIn("34_easydel95_totals_only.txt"), "Global 246784; Scoped 10024387; Temporaries 9631464161; ");
    EXPECT_EQ(partsIn("45_ttmlir8044_L1.txt"), "Listed 1; ");
}

TEST(MessageForms, OfCudaMallocAsyncHaveTheMemoryInUse)
{
    const auto events = test::eventsIn(contentOf(kFolder + "/03_skyrl624_cudamallocasync.txt"));
    ASSERT_EQ(events.size(), 1U);
    const std::vector<Part> taken = takenBefore(events[0]);
    ASSERT_EQ(taken.size(), 1U);
    EXPECT_EQ(taken[0].bytes, 61982909300);
    EXPECT_EQ(test::plain(headlineOf(events[0])),
              "Allocation of 1.11 TiB failed: it is 14 times the whole memory of 79.25 GiB; 57.73 GiB is in use, "
              "21.08 GiB is free.");
}

TEST(MessageForms, OfTheTotalNameWhatNeedsTheMemory)
{
    const auto events
        = test::eventsIn(contentOf(std::string(TIDEMARK_TEST_DATA) + "/oom/tpu_e1000_2026_no_breakdown_tutorial.txt"));
    ASSERT_EQ(events.size(), 1U);
    EXPECT_EQ(test::plain(headlineOf(events[0])),
              "Over by 284.2 GiB: needs 300 of 15.75 GiB of HBM for HLO temporaries.");
}

TEST(MessageForms, HaveEachAnExample)
{
    std::set<std::string_view> read;
    for (const char* const folder : {"/messages", "/oom"})
        for (const std::string& text : test::textsIn(std::string(TIDEMARK_TEST_DATA) + folder))
            for (const Message& message : test::messagesOf(text))
                read.insert(message.form);
    for (const Form& form : forms())
        EXPECT_TRUE(read.contains(form.id)) << form.id;
}

TEST(MessageForms, SayWhatToChange)
{
    const auto nextIn = [](const char* file) {
        const auto events = test::eventsIn(contentOf(kFolder + "/" + file));
        return events.empty() ? std::string() : nextStepOf(events[0]);
    };
    EXPECT_EQ(nextIn("users_vllm_length.txt"),
              "Raise gpu_memory_utilization, use more devices, or lower max_model_len to 21504.");
    EXPECT_EQ(nextIn("users_torch_others.txt"),
              "End the processes that use 30.25 GiB of this GPU, or choose another GPU.");
    EXPECT_EQ(nextIn("users_torch_container.txt"),
              "End the processes that use 25.50 GiB of this GPU, or choose another GPU.");
    EXPECT_EQ(nextIn("torch_2022.txt"), "");
    EXPECT_EQ(nextIn("ipex629_4gb.txt"),
              "Intel GPUs refuse an allocation above 4 GiB without UR_L0_ENABLE_RELAXED_ALLOCATION_LIMITS=1.");
    EXPECT_EQ(nextIn("ipex629_xpu.txt"), "");
    EXPECT_EQ(nextIn("tt_trace_region.txt"), "Open the device with trace_region_size=751616 or more.");
    EXPECT_EQ(
        nextIn("tpuinf3310_smem_operand.txt"),
        "Operand 0 is in SMEM as a whole: prefetch only the part that the kernel reads, or copy blocks of it from HBM.");
}

TEST(MessageForms, StateWhoHeldTheMemory)
{
    const auto headlineIn = [](const char* file) {
        const auto events = test::eventsIn(contentOf(kFolder + "/" + file));
        return events.empty() ? std::string() : test::plain(headlineOf(events[0]));
    };
    EXPECT_EQ(headlineIn("users_kernel.txt"),
              "The Linux kernel killed a process because the host, or its cgroup, had no memory left; the limit of the "
              "cgroup is 32 GiB; python held 30 GiB.");
    EXPECT_EQ(headlineIn("users_ray.txt"),
              "Ray killed a task because a node had little host memory left: 60.25 GiB of "
              "62 GiB was in use, 40.50 GiB of it by the task.");
    EXPECT_EQ(headlineIn("users_tf_node.txt"),
              "Allocation of 512 MiB for a tensor [16,512,512,64] of half by model/conv1/Conv2D failed.");
    EXPECT_EQ(headlineIn("users_numpy.txt"), "Allocation of 29.80 GiB for an array (4000000, 1000) of int64 failed.");
    EXPECT_EQ(
        headlineIn("ascend19_npu.txt"),
        "Allocation of 22 MiB failed: 19.52 MiB of 60.97 GiB is free, and PyTorch holds another 419.8 MiB that no "
        "tensor uses, perhaps in pieces that are too small, and 50.30 GiB is in use outside PyTorch.");
    EXPECT_EQ(headlineIn("torch16417_cached.txt"),
              "Allocation of 12.50 MiB failed: 9.28 of 10.92 GiB is free, but the driver refused it.");
    EXPECT_EQ(
        headlineIn("t2t782_node.txt"),
        "An allocation for a tensor [123008,500] by training_10/Adam/mul_23 failed; the message does not say its size.");
    EXPECT_EQ(headlineIn("users_cupy_limit.txt"),
              "Allocation of 2 GiB failed; CuPy has allocated 6 GiB and may have at most 8 GiB.");
}

TEST(MessageForms, WithoutSizesSayWhatFailed)
{
    const auto headlineIn = [](const char* file) {
        const auto events = test::eventsIn(contentOf(kFolder + "/" + file));
        return events.empty() ? std::string() : headlineOf(events[0]);
    };
    EXPECT_EQ(headlineIn("jax10830_context.txt"), "No memory is left to start using a GPU.");
    EXPECT_EQ(headlineIn("cublas_status.txt"), "No memory is left for a library of the GPU.");
    EXPECT_EQ(headlineIn("torch_cuda_error.txt"), "An allocation failed; the message does not say its size.");
    EXPECT_EQ(headlineIn("qwen295_tokens.txt"),
              "The KV cache holds fewer tokens than one request of the model's longest sequence: 7344 of 32768.");
    EXPECT_EQ(headlineIn("vllm17939_warm_up.txt"),
              "The memory ran out when vLLM tried as many requests at once as it may serve.");
    EXPECT_EQ(headlineIn("sglang3831_static.txt"), "No memory is left for the KV cache.");
    EXPECT_EQ(headlineIn("sglangjax622_decode.txt"),
              "The KV cache has no page left for 168 tokens of running requests; it has room for 3200 tokens, in whole "
              "pages.");
    EXPECT_EQ(headlineIn("graphormer7_errno.txt"), "No host memory was left for a program.");
    EXPECT_EQ(headlineIn("users_hsa.txt"),
              "A device ran out of memory or of another resource (HSA_STATUS_ERROR_OUT_OF_RESOURCES): 96 MiB is free.");
    EXPECT_EQ(headlineIn("ttmetal15510_cb_buffer.txt"),
              "A circular buffer of 28 KiB does not fit in its L1 buffer of 4 KiB.");
}

TEST(MessageForms, EndANumberBeforeTheNumberOfTheNextLine)
{
    const auto limitIn = [](const std::string& next) {
        const auto events = test::eventsIn("RESOURCE_EXHAUSTED: Shared memory size limit exceeded: requested 73728, "
                                           "available: 65536\n"
                                           + next);
        return events.empty() || !events[0].limit ? 0 : events[0].limit->bytes;
    };
    for (const char* const next : {"12 more\n", "2024-07-30 Wrote a file\n", "10:22 x\n", "2. A list\n", "x\n"})
        EXPECT_EQ(limitIn(next), 65536) << next;
    for (const char* const wrapped : {"0\n", "0 bytes\n", "0, and more\n"})
        EXPECT_EQ(limitIn(wrapped), 655360) << wrapped;
}

TEST(MessageForms, AreFoundByTheirWords)
{
    constexpr std::size_t kLongest = 40; // the collector keeps so many bytes of the lines before
    for (const HeadPhrase& head : headPhrases()) {
        EXPECT_LE(head.phrase.size(), kLongest) << head.form->id;
        EXPECT_FALSE(head.form->parts.empty()) << head.form->id;
    }
}

TEST(MessageForms, ALineOfAnUnknownFormIsOneMessage)
{
    const auto events
        = test::eventsIn("RESOURCE_EXHAUSTED: no memory of the pool is left\nAttempting to allocate\nx\n");
    ASSERT_EQ(events.size(), 1U);
    EXPECT_EQ(events[0].kind, Kind::Unknown);
    EXPECT_EQ(events[0].timesLogged, 1U);
    const std::string longLine = "RESOURCE_EXHAUSTED: no memory: " + std::string(80, 'x') + " needs 3686400000 bytes\n";
    const std::string headline = headlineOf(test::eventsIn(longLine).at(0));
    EXPECT_TRUE(headline.ends_with(" needs …")) << headline << ": no number is cut";
}

} // namespace
} // namespace tidemark::oom
