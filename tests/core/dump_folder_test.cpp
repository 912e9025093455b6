#include "core/devices/device_table.h"
#include "core/xla/replay/space_timeline.h"
#include "tests/core/document_fixture.h"
#include "tests/support/samples.h"
#include "tests/support/wire_writer.h"

namespace tidemark {
using namespace xla;
namespace {

using namespace test;

class DumpFolder : public DocumentTest
{
protected:
    /// Returns a module without a plan, whose instructions come from `opName`.
    static std::string stage(const std::string& opName, const std::string& module = "jit_f", std::uint64_t id = 1)
    {
        proto::HloProto hlo = planFromText("param 0 8\n p 0 8 f32[2]");
        hlo.clear_buffer_assignment();
        return named(hlo, opName, module, id);
    }
    static std::string plan(const std::string& opName, const std::string& module = "jit_f", std::uint64_t id = 1)
    {
        return named(planFromText("param 0 8\n p 0 8 f32[2]"), opName, module, id);
    }
    void write(const std::string& name, const std::string& bytes) { m_folder.write("dump/" + name, bytes); }
    std::shared_ptr<const XlaDocument> openAll() { return open({m_folder.path("dump")}); }
    std::vector<std::string> files()
    {
        std::vector<std::string> result;
        const auto document = openAll();
        for (const FileEntry& file : document->catalogue().files)
            result.push_back(file.path.substr(file.path.find_last_of('/') + 1));
        return result;
    }
    /// Returns the op name of the argument of the first program.
    std::string opNameOf(const std::vector<std::string>& paths)
    {
        const auto loaded = open(paths)->plan(ProgramId(0));
        EXPECT_TRUE(loaded) << loaded.error().message;
        const HloModule& module = (*loaded)->module();
        return std::string(module.instruction(module.entryParameter(0)).opName);
    }

private:
    static std::string named(proto::HloProto hlo, const std::string& opName, const std::string& module,
                             std::uint64_t id)
    {
        hlo.mutable_hlo_module()->set_name(module);
        hlo.mutable_hlo_module()->set_id(static_cast<std::int64_t>(id));
        for (auto& computation : *hlo.mutable_hlo_module()->mutable_computations())
            for (auto& instruction : *computation.mutable_instructions())
                instruction.mutable_metadata()->set_op_name(opName);
        return hlo.SerializeAsString();
    }
};

TEST_F(DumpFolder, EachModuleIsOneProgramWithAnyStages)
{
    using Names = std::vector<std::string>;
    write("module_0001.jit_f.before_optimizations.hlo.pb", stage("x"));
    write("module_0001.jit_f.0003.fusion.after_pass.hlo.pb", stage("x"));
    write("module_0001.jit_f.cpu_after_optimizations.hlo.pb", plan("x"));
    write("1712345678.module_0002.jit_g.sm_9.0_gpu_after_optimizations.hlo.pb", plan("x"));
    write("1712345678.module_0002.jit_g.after_codegen.hlo.pb", stage("x"));
    write("module_0003.jit_h.cl_7.before_optimizations.hlo.pb", stage("x"));
    write("module_0012.jit_f.cl_7.after_optimizations.hlo.pb", plan("x"));
    write("module_0012.jit_f.cl_7.after_optimizations_after_buffer_assignment.hlo.pb", stage("x"));
    write("module_0012.jit_f.cl_7.oom_intermediate_module.hlo.pb", stage("x"));
    write("step.hlo.pb", plan("x"));
    EXPECT_EQ(files(),
              (Names{"1712345678.module_0002.jit_g.sm_9.0_gpu_after_optimizations.hlo.pb",
                     "module_0001.jit_f.cpu_after_optimizations.hlo.pb",
                     "module_0003.jit_h.cl_7.before_optimizations.hlo.pb", // the only file of this module
                     "module_0012.jit_f.cl_7.after_optimizations.hlo.pb", "step.hlo.pb"}));
}

TEST_F(DumpFolder, ARefusedProgramIsReported)
{
    write("module_0001.jit_f.cl_7.after_optimizations.hlo.pb", plan("x"));
    write("module_0002.jit_g.cl_7.after_optimizations.hlo.pb", plan("x"));
    write("module_0002.jit_g.cl_7.oom_intermediate_module.txt", "HloModule jit_g\n");
    const auto codes = [&](const char* name) {
        const auto document = open({m_folder.path("dump/" + std::string(name))});
        std::string all;
        for (const Warning& warning : (*document->view({ProgramId(0), 0}, {}))->figures(nullptr).warnings)
            all += warning.code + ' ';
        return all;
    };
    EXPECT_EQ(codes("module_0001.jit_f.cl_7.after_optimizations.hlo.pb").find("refused"), std::string::npos);
    EXPECT_NE(codes("module_0002.jit_g.cl_7.after_optimizations.hlo.pb").find("refused-by-compiler"),
              std::string::npos);
}

TEST_F(DumpFolder, StagesOfAnotherFolderDoNotBelongToTheModule)
{
    write("a/module_0001.jit_f.after_optimizations.hlo.pb", plan("x"));
    write("b/module_0001.jit_f.before_optimizations.hlo.pb", stage("x"));
    EXPECT_EQ(files().size(), 2U);
}

TEST_F(DumpFolder, TheModuleIsTheOneThatRuns)
{
    write("module_0001.jit_f.cl_7.after_optimizations.hlo.pb", plan("planned"));
    const std::string file = m_folder.path("dump/module_0001.jit_f.cl_7.after_optimizations.hlo.pb");
    EXPECT_EQ(opNameOf({file}), "planned");
    write("module_0001.jit_f.cl_7.after_codegen.hlo.pb", stage("runs"));
    EXPECT_EQ(opNameOf({file}), "runs") << "also if only the file is opened";
    EXPECT_EQ(opNameOf({m_folder.path("dump")}), "runs");
    EXPECT_EQ(openAll()->catalogue().files.front().remarks,
              (std::vector<std::pair<std::string, std::string>>{{"Module", "as after_codegen leaves it"}}));
    EXPECT_TRUE(openAll()->digest(ProgramId(0)));
    EXPECT_EQ(openAll()->outline(ProgramId(0)).peakIn(0), 8);
    write("module_0001.jit_f.cl_7.after_codegen.hlo.pb", stage("another", "jit_f", 2));
    EXPECT_EQ(opNameOf({file}), "planned") << "another number: of another compile";
    write("module_0001.jit_f.cl_7.after_codegen.hlo.pb", stage("another", "jit_g"));
    EXPECT_EQ(opNameOf({file}), "planned");
    write("module_0001.jit_f.cl_7.after_codegen.hlo.pb", stage("cut").substr(0, 20));
    EXPECT_EQ(opNameOf({file}), "planned");
}

TEST_F(DumpFolder, APlannedModuleReplacesADamagedOneOfCodeGeneration)
{
    write("module_0001.jit_f.cl_7.after_optimizations.hlo.pb", plan("planned"));
    const std::string file = m_folder.path("dump/module_0001.jit_f.cl_7.after_optimizations.hlo.pb");
    const auto isReported = [&] {
        const auto document = open({file});
        EXPECT_TRUE(document->outline(ProgramId(0)).hasPlan);
        EXPECT_TRUE(document->digest(ProgramId(0)));
        const auto& warnings = document->catalogue().warnings.list();
        return warnings.size() == 1 && warnings.front().code == "damaged-final-module"
            && warnings.front().text.find("after_codegen.hlo.pb") != std::string::npos;
    };
    const std::string whole = stage("runs");
    write("module_0001.jit_f.cl_7.after_codegen.hlo.pb", whole);
    EXPECT_FALSE(isReported());
    std::string deep = whole;
    deep[deep.find("runs") - 1] = 0x7f; // the length of a name reaches beyond its instruction
    for (const std::string& damaged : {deep, whole.substr(0, whole.size() - 3), std::string("\xff\xff\xff", 3)}) {
        write("module_0001.jit_f.cl_7.after_codegen.hlo.pb", damaged);
        EXPECT_EQ(opNameOf({file}), "planned");
        EXPECT_TRUE(isReported());
    }
}

TEST_F(DumpFolder, TheDeviceIsThatOfTheTarget)
{
    // The names of formats/xla-dump.md, found by compiling for each target.
    const std::map<std::pair<std::string, std::string>, std::string> devices = {
        {{"TPU_VERSION_JELLYFISH", ""}, "TPU v2"},      {{"TPU_VERSION_DRAGONFISH", ""}, "TPU v3"},
        {{"TPU_VERSION_PUFFERFISH", ""}, "TPU v4"},     {{"TPU_VERSION_VIPERFISH", ""}, "TPU v5p"},
        {{"TPU_VERSION_VIPERFISH", "lite"}, "TPU v5e"}, {{"TPU_VERSION_GHOSTLITE", ""}, "TPU v6e"},
        {{"TPU_VERSION_6acc60406", ""}, "TPU7x"},       {{"TPU_VERSION_UNHEARD_OF", ""}, ""},
    };
    write("module_0001.jit_f.cl_7.after_optimizations.hlo.pb", plan("x"));
    for (const auto& [target, device] : devices) {
        write("module_0001.jit_f.cl_7.target_arguments.txt",
              "replica_count: 1\ntpu_topology_args {\n  version: " + target.first + "\n"
                  + (target.second.empty() ? "" : "  variant: \"" + target.second + "\"\n") + "}\n");
        const FileEntry file = openAll()->catalogue().files.front();
        EXPECT_EQ(capacityOf(file.platform, file.device, nullptr, 0).device, device) << target.first;
        EXPECT_EQ(file.platform, Platform::Tpu);
    }
}

/// Returns the target message that a dump contains if the text was not requested.
std::string targetMessage(std::uint64_t version, const std::string& variant)
{
    const std::string topology
        = (version == 0 ? "" : numberField(1, version)) + (variant.empty() ? "" : bytesField(2, variant));
    return bytesField(2, numberField(3, 1)) + numberField(3, 1) + bytesField(6, topology + bytesField(4, "default"));
}

TEST_F(DumpFolder, WithoutATargetFileTheDeviceIsThatOfTheMessage)
{
    const std::map<std::string, std::pair<std::string, std::string>> texts = {
        {"v2", {"TPU_VERSION_JELLYFISH", "TPU v2"}},   {"v3", {"TPU_VERSION_DRAGONFISH", "TPU v3"}},
        {"v4", {"TPU_VERSION_PUFFERFISH", "TPU v4"}},  {"v5p", {"TPU_VERSION_VIPERFISH", "TPU v5p"}},
        {"v5e", {"TPU_VERSION_VIPERFISH", "TPU v5e"}}, {"v6e", {"TPU_VERSION_GHOSTLITE", "TPU v6e"}},
        {"tpu7x", {"TPU_VERSION_6acc60406", "TPU7x"}},
    };
    const std::string target = "module_0001.jit_f.cl_7.target_arguments";
    write("module_0001.jit_f.cl_7.after_optimizations.hlo.pb", plan("x"));
    const auto device = [&] {
        const FileEntry file = openAll()->catalogue().files.front();
        return file.platform == Platform::Tpu ? capacityOf(file.platform, file.device, nullptr, 0).device : "none";
    };
    for (const auto& [chip, expected] : texts) {
        std::filesystem::remove(m_folder.path("dump/" + target + ".txt"));
        write(target + ".pb", readFile(dataFolder() + "/targets/" + chip + ".target_arguments"));
        EXPECT_EQ(device(), expected.second) << chip;
        write(target + ".txt",
              "x {\n  version: " + expected.first + (chip == "v5e" ? "\n  variant: \"lite\"\n" : "\n") + "}\n");
        EXPECT_EQ(device(), expected.second) << "the text agrees on " << chip;
        std::filesystem::remove(m_folder.path("dump/" + target + ".pb"));
        EXPECT_EQ(device(), expected.second) << chip;
    }
    std::filesystem::remove(m_folder.path("dump/" + target + ".txt"));
    write(target + ".pb", targetMessage(4, "lite"));
    EXPECT_EQ(device(), "TPU v5e");
    for (const auto& [version, variant] : {std::pair{7U, ""}, std::pair{4U, "other"}, std::pair{3U, "lite"}}) {
        write(target + ".pb", targetMessage(version, variant));
        EXPECT_EQ(device(), "") << version << variant << " is of no known chip";
    }
    write(target + ".pb", targetMessage(0, "lite"));
    EXPECT_EQ(device(), "none");
    write(target + ".pb", "");
    EXPECT_EQ(device(), "none");
    EXPECT_TRUE(openAll()->catalogue().warnings.empty());
    write(target + ".pb", targetMessage(4, "lite").substr(0, 12));
    EXPECT_EQ(device(), "none");
    ASSERT_EQ(openAll()->catalogue().warnings.list().size(), 1U);
    EXPECT_EQ(openAll()->catalogue().warnings.list().front().code, "unreadable-target");
}

TEST_F(DumpFolder, TheTargetIsReadToAMebibyteWithoutQuotes)
{
    write("module_0001.jit_f.cl_7.after_optimizations.hlo.pb", plan("x"));
    const auto read = [&](const std::string& text) {
        write("module_0001.jit_f.cl_7.target_arguments.txt", text);
        const FileEntry file = openAll()->catalogue().files.front();
        return (file.platform == Platform::Tpu ? "TPU " : "") + file.device.type;
    };
    const std::string lite = "x {\n version: \"TPU_VERSION_VIPERFISH\" \r\n variant:  \"lite\"\r\n}";
    EXPECT_EQ(read(lite), "TPU TPU v5e");
    EXPECT_EQ(read(lite + std::string((1 << 20) - lite.size(), ' ')), "TPU TPU v5e");
    EXPECT_EQ(read(lite + std::string((1 << 20) + 1 - lite.size(), ' ')), "");
    EXPECT_EQ(read(" version: TPU_VERSION_VIPERFISH\n variant: other"), "TPU ") << "of no known chip";
    EXPECT_EQ(read(" version: TPU_VERSION_PUFFERFISH\n variant: lite"), "TPU ");
    EXPECT_EQ(read(" version: \"\"\n"), "");
    EXPECT_EQ(read(" variant: lite\n"), "");
}

TEST_F(DumpFolder, APlanIsRecognisedByItsName)
{
    const auto format = [&](const std::string& name) {
        m_folder.write("one/" + name, plan("x"));
        const std::string text = open({m_folder.path("one/" + name)})->catalogue().files.front().format;
        return text.substr(0, text.find(' '));
    };
    for (const char* const name :
         {"module_1.f.after_optimizations.hlo.pb", "module_1.f.cpu_after_optimizations.hlo.pb",
          "module_1.f.gpu_after_optimizations.hlo.pb", "module_1.f.sm_9.0_gpu_after_optimizations.hlo.pb",
          "1.module_1.f.after_optimizations.hlo.pb"})
        EXPECT_EQ(format(name), "XLA") << name;
    for (const char* const name :
         {"f.after_optimizations.hlo.pb", "module_1.f.after_optimizations.pb", "module_1.f.before_optimizations.hlo.pb",
          "module_1.f.xpu_after_optimizations.hlo.pb", "module_1.f_after_optimizations.hlo.pb",
          "module_1.f.9.0_gpu_after_optimizations.hlo.pb"})
        EXPECT_EQ(format(name), "Compiled") << name;
}

class BareAssignment : public DocumentTest
{ };

TEST_F(BareAssignment, IsAPlanWithoutNames)
{
    const auto document = open({dataFolder() + "/memory_analysis/cpu_step.serialized_buffer_assignment.pb"});
    EXPECT_EQ(document->catalogue().programs.front().name, "cpu_step");
    EXPECT_EQ(document->outline(ProgramId(0)).peakIn(0), 11534336 + 16 + 38797312);
    EXPECT_TRUE(document->digest(ProgramId(0)));
    const auto timeline = replaySpace(*document->plan(ProgramId(0)), 0);
    // These are the values of CompiledMemoryStats for the same program.
    EXPECT_EQ(timeline->totals.arguments, 11534336);
    EXPECT_EQ(timeline->totals.outputs, 3145744);
    EXPECT_EQ(timeline->totals.aliased, 3145728);
    EXPECT_EQ(timeline->totals.temporaries, 38797312);
    const auto view = *document->view({ProgramId(0), 0}, {});
    EXPECT_TRUE(view->problems.empty());
    ASSERT_EQ(view->remarks.list().size(), 1U);
    EXPECT_EQ(view->remarks.list().front().code, "no-module");
    EXPECT_EQ(view->figures(nullptr).find("padding_bytes")->value, Figure().value) << "not known";
    for (const Check& check : view->checks())
        EXPECT_NE(check.verdict, Verdict::Fails) << check.name;
}

TEST_F(BareAssignment, DamageIsReported)
{
    const std::string whole
        = planFromText("param 0 8\n p 0 8\ntemp 64\n a 0 32\n trace +a -a").buffer_assignment().SerializeAsString();
    EXPECT_TRUE(openXla({m_folder.write("whole", whole)}));
    const auto cut = openXla({m_folder.write("cut", std::string_view(whole).substr(0, whole.size() - 1))});
    ASSERT_FALSE(cut);
    EXPECT_NE(cut.error().message.find("the buffer assignment is damaged at byte"), std::string::npos);
}

} // namespace
} // namespace tidemark
