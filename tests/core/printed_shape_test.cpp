#include "core/oom/printed_shape.h"
#include "core/shapes/element_type.h"

#include <gtest/gtest.h>

#include <string>

namespace tidemark::oom {
namespace {

std::string dimensions(std::size_t count, const char* each)
{
    std::string text;
    for (std::size_t i = 0; i < count; ++i)
        text += (i > 0 ? "," : "") + std::string(each);
    return text;
}

/// Returns the layout "0,1,2" with the given number of dimensions.
std::string order(std::size_t count)
{
    std::string text;
    for (std::size_t i = 0; i < count; ++i)
        text += (i > 0 ? "," : "") + std::to_string(i);
    return text;
}

TEST(PrintedShapes, HaveTheBytesOfTheirElementsAndTiles)
{
    struct Case {
        std::string shape;
        std::int64_t unpadded;
        std::int64_t padded;
        bool hasTiles;
    };
    for (const Case& each : std::vector<Case>{
             {"f32[8]", 32, 32, false},
             {"f32[]", 4, 4, false},
             {"pred[3]", 3, 3, false},
             {"u8[5]", 5, 5, false},
             {"c128[2]", 32, 32, false},
             {"f8e4m3fn[16]", 16, 16, false},
             {"bf16[0,7]", 0, 0, false},
             {"f32[<=8]{0}", 32, 32, false},
             {"f32[8]{0:T(8)}", 32, 32, true},
             {"f32[9]{0:T(8)}", 36, 64, true},
             {"f32[8]{0:T(2,4)}", 32, 64, true}, // (1, 8) in tiles of (2, 4)
             {"f32[3,5]{0,1:T(2,4)}", 60, 96, true}, // in memory (5, 3): 3 times 1 tiles of 8
             {"f32[3,5]{1,0:T(2,4)}", 60, 128, true}, // 2 times 2
             {"bf16[3,5]{1,0:T(2,4)(2,1)}", 30, 64, true},
             {"u8[1073741824,1048576]", std::int64_t{1} << 50, std::int64_t{1} << 50, false},
             {"s4[8]{0:E(4)}", 4, 4, false}, // the layout states that elements are packed
             {"u8[" + dimensions(16, "1") + "]{" + order(16) + ":T(2)}", 1, 2, true},
         }) {
        const auto bytes = bytesOfShape(each.shape);
        ASSERT_TRUE(bytes) << each.shape;
        EXPECT_EQ(bytes->unpadded, each.unpadded) << each.shape;
        EXPECT_EQ(bytes->padded, each.padded) << each.shape;
        EXPECT_EQ(bytes->hasTiles, each.hasTiles) << each.shape;
    }
}

TEST(PrintedShapes, InvalidTextsAreNoShapes)
{
    for (const std::string& shape : std::vector<std::string>{
             "",
             "(f32[8], f32[8])",
             "F32[8]",
             "f[8]",
             "f32",
             "f32(8)",
             "f32[8",
             "f32[x]",
             "f32[8]x",
             "s4[8]", // packed
             "f12[8]",
             "c136[8]",
             "u7x[8]",
             "f16e4[8]",
             "f32[8]{1}",
             "f32[8,8]{0}",
             "f32[8,8]{0,0}",
             "f32[8,8]{1,0,1}",
             "f32[8]{0:T(0)}",
             "f32[8]{0:T(x)}",
             "f32[8]{0:T(8)L(16)}",
             "u8[1000000000000000000]", // 19 digits
             "u8[1073741824,1048577]", // above 2^50
             "u8[999999999999999999,999999999999999999]",
             "c64[1073741824,1073741824]",
             "u8[1,1]{1,0:T(1073741824,1048577)}",
             "c64[1,1]{1,0:T(1073741824,1073741824)}",
             "u8[" + dimensions(17, "1") + "]{" + order(17) + ":T(2)}",
         })
        EXPECT_FALSE(bytesOfShape(shape)) << shape;
}

TEST(PrintedShapes, AreReadPartByPart)
{
    const auto shape = readShape("bf16[128,4096]{1,0:T(16,128)(2,1)S(1)}");
    ASSERT_TRUE(shape);
    EXPECT_EQ(shape->type, kBfloat16);
    EXPECT_EQ(shape->dimensions, (std::vector<std::int64_t>{128, 4096}));
    ASSERT_TRUE(shape->layout);
    EXPECT_EQ(shape->layout->minorToMajor, (std::vector<std::int64_t>{1, 0}));
    EXPECT_EQ(shape->layout->tiles, (std::vector<std::vector<std::int64_t>>{{16, 128}, {2, 1}}));
    EXPECT_FALSE(readShape("f32[2]")->layout);
}

} // namespace
} // namespace tidemark::oom
