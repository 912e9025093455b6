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
    EXPECT_EQ(headline(report), "Needs more than there is of memory.");
    report.memory = "hbm";
    EXPECT_EQ(headline(report), "Needs more than there is of HBM.");
    report.limit = exact(4 << 10);
    EXPECT_EQ(headline(report), "Needs more than the 4 KiB of HBM.");
    report.exceeded = exact(1 << 10);
    EXPECT_EQ(headline(report), "Exceeds the limit of HBM by 1 KiB.");
    report.needed = exact(7 << 10);
    EXPECT_EQ(headline(report), "Needs 7 KiB, 1 KiB above the 4 KiB of HBM.");
    report.exceeded = {};
    EXPECT_EQ(headline(report), "Needs 7 KiB, 3 KiB above the 4 KiB of HBM.");
    report.limit = exact(8 << 10);
    EXPECT_EQ(headline(report), "Needs 7 KiB of the 8 KiB of HBM.") << "cut, or changed";
    report.limit = exact(7 << 10);
    EXPECT_EQ(headline(report), "Needs 7 KiB of the 7 KiB of HBM.");
    report.limit = exact(4 << 10);
    report.kind = Kind::TooLarge;
    EXPECT_EQ(headline(report), "One allocation needs 7 KiB, 3 KiB above the 4 KiB of HBM.");
    report.kind = Kind::Scoped;
    report.memory = "vmem_2";
    EXPECT_EQ(headline(report),
              "A scoped allocation needs 7 KiB, 3 KiB above the 4 KiB that a scope may have of VMEM_2.");
    report.limit = {};
    EXPECT_EQ(headline(report), "A scoped allocation needs 7 KiB of VMEM_2.");
    report.memory = "";
    EXPECT_EQ(headline(report), "A scoped allocation needs 7 KiB.");
    report.needed = {};
    report.memory = "vmem";
    EXPECT_EQ(headline(report), "A scoped allocation needs more than a scope may have of VMEM.");
}

TEST(OomHeadline, OfAnAllocatorStatesTheRequest)
{
    Report report;
    report.kind = Kind::GpuShort;
    EXPECT_EQ(headline(report), "An allocator's chunks, without what was asked for.");
    report.requested = exact(7);
    EXPECT_EQ(headline(report), "Asked for 7 B.");
    report.limit = exact(4);
    EXPECT_EQ(headline(report), "Asked for 7 B where 4 B is the limit.");
    report.free = exact(3);
    EXPECT_EQ(headline(report), "Asked for 7 B where 3 B is free.");
    report.memory = "hbm";
    EXPECT_EQ(headline(report), "Asked for 7 B of HBM where 3 B is free.");
    report.free = exact(7);
    EXPECT_EQ(headline(report), "Asked for 7 B of HBM where 7 B is free, but not in one piece.");
    report.reservable = exact(6);
    EXPECT_EQ(headline(report), "Asked for 7 B of HBM where 7 B is free, 6 B of that reservable.");
    report.free = exact(3);
    report.kind = Kind::ProgramLoad;
    EXPECT_EQ(headline(report), "The program needs 7 B of HBM where 3 B is free.");
    report.kind = Kind::SharedMemory;
    report.memory = "shared";
    EXPECT_EQ(headline(report), "Asked for 7 B of shared memory, above the limit of 4 B.");
    report.limit = {};
    EXPECT_EQ(headline(report), "Asked for 7 B of shared memory where 3 B is free.");
    report.requested = {};
    EXPECT_EQ(headline(report), "Asked for more than there is of shared memory.");
    report.requested = exact(7);
    report.kind = Kind::TtAllocation;
    report.memory = "dram";
    EXPECT_EQ(headline(report), "Asked for 7 B of DRAM.");
    report.figures = {{"each bank needs", exact(5)}, {"free in a bank", exact(6)}};
    EXPECT_EQ(headline(report), "Asked for 7 B of DRAM.");
    report.figures.push_back({"largest free block of a bank", exact(2)});
    EXPECT_EQ(headline(report),
              "Asked for 7 B of DRAM, memory is fragmented: 5 B in each bank, which has 6 B free, 2 B of that in one "
              "piece.");
    const auto of = [&](std::int64_t need, std::int64_t free, std::int64_t largest) {
        report.figures = {{"each bank needs", exact(need)},
                          {"bank size", exact(9)},
                          {"free in a bank", exact(free)},
                          {"largest free block of a bank", exact(largest)}};
        return headline(report).substr(std::string("Asked for 7 B of DRAM").size());
    };
    EXPECT_EQ(of(7, 6, 2),
              ", too big for what is left: 7 B in each bank, which has 6 B free, 2 B of that in one piece.");
    EXPECT_EQ(of(6, 6, 5), ", memory is fragmented: 6 B in each bank, which has 6 B free, 5 B of that in one piece.");
    EXPECT_EQ(of(5, 6, 5), ": 5 B in each bank, which has 6 B free, 5 B of that in one piece.") << "which says why not";
    EXPECT_EQ(of(10, 6, 5), ", too big: 10 B in each bank, which has 9 B.");
    report.figures.resize(2);
    report.figures[0].amount = exact(9);
    EXPECT_TRUE(headline(report).ends_with(": 9 B in each bank, which has 9 B."));
}

TEST(OomHeadline, OfAnAllocatorWithChunksStatesTheirFreeBytes)
{
    Report report;
    report.kind = Kind::Bfc;
    report.requested = exact(6);
    report.limit = exact(12);
    EXPECT_EQ(headline(report), "Asked for 6 B.") << "what is below the limit could fit";
    report.figures = {{"InUse", exact(8)}};
    EXPECT_EQ(headline(report), "Asked for 6 B where 8 B of 12 B is in use.");
    const auto chunk = [](std::uint64_t address, std::int64_t size, const char* type) {
        Allocation allocation;
        allocation.address = address;
        allocation.size = exact(size);
        allocation.allocationType = type;
        return allocation;
    };
    report.allocations = {chunk(0, 5, "free"), chunk(5, 4, "in use")};
    EXPECT_EQ(headline(report), "Asked for 6 B where 5 B of the 9 B that the allocator holds is free.");
    report.allocations.push_back(chunk(9, 2, "free"));
    EXPECT_EQ(headline(report),
              "Asked for 6 B where 7 B of the 11 B that the allocator holds is free, 5 B of that in one piece.");
    report.cut.missing = {"the end of the chunks"};
    EXPECT_EQ(headline(report), "Asked for 6 B where 8 B of 12 B is in use.") << "not all chunks are there";
    report.requested = exact(13);
    EXPECT_EQ(headline(report), "Asked for 13 B where 12 B is the limit.");
}

TEST(OomHeadline, OfAPlanStatesNeedAndRequest)
{
    Report report;
    report.kind = Kind::GpuPlan;
    EXPECT_EQ(headline(report), "Needs more than there is of memory.");
    report.requested = exact(7);
    EXPECT_EQ(headline(report), "Asked for 7 B.");
    report.needed = exact(9);
    EXPECT_EQ(headline(report), "The plan needs 9 B; 7 B of it could not be had.");
    report.requested = {};
    EXPECT_EQ(headline(report), "Needs 9 B.");
}

} // namespace
} // namespace tidemark::oom
