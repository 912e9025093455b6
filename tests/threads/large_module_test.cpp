#include "core/xla/meaning/attribution.h"
#include "core/xla/replay/trace_replay.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <fstream>
#include <tuple>

namespace {

using namespace tidemark;
using namespace tidemark::xla;

/// A number of instructions large enough for several threads to read them.
constexpr std::size_t kMany = 17000;

proto::HloProto program()
{
    std::ifstream file(test::dataFolder() + "/meaning/no_names_adam.hlo.pb", std::ios::binary);
    proto::HloProto hlo;
    EXPECT_TRUE(hlo.ParseFromIstream(&file));
    hlo.DiscardUnknownFields(); // unknown fields are long
    for (auto& computation : *hlo.mutable_hlo_module()->mutable_computations())
        for (auto& instruction : *computation.mutable_instructions()) {
            instruction.clear_backend_config();
            instruction.clear_metadata();
        }
    return hlo;
}

/// Puts the program after many computations that nothing calls.
proto::HloProto putAmongMany(const proto::HloProto& hlo)
{
    proto::HloProto result = hlo;
    auto& module = *result.mutable_hlo_module();
    module.clear_computations();
    const auto add = [&](const proto::HloComputationProto& computation, std::int64_t copy) {
        const std::int64_t moved = copy << 16; // numbers of computations; those of instructions have them above 32 bits
        auto& added = *module.add_computations();
        added = computation;
        added.set_id(computation.id() + moved);
        added.set_root_id(computation.root_id() + (moved << 32));
        if (copy > 0)
            added.set_name("copy" + std::to_string(copy) + "_" + computation.name());
        for (auto& instruction : *added.mutable_instructions()) {
            instruction.set_id(instruction.id() + (moved << 32));
            for (auto& operand : *instruction.mutable_operand_ids())
                operand += moved << 32;
            for (auto& callee : *instruction.mutable_called_computation_ids())
                callee += moved;
        }
    };
    std::size_t count = 0;
    for (std::int64_t copy = 1; count < kMany; ++copy)
        for (const auto& computation : hlo.hlo_module().computations()) {
            add(computation, copy);
            count += static_cast<std::size_t>(computation.instructions_size());
        }
    for (const auto& computation : hlo.hlo_module().computations())
        add(computation, 0);
    return result;
}

const proto::HloProto& amongMany()
{
    static const proto::HloProto kHlo = putAmongMany(program());
    return kHlo;
}

/// The serialized module of the program above.
const std::string& moduleBytes()
{
    static const std::string kBytes = amongMany().hlo_module().SerializeAsString();
    return kBytes;
}

using RowText = std::tuple<Category, Role, std::string>;

std::vector<RowText> rowsOf(const std::string& hlo)
{
    const auto plan = *Plan::parse(hlo);
    const auto attribution = *Attribution::of(plan);
    std::vector<RowText> rows;
    for (const std::int64_t space : usedSpaces(plan->assignment()))
        for (const Meaning& meaning : attribution->ofRows(*replaySpace(plan, space)))
            rows.emplace_back(meaning.category, meaning.role, attribution->ruleText(meaning));
    return rows;
}

} // namespace

TEST(LargeModule, ReadInPartsHasTheSameMeanings)
{
    const std::vector<RowText> rows = rowsOf(program().SerializeAsString());
    EXPECT_GT(rows.size(), 10U);
    EXPECT_EQ(rowsOf(amongMany().SerializeAsString()), rows);
}

TEST(LargeModule, EveryInstructionIsFound)
{
    const proto::HloModuleProto& proto = amongMany().hlo_module();
    const std::string& bytes = moduleBytes();
    const auto module = HloModule::decode(bytes);
    ASSERT_TRUE(module);
    std::vector<InstructionId> customCalls;
    InstructionId next(0);
    ASSERT_EQ(module->computations().size(), static_cast<std::size_t>(proto.computations_size()));
    for (const ComputationId id : module->computations().ids()) {
        const auto& computation = proto.computations(static_cast<int>(id.index()));
        EXPECT_EQ(module->computations()[id].name, computation.name());
        EXPECT_EQ(module->computations()[id].begin, next);
        for (const auto& instruction : computation.instructions()) {
            ASSERT_EQ(module->findInstruction(instruction.id()), next);
            ASSERT_EQ(module->nameOf(next), instruction.name());
            if (instruction.opcode() == "custom-call")
                customCalls.push_back(next);
            ++next.value;
        }
        EXPECT_EQ(module->computations()[id].end, next);
    }
    EXPECT_EQ(module->instructionCount(), next.index());
    EXPECT_FALSE(customCalls.empty());
    EXPECT_EQ(module->customCalls(), customCalls);
    ASSERT_TRUE(module->entry());
    EXPECT_EQ(module->computations()[module->entry()].id, proto.entry_computation_id());
    EXPECT_TRUE(module->entryParameter(0));
    EXPECT_TRUE(module->warnings().empty());
}

TEST(LargeModule, DamageInAnyPartIsReportedInFileOrder)
{
    std::string bytes = moduleBytes();
    std::vector<std::uint64_t> damaged{bytes.find("copy1_"), bytes.find("copy", bytes.size() / 2), bytes.rfind("copy")};
    for (const std::uint64_t at : damaged)
        bytes[at] = '\xff';
    const auto module = HloModule::decode(bytes);
    ASSERT_TRUE(module);
    std::vector<std::uint64_t> reported;
    for (const Warning& warning : module->warnings().list()) {
        EXPECT_EQ(warning.code, "damaged-text");
        reported.push_back(warning.offset.value_or(0));
    }
    EXPECT_EQ(reported, damaged);
    EXPECT_EQ(module->instructionCount(), HloModule::decode(moduleBytes())->instructionCount());
}

TEST(LargeModule, AFieldThatIsCutInOnePartIsAnError)
{
    constexpr std::string_view kOpcode = "\x12\x09parameter";
    std::string bytes = moduleBytes();
    const std::size_t opcode = bytes.find(kOpcode, bytes.size() / 2);
    ASSERT_NE(opcode, std::string::npos);
    bytes[opcode + 1] = '\x7f'; // its length: more than the instruction has
    const auto module = HloModule::decode(bytes);
    ASSERT_FALSE(module);
    EXPECT_EQ(module.error().kind, ErrorKind::Malformed);
    EXPECT_EQ(module.error().offset, opcode);
}
