#include "core/oom/message.h"
#include "tests/support/oom_messages.h"
#include "tests/support/sample_stride.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <set>

namespace tidemark::oom {
namespace {

using test::messagesOf;

std::set<std::string> failing(const Message& message)
{
    std::set<std::string> failing;
    for (const Check& check : message.checks)
        if (check.verdict == Verdict::Fails)
            failing.insert(check.name + " " + check.left);
    return failing;
}

/// Returns the data of a message by name.
enum class Counts { All, OnlyWithUnits };
std::multimap<std::string, Amount> reported(const Message& message, Counts counts)
{
    std::multimap<std::string, Amount> reported;
    const auto add = [&](const std::string& name, const std::optional<Amount>& amount) {
        // At the very end of a log a byte count without a unit may lack digits.
        const bool hasCounts
            = message.kind == Kind::SharedMemory || message.kind == Kind::Bfc || message.kind == Kind::GpuPlan;
        const bool isCount = counts == Counts::OnlyWithUnits && hasCounts && amount && amount->rounding == 0;
        if (amount && !isCount)
            reported.emplace(name, *amount);
    };
    for (const MainFigure& figure : kMainFigures)
        add(figure.id, message.*figure.amount);
    for (const Figure& figure : message.figures)
        add(figure.name, figure.amount);
    for (const Allocation& allocation : message.allocations) {
        add("size", allocation.size);
        add("unpadded", allocation.unpadded);
        add("padding", allocation.padding);
    }
    return reported;
}

bool isAmong(const std::pair<const std::string, Amount>& fact, const std::multimap<std::string, Amount>& facts)
{
    const auto [first, last] = facts.equal_range(fact.first);
    return std::any_of(first, last, [&](const auto& known) { return mayBeEqual(known.second, fact.second); });
}

/// The data of a whole log, and the checks that fail there.
struct Whole {
    explicit Whole(std::string_view log)
    {
        for (const Message& message : messagesOf(log)) {
            facts.merge(reported(message, Counts::All));
            wrong.merge(failing(message));
        }
    }
    std::multimap<std::string, Amount> facts;
    std::set<std::string> wrong;
};

/// Returns the invented data of a message in a log that ends or continues too early; empty if the whole log has all of
/// it.
std::string madeUp(const Whole& whole, std::string_view part)
{
    std::string invented;
    for (const Message& message : messagesOf(part)) {
        if (message.kind == Kind::Unknown) // its figures are named by the words of the text
            continue;
        for (const auto& fact : reported(message, Counts::OnlyWithUnits))
            if (!isAmong(fact, whole.facts))
                invented += fact.first + " " + std::to_string(fact.second.bytes) + "\n";
        for (const std::string& check : failing(message))
            if (!whole.wrong.contains(check))
                invented += "fails: " + check + "\n";
    }
    return invented;
}

TEST(OomCut, APartOfALineIsNoLineOfItsHeading)
{
    const auto missing = [](const char* temporaries) {
        return messagesOf(std::string("Ran out of memory in memory space hbm. Used 4.00G of 2.00G hbm. Exceeded hbm "
                                      "capacity by 2.00G.\n\nProgram hbm requirement 4.00G:\n    HLO temp          ")
                          + temporaries
                          + " (97.4% utilization: Unpadded (3.81G) Padded (3.92G), 0.4% fragmentation (14.68M))\n")
            .at(0)
            .cut.missing;
    };
    EXPECT_EQ(missing("4.00G"), std::vector<std::string>());
    EXPECT_EQ(missing("3.00G"), std::vector<std::string>{"the rest of Program hbm requirement"});
}

TEST(OomCut, AMessageCutAnywhereInventsNothingAndFailsNoCheck)
{
    constexpr std::size_t kLongest = 6000; // only the beginning of longer logs is tested
    const std::size_t stride = 3 * test::sampleStride(); // a stride of 1 finds no more than 3
    for (const auto& entry : std::filesystem::directory_iterator(std::string(TIDEMARK_TEST_DATA) + "/oom")) {
        if (entry.path().extension() != ".txt")
            continue;
        const std::string log = test::readFile(entry.path()).substr(0, kLongest);
        const Whole whole(log);
        for (std::size_t end = 1; end < log.size(); end += stride) {
            const std::string part = log.substr(0, end);
            EXPECT_EQ(madeUp(whole, part), "")
                << entry.path() << " at " << end << ": " << part.substr(end - std::min<std::size_t>(end, 60));
            EXPECT_EQ(madeUp(whole, part + "\nINFO: training goes on\n"), "")
                << entry.path() << " at " << end << " continues";
            if (HasFailure())
                break;
        }
    }
}

} // namespace
} // namespace tidemark::oom
