#include "core/oom/explain_message.h"

#include "core/base/text.h"
#include "core/explain/explain_peak.h"
#include "core/groups/known_array.h"
#include "core/groups/source_frame.h"
#include "core/oom/headline.h"
#include "core/oom/message.h"
#include "core/oom/message_figures.h"
#include "core/view/finding.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

namespace tidemark::oom {
namespace {

constexpr std::int64_t kLeastPadding = 20; // padding is named from 1/20 on
constexpr std::string_view kSpillCause
    = ": a kernel holds more values than there are registers, so smaller blocks need less";

/// Listed buffers of one shape and meaning.
struct ListedGroup {
    std::int64_t bytes = 0;
    std::vector<RowId> rows;
    std::string shape; // without layout
    std::string source; // "lm.py:33"; empty if not the same for all
    KnownArray array = KnownArray::None;
    bool isArgument = false;
    bool isSpill = false;
};

/// Whether the allocation holds registers that the compiler spills. Source: the label that libtpu gives it.
bool isSpill(const Allocation& allocation)
{
    return allocation.label.find("register allocator spill slots") != std::string::npos;
}

/// The group of listed buffers with most bytes, and the padding of all listed buffers.
ListedGroup largestGroup(const MessageRows& entries, const Rows& table, std::int64_t& padding)
{
    std::map<std::tuple<std::string, KnownArray, bool>, ListedGroup> groups;
    Facts facts;
    for (std::size_t i = 0; i < table.count; ++i) {
        const RowId row = RowId::at(i);
        if (table.isFree(row))
            continue;
        table.describe(row, facts);
        const KnownArray array = knownArray(facts.opName, facts.shapeWithoutLayout);
        const bool isSpilled = isSpill(entries.allocationOf(row));
        ListedGroup& group = groups[{facts.shapeWithoutLayout, array, isSpilled}];
        const std::string source = shortSource(facts);
        if (group.rows.empty())
            group.source = source;
        else if (group.source != source)
            group.source.clear();
        group.shape = facts.shapeWithoutLayout;
        group.array = array;
        group.isSpill = isSpilled;
        group.isArgument = table.kind && table.kindOf(row).id == RowKind::kParameter;
        group.bytes = addressPast(group.bytes, table.size[row]);
        group.rows.push_back(row);
        if (table.unpadded)
            padding = addressPast(padding, table.padding(row).value_or(0));
    }
    ListedGroup largest;
    for (auto& [key, group] : groups)
        if (group.bytes > largest.bytes)
            largest = std::move(group);
    return largest;
}

/// The noun with its article if there is one: "an attention score matrix". Empty for buffers of unknown kind.
std::string nounOf(const ListedGroup& group)
{
    const bool isOne = group.rows.size() == 1;
    if (group.array == KnownArray::AttentionScores)
        return isOne ? "an attention score matrix" : "attention score matrices";
    if (group.array == KnownArray::Logits)
        return "logits";
    if (group.isArgument)
        return isOne ? "an argument" : "arguments";
    return {};
}

/// "; register spill slots take 29.66 MiB: a kernel holds more values than there are registers",
/// "; the one listed buffer is an attention score matrix f32[32,4096,4096] of 2 GiB (lm.py:33)",
/// "; three of four listed buffers are u8[67108864], 192 MiB in all",
/// "; the five listed chunks are in use, 8.68 GiB in all"
void describeListed(const ListedGroup& group, const Rows& table, bool isPool, Explanation& explanation)
{
    std::string& text = explanation.text;
    if (group.isSpill) {
        text += "; register spill slots take " + explanation.addAmount(group.bytes) + std::string(kSpillCause);
        explanation.rows = group.rows;
        return;
    }
    const bool isOne = group.rows.size() == 1;
    const std::size_t listed = table.count;
    std::string what = nounOf(group);
    if (!group.shape.empty())
        addTo(what, " ", plainWords(group.shape));
    if (isPool && !isOne)
        what = "in use";
    const std::string many = " listed " + table.many;
    const std::string verb = many + (what.empty() ? " have " : " are ");
    if (listed == 1)
        text += "; the one listed " + table.one + " is ";
    else if (isOne)
        text += "; the largest of " + countWord(listed) + many + " is ";
    else if (group.rows.size() < listed)
        text += "; " + countWord(group.rows.size(), listed) + " of " + countWord(listed) + verb;
    else
        text += "; the " + countWord(listed) + verb;
    const std::string amount = explanation.addAmount(group.bytes);
    if (isOne)
        text += what + (what.empty() ? "" : " of ") + amount;
    else
        text += what + (what.empty() ? "" : ", ") + amount + " in all";
    if (!group.source.empty())
        text += " (" + plainWords(group.source) + ")";
    explanation.rows = group.rows;
}

/// The words for an item of a table of sums. Of items with equal amounts the first is the most specific.
struct SumWord {
    std::string_view item;
    std::string_view words;
};
constexpr std::array kSumWords = {
    SumWord{"HLO temp", "temporaries (HLO temp) are"},
    SumWord{"arguments", "arguments are"},
    SumWord{"program", "the program without its arguments is"},
    SumWord{"output", "outputs are"},
    SumWord{"scoped", "scoped allocations are"},
    SumWord{"global", "constants and other global data are"},
    SumWord{"parameter allocation", "arguments are"},
    SumWord{"maybe_live_out allocation", "outputs are"},
    SumWord{"preallocated temp allocation", "temporaries are"},
    SumWord{"constant allocation", "constants are"},
};

/// "; temporaries (HLO temp) are 97 %, 8.97 GiB", for a message that lists no buffer but has sums. The sums of
/// what the program needs are preferred, because they are more specific than the sums of all memory in use.
void describeSums(const Message& message, Explanation& explanation)
{
    if (!message.needed)
        return;
    const std::int64_t needed = message.needed->bytes;
    const auto describeLargest = [&](const auto& isOf) {
        const SumWord* word = nullptr;
        std::int64_t most = 0;
        for (const Figure& figure : message.figures) {
            if (!figure.amount || figure.amount->bytes < most || !isOf(figure.name))
                continue;
            const std::size_t at = figure.name.rfind(kItemSeparator);
            const std::string item = at == std::string::npos ? figure.name : figure.name.substr(at + 2);
            const auto found = std::ranges::find(kSumWords, item, &SumWord::item);
            if (found == kSumWords.end() || (figure.amount->bytes == most && word && &*found > word))
                continue;
            word = &*found;
            most = figure.amount->bytes;
        }
        if (!word || most > needed || most < needed / 2)
            return false;
        if (word->item == "program" && most == needed)
            return true; // says no more than the need
        explanation.text
            += "; " + std::string(word->words) + " " + shareText(most, needed) + ", " + explanation.addAmount(most);
        return true;
    };
    const auto isRequired = [](const std::string& name) {
        return name.starts_with("Program ")
            && name.find(" requirement" + std::string(kItemSeparator)) != std::string::npos;
    };
    if (!describeLargest(isRequired))
        describeLargest([](const std::string&) { return true; });
}

/// The padding of all that the program needs: the padded less the unpadded size, if the message has both. Rounded as
/// the amounts of the message are.
std::int64_t paddingOfNeed(const Message& message)
{
    std::int64_t padding = 0;
    for (const Figure& figure : message.figures) {
        constexpr std::string_view kUnpadded = ": Unpadded";
        if (!figure.name.ends_with(kUnpadded))
            continue;
        const std::string of = figure.name.substr(0, figure.name.size() - kUnpadded.size());
        const Amount* const unpadded = message.figure(figure.name);
        const Amount* const padded = message.figure(of + ": Padded");
        if (unpadded && padded && padded->bytes > unpadded->bytes)
            padding = addressPast(padding, padded->bytes - unpadded->bytes);
    }
    return padding;
}

/// "; 6.08 of 8 GiB was in use already", for a request at run time.
void describeTaken(const Message& message, Explanation& explanation)
{
    const bool isAtRunTime = message.kind == Kind::ProgramLoad || message.kind == Kind::RuntimeAllocation;
    const std::vector<Part> taken = takenBefore(message);
    if (!isAtRunTime || !message.limit || taken.empty())
        return;
    explanation.text += "; " + explanation.addAmount(taken.front().bytes) + " of "
        + explanation.addAmount(message.limit->bytes) + " was in use already";
}

} // namespace

Explanation explainMessage(const Message& message, const MessageRows& entries, const Rows& table)
{
    Explanation explanation;
    explanation.text = plainWords(headlineOf(message));
    if (explanation.text.ends_with('.')) // not that of a form that is not known
        explanation.text.pop_back();
    std::int64_t padding = 0;
    const std::optional<std::int64_t> arguments = excessiveArguments(message);
    const ListedGroup group = largestGroup(entries, table, padding);
    if (arguments)
        explanation.text += "; the arguments alone need " + explanation.addAmount(*arguments);
    if (group.bytes > 0)
        describeListed(group, table, message.kind == Kind::Bfc, explanation);
    else if (std::ranges::any_of(message.allocations, isSpill))
        explanation.text += "; the message lists register spill slots without a size" + std::string(kSpillCause);
    else if (!arguments)
        describeSums(message, explanation);
    describeTaken(message, explanation);
    explanation.text += '.';
    const std::int64_t ofNeed = paddingOfNeed(message);
    const bool isNeedPadded = message.needed && ofNeed >= message.needed->bytes / kLeastPadding && ofNeed > 0;
    if (isNeedPadded)
        explanation.text += " " + explanation.addAmount(ofNeed) + " of the need is padding.";
    else if (padding > 0 && padding >= entries.sum() / kLeastPadding)
        explanation.text += " Of the listed memory " + explanation.addAmount(padding) + " is padding.";
    explanation.text += framed(" ", plainWords(nextStepOf(message)));
    return explanation;
}

std::string sentenceOf(const Message& message)
{
    const auto rows = std::make_shared<const MessageRows>(std::make_shared<const Message>(message));
    return withAmounts(explainMessage(message, *rows, MessageRows::tableOf(rows)));
}

void describeRecorded(const Figures& figures, Explanation& explanation)
{
    constexpr std::size_t kMostAmounts = 5; // a text has at most nine
    const auto textOf = [&](std::string_view id) { return plainWords(printable(figures.text(id))); };
    const auto inUse = figures.bytes("in_use_at_failure_bytes");
    if (!inUse || explanation.amounts.size() > kMostAmounts)
        return;
    const std::string event = groupedNumber(figures.bytes("recorded_event").value_or(0));
    const std::string where = textOf("recorded_in") + " (" + textOf("recorded_memory") + ")";
    std::string& text = explanation.text;
    if (textOf("recorded_match") == "failed_allocation")
        text += " " + where + " records it as event " + event + ". In use was then ";
    else
        text += " " + where + " has no failed allocation; after its last event " + event + " in use was ";
    text += explanation.addAmount(*inUse);
    if (const auto reserved = figures.bytes("reserved_at_failure_bytes")) {
        text += " of " + explanation.addAmount(*reserved) + " in the allocator's segments";
        if (const auto largest = figures.bytes("largest_free_at_failure_bytes"); largest && *largest > 0)
            text += ", where the largest free range has " + explanation.addAmount(*largest);
    }
    const std::int64_t held = figures.bytes("held_most_bytes").value_or(0);
    if (const std::string holder = textOf("held_most_by"); !holder.empty() && held > 0 && held <= *inUse) {
        const std::int64_t count = figures.bytes("held_most_count").value_or(0);
        text += "; " + shareText(held, *inUse) + " (" + explanation.addAmount(held) + ") is ";
        text += (count == 1 ? "one allocation" : counted(static_cast<std::uint64_t>(count), "allocation")) + " of "
            + holder;
    }
    text += '.';
}

} // namespace tidemark::oom
