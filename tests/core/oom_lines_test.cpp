#include "core/oom/dense_text.h"
#include "core/oom/form_reader.h"
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

TEST(PrintedShape, TypesHaveWholeBytes)
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
    EXPECT_EQ(bytes("f32[1152921504606846976]"), "none") << "19 digits";
    EXPECT_EQ(bytes("s8[1073741824,1048576]"), "1125899906842624/1125899906842624");
    EXPECT_EQ(bytes("s8[1073741824,1048577]"), "none");
}

TEST(LineRole, IsDeterminedByTheBeginningOfALine)
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
    EXPECT_TRUE(isA("one more temp allocation: 1B", Role::Item));
    EXPECT_TRUE(isA("one and more temp allocation: 1B", Role::Unknown));
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

TEST(LineRole, EachRoleBelongsToItsFamilies)
{
    // The flags are: heading, telling, Tpu, Gpu, Bfc, Line.
    const auto flags = [](Role role) {
        std::string text;
        for (const bool is : {isHeading(role), identifiesMessage(role, {}), isOf(role, Family::Tpu),
                              isOf(role, Family::Gpu), isOf(role, Family::Bfc), isOf(role, Family::Line)})
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

std::string amountText(const char* name, const std::optional<Amount>& amount)
{
    return amount ? std::string(" ") + name + " " + std::to_string(amount->bytes) : std::string();
}

/// Returns the parsed data of a sentence, and the rest of the text after it.
std::string headOf(const std::string& sentence)
{
    Message message;
    const std::size_t end = readSentences(DenseText(sentence), message);
    std::string text = end == 0 ? "none" : std::string(kindName(message.kind));
    for (const auto& [name, value] : {std::pair("code", message.code),
                                      {"module", message.module},
                                      {"device", message.device},
                                      {"in", message.memory}})
        text += value.empty() ? "" : std::string(" ") + name + " " + value;
    text += amountText("needed", message.needed) + amountText("limit", message.limit)
        + amountText("exceeded", message.exceeded) + amountText("requested", message.requested)
        + amountText("free", message.free) + amountText("reserved", message.reserved)
        + amountText("reservable", message.reservable);
    text += message.banks ? " banks " + std::to_string(*message.banks) : "";
    for (const Figure& figure : message.figures)
        text += ", " + figure.name + " " + std::to_string(figure.amount->bytes);
    for (const Allocation& allocation : message.allocations)
        text += ", #" + (allocation.number ? std::to_string(*allocation.number) : "")
            + amountText("size", allocation.size) + " [" + allocation.shape + "]"
            + (allocation.label.empty() ? "" : " " + allocation.label)
            + (allocation.allocationType.empty() ? "" : " " + allocation.allocationType);
    return text + "|" + sentence.substr(end);
}

TEST(OomHead, ReadsHeadsOfPrograms)
{
    EXPECT_EQ(
        headOf("E1000: Ran out of memory in memory space hbm. Used 7K of 4K hbm. Exceeded hbm capacity by 3K. HLO "
               "module: jit_f.\nNext"),
        "compile code E1000 module jit_f in hbm needed 7168 limit 4096 exceeded 3072|\nNext");
    EXPECT_EQ(headOf("Ran out of memory in memory space VMEM. Used 7K hbm. x"), "compile in vmem needed 7168| hbm. x");
    EXPECT_EQ(headOf("Ran out of memory in memory space hbm."), "compile in hbm|.");
    EXPECT_EQ(
        headOf("Ran out of memory on HBM, the total memory required for HLO temporaries (7K) exceeds available HBM "
               "(4K). x"),
        "compile in hbm needed 7168 limit 4096|. x");
    EXPECT_EQ(headOf("Ran out of memory on HBM, that exceeds available HBM (4K). x"), "compile in hbm limit 4096|. x");
    EXPECT_EQ(headOf("TensorCore Hbm usage: 7K, SparseCore Hbm usage 2K, exceeding available bytes: 4K. x"),
              "compile in hbm limit 4096, TensorCore Hbm usage 7168, SparseCore Hbm usage 2048|. x");
    EXPECT_EQ(headOf("TensorCore Hbm usage: 7K, SparseCore Hbm usage: 2K. x"),
              "compile in hbm, TensorCore Hbm usage 7168, SparseCore Hbm usage 2048|. x");
    EXPECT_EQ(headOf("nothing of it"), "none|nothing of it");
}

TEST(OomHead, NamesAModuleToTheEndOfItsSentence)
{
    const auto module
        = [](const std::string& text) { return headOf("Attempting to allocate 7B. HLO module: " + text); };
    EXPECT_EQ(module("jit_f"), "runtime_allocation module jit_f requested 7|");
    EXPECT_EQ(module("jit_f. x"), "runtime_allocation module jit_f requested 7| x");
    EXPECT_EQ(module("jit_\nf, x"), "runtime_allocation module jit_f requested 7|, x");
    EXPECT_EQ(module("jit_f.')\nx"), "runtime_allocation module jit_f requested 7|')\nx") << "quoted";
    EXPECT_EQ(module("jit_f.\nx"), "runtime_allocation module jit_f requested 7|\nx");
}

TEST(OomHead, HasTheFirstCodeOfItsSentences)
{
    const std::string sentence = "Attempting to allocate 7B. ";
    const auto code = [&](const std::string& before) { return headOf(before + sentence).substr(19); };
    EXPECT_EQ(code("E0101: "), "code E0101 requested 7|. ");
    EXPECT_EQ(code("E010: E0102: "), "code E0102 requested 7|. ");
    EXPECT_EQ(code("(E0103: "), "code E0103 requested 7|. ");
    EXPECT_EQ(code("XE0104: "), "requested 7|. ");
    EXPECT_EQ(code("E01055: "), "requested 7|. ");
    EXPECT_EQ(code("E0106 "), "requested 7|. ");
    EXPECT_EQ(headOf(sentence + "E0107: "), "runtime_allocation requested 7|. E0107: ");
}

TEST(OomHead, ReadsHeadsOfScopedAllocations)
{
    EXPECT_EQ(headOf("Scoped allocation with size 7K and limit 4K exceeded scoped vmem limit by 3K. x"),
              "scoped in vmem needed 7168 limit 4096 exceeded 3072|. x");
    EXPECT_EQ(headOf("exceeded scoped vmem limit by 3K. x"), "scoped in vmem exceeded 3072|. x");
    EXPECT_EQ(
        headOf("Ran out of memory in memory space smem while allocating on stack for %f = (f32[2]{0}, s32[]) call(x). "
               "Scoped allocation with size 7K and limit 4K. x"),
        "scoped in smem needed 7168 limit 4096, # size 7168 [(f32[2]{0}, s32[])] %f = (f32[2]{0}, s32[]) call(x) "
        "scoped|. x");
    EXPECT_EQ(headOf("Ran out of memory in memory space vmem while allocating on stack for %f = f32[2 call... Scoped "
                     "allocation with size 7K."),
              "scoped in vmem needed 7168, # size 7168 [] %f = f32[2 call... scoped|.");
}

TEST(OomHead, ReadsHeadsOfOneAllocation)
{
    EXPECT_EQ(headOf("Allocation (size=7000) would exceed memory (size=4000) :: #allocation12 [shape = 'f32[2]{0}', "
                     "space=vmem, size = 0x1f, tag = 'an op'] :: op x"),
              "too_large in vmem needed 7000 limit 4000, #12 size 31 [f32[2]{0}] an op| :: op x");
    EXPECT_EQ(headOf("Allocation (size=7000) would exceed memory (size=4000) x"),
              "too_large needed 7000 limit 4000| x");
    EXPECT_EQ(headOf("Allocation (size=7000) would exceed memory (size=4000) :: #allocation12 x"),
              "too_large needed 7000 limit 4000, #12 size 7000 []| x");
    EXPECT_EQ(headOf("Allocation (size=7) would exceed memory (size=4) :: #allocation1 [shape = 'f32[2]{0}' x"),
              "too_large needed 7 limit 4, #1 size 7 [f32[2]{0}]| x");
    const auto size = [](const std::string& hex) {
        const std::string text = headOf(
            "Allocation (size=7) would exceed memory (size=4) :: #allocation1 [space=hbm, size = 0x" + hex + "]");
        return text.substr(0, text.find('|'));
    };
    const std::string read = "too_large in hbm needed 7 limit 4, #1";
    EXPECT_EQ(size("3fffffffffffffff"), read + " size 4611686018427387903 []");
    EXPECT_EQ(size("4000000000000000"), read + " size 7 []");
    EXPECT_EQ(size("ffffffffffffffff"), read + " size 7 []");
    EXPECT_EQ(size("10000000000000001"), read + " size 7 []") << "17 digits";
    EXPECT_EQ(size("0af9"), read + " size 2809 []");
    EXPECT_EQ(size("g"), read + " size 7 []");
    EXPECT_EQ(size(""), read + " size 7 []");
}

TEST(OomHead, ReadsHeadsOfRunningPrograms)
{
    EXPECT_EQ(headOf("Attempting to allocate 7K. That was not possible. There are 4K free.; (0x0x1_HBM0) x"),
              "runtime_allocation device 0x0x1_HBM0 in hbm requested 7168 free 4096| x");
    EXPECT_EQ(headOf("Attempting to allocate 7K. That was not possible. There are 4K free. x"),
              "runtime_allocation requested 7168 free 4096| free. x");
    EXPECT_EQ(headOf("Attempting to allocate 7K.; There are 4K free.; (" + std::string(79, 'd') + ") x"),
              "runtime_allocation device " + std::string(79, 'd') + " requested 7168 free 4096| x");
    EXPECT_EQ(headOf("Attempting to allocate 7K.; There are 4K free.; (" + std::string(80, 'd') + ") x").substr(0, 47),
              "runtime_allocation requested 7168 free 4096| fr");
    EXPECT_EQ(headOf("Error loading program 'jit_f': Attempting to reserve 7K at the bottom of memory. That was not "
                     "possible. There are 4K free, 0B reserved, and 3K reservable. x"),
              "program_load module jit_f in hbm requested 7168 free 4096 reserved 0 reservable 3072| reservable. x");
    EXPECT_EQ(headOf("Attempting to reserve 7K. There are 4K free. x"),
              "program_load in hbm requested 7168 free 4096| free. x");
}

TEST(OomHead, ReadsHeadsOfOtherAllocators)
{
    EXPECT_EQ(
        headOf("Out of Memory: Not enough space to allocate 30 B DRAM buffer across 3 banks, where each bank needs to "
               "store 10 B, but bank size is 29 B (allocated: 20 B, free: 9 B, largest free block: 8 B) x"),
        "tt_allocation in dram requested 30 banks 3, each bank needs 10, bank size 29, allocated in a bank 20, free in "
        "a bank 9, largest free block of a bank 8|) x");
    EXPECT_EQ(
        headOf("Out of Memory: Not enough space to allocate 30 B L1 buffer across 3 banks, where each bank needs to "
               "store 10 B, but bank size is only 29 B x"),
        "tt_allocation in l1 requested 30 banks 3, each bank needs 10, bank size 29| x");
    EXPECT_EQ(headOf("Out of Memory: Not enough space to allocate 30 B L1 buffer across 99999 banks x"),
              "tt_allocation in l1 requested 30 banks 99999| x");
    EXPECT_EQ(headOf("Out of Memory: Not enough space to allocate 30 B L1 buffer across 100000 banks x"),
              "tt_allocation in l1 requested 30| across 100000 banks x");
    EXPECT_EQ(headOf("Shared memory size limit exceeded: requested 7000, available: 4000 x"),
              "shared_memory in shared limit 4000 requested 7000| x");
    EXPECT_EQ(headOf("Shared memory size limit exceeded: requested 7000, available 4000 x"),
              "shared_memory in shared limit 4000 requested 7000| x");
    EXPECT_EQ(headOf("Mosaic GPU kernel exceeds available shared memory: smem_bytes=7000 > max_smem_bytes=4000 x"),
              "shared_memory in shared limit 4000 requested 7000| x");
    EXPECT_EQ(headOf("Mosaic GPU kernel exceeds available shared memory: smem_bytes=70"), "shared_memory in shared|70")
        << "it may have more digits";
    EXPECT_EQ(
        headOf("Allocator (GPU_0_bfc) ran out of memory trying to allocate 7K (rounded to 7000)requested by op x"),
        "bfc device GPU_0_bfc requested 7000|");
    EXPECT_EQ(headOf("Allocator (GPU_0_bfc) has run out of memory trying to allocate 7K. x"),
              "none|Allocator (GPU_0_bfc) "
              "has run out of memory trying to allocate 7K. x");
    EXPECT_EQ(headOf("Allocator (a) or else, ran out of memory trying to allocate 7K. x"), "bfc requested 7168|. x");
    for (const std::string phrase :
         {"Out of memory while trying to allocate ", "Out of memory allocating ", "Failed to allocate request for "}) {
        EXPECT_EQ(headOf(phrase + "7000 bytes. x"), "gpu_short requested 7000|. x");
        EXPECT_EQ(headOf(phrase + "7000B on device ordinal 1234. x"), "gpu_short device 1234 requested 7000|. x");
        EXPECT_EQ(headOf(phrase + "7000B on device ordinal 12345. x").substr(0, 24), "gpu_short requested 7000");
    }
}

} // namespace
} // namespace tidemark::oom
