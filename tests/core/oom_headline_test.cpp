#include "core/oom/headline.h"
#include "tests/support/oom_reports.h"

#include <gtest/gtest.h>

namespace tidemark::oom {
namespace {

using test::exact;
using test::plain;

std::string headline(const Report& report)
{
    return plain(headlineOf(report));
}

TEST(OomHeadline, OfAProgramStatesTheNeededMemory)
{
    Report report;
    EXPECT_EQ(headline(report), "The program needs more than the available memory.");
    report.memory = "hbm";
    EXPECT_EQ(headline(report), "The program needs more than the available HBM.");
    report.limit = exact(4 << 10);
    EXPECT_EQ(headline(report), "The program needs more than the 4 KiB of HBM.");
    report.exceeded = exact(1 << 10);
    EXPECT_EQ(headline(report), "Over by 1 KiB: the program exceeds the limit of HBM.");
    report.needed = exact(7 << 10);
    EXPECT_EQ(headline(report), "Over by 1 KiB: needs 7 of 4 KiB of HBM.");
    report.exceeded = {};
    EXPECT_EQ(headline(report), "Over by 3 KiB: needs 7 of 4 KiB of HBM.");
    report.limit = exact(8 << 10);
    EXPECT_EQ(headline(report), "Needs 7 of 8 KiB of HBM.") << "cut, or changed";
    report.limit = exact(7 << 10);
    EXPECT_EQ(headline(report), "Needs 7 of 7 KiB of HBM.");
    report.limit = exact(4 << 10);
    report.kind = Kind::TooLarge;
    EXPECT_EQ(headline(report), "Over by 3 KiB: one allocation needs 7 of 4 KiB of HBM.");
    report.kind = Kind::Scoped;
    report.memory = "vmem_2";
    EXPECT_EQ(headline(report),
              "Over by 3 KiB: a scoped allocation needs 7 of 4 KiB of VMEM_2 that one scope may use.");
    report.limit = {};
    EXPECT_EQ(headline(report), "A scoped allocation needs 7 KiB of VMEM_2.");
    report.memory = "";
    EXPECT_EQ(headline(report), "A scoped allocation needs 7 KiB.");
    report.needed = {};
    report.memory = "vmem";
    EXPECT_EQ(headline(report), "A scoped allocation needs more than the available VMEM that one scope may use.");
}

TEST(OomHeadline, OfAnAllocatorStatesTheRequest)
{
    Report report;
    report.kind = Kind::Bfc;
    EXPECT_EQ(headline(report), "An allocator ran out of memory; the requested size is missing.");
    report.requested = exact(7);
    EXPECT_EQ(headline(report), "Allocation of 7 B failed.");
    report.limit = exact(4);
    EXPECT_EQ(headline(report), "Allocation of 7 B failed: the limit is 4 B.");
    report.free = exact(3);
    EXPECT_EQ(headline(report), "Allocation of 7 B failed: 3 B is free.");
    report.memory = "hbm";
    EXPECT_EQ(headline(report), "Allocation of 7 B failed in HBM: 3 B is free.");
    report.free = exact(7);
    EXPECT_EQ(headline(report), "Allocation of 7 B failed in HBM: 7 B is free, but not in one piece.");
    report.reservable = exact(6);
    EXPECT_EQ(headline(report), "Allocation of 7 B failed in HBM: 7 B is free, but only 6 B of it can be reserved.");
    report.free = exact(3);
    report.kind = Kind::ProgramLoad;
    EXPECT_EQ(headline(report), "Loading a program of 7 B failed in HBM: 3 B is free.");
    report.kind = Kind::SharedMemory;
    report.memory = "shared";
    EXPECT_EQ(headline(report), "Over the limit: a kernel needs 7 of 4 B of shared memory.");
    report.limit = {};
    EXPECT_EQ(headline(report), "Allocation of 7 B failed in shared memory: 3 B is free.");
    report.requested = {};
    EXPECT_EQ(headline(report), "A kernel needs more than the available shared memory.");
    report.requested = exact(7);
    report.kind = Kind::TtAllocation;
    report.memory = "dram";
    EXPECT_EQ(headline(report), "7 B buffer in DRAM.");
    report.figures = {{"each bank needs", exact(5)}, {"free in a bank", exact(6)}};
    EXPECT_EQ(headline(report), "7 B buffer in DRAM.");
    report.figures.push_back({"largest free block of a bank", exact(2)});
    EXPECT_EQ(
        headline(report),
        "7 B buffer in DRAM does not fit, memory is fragmented: needs 5 B per bank, 6 B free, largest free block 2 B.");
    const auto of = [&](std::int64_t need, std::int64_t free, std::int64_t largest) {
        report.figures = {{"each bank needs", exact(need)},
                          {"bank size", exact(9)},
                          {"free in a bank", exact(free)},
                          {"largest free block of a bank", exact(largest)}};
        return headline(report).substr(std::string("7 B buffer in DRAM").size());
    };
    EXPECT_EQ(of(7, 6, 2), " does not fit: needs 7 B per bank, 6 B free, largest free block 2 B.");
    EXPECT_EQ(of(6, 6, 5),
              " does not fit, memory is fragmented: needs 6 B per bank, 6 B free, largest free block 5 B.");
    EXPECT_EQ(of(5, 6, 5), ": needs 5 B per bank, 6 B free, largest free block 5 B.") << "with the reason";
    EXPECT_EQ(of(10, 6, 5), " does not fit: needs 10 B per bank, banks hold 9 B.");
    report.figures.resize(2);
    report.figures[0].amount = exact(9);
    EXPECT_TRUE(headline(report).ends_with(": needs 9 B per bank, banks hold 9 B."));
}

TEST(OomHeadline, OfAnAllocatorWithChunksStatesTheirFreeBytes)
{
    Report report;
    report.kind = Kind::Bfc;
    report.requested = exact(6);
    report.limit = exact(12);
    EXPECT_EQ(headline(report), "Allocation of 6 B failed.") << "a need below the limit could fit";
    report.figures = {{"InUse", exact(8)}};
    EXPECT_EQ(headline(report), "Allocation of 6 B failed: 8 of 12 B is in use.");
    const auto chunk = [](std::uint64_t address, std::int64_t size, const char* type) {
        Allocation allocation;
        allocation.address = address;
        allocation.size = exact(size);
        allocation.allocationType = type;
        return allocation;
    };
    report.allocations = {chunk(0, 5, "free"), chunk(5, 4, "in use")};
    EXPECT_EQ(headline(report), "Allocation of 6 B failed: 5 of 9 B of the allocator's memory is free.");
    report.allocations.push_back(chunk(9, 2, "free"));
    EXPECT_EQ(headline(report),
              "Allocation of 6 B failed: 7 of 11 B of the allocator's memory is free, the largest free chunk has 5 B.");
    report.cut.missing = {"the end of the chunks"};
    EXPECT_EQ(headline(report), "Allocation of 6 B failed: 8 of 12 B is in use.") << "not all chunks are there";
    report.requested = exact(13);
    EXPECT_EQ(headline(report), "Allocation of 13 B failed: the limit is 12 B.");
}

TEST(OomHeadline, OfAPlanStatesNeedAndRequest)
{
    Report report;
    report.kind = Kind::GpuPlan;
    EXPECT_EQ(headline(report), "The program needs more than the available memory.");
    report.requested = exact(7);
    EXPECT_EQ(headline(report), "Allocation of 7 B failed.");
    report.needed = exact(9);
    EXPECT_EQ(headline(report), "Allocation of 7 B failed; the program needs 9 B.");
    report.requested = {};
    EXPECT_EQ(headline(report), "Needs 9 B.");
}

} // namespace
} // namespace tidemark::oom
