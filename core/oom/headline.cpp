#include "core/oom/report.h"

#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/oom/forms.h"
#include "core/text/text_cursor.h"
#include "core/view/finding.h"

#include <algorithm>

namespace tidemark::oom {
namespace {

std::string text(const Amount& amount)
{
    return bytesText(amount.bytes);
}

/// The name of the memory in upper case, as everywhere else: "HBM".
std::string memoryName(const Report& report)
{
    std::string name = report.memory;
    std::ranges::transform(name, name.begin(), toUpper);
    if (name == "SHARED")
        return "shared memory";
    return textOr(name, "memory");
}

/// " by 3 GiB"; nothing for an amount that the message does not give.
std::string amountText(std::string_view before, const std::optional<Amount>& amount)
{
    return amount ? std::string(before) + text(*amount) : std::string();
}

/// Formats "300 of 15.75 GiB", or "3 MiB of 1 GiB" if the units differ.
std::string partOf(const Amount& part, const Amount& whole)
{
    return withAmounts({"%1 of %2", {part.bytes, whole.bytes}});
}

/// Says what a failed compilation needs, without a full stop.
std::string neededText(const Report& report)
{
    const std::string memory = memoryName(report);
    std::string limitName = memory;
    std::string who = "the program";
    if (report.kind == Kind::Scoped) {
        limitName += " that one scope may use";
        who = "a scoped allocation";
    } else if (report.kind == Kind::TooLarge) {
        who = "one allocation";
    }
    if (!report.needed) {
        if (report.exceeded)
            return "Over by " + text(*report.exceeded) + ": " + who + " exceeds the limit of " + memory;
        const std::string what = capitalised(who) + " needs more than ";
        if (report.limit)
            return what + "the " + text(*report.limit) + " of " + limitName;
        return what + "the available " + limitName;
    }
    const std::string verb = report.kind == Kind::Compile || report.kind == Kind::GpuPlan ? "needs " : who + " needs ";
    if (!report.limit)
        return capitalised(verb) + text(*report.needed) + (report.memory.empty() ? "" : " of " + memory);
    const Amount above = report.exceeded.value_or(*report.needed - *report.limit);
    const std::string need
        = verb + partOf(*report.needed, *report.limit) + " of " + limitName + framed(" for HLO ", report.purpose);
    if (above.bytes > 0 && text(*report.needed) == text(*report.limit)) // "1.00M of 1.00M"
        return "Over by " + text(above) + ": " + verb + "more than the " + text(*report.limit) + " of " + limitName;
    if (above.bytes > 0)
        return "Over by " + text(above) + ": " + need;
    return capitalised(need); // the numbers of a message may contradict each other
}

/// The sums of the chunks that a message lists.
struct ChunkSums {
    Amount all;
    Amount free;
    Amount largestFree;
};

ChunkSums sumsOfChunks(const Report& report)
{
    ChunkSums sums;
    for (const Allocation& chunk : report.allocations) {
        if (!chunk.address || !chunk.size)
            continue;
        sums.all = sums.all + *chunk.size;
        if (chunk.allocationType != "free")
            continue;
        sums.free = sums.free + *chunk.size;
        if (chunk.size->bytes > sums.largestFree.bytes)
            sums.largestFree = *chunk.size;
    }
    return sums;
}

/// The largest free chunk of the bin of the request. Every larger bin is empty.
Amount largestFreeInBin(const Report& report)
{
    Amount largest;
    for (const Figure& figure : report.figures)
        if (figure.name == "free chunk" && figure.amount && figure.amount->bytes > largest.bytes)
            largest = *figure.amount;
    return largest;
}

/// Describes the state of a BFC allocator that could not serve a request, if the message has it.
std::string chunksText(const Report& report)
{
    const ChunkSums sums = sumsOfChunks(report);
    if (sums.all.bytes > 0 && report.cut.missing.empty()) {
        std::string state = ": " + partOf(sums.free, sums.all) + " of the allocator's memory is free";
        if (sums.largestFree.bytes < sums.free.bytes)
            state += ", the largest free chunk has " + text(sums.largestFree);
        return state;
    }
    if (const Amount* const used = report.figure("InUse"); used && report.limit)
        return ": " + partOf(*used, *report.limit) + " is in use";
    if (const Amount largest = largestFreeInBin(report); largest.bytes > 0)
        return ": the largest free chunk has " + text(largest);
    return {};
}

/// Says what the compiler reported about the program before a request failed on a GPU.
std::string planText(const Report& report)
{
    const Amount* const arguments = report.figure("arguments");
    const Amount* const limit = report.figure("base limit");
    if (arguments && limit)
        return "; arguments and outputs alone, " + text(*arguments) + ", exceed the " + text(*limit)
            + " that the program may use";
    if (const Amount* const least = report.figure("after rematerialization"))
        return "; rematerialization brought the program only to " + text(*least);
    return {};
}

/// "it is 14 times the whole memory of 79.25 GiB; ", for a request that an empty memory could not serve.
std::string timesText(const Report& report)
{
    if (!report.limit || report.limit->bytes <= 0 || report.requested->bytes <= report.limit->bytes)
        return {};
    const std::int64_t times = report.requested->bytes / report.limit->bytes;
    return "it is " + (times > 1 ? groupedNumber(times) + " times" : std::string("more than")) + " the whole memory of "
        + text(*report.limit) + "; ";
}

/// ", and 69.47 GiB is in use outside PyTorch", if that is much and the message does not list processes.
std::string outsideText(const Report& report, std::int64_t unallocated)
{
    constexpr std::int64_t kMuch = 4; // a quarter of the memory; the context of CUDA takes less
    const Amount* const held = report.figure("allocated by PyTorch");
    if (!held || !report.limit || report.figure("in use by this process") || report.figure("in use by other processes"))
        return {};
    const std::int64_t outside = report.limit->bytes - report.free->bytes - held->bytes - unallocated;
    return outside < report.limit->bytes / kMuch ? "" : ", and " + bytesText(outside) + " is in use outside PyTorch";
}

/// ", and PyTorch holds another 2.31 GiB that no tensor uses", with the reason why a request that is smaller fails.
std::string unallocatedText(const Report& report)
{
    const std::int64_t unallocated = std::max<std::int64_t>(report.unallocated().value_or(0), 0);
    const std::string outside = outsideText(report, unallocated);
    if (unallocated == 0)
        return outside;
    const std::string text = ", and PyTorch holds another " + bytesText(unallocated) + " that no tensor uses"
        + (unallocated < report.requested->bytes ? "" : ", perhaps in pieces that are too small");
    return text + outside;
}

/// Describes the memory at run time. If as much is free as the request needs, also says why it did not suffice.
std::string freeText(const Report& report)
{
    const std::string times = timesText(report);
    const Amount* const used = report.figure("InUse");
    std::string what = ": " + times;
    if (used)
        what += text(*used) + " is in use, ";
    const bool isOfWhole = times.empty() && !used && report.limit && report.limit->bytes >= report.free->bytes;
    what += (isOfWhole ? partOf(*report.free, *report.limit) : text(*report.free)) + " is free";
    if (const Amount* const others = report.figure("in use by other processes"))
        what += ", other processes use " + text(*others);
    if (report.requested->bytes > report.free->bytes)
        return what + unallocatedText(report);
    if (report.reservable && report.reservable->bytes < report.requested->bytes)
        return what + ", but only " + text(*report.reservable) + " of it can be reserved";
    if (isOrderUnknown(*report.requested, *report.free))
        return what + ", rounded";
    if (const Amount* const largest = report.figure("largest free block");
        largest && largest->bytes < report.requested->bytes)
        return what + ", but in pieces of at most " + text(*largest);
    if (const Amount* const allowed = report.figure("allowed by the script"))
        return what + ", but the script allows PyTorch only " + text(*allowed);
    if (report.form == "torch") // GPUs map memory by pages: no range has to be free
        return what + ", but the driver refused it";
    return what + ", but not in one piece";
}

/// Says what a buffer needs in each bank, and what a bank has.
std::string banksText(const Report& report)
{
    const Amount* const need = report.figure("each bank needs");
    const Amount* const size = report.figure("bank size");
    const Amount* const free = report.figure("free in a bank");
    const Amount* const largest = report.figure("largest free block of a bank");
    std::string what;
    if (need && free && need->bytes <= free->bytes && largest && need->bytes > largest->bytes)
        what = " because the free memory is fragmented";
    std::string banks = "each bank";
    if (report.banks == 1)
        banks = "its bank";
    else if (report.banks)
        banks = "each of " + counted(static_cast<std::uint64_t>(*report.banks), "bank");
    if (need)
        what += ": it needs " + text(*need) + " in " + banks;
    if (need && size && need->bytes > size->bytes)
        return what + ", but a bank has only " + text(*size);
    if (need && free && largest)
        return what + ", but a bank has " + text(*free) + " free, in blocks of at most " + text(*largest);
    if (free)
        return what + (need ? ", and a bank has " : ": a bank has ") + text(*free) + " free";
    if (need && size)
        what += ", and a bank has " + text(*size);
    return what + ". The message does not give the free memory";
}

/// Describes the circular buffers of a Tenstorrent program that do not fit.
std::string programText(const Report& report)
{
    if (report.figure("address of the L1 buffer"))
        return "Circular buffers of a program overlap a buffer in L1" + amountText(" by ", report.exceeded);
    if (!report.needed || !report.limit)
        return "Circular buffers of a program do not fit in L1";
    return "Over by " + text(*report.needed - *report.limit) + ": circular buffers of a program need "
        + partOf(*report.needed, *report.limit) + " of L1";
}

std::string argumentText(const Report& report)
{
    const Amount* const given = report.figure("given size");
    const std::string program = textOr(report.module, "the program");
    if (!report.needed || !given)
        return "An argument of " + program + " has another size than the program was compiled for";
    return "An argument has " + text(*given) + ", but " + program + " was compiled for " + text(*report.needed);
}

std::string unknownText(const Report& report)
{
    constexpr std::size_t kMost = 120; // bytes
    return "Memory error of a form that Tidemark does not know: "
        + validUtf8(report.text.substr(0, std::min(report.text.find('\n'), kMost)));
}

/// ": PyTorch has allocated 5.02 of 9.07 GiB, and other allocations take 3.98 GiB"
std::string heldText(const Report& report, const Amount& held)
{
    const Amount* const others = report.figure("other allocations");
    return ": PyTorch has allocated " + partOf(held, *report.limit)
        + (others ? ", and other allocations take " + text(*others) : std::string());
}

std::string requestedText(const Report& report)
{
    if (!report.requested && report.kind == Kind::SharedMemory)
        return "A kernel needs more than the available shared memory" + amountText(", ", report.limit);
    const std::string purpose = framed(" for a tensor [", report.word("dimensions"), "]")
        + framed(" of ", report.word("type")) + framed(" by ", report.word("operation"));
    const Amount* const held = report.figure("allocated by PyTorch");
    const std::string heldInLimit = held && report.limit ? heldText(report, *held) : std::string();
    if (!report.requested && report.kind == Kind::Bfc && purpose.empty())
        return "An allocator ran out of memory" + chunksText(report) + "; the requested size is missing"
            + planText(report);
    if (!report.requested)
        return "An allocation" + purpose + " failed" + heldInLimit + "; the message does not say its size";
    const std::string size = text(*report.requested);
    std::string what = "Allocation of " + size + purpose + " failed";
    if (report.kind == Kind::TtAllocation)
        what = "Allocation of " + size + " in " + memoryName(report) + " failed";
    if (report.kind == Kind::TtAllocation && !report.limit)
        return what + banksText(report);
    if (report.kind == Kind::ProgramLoad)
        what = "Loading a program of " + size + " failed";
    if (report.memory == "shared" && report.limit)
        return "Over the limit: a kernel needs " + partOf(*report.requested, *report.limit) + " of shared memory";
    if (report.free)
        return what + (report.memory.empty() ? "" : " in " + memoryName(report)) + freeText(report);
    if (report.limit && report.requested->bytes > report.limit->bytes)
        return what + ": the limit is " + text(*report.limit);
    if (!heldInLimit.empty())
        return what + heldInLimit;
    if (report.kind == Kind::Bfc)
        what += chunksText(report);
    return what + planText(report);
}

/// The amount or the text of a capture. Empty if the message does not have it.
std::string captureText(const Report& report, std::string name)
{
    const bool isNumber = name.ends_with('#');
    name.resize(name.size() - (isNumber ? 1 : 0));
    if (name == "device")
        return validUtf8(report.device);
    if (name == "module")
        return validUtf8(report.module);
    if (const std::string word = report.word(name); !word.empty())
        return validUtf8(word);
    for (const MainFigure& figure : kMainFigures)
        if (name + "_bytes" == figure.id && report.*figure.amount)
            return isNumber ? std::to_string((report.*figure.amount)->bytes) : text(*(report.*figure.amount));
    std::ranges::replace(name, '_', ' ');
    const Amount* const amount = report.figure(name);
    return amount ? text(*amount) : std::string();
}

/// The words of a form with its captures filled in, see Form::headline.
std::string filled(std::string_view words, const Report& report)
{
    std::string result;
    std::size_t optional = 0; // where the part in brackets begins
    bool isComplete = true;
    for (std::size_t at = words.find_first_of("{[]"); at != std::string_view::npos; at = words.find_first_of("{[]")) {
        result += words.substr(0, at);
        const char mark = words[at];
        words.remove_prefix(at + 1);
        if (mark == '[') {
            optional = result.size();
            isComplete = true;
        } else if (mark == ']') {
            result.resize(isComplete ? result.size() : optional);
        } else {
            const std::size_t close = words.find('}');
            const std::string capture = captureText(report, std::string(words.substr(0, close)));
            isComplete = isComplete && !capture.empty();
            result += textOr(capture, "an unknown amount");
            words.remove_prefix(close + 1);
        }
    }
    return result.append(words);
}

std::string formText(const Report& report)
{
    const Form* const form = formWithId(report.form);
    std::string result = filled(form ? form->headline : "The line states memory", report);
    if (report.kind == Kind::State && report.timesLogged > 1)
        result += " (the most of " + counted(report.timesLogged, "such line", "such lines") + ")";
    return result;
}

} // namespace

std::string nextStepOf(const Report& report)
{
    const Form* const form = formWithId(report.form);
    return form ? filled(form->next, report) : std::string();
}

std::string headlineOf(const Report& report)
{
    if (const Form* const form = formWithId(report.form); form && !form->headline.empty())
        return formText(report) + ".";
    switch (report.kind) {
    case Kind::Compile:
    case Kind::Scoped:
    case Kind::TooLarge:
        return neededText(report) + ".";
    case Kind::GpuPlan:
        if (!report.requested)
            return neededText(report) + ".";
        if (!report.needed)
            return requestedText(report) + ".";
        return "Allocation of " + text(*report.requested) + " failed; the program needs " + text(*report.needed) + ".";
    case Kind::TtProgram:
        return programText(report) + ".";
    case Kind::GpuProgramLoad:
        return "Loading a program failed: no device memory is left for its code.";
    case Kind::WrongArgument:
        return argumentText(report) + ".";
    case Kind::Unknown:
        return unknownText(report);
    case Kind::Serving:
    case Kind::State:
        return formText(report) + ".";
    default:
        return requestedText(report) + ".";
    }
}

} // namespace tidemark::oom
