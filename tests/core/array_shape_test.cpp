#include "core/shapes/array_shape.h"

#include "core/xla/plan/plan.h"
#include "proto/hlo.pb.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

namespace tidemark {
using namespace xla;
namespace {

ArrayShape array(std::int64_t type, std::vector<std::int64_t> dimensions, std::vector<std::int64_t> minorToMajor,
                 std::vector<std::vector<std::int64_t>> tiles)
{
    ArrayShape shape;
    shape.type = type;
    shape.dimensions = std::move(dimensions);
    shape.layout.emplace();
    shape.layout->minorToMajor = std::move(minorToMajor);
    shape.layout->tiles = std::move(tiles);
    return shape;
}

constexpr std::int64_t kFloat32 = 11;
constexpr std::int64_t kBf16 = 16;

TEST(ArrayShape, OccupiesWholeTiles)
{
    EXPECT_EQ(storedBytes(array(kFloat32, {10, 20}, {1, 0}, {})), 800);
    EXPECT_EQ(storedBytes(array(kFloat32, {10, 20}, {1, 0}, {{8, 128}})), 16 * 128 * 4);
    EXPECT_EQ(storedBytes(array(kFloat32, {10, 20}, {0, 1}, {{8, 128}})), 24 * 128 * 4);
    EXPECT_EQ(storedBytes(array(kBf16, {3, 10, 20}, {2, 1, 0}, {{8, 128}, {2, 1}})), 3 * 16 * 128 * 2);
    EXPECT_EQ(storedBytes(array(kFloat32, {}, {}, {{128}})), 512);
    EXPECT_EQ(storedBytes(array(kFloat32, {130}, {0}, {{128}})), 1024);
}

TEST(ArrayShape, AContradictoryShapeHasNoSize)
{
    EXPECT_EQ(storedBytes(array(kFloat32, {10, 20}, {1}, {})), std::nullopt);
    EXPECT_EQ(storedBytes(array(kFloat32, {10, 20}, {1, 1}, {})), std::nullopt);
    EXPECT_EQ(storedBytes(array(kFloat32, {10, 20}, {2, 0}, {})), std::nullopt);
    EXPECT_EQ(storedBytes(array(kFloat32, {10, 20}, {1, 0}, {{0, 128}})), std::nullopt);
    EXPECT_EQ(storedBytes(array(kFloat32, {10, -1}, {1, 0}, {{8, 128}})), std::nullopt);
    EXPECT_EQ(storedBytes(array(kFloat32, {10, 20}, {1, 0}, {{ArrayShape::kSpecial, 128}})), std::nullopt);
    EXPECT_EQ(storedBytes(array(kFloat32, {1 << 30, 1 << 30}, {1, 0}, {{8, 128}})), std::nullopt);
    EXPECT_EQ(storedBytes(array(13, {2}, {0}, {})), std::nullopt); // a tuple
    EXPECT_EQ(storedBytes(ArrayShape()), std::nullopt);
    ArrayShape wide = array(kFloat32, {10}, {0}, {});
    wide.layout->elementBits = std::int64_t{1} << 62;
    EXPECT_EQ(storedBytes(wide), std::nullopt);
    wide.layout->elementBits = -8;
    EXPECT_EQ(storedBytes(wide), std::nullopt);
    EXPECT_EQ(storedBytes(array(kFloat32, {10}, {0}, {std::vector<std::int64_t>(1000, 1)})), std::nullopt);
}

TEST(ArrayShape, MatchesTheSizesOfCompilers)
{
    std::size_t known = 0;
    std::size_t others = 0;
    for (const test::SampleModule& sample : test::sampleModules(std::size_t{8} << 20)) {
        const auto plan = Plan::parse(sample.bytes);
        if (!plan || sample.title.find("/crafted/") != std::string::npos)
            continue;
        for (const LogicalBuffer& buffer : (*plan)->assignment().buffers) {
            const ArrayShape shape = readArrayShape((*plan)->shapeOf(buffer));
            const auto bytes = storedBytes(shape);
            if (bytes && !shape.layout->tiles.empty())
                ++(*bytes == buffer.size ? known : others);
        }
    }
    EXPECT_GT(known, 1000U);
    EXPECT_LT(others * 100, known) << others << " of " << known + others;
}

} // namespace
} // namespace tidemark
