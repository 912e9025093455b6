#include "core/xla/plan/hlo_module.h"
#include "core/xla/plan/plan.h"
#include "tests/support/exact_buffer.h"
#include "tests/support/oracle.h"
#include "tests/support/profile_builder.h"
#include "tests/support/samples.h"
#include "tests/support/wire_writer.h"

#include <gtest/gtest.h>

#include <map>

namespace tidemark {
using namespace xla;
namespace {

std::optional<std::int64_t> usedIn(std::string_view backendConfig)
{
    return usedScopedMemory(scopedMemoryConfigs(backendConfig));
}

using namespace test;

void expectEqual(const HloModule& decoded, const proto::HloModuleProto& expected)
{
    EXPECT_EQ(decoded.name(), expected.name());
    EXPECT_EQ(decoded.id(), expected.id());
    EXPECT_EQ(decoded.entryComputationName(), expected.entry_computation_name());
    std::vector<InstructionId> customCalls;
    InstructionId at(0);
    for (const auto& computation : expected.computations()) {
        for (const auto& b : computation.instructions()) {
            const Instruction a = decoded.instruction(at);
            ASSERT_EQ(a.name, b.name());
            ASSERT_EQ(a.opcode, b.opcode());
            ASSERT_EQ(a.opName, b.metadata().op_name());
            ASSERT_EQ(a.sourceFile, b.metadata().source_file());
            ASSERT_EQ(a.sourceLine, b.metadata().source_line());
            ASSERT_EQ(a.stackFrame, b.metadata().stack_frame_id());
            ASSERT_EQ(a.backendConfig, b.backend_config());
            ASSERT_EQ(shapeText(decoded.shapeOf(at)), oracleShapeText(b.shape()));
            ASSERT_EQ(a.shape, decoded.shapeOf(at));
            if (b.id() != 0) {
                ASSERT_EQ(decoded.findInstruction(b.id()), at);
            }
            if (b.opcode() == "parameter" && computation.id() == expected.entry_computation_id()) {
                ASSERT_EQ(decoded.entryParameter(b.parameter_number()), at);
            }
            if (b.opcode() == "custom-call")
                customCalls.push_back(at);
            at = InstructionId(at.value + 1);
        }
    }
    EXPECT_EQ(decoded.customCalls(), customCalls);
    ASSERT_EQ(decoded.instructionCount(), at.index());
    const auto& index = expected.stack_frame_index();
    for (int frame = 1; frame <= index.stack_frames_size(); ++frame) {
        const auto stack = decoded.stack(frame);
        std::size_t depth = 0;
        for (int i = frame; i != 0; i = index.stack_frames(i - 1).parent_frame_id(), ++depth) {
            const auto& location = index.file_locations(index.stack_frames(i - 1).file_location_id() - 1);
            ASSERT_EQ(stack.at(depth).file, index.file_names(location.file_name_id() - 1));
            const int function = location.function_name_id(); // 0: unknown
            ASSERT_EQ(stack.at(depth).function, function == 0 ? "" : index.function_names(function - 1));
            ASSERT_EQ(stack.at(depth).line, location.line());
            ASSERT_EQ(stack.at(depth).column, location.column());
        }
        ASSERT_EQ(stack.size(), depth);
    }
}

TEST(HloModule, DecodesEverySampleAsTheGeneratedClassesDo)
{
    for (const SampleModule& module : sampleModules()) {
        SCOPED_TRACE(module.title);
        proto::HloProto hlo;
        ASSERT_TRUE(hlo.ParseFromString(module.bytes));
        const ExactBuffer bytes(hlo.hlo_module().SerializeAsString());
        const auto decoded = HloModule::decode(bytes.view());
        ASSERT_TRUE(decoded);
        expectEqual(*decoded, hlo.hlo_module());
    }
}

TEST(HloModule, ShapesOfBuffersFollowTheWholeIndexPath)
{
    for (const SampleModule& module : sampleModules(2 << 20)) {
        proto::HloProto hlo;
        ASSERT_TRUE(hlo.ParseFromString(module.bytes));
        if (!hlo.has_buffer_assignment())
            continue;
        SCOPED_TRACE(module.title);
        std::map<std::int64_t, const proto::HloInstructionProto*> byId;
        for (const auto& computation : hlo.hlo_module().computations())
            for (const auto& instruction : computation.instructions())
                byId.emplace(instruction.id(), &instruction);
        const auto plan = *Plan::parse(module.bytes);
        for (const BufferId id : plan->assignment().buffers.ids()) {
            const auto& at = hlo.buffer_assignment().logical_buffers(static_cast<int>(id.index())).defined_at();
            if (!byId.contains(at.instruction_id()))
                continue;
            const proto::ShapeProto* shape = &byId.at(at.instruction_id())->shape();
            for (const std::int64_t index : at.shape_index())
                shape = &shape->tuple_shapes(static_cast<int>(index));
            ASSERT_EQ(shapeText(plan->shapeOf(plan->assignment().buffers[id])), oracleShapeText(*shape));
        }
    }
}

proto::HloModuleProto withFrames()
{
    proto::HloModuleProto module;
    auto& index = *module.mutable_stack_frame_index();
    index.add_file_names("lm.py");
    auto& location = *index.add_file_locations();
    location.set_file_name_id(1);
    location.set_line(33);
    location.set_column(10);
    return module;
}

void addFrame(proto::HloModuleProto& module, int location, int parent)
{
    auto& frame = *module.mutable_stack_frame_index()->add_stack_frames();
    frame.set_file_location_id(location);
    frame.set_parent_frame_id(parent);
}

std::size_t depthOf(const proto::HloModuleProto& module, std::int64_t frame)
{
    const std::string bytes = module.SerializeAsString();
    return HloModule::decode(bytes)->stack(frame).size();
}

TEST(StackFrames, EndAtCyclesAndUnknownFrames)
{
    proto::HloModuleProto module = withFrames();
    addFrame(module, 1, 1); // itself
    addFrame(module, 1, 3);
    addFrame(module, 1, 2);
    addFrame(module, 1, 99);
    addFrame(module, 1, -7);
    addFrame(module, 99, 1); // no such place
    EXPECT_EQ(depthOf(module, 0), 0U);
    EXPECT_EQ(depthOf(module, 1), 1U);
    EXPECT_EQ(depthOf(module, 2), 2U);
    EXPECT_EQ(depthOf(module, 4), 1U);
    EXPECT_EQ(depthOf(module, 5), 1U);
    EXPECT_EQ(depthOf(module, 6), 0U);
    EXPECT_EQ(depthOf(module, 7), 0U);
    EXPECT_EQ(depthOf(module, -1), 0U);
    EXPECT_EQ(depthOf(module, std::int64_t{1} << 40), 0U);
}

TEST(StackFrames, NameNoPlaceIfTheInnermostFrameHasNone)
{
    for (const int file : {2, 5, 0, -1}) {
        proto::HloModuleProto module = withFrames();
        module.mutable_stack_frame_index()->mutable_file_locations(0)->set_file_name_id(file);
        addFrame(module, 1, 0);
        EXPECT_EQ(depthOf(module, 1), 0U) << file << ": nor is the caller's place the instruction's";
    }
    proto::HloModuleProto module = withFrames();
    addFrame(module, 0, 0);
    EXPECT_EQ(depthOf(module, 1), 0U);
}

TEST(HloModule, FindsInstructionsOfOldCompilersByName)
{
    proto::HloProto hlo = planFromText("temp 64\n a 0 32 f32[4]\n b 32 32 f32[8]\n trace +a -a"); // b has a number
    auto& instruction = *hlo.mutable_hlo_module()->mutable_computations(0)->mutable_instructions(0);
    instruction.set_id(0);
    auto& location = *hlo.mutable_buffer_assignment()->mutable_logical_buffers(0)->mutable_defined_at();
    location.set_instruction_id(0);
    location.set_instruction_name("a");
    const auto plan = *Plan::parse(hlo.SerializeAsString());
    EXPECT_EQ(plan->assignment().buffers[BufferId(0)].instruction, InstructionId(0));
    EXPECT_EQ(plan->assignment().buffers[BufferId(0)].unpadded, 16);
}

TEST(HloModule, FindsInstructionsByNameIfOnlyTheBufferHasNoId)
{
    proto::HloProto hlo = planFromText("temp 64\n a 0 32 f32[4]\n b 32 32 f32[8]\n trace +a -a +b -b");
    for (auto& buffer : *hlo.mutable_buffer_assignment()->mutable_logical_buffers()) {
        buffer.mutable_defined_at()->set_instruction_name(
            buffer.id() == hlo.buffer_assignment().logical_buffers(0).id() ? "a" : "b");
        buffer.mutable_defined_at()->clear_instruction_id();
    }
    const auto plan = *Plan::parse(hlo.SerializeAsString());
    EXPECT_EQ(plan->module().instruction(plan->assignment().buffers[BufferId(1)].instruction).name, "b");
    EXPECT_EQ(plan->assignment().buffers[BufferId(0)].unpadded, 16);
}

TEST(HloModule, NeverDecodesLiterals)
{
    proto::HloProto hlo = planFromText("constant 64\n c 0 64");
    hlo.mutable_hlo_module()->mutable_computations(0)->mutable_instructions(0)->set_literal("\xff\xff no message \xff");
    EXPECT_TRUE(Plan::parse(hlo.SerializeAsString()));
}

TEST(HloModule, SurvivesDeepNestingOfShapes)
{
    std::string shape = numberField(2, 11);
    for (int i = 0; i < 20000; ++i)
        shape = numberField(2, 13) + bytesField(4, shape);
    const std::string module = bytesField(3, bytesField(2, bytesField(1, "x") + bytesField(3, shape)));
    const auto decoded = HloModule::decode(module);
    ASSERT_TRUE(decoded);
    EXPECT_LT(shapeText(decoded->shapeOf(InstructionId(0))).size(), 1000U);
    Damage damage(shape);
    EXPECT_EQ(platformOfInstruction(bytesField(3, shape), damage), Platform::Unknown);
}

TEST(Platform, IsRecognisedByInstructions)
{
    proto::HloProto hlo = planFromText("temp 64\n a 0 32 f32[4]");
    auto& instruction = *hlo.mutable_hlo_module()->mutable_computations(0)->mutable_instructions(0);
    const auto platform = [&] {
        Damage damage;
        return platformOfInstruction(instruction.SerializeAsString(), damage);
    };
    EXPECT_EQ(platform(), Platform::Unknown);
    instruction.set_backend_config(R"({"operation_queue_id":"0"})");
    EXPECT_EQ(platform(), Platform::Gpu);
    instruction.mutable_shape()->mutable_layout()->add_tiles()->add_dimensions(128);
    EXPECT_EQ(platform(), Platform::Tpu);
}

TEST(ScopedMemory, IsTheLargestOfSpaceOne)
{
    EXPECT_EQ(usedIn(R"({"used_scoped_memory_configs":[{"memory_space":"1","offset":"0","size":"4096"}]})"), 4096);
    EXPECT_EQ(usedIn(R"({"a":{"used_scoped_memory_configs": [ {"memory_space":"0","size":"9"},
        {"memory_space":1,"size":7}, {"memory_space":"1","size":"5"} ]}})"),
              7);
}

TEST(ScopedMemory, IsAbsentWithoutAValidConfig)
{
    for (const char* config :
         {"", "{}", R"({"used_scoped_memory_configs":[]})", R"({"used_scoped_memory_configs":[{)",
          R"({"used_scoped_memory_configs":[{"memory_space":"1"}]})", R"("used_scoped_memory_configs":)",
          R"({"used_scoped_memory_configs":[1,"x",null,[]]})", R"({"used_scoped_memory_configs":{}})",
          R"({"used_scoped_memory_configs":[{"memory_space":"1","size":"12x"}]})",
          R"({"used_scoped_memory_configs":[{"memory_space":"1","size":"-5"}]})",
          R"({"used_scoped_memory_configs":[{"memory_space":"1","size":1e300}]})",
          R"({"used_scoped_memory_configs":[{"memory_space":"1","size":"99999999999999999999"}]})"})
        EXPECT_EQ(usedIn(ExactBuffer(config).view()), std::nullopt) << config;
    EXPECT_EQ(usedIn(std::string(R"({"used_scoped_memory_configs":)") + std::string(100000, '[')), std::nullopt);
}

} // namespace
} // namespace tidemark
