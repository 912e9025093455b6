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

std::string checkTitle(std::string_view name)
{
    const auto found = std::ranges::find(kTitles, name, &Title::name);
    return std::string(found == kTitles.end() ? name : found->text);
}

} // namespace tidemark
