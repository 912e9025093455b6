#include "core/oom/printed_shape.h"

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
             {"u8[1073741824,1073741824]", std::int64_t{1} << 60, std::int64_t{1} << 60, false},
             {"f32[1073741824,1073741824]", std::int64_t{1} << 62, std::int64_t{1} << 62, false},
             {"u8[999999999999999999]", 999999999999999999, 999999999999999999, false},
             {"u8[" + dimensions(64, "1") + "]", 1, 1, false},
             {"u8[" + dimensions(63, "1") + "]{" + order(63) + ":T(2)}", 1, 2, true},
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
             "f32[8]{0:T()}",
             "f32[8]{0:T(0)}",
             "f32[8]{0:T(x)}",
             "f32[8]{0:T(8)E(4)}",
             "f32[8]{0:T(8)L(16)}",
             "u8[1000000000000000000]", // 19 digits
             "u8[1073741824,1073741825]", // above 2^60
             "u8[999999999999999999,999999999999999999]",
             "c64[1073741824,1073741824]",
             "u8[1,1]{1,0:T(1073741824,1073741825)}",
             "c64[1,1]{1,0:T(1073741824,1073741824)}",
             "u8[" + dimensions(65, "1") + "]",
             "u8[" + dimensions(64, "1") + "]{" + order(64) + ":T(2)}",
         })
        EXPECT_FALSE(bytesOfShape(shape)) << shape;
}

TEST(PrintedShapes, AreReadPartByPart)
{
    const auto shape = readShape("bf16[128,4096]{1,0:T(16,128)(2,1)S(1)}");
    ASSERT_TRUE(shape);
    EXPECT_EQ(shape->type, "bf16");
    EXPECT_EQ(shape->bits, 16);
    EXPECT_EQ(shape->dimensions, (std::vector<std::int64_t>{128, 4096}));
    EXPECT_EQ(shape->minorToMajor, (std::vector<std::int64_t>{1, 0}));
    EXPECT_EQ(shape->tiles, (std::vector<std::vector<std::int64_t>>{{16, 128}, {2, 1}}));
    EXPECT_EQ(readShape("f8e5m2[2]")->type, "f8e5m2");
    EXPECT_FALSE(readShape("f32[2]")->minorToMajor);
}

} // namespace
} // namespace tidemark::oom
