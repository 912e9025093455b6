#include "core/shapes/shape.h"
#include "core/xla/plan/plan.h"
#include "core/xla/xprof/memory_viewer.h"
#include "tests/support/oracle.h"
#include "tests/support/profile_builder.h"
#include "tests/support/wire_writer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>

namespace tidemark {
using namespace xla;
namespace {

using namespace test;
using proto::ShapeProto;

constexpr int kTuple = 13;

ShapeProto array(int type, const std::vector<std::int64_t>& dimensions)
{
    ShapeProto shape;
    shape.set_element_type(type);
    for (const std::int64_t dimension : dimensions)
        shape.add_dimensions(dimension);
    for (int i = shape.dimensions_size() - 1; i >= 0; --i)
        shape.mutable_layout()->add_minor_to_major(i);
    return shape;
}

void addTile(ShapeProto& shape, const std::vector<std::int64_t>& dimensions)
{
    auto& tile = *shape.mutable_layout()->add_tiles();
    for (const std::int64_t dimension : dimensions)
        tile.add_dimensions(dimension);
}

ShapeProto tuple(const std::vector<ShapeProto>& elements)
{
    ShapeProto shape;
    shape.set_element_type(kTuple);
    for (const ShapeProto& element : elements)
        *shape.add_tuple_shapes() = element;
    return shape;
}

std::string text(const ShapeProto& shape)
{
    const std::string bytes = shape.SerializeAsString();
    EXPECT_EQ(shapeTextWithoutLayout(bytes) + layoutText(bytes),
              shape.element_type() == kTuple ? shapeTextWithoutLayout(bytes) : shapeText(bytes));
    return shapeText(bytes);
}

std::optional<std::int64_t> unpadded(const ShapeProto& shape)
{
    return unpaddedBytes(measureShape(shape.SerializeAsString()));
}

TEST(ShapeText, PrintsArraysAndScalars)
{
    EXPECT_EQ(text(array(11, {8, 128})), "f32[8,128]{1,0}");
    EXPECT_EQ(text(array(1, {})), "pred[]");
    EXPECT_EQ(text(array(16, {0})), "bf16[0]{0}");
    EXPECT_EQ(text(array(17, {})), "token[]");
    EXPECT_EQ(text(array(14, {})), "opaque[]");
    EXPECT_EQ(text(array(32, {7})), "f4e2m1fn[7]{0}");
    EXPECT_EQ(shapeText(""), "");
}

TEST(ShapeText, PrintsLayoutDetailsInOrder)
{
    ShapeProto shape = array(16, {8, 128});
    addTile(shape, {8, 128});
    addTile(shape, {2, 1});
    shape.mutable_layout()->set_memory_space(1);
    shape.mutable_layout()->set_element_size_in_bits(4);
    shape.mutable_layout()->set_tail_padding_alignment_in_elements(128);
    EXPECT_EQ(text(shape), "bf16[8,128]{1,0:T(8,128)(2,1)L(128)E(4)S(1)}");
    shape.mutable_layout()->set_tail_padding_alignment_in_elements(1);
    shape.mutable_layout()->set_element_size_in_bits(0);
    shape.mutable_layout()->set_memory_space(0);
    EXPECT_EQ(text(shape), "bf16[8,128]{1,0:T(8,128)(2,1)}");
}

TEST(ShapeText, PrintsTheDetailsOfAScalar)
{
    ShapeProto shape = array(4, {});
    addTile(shape, {128});
    shape.mutable_layout()->set_memory_space(6);
    EXPECT_EQ(text(shape), "s32[]{:T(128)S(6)}");
}

TEST(ShapeText, PrintsTheSplitsOfAnArray)
{
    ShapeProto shape = array(11, {8, 16});
    auto& first = *shape.mutable_layout()->add_split_configs();
    first.set_dimension(1);
    first.add_split_indices(4);
    first.add_split_indices(12);
    EXPECT_EQ(text(shape), "f32[8,16]{1,0:SC(1:4,12)}");
    EXPECT_EQ(unpadded(shape), 512);
    shape.mutable_layout()->add_split_configs()->add_split_indices(2);
    addTile(shape, {8, 128});
    EXPECT_EQ(text(shape), "f32[8,16]{1,0:T(8,128)SC(1:4,12)(0:2)}");
}

TEST(ShapeText, NumbersEveryFifthElementOfATuple)
{
    EXPECT_EQ(text(tuple({})), "()");
    EXPECT_EQ(text(tuple({array(11, {}), tuple({array(4, {2})})})), "(f32[], (s32[2]{0}))");
    EXPECT_EQ(
        text(tuple(std::vector(11, array(1, {})))),
        "(pred[], pred[], pred[], pred[], pred[], /*index=5*/pred[], pred[], pred[], pred[], pred[], /*index=10*/pred[])");
}

TEST(ShapeText, MarksDynamicDimensions)
{
    ShapeProto shape = array(11, {8, 128});
    shape.add_is_dynamic_dimension(true);
    shape.add_is_dynamic_dimension(false);
    EXPECT_EQ(text(shape), "f32[<=8,128]{1,0}");
    shape.set_dimensions(0, std::numeric_limits<std::int64_t>::min());
    EXPECT_EQ(text(shape), "f32[?,128]{1,0}");
}

TEST(ShapeText, NamesUnknownTypesByNumber)
{
    EXPECT_EQ(text(array(99, {2})), "type99[2]{0}");
    EXPECT_EQ(text(array(-3, {})), "type-3[]");
    EXPECT_EQ(text(ShapeProto()), "");
}

TEST(ShapeText, TakesUnpackedDimensions)
{
    EXPECT_EQ(shapeText(numberField(2, 11) + numberField(3, 4) + numberField(3, 5)), "f32[4,5]");
    EXPECT_EQ(unpaddedBytes(measureShape(numberField(3, 4) + numberField(3, 5) + numberField(2, 11))), 80);
}

/// Protobuf treats such a field as unknown.
TEST(ShapeText, FieldsOfAWrongTypeAreIgnored)
{
    const std::string plain = numberField(2, 11) + numberField(3, 8);
    const std::string order = numberField(1, 0);
    for (const std::string& bytes :
         {plain + bytesField(5, order + numberField(6, 1)), plain + bytesField(5, order + numberField(17, 1)),
          plain + bytesField(5, order + fixed64Field(6, 1)), plain + numberField(5, 1), plain + fixed32Field(5, 1),
          plain + bytesField(5, order + bytesField(6, bytesField(1, std::string(1, '\x08')))) + numberField(5, 1)}) {
        ShapeProto shape;
        ASSERT_TRUE(shape.ParseFromString(bytes));
        EXPECT_EQ(shapeText(bytes), oracleShapeText(shape));
        EXPECT_EQ(hasTiles(bytes), shape.layout().tiles_size() > 0) << shapeText(bytes);
    }
}

TEST(ShapeText, MergesALayoutThatIsInTwoFields)
{
    const std::string bytes
        = numberField(2, 11) + numberField(3, 8) + bytesField(5, numberField(1, 0)) + bytesField(5, numberField(8, 1));
    ShapeProto shape;
    ASSERT_TRUE(shape.ParseFromString(bytes));
    EXPECT_EQ(shapeText(bytes), "f32[8]{0:S(1)}");
    EXPECT_EQ(shapeText(bytes), oracleShapeText(shape));
}

TEST(ShapeText, StopsAtDeepNesting)
{
    std::string shape = numberField(2, 11);
    for (int i = 0; i < 5000; ++i)
        shape = numberField(2, kTuple) + bytesField(4, shape);
    const std::string printed = shapeText(shape);
    EXPECT_LT(printed.size(), 1000U);
    EXPECT_FALSE(hasTiles(shape));
    std::vector<std::int64_t> path(5000, 0);
    EXPECT_EQ(unpaddedBytes(measureShape(subshape(shape, path).value())), 4);
}

TEST(UnpaddedBytes, CountsEveryKnownType)
{
    for (int type = 0; type <= 40; ++type) {
        const ShapeProto shape = array(type, {3, 5});
        EXPECT_EQ(unpadded(shape), oracleUnpadded(shape)) << type;
    }
    EXPECT_EQ(unpadded(array(21, {3})), 2) << "three 4-bit numbers";
    EXPECT_EQ(unpadded(array(11, {})), 4);
    EXPECT_EQ(unpadded(array(11, {5, 0, 7})), 0);
    EXPECT_EQ(unpadded(tuple({array(11, {})})), std::nullopt);
}

TEST(Shape, KnowsTheElementSizesOfXla)
{
    const auto counted = [](ShapeProto shape, int bits) {
        if (bits > 0)
            shape.mutable_layout()->set_element_size_in_bits(bits);
        return xlaByteSize(measureShape(shape.SerializeAsString()));
    };
    EXPECT_EQ(counted(array(21, {6}), 0), 6) << "s4 without a layout that packs it";
    EXPECT_EQ(counted(array(21, {6}), 4), 3);
    EXPECT_EQ(counted(array(1, {17}), 1), 3) << "packed pred";
    EXPECT_EQ(counted(array(11, {6}), 0), 24);
    EXPECT_EQ(counted(array(14, {}), 0), 8) << "opaque";
    EXPECT_EQ(counted(array(17, {}), 0), 0) << "token";
    EXPECT_EQ(counted(array(13, {}), 0), std::nullopt) << "tuple";
    EXPECT_EQ(counted(array(99, {6}), 0), std::nullopt) << "a type of a later compiler";
    EXPECT_EQ(counted(array(11, {std::numeric_limits<std::int64_t>::max()}), 0), std::nullopt);
}

TEST(Shape, FindsElementsOfWideTuplesLikeOthers)
{
    std::vector<ShapeProto> elements;
    for (int i = 0; i < 200; ++i)
        elements.push_back(i % 50 == 49 ? tuple({array(11, {i}), array(16, {i})}) : array(4, {i}));
    const std::string bytes = tuple({tuple(elements), array(11, {1})}).SerializeAsString();
    const std::vector<std::vector<std::int64_t>> paths
        = {{},       {0},      {1},        {2},         {-1},         {0, 0},  {0, 63}, {0, 64},
           {0, 199}, {0, 200}, {0, 99, 1}, {0, 199, 0}, {0, 199, 70}, {0, -5}, {70, 70}};
    LargeShapes prepared;
    for (const auto& path : paths)
        prepared.prepare(bytes, path);
    for (const auto& path : paths) {
        EXPECT_EQ(prepared.subshape(bytes, path), subshape(bytes, path));
        EXPECT_EQ(LargeShapes().subshape(bytes, path), subshape(bytes, path));
    }
    EXPECT_EQ(shapeText(*prepared.subshape(bytes, std::vector<std::int64_t>{0, 199, 1})), "bf16[199]{0}");
}

/// Shapes are identified by the address of their bytes, so overwriting one shows if it is measured again.
TEST(Shape, LargeShapesAreMeasuredOnce)
{
    const auto row = [](std::size_t size, std::uint64_t type) { // an array of ones with the given number of bytes
        std::string bytes = numberField(ShapeProto::kElementTypeFieldNumber, type);
        while (bytes.size() < size)
            bytes += numberField(ShapeProto::kDimensionsFieldNumber, 1);
        return bytes;
    };
    const auto isKept = [&](std::size_t size, const std::vector<std::int64_t>& index) {
        std::string bytes = row(size, 4);
        LargeShapes shapes;
        shapes.prepare(bytes, index);
        std::ranges::copy(row(size, 11), bytes.begin());
        return shapes.measure(bytes).type == 4;
    };
    for (const std::vector<std::int64_t>& index : {std::vector<std::int64_t>{}, {0}}) { // whole, and no element
        EXPECT_TRUE(isKept(LargeShapes::kLarge, index)) << index.size();
        EXPECT_FALSE(isKept(LargeShapes::kLarge - 2, index)) << index.size();
    }
    constexpr std::array<std::int64_t, 1> kFirst = {0};
    std::string wide = bytesField(ShapeProto::kTupleShapesFieldNumber, row(LargeShapes::kLarge, 4));
    LargeShapes shapes;
    shapes.prepare(wide, kFirst);
    std::ranges::copy(bytesField(ShapeProto::kTupleShapesFieldNumber, row(LargeShapes::kLarge, 11)), wide.begin());
    EXPECT_EQ(shapes.measure(*subshape(wide, kFirst)).type, 4) << "an element";
}

TEST(UnpaddedBytes, RejectsImpossibleSizes)
{
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    EXPECT_EQ(unpadded(array(11, {-1})), std::nullopt);
    EXPECT_EQ(unpadded(array(11, {kMost})), std::nullopt);
    EXPECT_EQ(unpadded(array(11, {kMost, kMost, kMost})), std::nullopt);
    EXPECT_EQ(unpadded(array(18, {1LL << 49})), std::nullopt);
    EXPECT_EQ(unpadded(array(2, {1LL << 49})), 1LL << 49);
}

TEST(Subshape, WalksTheWholePath)
{
    const std::string shape = tuple({array(11, {1}), tuple({array(4, {2}), array(4, {3})})}).SerializeAsString();
    const auto at = [&](std::vector<std::int64_t> path) {
        const auto found = subshape(shape, path);
        return found ? shapeText(*found) : "none";
    };
    EXPECT_EQ(at({}), "(f32[1]{0}, (s32[2]{0}, s32[3]{0}))");
    EXPECT_EQ(at({0}), "f32[1]{0}");
    EXPECT_EQ(at({1, 1}), "s32[3]{0}");
    EXPECT_EQ(at({2}), "none");
    EXPECT_EQ(at({-1}), "none");
    EXPECT_EQ(at({0, 0}), "none");
    EXPECT_TRUE(isTuple(shape));
    EXPECT_EQ(measureShape(shape).tupleSize, 2);
}

TEST(HasTiles, FindsThemInTuples)
{
    ShapeProto tiled = array(11, {8});
    EXPECT_FALSE(hasTiles(tuple({tiled}).SerializeAsString()));
    addTile(tiled, {128});
    EXPECT_TRUE(hasTiles(tuple({array(11, {}), tuple({tiled})}).SerializeAsString()));
}

} // namespace
} // namespace tidemark
