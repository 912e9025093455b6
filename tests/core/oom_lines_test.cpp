#include "core/oom/line_role.h"
#include "core/oom/printed_shape.h"

#include <gtest/gtest.h>

namespace tidemark::oom {
namespace {

std::string bytes(std::string_view shape)
{
    const auto found = bytesOfShape(shape);
    return found
        ? std::to_string(found->unpadded) + "/" + std::to_string(found->padded) + (found->hasTiles ? " tiles" : "")
        : "none";
}

TEST(PrintedShape, HasTypesOfWholeBytes)
{
    EXPECT_EQ(bytes("s8[3]"), "3/3");
    EXPECT_EQ(bytes("c128[3]"), "48/48");
    EXPECT_EQ(bytes("u256[3]"), "none");
    EXPECT_EQ(bytes("u12[3]"), "none");
    EXPECT_EQ(bytes("u4[3]"), "none");
    EXPECT_EQ(bytes("f16x[3]"), "none");
    EXPECT_EQ(bytes("abcd8[3]"), "none");
    EXPECT_EQ(bytes("32[3]"), "none");
    EXPECT_EQ(bytes("f8e5m2fnuz[3]"), "3/3");
}

TEST(PrintedShape, HasDimensionsAndALayout)
{
    EXPECT_EQ(bytes("f32[<=5,2]"), "40/40");
    EXPECT_EQ(bytes("f32[5,2]{1,0}"), "40/40");
    EXPECT_EQ(bytes("f32[5,2]{1,0:T(2,4)}"), "40/96 tiles");
    EXPECT_EQ(bytes("f32[5,2]{0,1:T(2,4)}"), "40/64 tiles");
    EXPECT_EQ(bytes("f32[4,4]{1,0:T(2,4)}"), "64/64 tiles");
    EXPECT_EQ(bytes("f32[5]{0:T(2,4)}"), "20/64 tiles") << "a tile of more dimensions";
    EXPECT_EQ(bytes("bf16[5,3]{1,0:T(8,128)(2,1)}"), "30/2048 tiles");
    EXPECT_EQ(bytes("f32[5,2]{1}"), "none");
    EXPECT_EQ(bytes("f32[5,2]{1,2}"), "none");
    EXPECT_EQ(bytes("f32[5,2]{1,0"), "40/40") << "cut";
    EXPECT_EQ(bytes("f32[5,2] x"), "none");
    EXPECT_EQ(bytes("f32[5]{0:T(1)}"), "20/20 tiles");
    EXPECT_EQ(bytes("f32[1000000000,1000000000]"), "4000000000000000000/4000000000000000000");
    EXPECT_EQ(bytes("f32[1152921504606846976]"), "none") << "19 digits";
    EXPECT_EQ(bytes("s8[1073741824,1073741824]"), "1152921504606846976/1152921504606846976");
    EXPECT_EQ(bytes("s8[1073741824,1073741825]"), "none");
}

TEST(LineRole, AreToldByHowLinesBegin)
{
    const auto isA = [](std::string_view line, Role role) { return roleOf(line) == role; };
    EXPECT_TRUE(isA("1. Size: 32.00G", Role::Entry));
    EXPECT_TRUE(isA("123456789.Size: 1", Role::Entry));
    EXPECT_TRUE(isA("1234567890. Size: 1", Role::Unknown));
    EXPECT_TRUE(isA("1 Size: 1", Role::Unknown));
    EXPECT_TRUE(isA("1. Shape: 1", Role::Unknown));
    EXPECT_TRUE(isA("Buffer 1:", Role::Entry));
    EXPECT_TRUE(isA("Buffer 123456789:", Role::Entry));
    EXPECT_TRUE(isA("Buffer 1234567890:", Role::Unknown));
    EXPECT_TRUE(isA("Buffer 1", Role::Unknown));
    EXPECT_TRUE(isA("Buffer 1: x", Role::Unknown));
    EXPECT_TRUE(isA("20 Chunks of size 256 totalling 5.0KiB", Role::Statistic));
    EXPECT_TRUE(isA("Size: 5.0KiB | Requested Size: 1", Role::Statistic));
    EXPECT_TRUE(isA("Size: 5.0KiB", Role::Field));
    EXPECT_TRUE(isA(std::string(20, '*'), Role::Statistic));
    EXPECT_TRUE(isA(std::string(19, '*'), Role::Unknown));
    EXPECT_TRUE(isA("****************x__+", Role::Statistic));
    EXPECT_TRUE(isA("****************x__-", Role::Unknown));
    EXPECT_TRUE(isA("", Role::Blank));
    EXPECT_TRUE(isA("Total hbm usage >= 41.74G:", Role::Total));
    EXPECT_TRUE(isA("Total hbm usage 41.74G:", Role::Unknown));
    EXPECT_TRUE(isA("Program hbm requirement 41.22G:", Role::Program));
    EXPECT_TRUE(isA("Program hbm 41.22G:", Role::Unknown));
    EXPECT_TRUE(isA("HBM capacity 8.00G:", Role::Capacity));
    EXPECT_TRUE(isA("of HBM capacity 8.00G:", Role::Unknown));
    EXPECT_TRUE(isA("Output size", Role::Output));
    EXPECT_TRUE(isA("reserved 528.00M", Role::Item));
    EXPECT_TRUE(isA("reserved(Infeed) 528.00M", Role::Item));
    EXPECT_TRUE(isA("reserved (Infeed) 528.00M", Role::Item));
    EXPECT_TRUE(isA("reserved: 528.00M", Role::Item));
    EXPECT_TRUE(isA("reserved much 528.00M", Role::Unknown));
    EXPECT_TRUE(isA("reservedly 528.00M", Role::Unknown));
    EXPECT_TRUE(isA("reserved 528", Role::Unknown));
    EXPECT_TRUE(isA("overlays unknown size", Role::Item));
    EXPECT_TRUE(isA("overlays", Role::Item));
    EXPECT_TRUE(isA("program", Role::Unknown));
    EXPECT_TRUE(isA("parameter allocation: 5B", Role::Item));
    EXPECT_TRUE(isA("total fragmentation: 5B", Role::Item));
    EXPECT_TRUE(isA("some fragmentation: 5B", Role::Unknown));
}

TEST(LineRole, ChunksHaveAnAddressAndASize)
{
    const auto read = [](std::string_view line) {
        const auto chunk = readChunk(line);
        return chunk
            ? std::to_string(chunk->address) + "+" + std::to_string(chunk->size) + (chunk->isFree ? " free" : "")
            : "none";
    };
    EXPECT_EQ(read("InUse at 0x1f of size 256 next 1"), "31+256");
    EXPECT_EQ(read("Free  at 1f of size 0"), "31+0 free");
    EXPECT_EQ(read("Chunk at 0x1f of size 256"), "31+256");
    EXPECT_EQ(read("Used at 0x1f of size 256"), "none");
    EXPECT_EQ(read("InUse 0x1f of size 256"), "none");
    EXPECT_EQ(read("InUse at 0xg of size 256"), "none");
    EXPECT_EQ(read("InUse at 0x1f size 256"), "none");
    EXPECT_EQ(read("InUse at 0x1f of size -1"), "none");
    EXPECT_EQ(read("InUse at 0x1f of size 1152921504606846975"), "31+1152921504606846975");
    EXPECT_EQ(read("InUse at 0x1f of size 1152921504606846976"), "none");
}

TEST(LineRole, NamesEndBeforeTheFirstAmount)
{
    const auto divided = [](const std::string& line) {
        const NamedAmount item = dividedAtAmount(line);
        return std::string(item.name) + "|" + std::string(item.rest);
    };
    EXPECT_EQ(divided("a b  5M (6M)"), "a b|5M (6M)");
    EXPECT_EQ(divided("a 5 6M"), "a 5|6M") << "the first with a unit";
    EXPECT_EQ(divided("a unknown size of"), "a|unknown size of");
    EXPECT_EQ(divided("5M"), "5M|");
    EXPECT_EQ(divided(std::string(99, 'x') + " 5M"), std::string(99, 'x') + "|5M");
    EXPECT_EQ(divided(std::string(100, 'x') + " 5M"), std::string(100, 'x') + " 5M|");
    EXPECT_EQ(divided("a" + std::string(299, ' ') + "5M"), "a|5M");
    const std::string name(95, 'x');
    EXPECT_EQ(divided(name + std::string(303, ' ') + "5M"), name + "|5M");
    EXPECT_EQ(divided(name + std::string(304, ' ') + "5M"), name + std::string(304, ' ') + "5M|");
}

TEST(LineRole, BelongToFamilies)
{
    // Of each: heading, telling, Tpu, Gpu, Bfc, Line.
    const auto flags = [](Role role) {
        std::string text;
        for (const bool is : {isHeading(role), isTelling(role), isOf(role, Family::Tpu), isOf(role, Family::Gpu),
                              isOf(role, Family::Bfc), isOf(role, Family::Line)})
            text += is ? 'x' : '-';
        return text;
    };
    for (const Role role : {Role::Unknown, Role::Blank, Role::Sentence})
        EXPECT_EQ(flags(role), "------");
    EXPECT_EQ(flags(Role::Remark), "--xxxx");
    for (const Role role : {Role::Total, Role::Program, Role::Largest})
        EXPECT_EQ(flags(role), "xxx---");
    for (const Role role : {Role::Output, Role::Capacity, Role::Heap, Role::Persistent})
        EXPECT_EQ(flags(role), "x-x---");
    for (const Role role : {Role::GpuTitle, Role::GpuStats, Role::GpuPeak})
        EXPECT_EQ(flags(role), "xx-x--");
    for (const Role role : {Role::Item, Role::Entry, Role::Field})
        EXPECT_EQ(flags(role), "--xx--");
    EXPECT_EQ(flags(Role::Chunk), "-x--x-");
    EXPECT_EQ(flags(Role::Statistic), "----x-");
    EXPECT_EQ(familyOf(Role::Total), Family::Tpu);
    EXPECT_EQ(familyOf(Role::GpuPeak), Family::Gpu);
    EXPECT_EQ(familyOf(Role::Chunk), Family::Bfc);
    EXPECT_EQ(familyOf(Role::Unknown), Family::Line);
}

} // namespace
} // namespace tidemark::oom
