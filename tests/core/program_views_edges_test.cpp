#include "core/advice/layouts.h"
#include "core/advice/words.h"
#include "core/devices/device_table.h"
#include "core/wire/wire_writer.h"
#include "core/xla/advice/advice.h"
#include "core/xla/plan/plan.h"
#include "proto/hlo.pb.h"
#include "tests/core/document_fixture.h"

#include <gtest/gtest.h>

namespace tidemark {
using namespace xla;
namespace {

using namespace test;

class ProgramViews : public DocumentTest
{
protected:
    std::shared_ptr<const View> viewOf(const std::string& plan)
    {
        m_document = open({m_folder.write("x.hlo.pb", hloBytes(plan))});
        return *m_document->view({ProgramId(0), 0}, {});
    }

    std::shared_ptr<const XlaDocument> m_document;
};

TEST_F(ProgramViews, NameTheBuffersThatShareTheMemoryOfARow)
{
    const auto view = viewOf("temp 64\n a 0 64\n b 0 64\n c 0 64\n d 0 32\ntrace +a b=a c=a -a -b -c +d -d");
    std::string text;
    for (std::size_t limit = 0; limit < 4; ++limit) {
        const Rows::Names names = view->rows.sharers(RowId(0), limit);
        text += std::to_string(names.all) + ":";
        for (const std::string& name : names.shown)
            text += " " + name;
        text += ";";
    }
    EXPECT_EQ(text, "2:;2: b;2: b c;2: b c;");
    EXPECT_EQ(view->rows.sharers(RowId(1), 9).all, 0U);
}

TEST_F(ProgramViews, DescribeUnplacedRowsTheSameInAnyOrderOfCalls)
{
    const auto view = viewOf("param 0 32\n p 0 32 f32[8]\ntemp 64\n a 0 32 f32[8]\n b 32 32 f32[8]\ntrace +a -a");
    const auto unplaced = [&] {
        std::vector<Facts> facts;
        view->rows.unplaced([&](const Rows::Unplaced& each) { facts.push_back(each.facts); });
        return facts;
    };
    std::vector<Facts> facts = unplaced();
    ASSERT_EQ(facts.size(), 1U);
    EXPECT_EQ(facts[0].name, "b");
    EXPECT_EQ(facts[0].category + facts[0].rule, "") << "meanings decide this";
    const auto meanings = *view->meanings({});
    facts = unplaced();
    EXPECT_EQ(facts[0].category + facts[0].rule, "") << "also once they are known";
    ASSERT_TRUE(meanings->unplaced);
    EXPECT_EQ(meanings->unplaced->category.size(), 1U);
    meanings->unplaced->fill(RowId(0), facts[0]);
    EXPECT_FALSE(facts[0].category.empty());
    EXPECT_FALSE(facts[0].rule.empty());
}

TEST_F(ProgramViews, ACancelledResultIsComputedTheNextTime)
{
    const auto view = viewOf("param 0 4096\n p 0 4096 f32[1024]\noutput 4096\n q 0 4096 f32[1024]\n"
                             "temp 64\n a 0 64\ntrace +a -a");
    const Figures figures = view->figures(nullptr);
    Progress cancelled;
    cancelled.isCancelled = [] { return true; };
    ASSERT_FALSE(view->meanings(cancelled));
    ASSERT_FALSE(view->uses(cancelled));
    EXPECT_EQ(view->uses(cancelled).error().kind, ErrorKind::Cancelled);
    const auto stopped = view->findings(figures, cancelled);
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().kind, ErrorKind::Cancelled);
    ASSERT_TRUE(view->meanings({}));
    const auto later = view->findings(figures, cancelled);
    ASSERT_FALSE(later) << "its uses are not known yet";
    EXPECT_EQ(later.error().kind, ErrorKind::Cancelled);
    const auto uses = view->uses({});
    ASSERT_TRUE(uses);
    EXPECT_EQ(*view->uses(cancelled), *uses) << "known facts are not computed again";
    EXPECT_TRUE(view->findings(figures, cancelled));
}

TEST_F(ProgramViews, OfAProgramWithoutAnyMemoryHaveAReason)
{
    const auto document = open({m_folder.write("x.hlo.pb", hloBytes("local 64\n l 0 64"))});
    const auto view = document->view({ProgramId(0), 0}, {});
    ASSERT_FALSE(view);
    EXPECT_EQ(view.error().kind, ErrorKind::NotFound);
    EXPECT_TRUE(view.error().message.ends_with(
        " uses no memory space: all of its allocations are thread-local, or it has none."))
        << view.error().message;
    const auto other = open({m_folder.write("y.hlo.pb", hloBytes("temp 64 space 1\n a 0 64"))});
    const auto missing = other->view({ProgramId(0), 0}, {});
    ASSERT_FALSE(missing);
    EXPECT_NE(missing.error().message.find(" does not use "), std::string::npos) << missing.error().message;
    EXPECT_TRUE(missing.error().message.ends_with("Available: space 1.")) << missing.error().message;
}

TEST(ReadShardings, ReplicasAreTheLastTileDimension)
{
    struct Case {
        proto::OpShardingProto::Type type;
        std::vector<std::int64_t> tiles;
        bool isLastReplicated;
        std::int64_t copies; // 0: unknown
    };
    const auto copiesOf = [](const Case& each) {
        proto::HloProto hlo = planFromText("param 0 8\n p 0 8");
        proto::DeviceAssignmentProto assignment;
        assignment.set_computation_count(4);
        hlo.mutable_hlo_module()->set_device_assignment(assignment.SerializeAsString());
        proto::OpShardingProto sharding;
        sharding.set_type(each.type);
        for (const std::int64_t tile : each.tiles)
            sharding.add_tile_assignment_dimensions(tile);
        sharding.set_replicate_on_last_tile_dim(each.isLastReplicated);
        hlo.mutable_hlo_module()->add_spmd_parameters_shardings(sharding.SerializeAsString());
        const auto plan = *Plan::parse(hlo.SerializeAsString());
        const Shardings shardings = readShardings(plan->module());
        EXPECT_EQ(shardings.devices, 4);
        const auto found = shardings.copies.find(0);
        return found == shardings.copies.end() ? 0 : found->second;
    };
    using Type = proto::OpShardingProto;
    for (const Case& each : std::vector<Case>{
             {Type::REPLICATED, {}, false, 4},
             {Type::MANUAL, {}, false, 0},
             {Type::OTHER, {2, 2}, true, 2},
             {Type::OTHER, {2, 2}, false, 1},
             {Type::OTHER, {1, 4}, true, 4},
             {Type::OTHER, {1, 5}, true, 1}, // more devices than there are
             {Type::OTHER, {4, 0}, true, 1},
             {Type::OTHER, {4, -2}, true, 1},
         })
        EXPECT_EQ(copiesOf(each), each.copies);
}

TEST(ReadShardings, WithoutAnAssignmentThereIsOneDevice)
{
    const auto devices = [](const std::string& assignment) {
        proto::HloProto hlo = planFromText("param 0 8\n p 0 8");
        hlo.mutable_hlo_module()->set_device_assignment(assignment);
        return readShardings((*Plan::parse(hlo.SerializeAsString()))->module()).devices;
    };
    using proto::DeviceAssignmentProto;
    EXPECT_EQ(devices(""), 1);
    EXPECT_EQ(devices(numberField(DeviceAssignmentProto::kComputationCountFieldNumber, 2)), 2);
    EXPECT_EQ(devices(numberField(DeviceAssignmentProto::kComputationCountFieldNumber, 0)), 1);
    EXPECT_EQ(devices(numberField(DeviceAssignmentProto::kComputationCountFieldNumber, ~std::uint64_t{0})), 1);
    EXPECT_EQ(devices(numberField(DeviceAssignmentProto::kComputationCountFieldNumber, 2) + "\x08"), 1) << "damaged";
}

TEST(AdviceWords, LayerNumbersAreOneWord)
{
    EXPECT_EQ(withoutNumbers("layers_12/attn3/x"), "layers_#/attn#/x");
    EXPECT_EQ(withoutNumbers("12"), "#");
    EXPECT_EQ(withoutNumbers("1a2"), "#a#");
    EXPECT_EQ(withoutNumbers("/:09"), "/:#");
    EXPECT_EQ(withoutNumbers(""), "");
}

TEST(AdviceLayouts, TilesOfHalfTheBitsHaveTwoRowsOrLines)
{
    const auto narrowed = [](std::vector<std::vector<std::int64_t>> tiles) {
        narrowTiles(tiles);
        return tiles;
    };
    using Tiles = std::vector<std::vector<std::int64_t>>;
    EXPECT_EQ(narrowed({{128}}), (Tiles{{256}}));
    EXPECT_EQ(narrowed({{512}}), (Tiles{{512}}));
    EXPECT_EQ(narrowed({{1, 128}}), (Tiles{{2, 128}}));
    EXPECT_EQ(narrowed({{8, 128}}), (Tiles{{8, 128}}));
    EXPECT_EQ(narrowed({{1, 1, 128}}), (Tiles{{1, 1, 128}}));
    EXPECT_EQ(narrowed({{1, 128}, {2, 1}}), (Tiles{{1, 128}, {2, 1}}));
    EXPECT_EQ(narrowed({}), Tiles{});
}

TEST(DevicesByName, AreFoundWithAndWithoutTheirKind)
{
    for (const char* const name : {"v5e", "V5E", "TPU v5e", "tpu V5e"}) {
        ASSERT_TRUE(findDevice(name)) << name;
        EXPECT_EQ(findDevice(name)->id, "v5e") << name;
    }
    for (const char* const name : {"tpu", "v5", "v5e ", "TPUv5e", ""})
        EXPECT_FALSE(findDevice(name)) << name;
}

} // namespace
} // namespace tidemark
