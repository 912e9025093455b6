#include "core/oom/headline.h"

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
std::string memoryName(const Message& message)
{
    std::string name = message.memory;
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
std::string neededText(const Message& message)
{
    const std::string memory = memoryName(message);
    std::string limitName = memory;
    std::string who = "the program";
    if (message.kind == Kind::Scoped) {
        limitName += " that one scope may use";
        who = "a scoped allocation";
    } else if (message.kind == Kind::TooLarge) {
        who = "one allocation";
    }
    if (!message.needed) {
        if (message.exceeded)
            return "Over by " + text(*message.exceeded) + ": " + who + " exceeds the limit of " + memory;
        const std::string what = capitalised(who) + " needs more than ";
        if (message.limit)
            return what + "the " + text(*message.limit) + " of " + limitName;
        return what + "the available " + limitName;
    }
    const std::string verb
        = message.kind == Kind::Compile || message.kind == Kind::GpuPlan ? "needs " : who + " needs ";
    if (!message.limit)
        return capitalised(verb) + text(*message.needed) + (message.memory.empty() ? "" : " of " + memory);
    const Amount above = message.exceeded.value_or(*message.needed - *message.limit);
    const std::string need
        = verb + partOf(*message.needed, *message.limit) + " of " + limitName + framed(" for HLO ", message.purpose);
    if (above.bytes > 0 && text(*message.needed) == text(*message.limit)) // "1.00M of 1.00M"
        return "Over by " + text(above) + ": " + verb + "more than the " + text(*message.limit) + " of " + limitName;
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

ChunkSums sumsOfChunks(const Message& message)
{
    ChunkSums sums;
    for (const Allocation& chunk : message.allocations) {
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
Amount largestFreeInBin(const Message& message)
{
    Amount largest;
    for (const Figure& figure : message.figures)
        if (figure.name == "free chunk" && figure.amount && figure.amount->bytes > largest.bytes)
            largest = *figure.amount;
    return largest;
}

/// Describes the state of a BFC allocator that could not serve a request, if the message has it.
std::string chunksText(const Message& message)
{
    const ChunkSums sums = sumsOfChunks(message);
    if (sums.all.bytes > 0 && message.cut.missing.empty()) {
        std::string state = ": " + partOf(sums.free, sums.all) + " of the allocator's memory is free";
        if (sums.largestFree.bytes < sums.free.bytes)
            state += ", the largest free chunk has " + text(sums.largestFree);
        return state;
    }
    if (const Amount* const used = message.figure("InUse"); used && message.limit)
        return ": " + partOf(*used, *message.limit) + " is in use";
    if (const Amount largest = largestFreeInBin(message); largest.bytes > 0)
        return ": the largest free chunk has " + text(largest);
    return {};
}

/// Says what the compiler reported about the program before a request failed on a GPU.
std::string planText(const Message& message)
{
    const Amount* const arguments = message.figure("arguments");
    const Amount* const limit = message.figure("base limit");
    if (arguments && limit)
        return "; arguments and outputs alone, " + text(*arguments) + ", exceed the " + text(*limit)
            + " that the program may use";
    if (const Amount* const least = message.figure("after rematerialization"))
        return "; rematerialization brought the program only to " + text(*least);
    return {};
}

/// "it is 14 times the whole memory of 79.25 GiB; ", for a request that an empty memory could not serve.
std::string timesText(const Message& message)
{
    if (!message.limit || message.limit->bytes <= 0 || message.requested->bytes <= message.limit->bytes)
        return {};
    const std::int64_t times = message.requested->bytes / message.limit->bytes;
    return "it is " + (times > 1 ? groupedNumber(times) + " times" : std::string("more than")) + " the whole memory of "
        + text(*message.limit) + "; ";
}

/// ", and 69.47 GiB is in use outside PyTorch", if that is much and the message does not list processes.
std::string outsideText(const Message& message, std::int64_t unallocated)
{
    constexpr std::int64_t kMuch = 4; // a quarter of the memory; the context of CUDA takes less
    const Amount* const held = message.figure("allocated by PyTorch");
    if (!held || !message.limit || message.figure("in use by this process")
        || message.figure("in use by other processes"))
        return {};
    const std::int64_t outside = message.limit->bytes - message.free->bytes - held->bytes - unallocated;
    return outside < message.limit->bytes / kMuch ? "" : ", and " + bytesText(outside) + " is in use outside PyTorch";
}

/// ", and PyTorch holds another 2.31 GiB that no tensor uses", with the reason why a request that is smaller fails.
std::string unallocatedText(const Message& message)
{
    const std::int64_t unallocated = std::max<std::int64_t>(message.unallocated().value_or(0), 0);
    const std::string outside = outsideText(message, unallocated);
    if (unallocated == 0)
        return outside;
    const std::string text = ", and PyTorch holds another " + bytesText(unallocated) + " that no tensor uses"
        + (unallocated < message.requested->bytes ? "" : ", perhaps in pieces that are too small");
    return text + outside;
}

/// Describes the memory at run time. If as much is free as the request needs, also says why it did not suffice.
std::string freeText(const Message& message)
{
    const std::string times = timesText(message);
    const Amount* const used = message.figure("InUse");
    std::string what = ": " + times;
    if (used)
        what += text(*used) + " is in use, ";
    const bool isOfWhole = times.empty() && !used && message.limit && message.limit->bytes >= message.free->bytes;
    what += (isOfWhole ? partOf(*message.free, *message.limit) : text(*message.free)) + " is free";
    if (const Amount* const others = message.figure("in use by other processes"))
        what += ", other processes use " + text(*others);
    if (message.requested->bytes > message.free->bytes)
        return what + unallocatedText(message);
    if (message.reservable && message.reservable->bytes < message.requested->bytes)
        return what + ", but only " + text(*message.reservable) + " of it can be reserved";
    if (isOrderUnknown(*message.requested, *message.free))
        return what + ", rounded";
    if (const Amount* const largest = message.figure("largest free block");
        largest && largest->bytes < message.requested->bytes)
        return what + ", but in pieces of at most " + text(*largest);
    if (const Amount* const allowed = message.figure("allowed by the script"))
        return what + ", but the script allows PyTorch only " + text(*allowed);
    if (message.form == "torch") // GPUs map memory by pages: no range has to be free
        return what + ", but the driver refused it";
    return what + ", but not in one piece";
}

/// Says what a buffer needs in each bank, and what a bank has.
std::string banksText(const Message& message)
{
    const Amount* const need = message.figure("each bank needs");
    const Amount* const size = message.figure("bank size");
    const Amount* const free = message.figure("free in a bank");
    const Amount* const largest = message.figure("largest free block of a bank");
    std::string what;
    if (need && free && need->bytes <= free->bytes && largest && need->bytes > largest->bytes)
        what = " because the free memory is fragmented";
    std::string banks = "each bank";
    if (message.banks == 1)
        banks = "its bank";
    else if (message.banks)
        banks = "each of " + counted(static_cast<std::uint64_t>(*message.banks), "bank");
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
std::string programText(const Message& message)
{
    if (message.figure("address of the L1 buffer"))
        return "Circular buffers of a program overlap a buffer in L1" + amountText(" by ", message.exceeded);
    if (!message.needed || !message.limit)
        return "Circular buffers of a program do not fit in L1";
    return "Over by " + text(*message.needed - *message.limit) + ": circular buffers of a program need "
        + partOf(*message.needed, *message.limit) + " of L1";
}

std::string argumentText(const Message& message)
{
    const Amount* const given = message.figure("given size");
    const std::string program = textOr(message.module, "the program");
    if (!message.needed || !given)
        return "An argument of " + program + " has another size than the program was compiled for";
    return "An argument has " + text(*given) + ", but " + program + " was compiled for " + text(*message.needed);
}

std::string unknownText(const Message& message)
{
    constexpr std::size_t kMost = 120; // bytes
    std::string line = message.text.substr(0, message.text.find('\n'));
    if (line.size() > kMost) // not in the middle of a number
        line = line.substr(0, std::min(line.rfind(' ', kMost), kMost)) + " …";
    return "Memory error of a form that Tidemark does not know: " + validUtf8(line);
}

/// ": PyTorch has allocated 5.02 of 9.07 GiB, and other allocations take 3.98 GiB"
std::string heldText(const Message& message, const Amount& held)
{
    const Amount* const others = message.figure("other allocations");
    return ": PyTorch has allocated " + partOf(held, *message.limit)
        + (others ? ", and other allocations take " + text(*others) : std::string());
}

std::string requestedText(const Message& message)
{
    if (!message.requested && message.kind == Kind::SharedMemory)
        return "A kernel needs more than the available shared memory" + amountText(", ", message.limit);
    const std::string purpose = framed(" for a tensor [", message.word("dimensions"), "]")
        + framed(" of ", message.word("type")) + framed(" by ", message.word("operation"));
    const Amount* const held = message.figure("allocated by PyTorch");
    const std::string heldInLimit = held && message.limit ? heldText(message, *held) : std::string();
    if (!message.requested && message.kind == Kind::Bfc && purpose.empty())
        return "An allocator ran out of memory" + chunksText(message) + "; the requested size is missing"
            + planText(message);
    if (!message.requested)
        return "An allocation" + purpose + " failed" + heldInLimit + "; the message does not say its size";
    const std::string size = text(*message.requested);
    std::string what = "Allocation of " + size + purpose + " failed";
    if (message.kind == Kind::TtAllocation)
        what = "Allocation of " + size + " in " + memoryName(message) + " failed";
    if (message.kind == Kind::TtAllocation && !message.limit)
        return what + banksText(message);
    if (message.kind == Kind::ProgramLoad)
        what = "Loading a program of " + size + " failed";
    if (message.memory == "shared" && message.limit)
        return "Over the limit: a kernel needs " + partOf(*message.requested, *message.limit) + " of shared memory";
    if (message.free)
        return what + (message.memory.empty() ? "" : " in " + memoryName(message)) + freeText(message);
    if (message.limit && message.requested->bytes > message.limit->bytes)
        return what + ": the limit is " + text(*message.limit);
    if (!heldInLimit.empty())
        return what + heldInLimit;
    if (message.kind == Kind::Bfc)
        what += chunksText(message);
    return what + planText(message);
}

/// The amount or the text of a capture. Empty if the message does not have it.
std::string captureText(const Message& message, std::string name)
{
    const bool isNumber = name.ends_with('#');
    name.resize(name.size() - (isNumber ? 1 : 0));
    if (name == "device")
        return validUtf8(message.device);
    if (name == "module")
        return validUtf8(message.module);
    if (const std::string word = message.word(name); !word.empty())
        return validUtf8(word);
    for (const MainFigure& figure : kMainFigures)
        if (name + "_bytes" == figure.id && message.*figure.amount)
            return isNumber ? std::to_string((message.*figure.amount)->bytes) : text(*(message.*figure.amount));
    std::ranges::replace(name, '_', ' ');
    const Amount* const amount = message.figure(name);
    return amount ? text(*amount) : std::string();
}

/// The words of a form with its captures filled in, see Form::headline.
std::string filled(std::string_view words, const Message& message)
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
            const std::string capture = captureText(message, std::string(words.substr(0, close)));
            isComplete = isComplete && !capture.empty();
            result += textOr(capture, "an unknown amount");
            words.remove_prefix(close + 1);
        }
    }
    return result.append(words);
}

std::string formText(const Message& message)
{
    const Form* const form = formWithId(message.form);
    std::string result = filled(form ? form->headline : "The line states memory", message);
    if (message.kind == Kind::State && message.timesLogged > 1)
        result += " (the most of " + counted(message.timesLogged, "such line", "such lines") + ")";
    return result;
}

} // namespace

std::string nextStepOf(const Message& message)
{
    const Form* const form = formWithId(message.form);
    return form ? filled(form->next, message) : std::string();
}

std::string headlineOf(const Message& message)
{
    if (const Form* const form = formWithId(message.form); form && !form->headline.empty())
        return formText(message) + ".";
    switch (message.kind) {
    case Kind::Compile:
    case Kind::Scoped:
    case Kind::TooLarge:
        return neededText(message) + ".";
    case Kind::GpuPlan:
        if (!message.requested)
            return neededText(message) + ".";
        if (!message.needed)
            return requestedText(message) + ".";
        return "Allocation of " + text(*message.requested) + " failed; the program needs " + text(*message.needed)
            + ".";
    case Kind::TtProgram:
        return programText(message) + ".";
    case Kind::GpuProgramLoad:
        return "Loading a program failed: no device memory is left for its code.";
    case Kind::WrongArgument:
        return argumentText(message) + ".";
    case Kind::Unknown:
        return unknownText(message);
    case Kind::Serving:
    case Kind::State:
        return formText(message) + ".";
    default:
        return requestedText(message) + ".";
    }
}

} // namespace tidemark::oom
