// Facts of every plan of a compiler: a plan that lacks one gives a warning.
#include "core/xla/plan/plan.h"
#include "tests/support/profile_builder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace tidemark {
using namespace xla;
namespace {

using test::planFromText;

/// Returns the codes of the warnings about a plan, as "a, b".
std::string codesOf(const proto::HloProto& hlo)
{
    std::string codes;
    const std::shared_ptr<const Plan> plan = *Plan::parse(hlo.SerializeAsString());
    for (const Warning& warning : plan->warnings().list())
        codes += (codes.empty() ? "" : ", ") + warning.code;
    return codes;
}

std::string codesOf(std::string_view text)
{
    return codesOf(planFromText(text));
}

TEST(LostParts, AWholePlanHasNoWarning)
{
    EXPECT_EQ(codesOf("param 0 100\n p 0 100 f32[25]\ntemp 64\n a 0 64 f32[16]\ntrace +a -a"), "");
}

TEST(LostParts, TemporaryAllocationsHaveTraces)
{
    EXPECT_EQ(codesOf("temp 64\n a 0 64 f32[16]"), "traces-missing");
    EXPECT_EQ(codesOf("temp 64 space 1\n a 0 64 f32[16]\ntemp 64\n b 0 64 f32[16]\ntrace +b -b"), "traces-missing");
    EXPECT_EQ(codesOf("temp 64 space 8\n a 0 64 f32[16]"), "") << "some small memories have none";
    EXPECT_EQ(codesOf("temp 64 tuple\n a 0 64 f32[16]"), "") << "a table of pointers";
    EXPECT_EQ(codesOf("temp 131072 tuple\n a 0 131072 f32[32768]"), "traces-missing") << "an array among tuples";
    EXPECT_EQ(codesOf("output 64\n a 0 64 f32[16]\ntrace +a -a"), "trace-not-temporary");
    proto::HloProto alone = planFromText("temp 64\n a 0 64");
    alone.clear_hlo_module();
    EXPECT_EQ(codesOf(alone), "no-module") << "such plans have no traces";
}

TEST(LostParts, AllocationsHoldTheirBuffers)
{
    EXPECT_EQ(codesOf("output 64\n a 0 32 f32[8]"), "allocation-above-buffers");
    EXPECT_EQ(codesOf("output 64\n a 0 64 f32[16] space 1"), "other-space-of-buffers");
    proto::HloProto hlo = planFromText("output 64\n a 0 64 f32[16]\noutput 32\n b 0 32 f32[8]");
    auto& plan = *hlo.mutable_buffer_assignment();
    plan.mutable_buffer_allocations()->DeleteSubrange(0, 1);
    EXPECT_EQ(codesOf(hlo), "allocations-missing, buffers-unassigned");
}

TEST(LostParts, NamesTheFirstMissingAllocationsUpToTheHighest)
{
    proto::HloProto hlo = planFromText("output 64\n a 0 64 f32[16]\noutput 32\n b 0 32 f32[8]");
    auto& allocations = *hlo.mutable_buffer_assignment()->mutable_buffer_allocations();
    const auto missing = [&] {
        const std::shared_ptr<const Plan> plan = *Plan::parse(hlo.SerializeAsString());
        const auto& list = plan->warnings().list();
        const auto found = std::ranges::find(list, "allocations-missing", &Warning::code);
        return found == list.end() ? std::string() : found->text.substr(0, found->text.find(", but"));
    };
    EXPECT_EQ(missing(), "");
    allocations[1].set_index(4);
    EXPECT_EQ(missing(), "The plan has no allocation 1, 2, 3");
    allocations[1].set_index(std::numeric_limits<std::int64_t>::max());
    EXPECT_EQ(missing(), "The plan has no allocation 1, 2, 3, 4, 5, 6, 7, 8 and 9,223,372,036,854,775,798 more");
}

TEST(LostParts, ProgramAndPlanAgreeOnArguments)
{
    const proto::HloProto hlo = planFromText("param 0 64 output\n p 0 64 f32[16]\nparam 1 64\n q 0 64 f32[16]");
    EXPECT_EQ(codesOf(hlo), "") << "this program does not say what is donated";
    proto::HloProto donated = hlo;
    auto& entry = *donated.mutable_hlo_module()->mutable_input_output_alias()->add_entries();
    EXPECT_EQ(codesOf(donated), "");
    entry.set_parameter_number(1);
    EXPECT_EQ(codesOf(donated), "other-donation");
    entry.set_parameter_number(2);
    EXPECT_EQ(codesOf(donated), "other-donation") << "there is no such argument";
    proto::HloProto other = hlo;
    other.mutable_buffer_assignment()->mutable_buffer_allocations(1)->set_parameter_number(0);
    EXPECT_EQ(codesOf(other), "other-argument");
}

} // namespace
} // namespace tidemark
