#include "core/oom/headline.h"
#include "core/oom/message.h"
#include "tests/support/oom_messages.h"

#include <gtest/gtest.h>

namespace tidemark::oom {
namespace {

using test::exact;
using test::plain;

std::string headline(const Message& message)
{
    return plain(headlineOf(message));
}

TEST(OomHeadline, OfAProgramStatesTheNeededMemory)
{
    Message message;
    EXPECT_EQ(headline(message), "The program needs more than the available memory.");
    message.memory = "hbm";
    EXPECT_EQ(headline(message), "The program needs more than the available HBM.");
    message.limit = exact(4 << 10);
    EXPECT_EQ(headline(message), "The program needs more than the 4 KiB of HBM.");
    message.exceeded = exact(1 << 10);
    EXPECT_EQ(headline(message), "Over by 1 KiB: the program exceeds the limit of HBM.");
    message.needed = exact(7 << 10);
    EXPECT_EQ(headline(message), "Over by 1 KiB: needs 7 of 4 KiB of HBM.");
    message.exceeded = {};
    EXPECT_EQ(headline(message), "Over by 3 KiB: needs 7 of 4 KiB of HBM.");
    message.purpose = "temporaries";
    EXPECT_EQ(headline(message), "Over by 3 KiB: needs 7 of 4 KiB of HBM for HLO temporaries.");
    message.purpose = "";
    message.limit = exact(8 << 10);
    EXPECT_EQ(headline(message), "Needs 7 of 8 KiB of HBM.") << "cut, or changed";
    message.limit = exact(7 << 10);
    EXPECT_EQ(headline(message), "Needs 7 of 7 KiB of HBM.");
    message.limit = exact(4 << 10);
    message.kind = Kind::TooLarge;
    EXPECT_EQ(headline(message), "Over by 3 KiB: one allocation needs 7 of 4 KiB of HBM.");
    message.kind = Kind::Scoped;
    message.memory = "vmem_2";
    EXPECT_EQ(headline(message),
              "Over by 3 KiB: a scoped allocation needs 7 of 4 KiB of VMEM_2 that one scope may use.");
    message.limit = {};
    EXPECT_EQ(headline(message), "A scoped allocation needs 7 KiB of VMEM_2.");
    message.memory = "";
    EXPECT_EQ(headline(message), "A scoped allocation needs 7 KiB.");
    message.needed = {};
    message.memory = "vmem";
    EXPECT_EQ(headline(message), "A scoped allocation needs more than the available VMEM that one scope may use.");
}

TEST(OomHeadline, OfAnAllocatorStatesTheRequest)
{
    Message message;
    message.kind = Kind::Bfc;
    EXPECT_EQ(headline(message), "An allocator ran out of memory; the requested size is missing.");
    message.requested = exact(7);
    EXPECT_EQ(headline(message), "Allocation of 7 B failed.");
    message.limit = exact(4);
    EXPECT_EQ(headline(message), "Allocation of 7 B failed: the limit is 4 B.");
    message.free = exact(3);
    EXPECT_EQ(headline(message), "Allocation of 7 B failed: it is more than the whole memory of 4 B; 3 B is free.");
    message.memory = "hbm";
    EXPECT_EQ(headline(message),
              "Allocation of 7 B failed in HBM: it is more than the whole memory of 4 B; 3 B is free.");
    message.figures = {{"InUse", exact(1)}};
    message.requested = exact(12);
    EXPECT_EQ(headline(message),
              "Allocation of 12 B failed in HBM: it is 3 times the whole memory of 4 B; 1 B is in use, 3 B is free.");
    message.figures = {{"reserved but not allocated", exact(2)}};
    message.requested = exact(4);
    EXPECT_EQ(headline(message),
              "Allocation of 4 B failed in HBM: 3 of 4 B is free, and PyTorch holds another 2 B that no tensor uses.");
    message.figures = {{"allocated by PyTorch", exact(1)}, {"reserved by PyTorch", exact(5)}};
    EXPECT_EQ(
        headline(message),
        "Allocation of 4 B failed in HBM: 3 of 4 B is free, and PyTorch holds another 4 B that no tensor uses, perhaps "
        "in pieces that are too small.");
    message.figures = {{"in use by other processes", exact(2)}};
    EXPECT_EQ(headline(message), "Allocation of 4 B failed in HBM: 3 of 4 B is free, other processes use 2 B.");
    message.figures = {};
    message.requested = exact(7);
    message.limit = {};
    message.free = exact(7);
    EXPECT_EQ(headline(message), "Allocation of 7 B failed in HBM: 7 B is free, but not in one piece.");
    message.reservable = exact(6);
    EXPECT_EQ(headline(message), "Allocation of 7 B failed in HBM: 7 B is free, but only 6 B of it can be reserved.");
    message.free = exact(3);
    message.kind = Kind::ProgramLoad;
    EXPECT_EQ(headline(message), "Loading a program of 7 B failed in HBM: 3 B is free.");
    message.kind = Kind::SharedMemory;
    message.memory = "shared";
    message.limit = exact(4);
    EXPECT_EQ(headline(message), "Over the limit: a kernel needs 7 of 4 B of shared memory.");
    message.limit = {};
    EXPECT_EQ(headline(message), "Allocation of 7 B failed in shared memory: 3 B is free.");
    message.requested = {};
    EXPECT_EQ(headline(message), "A kernel needs more than the available shared memory.");
    message.requested = exact(7);
    message.kind = Kind::TtAllocation;
    message.memory = "dram";
    EXPECT_EQ(headline(message), "Allocation of 7 B in DRAM failed. The message does not give the free memory.");
    message.banks = 2;
    const auto of = [&](std::vector<Figure> figures) {
        message.figures = std::move(figures);
        return headline(message).substr(std::string("Allocation of 7 B in DRAM failed").size());
    };
    const auto figures = [](std::int64_t need, std::int64_t free, std::int64_t largest) {
        return std::vector<Figure>{{"each bank needs", exact(need)},
                                   {"bank size", exact(9)},
                                   {"free in a bank", exact(free)},
                                   {"largest free block of a bank", exact(largest)}};
    };
    const Figure need{"each bank needs", exact(9)};
    EXPECT_EQ(of({need}), ": it needs 9 B in each of 2 banks. The message does not give the free memory.");
    EXPECT_EQ(of({need, {"bank size", exact(9)}}),
              ": it needs 9 B in each of 2 banks, and a bank has 9 B. The message does not give the free memory.");
    EXPECT_EQ(of(figures(7, 6, 2)),
              ": it needs 7 B in each of 2 banks, but a bank has 6 B free, in blocks of at most 2 B.");
    EXPECT_EQ(of(figures(6, 6, 5)),
              " because the free memory is fragmented: it needs 6 B in each of 2 banks, but a bank has 6 B free, in "
              "blocks of at most 5 B.");
    EXPECT_EQ(of(figures(10, 6, 5)), ": it needs 10 B in each of 2 banks, but a bank has only 9 B.");
    message.banks = {};
    EXPECT_EQ(of({need}), ": it needs 9 B in each bank. The message does not give the free memory.");
    message.memory = "trace";
    message.free = {};
    message.limit = exact(4);
    EXPECT_EQ(headline(message), "Allocation of 7 B in TRACE failed: the limit is 4 B.");
}

TEST(OomHeadline, OfAnAllocatorWithChunksStatesTheirFreeBytes)
{
    Message message;
    message.kind = Kind::Bfc;
    message.requested = exact(6);
    message.limit = exact(12);
    EXPECT_EQ(headline(message), "Allocation of 6 B failed.") << "a need below the limit could fit";
    message.figures = {{"free chunk", exact(2)}, {"free chunk", exact(3)}, {"free chunk", exact(1)}};
    EXPECT_EQ(headline(message), "Allocation of 6 B failed: the largest free chunk has 3 B.");
    message.figures = {{"InUse", exact(8)}};
    EXPECT_EQ(headline(message), "Allocation of 6 B failed: 8 of 12 B is in use.");
    const auto chunk = [](std::uint64_t address, std::int64_t size, const char* type) {
        Allocation allocation;
        allocation.address = address;
        allocation.size = exact(size);
        allocation.allocationType = type;
        return allocation;
    };
    message.allocations = {chunk(0, 5, "free"), chunk(5, 4, "in use")};
    EXPECT_EQ(headline(message), "Allocation of 6 B failed: 5 of 9 B of the allocator's memory is free.");
    message.allocations.push_back(chunk(9, 2, "free"));
    EXPECT_EQ(headline(message),
              "Allocation of 6 B failed: 7 of 11 B of the allocator's memory is free, the largest free chunk has 5 B.");
    message.cut.missing = {"the end of the chunks"};
    EXPECT_EQ(headline(message), "Allocation of 6 B failed: 8 of 12 B is in use.") << "not all chunks are there";
    message.requested = exact(13);
    EXPECT_EQ(headline(message), "Allocation of 13 B failed: the limit is 12 B.");
}

TEST(OomHeadline, OfADumpStatesTheRequestOfItsBin)
{
    const auto events = test::eventsIn("x: I tensorflow/core/common_runtime/bfc_allocator.cc:646] Bin for 8.49GiB was "
                                       "256.00MiB, Chunk State: \n"
                                       "x: I tensorflow/core/common_runtime/bfc_allocator.cc:652]   Size: 6.09GiB | "
                                       "Requested Size: 781.2KiB | in_use: 0, prev:   Size: 144.96MiB | Requested "
                                       "Size: 144.96MiB | in_use: 1\n"
                                       "x: I tensorflow/core/common_runtime/bfc_allocator.cc:665] Chunk at 0x100 of "
                                       "size 1280\n");
    ASSERT_EQ(events.size(), 1U);
    EXPECT_EQ(headline(events[0]), "Allocation of 8.49 GiB failed: the largest free chunk has 6.09 GiB.");
}

TEST(OomHeadline, OfAPlanStatesNeedAndRequest)
{
    Message message;
    message.kind = Kind::GpuPlan;
    EXPECT_EQ(headline(message), "The program needs more than the available memory.");
    message.requested = exact(7);
    EXPECT_EQ(headline(message), "Allocation of 7 B failed.");
    message.needed = exact(9);
    EXPECT_EQ(headline(message), "Allocation of 7 B failed; the program needs 9 B.");
    message.requested = {};
    EXPECT_EQ(headline(message), "Needs 9 B.");
}

} // namespace
} // namespace tidemark::oom
