#include "core/view/check.h"

#include <algorithm>
#include <array>

namespace tidemark {
namespace {

struct Title {
    std::string_view name;
    std::string_view text;
};

constexpr std::array kTitles = {
    Title{"rows-occupy-peak", "The rows at the peak add up to it"},
    Title{"rows-sum-to-replay", "The sizes of the rows add up to the replayed level"},
    Title{"occupied-within-total", "No more is occupied than allocated"},
    Title{"entry-arguments", "Arguments are as large as their allocations"},
    Title{"plan-consistent", "The buffer assignment does not contradict itself"},
    Title{"program-consistent", "The program does not contradict itself"},
    Title{"trace-consistent", "The heap trace does not contradict itself"},
    Title{"groups-sum-to-replay", "The types of allocation add up to the replayed level"},
    Title{"split-sums-to-parameter-rows", "The categories of the arguments add up to all arguments"},
    Title{"categories-sum-to-group", "The categories of the arguments add up to what these occupy"},
    Title{"categories-sum-to-level", "The categories add up to the occupied level"},
    Title{"donated-arguments", "What is donated is as large as argument and as result"},
    Title{"xprof-peak-above-allocations", "XProf's peak is above what is allocated"},
    Title{"xprof-other-space-trace", "XProf takes the heap trace of another memory"},
    Title{"untraced-allocations", "Temporaries without a heap trace count whole"},
    Title{"reported-total", "What a report lists adds up to its total"},
    Title{"peak-lower-bound", "More may be occupied at the peak than the report tells"},
    Title{"exceeded", "Needed less the limit is what it says is too much"},
    Title{"above-limit", "More is needed than the limit"},
    Title{"sum", "The lines add up to their total"},
    Title{"used", "What is used is one of the totals"},
    Title{"capacity", "The table of the capacity adds up"},
    Title{"share", "Percentages are those of their figures"},
    Title{"listed", "What is listed is part of what is needed"},
    Title{"padding", "Size and padding of an allocation add up"},
    Title{"tiles", "The size of an allocation is that of its layout"},
    Title{"shape", "The unpadded size of an allocation is that of its shape"},
    Title{"above-free", "More is asked for than is free"},
    Title{"banks", "All banks together hold what is asked for"},
    Title{"bank", "What is allocated and free in a bank adds up"},
    Title{"fragmented", "No free block is as large as what is needed"},
    Title{"chunks", "The chunks in use add up to their total"},
    Title{"chunks-apart", "No byte lies in two chunks"},
    Title{"within-limit", "No more is in use than the allocator's limit"},
    Title{"complete", "The message is read to its end"},
    Title{"readable", "The program can be read"},
    Title{"attribution", "It can be found out what the memory is of"},
};

} // namespace

std::string_view verdictName(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Ok:
        return "ok";
    case Verdict::Fails:
        return "fails";
    case Verdict::Note:
        break;
    }
    return "note";
}

Check equality(std::string name, std::string left, std::int64_t leftBytes, std::string right, std::int64_t rightBytes,
               std::string fault)
{
    const bool isOk = leftBytes == rightBytes;
    if (isOk)
        fault.clear();
    else if (fault.empty())
        fault = "The " + left + " and the " + right + " differ.";
    return {std::move(name),  std::move(left), leftBytes,
            std::move(right), rightBytes,      isOk ? Verdict::Ok : Verdict::Fails,
            std::move(fault)};
}

std::string checkTitle(std::string_view name)
{
    const auto found = std::ranges::find(kTitles, name, &Title::name);
    return std::string(found == kTitles.end() ? name : found->text);
}

std::string sidesText(const Check& check, const std::function<std::string(std::int64_t)>& bytesText)
{
    std::string said;
    const auto add = [&](const char* between, const std::string& words) {
        said += (said.empty() || words.empty() ? "" : between) + words;
    };
    const auto addSide = [&](const std::string& words, const std::optional<std::int64_t>& bytes) {
        add(", ", words);
        if (bytes)
            add(words.empty() ? ", " : " ", bytesText(*bytes));
    };
    addSide(check.left, check.leftBytes);
    addSide(check.right, check.rightBytes);
    add(". ", check.text);
    return said;
}

} // namespace tidemark
