// Tests of the choice of the argument whose memory an output takes, with very many arguments and outputs.
#include "core/xla/advice/alike_arguments.h"

#include "core/xla/advice/rules.h"
#include "tests/core/advice_fixture.h"

#include <random>

namespace tidemark {
using namespace xla;
namespace {

using namespace test;

/// Computes the same with a linear search.
class SlowArguments
{
public:
    void add(RowId row, ValueId value, std::optional<std::uint32_t> lastRead)
    {
        m_arguments.push_back({row, value, lastRead});
    }

    RowId takeFree(std::uint32_t written, const std::set<ValueId>& inPlace)
    {
        return take([&](const Argument& each) {
            if (!each.lastRead)
                return true;
            if (written == ProgramOrder::kNever || *each.lastRead == ProgramOrder::kNever)
                return false;
            return *each.lastRead < written || (*each.lastRead == written && inPlace.contains(each.value));
        });
    }
    RowId takeFirst()
    {
        return take([](const Argument&) { return true; });
    }

private:
    struct Argument {
        RowId row;
        ValueId value;
        std::optional<std::uint32_t> lastRead;
    };

    template <class F>
    RowId take(F isFree)
    {
        const auto found = std::ranges::find_if(m_arguments, isFree);
        if (found == m_arguments.end())
            return {};
        const RowId row = found->row;
        m_arguments.erase(found);
        return row;
    }

    std::vector<Argument> m_arguments;
};

TEST(AlikeArguments, AreTakenAsByALinearSearch)
{
    std::mt19937 random(12);
    const auto below = [&](std::uint32_t limit) { return static_cast<std::uint32_t>(random() % limit); };
    const auto place = [&] { return below(10) == 0 ? ProgramOrder::kNever : below(8); };
    int taken = 0;
    for (int round = 0; round < 500; ++round) {
        AlikeArguments arguments;
        SlowArguments slow;
        const std::uint32_t count = 1 + below(40);
        for (std::uint32_t i = 0; i < count; ++i) {
            const std::optional<std::uint32_t> read = below(8) == 0 ? std::nullopt : std::optional(place());
            const ValueId value = below(8) == 0 ? ValueId() : ValueId(below(20));
            arguments.add(RowId(i), value, read);
            slow.add(RowId(i), value, read);
        }
        for (int i = 0; i < 60; ++i) {
            const std::uint32_t written = place();
            std::set<ValueId> inPlace;
            while (below(3) != 0)
                inPlace.insert(ValueId(below(20)));
            const bool isFirst = below(20) == 0;
            const RowId found = isFirst ? arguments.takeFirst() : arguments.takeFree(written, inPlace);
            ASSERT_EQ(found, isFirst ? slow.takeFirst() : slow.takeFree(written, inPlace)) << round << " " << i;
            taken += found ? 1 : 0;
        }
    }
    EXPECT_GT(taken, 5000);
}

/// Outputs with the shape of all arguments. Half are written before all arguments are read, and half after that.
TEST(Donation, ThousandsOfOneShapeAreMatchedAtOnce)
{
    constexpr int kMany = 40000;
    constexpr int kReadAtOnce = 100;
    PlannedProgram program;
    const auto add = [&](const std::string& head, const std::string& name, const std::string& opcode) {
        program.plan += head + " 1024\n " + name + " 0 1024 f32[256]\n";
        program.opcodes[name] = opcode;
    };
    for (int i = 0; i < kMany; ++i) {
        const std::string name = "p" + std::to_string(i);
        program.plan += "param " + std::to_string(i) + " 1024\n " + name + " 0 1024 f32[256]\n";
        program.reads["r" + std::to_string(i / kReadAtOnce)].push_back(name);
    }
    for (int i = 0; i < kMany / 2; ++i)
        add("output", "q" + std::to_string(i), "iota");
    for (int i = 0; i < kMany / kReadAtOnce; ++i) {
        const std::string name = "r" + std::to_string(i);
        program.plan += "output 8\n " + name + " 0 8 f32[2]\n";
        program.opcodes[name] = "custom-call";
    }
    for (int i = 0; i < kMany / 2; ++i)
        add("output", "s" + std::to_string(i), "iota");
    const Advised advised = adviseOn(program);
    const std::vector<RowId> arguments = donatableArguments(advised.evidence());
    EXPECT_EQ(arguments.size(), static_cast<std::size_t>(kMany));
    const Finding& donation = advised.the("donation");
    EXPECT_EQ(donation.rows.size(), static_cast<std::size_t>(2 * kMany));
}

} // namespace
} // namespace tidemark
