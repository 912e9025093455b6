#include "core/oom/checks.h"

#include "core/base/text.h"
#include "core/oom/printed_shape.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace tidemark::oom {
namespace {

constexpr std::array kTitles = {
    CheckTitle{"exceeded", "Needed minus limit equals the stated excess"},
    CheckTitle{"above-limit", "Needed exceeds the limit"},
    CheckTitle{"sum", "The lines sum to their total"},
    CheckTitle{"used", "Used equals one of the totals, with or without the reserved part"},
    CheckTitle{"capacity", "The capacity table adds up"},
    CheckTitle{"share", "Percentages match their figures"},
    CheckTitle{"listed", "The listed allocations fit into the requirement"},
    CheckTitle{"padding", "Unpadded size and padding sum to the size"},
    CheckTitle{"expansion", "The stated expansion matches the sizes"},
    CheckTitle{"tiles", "The size matches the tiled layout"},
    CheckTitle{"shape", "The unpadded size matches the shape"},
    CheckTitle{"above-free", "The request exceeds the free memory"},
    CheckTitle{"banks", "All banks together hold the request"},
    CheckTitle{"bank", "Allocated and free sum to the bank size"},
    CheckTitle{"fragmented", "No free block is large enough"},
    CheckTitle{"chunks", "The chunks in use sum to their total"},
    CheckTitle{"in-use", "The statistics agree with the chunks in use"},
    CheckTitle{"chunks-apart", "No two chunks overlap"},
    CheckTitle{"within-limit", "The memory in use is within the allocator's limit"},
    CheckTitle{"complete", "The message is incomplete"},
};

class Checker
{
public:
    explicit Checker(const Message& message)
        : m_message(message)
    { }

    std::vector<Check> check()
    {
        checkExceeded();
        for (const char* const total : {"Total ", "Program "})
            checkSum(total);
        checkUsed();
        checkCapacity();
        checkPlan();
        checkShares();
        checkListed();
        for (const Allocation& allocation : m_message.allocations)
            checkAllocation(allocation, m_message.cut.isInAllocation && &allocation == &m_message.allocations.back());
        checkRequest();
        checkBanks();
        checkChunks();
        if (!m_message.cut.missing.empty())
            note("complete", "The message is cut. Missing: " + joined(m_message.cut.missing, ", ") + ".");
        entitle(m_checks, kTitles);
        return std::move(m_checks);
    }

private:
    using Maybe = std::optional<Amount>;

    void add(const char* name, std::string left, const Amount& leftAmount, std::string right, const Amount& rightAmount,
             bool isOk, const std::string& wrong)
    {
        m_checks.push_back(
            judged({name, std::move(left), leftAmount.bytes, std::move(right), rightAmount.bytes}, isOk, wrong));
    }
    /// `isCut`: the message is cut before the data of the check, so that a failure says nothing.
    void addEqual(const char* name, std::string left, const Amount& leftAmount, std::string right,
                  const Amount& rightAmount, bool isCut = false)
    {
        const std::int64_t difference = std::abs((leftAmount - rightAmount).bytes);
        add(name, std::move(left), leftAmount, std::move(right), rightAmount, mayBeEqual(leftAmount, rightAmount),
            "They differ by " + bytesText(difference) + ", more than rounding explains.");
        if (isCut && m_checks.back().verdict == Verdict::Fails)
            noteLast("Cannot be checked: the message is cut there.");
    }
    /// Makes the last check a note.
    void noteLast(std::string text, std::string title = {})
    {
        m_checks.back().verdict = Verdict::Note;
        m_checks.back().text = std::move(text);
        m_checks.back().title = std::move(title);
    }
    void note(const char* name, std::string text)
    {
        m_checks.push_back({name, {}, {}, {}, {}, Verdict::Note, std::move(text)});
    }

    void checkExceeded()
    {
        if (m_message.needed && m_message.limit && m_message.exceeded)
            addEqual("exceeded", "needed − limit", *m_message.needed - *m_message.limit, "exceeded by",
                     *m_message.exceeded);
        if (m_message.needed && m_message.limit && m_message.kind != Kind::State)
            add("above-limit", "needed", *m_message.needed, "limit", *m_message.limit,
                m_message.needed->bytes > m_message.limit->bytes || isOrderUnknown(*m_message.needed, *m_message.limit),
                "The need does not exceed the limit.");
    }

    /// Checks a heading against the sum of its items.
    void checkSum(std::string_view beginning)
    {
        const auto total = std::ranges::find_if(m_message.figures, [&](const Figure& figure) {
            return figure.name.starts_with(beginning) && figure.name.find(':') == std::string::npos
                && (figure.name.ends_with(" usage") || figure.name.ends_with(" requirement"));
        });
        if (total == m_message.figures.end() || !total->amount)
            return;
        Amount sum;
        std::size_t count = 0;
        std::string unknown;
        for (const Figure& figure : m_message.figures) {
            if (!isItemOf(figure, total->name))
                continue;
            if (!figure.amount) {
                addTo(unknown, ", ", figure.name.substr(total->name.size() + kItemSeparator.size()));
                continue;
            }
            ++count;
            sum = sum + *figure.amount;
        }
        if (count == 0)
            return;
        const bool isEqual = mayBeEqual(sum, *total->amount);
        if (unknown.empty() || isEqual) {
            addEqual("sum", "sum of its lines", sum, total->name, *total->amount,
                     m_message.cut.section == total->name && sum.bytes < total->amount->bytes);
            return;
        }
        const bool isBelow = sum.bytes < total->amount->bytes;
        add("sum", "sum of its lines", sum, total->name, *total->amount, isBelow, "The lines exceed the total.");
        if (isBelow) {
            noteLast("Not stated: " + unknown + ". It accounts for " + bytesText((*total->amount - sum).bytes) + ".",
                     "The lines sum to their total, apart from lines that are not stated");
        }
    }

    /// Checks the used amount. Some messages count reserved memory in it, others do not.
    void checkUsed()
    {
        if (m_message.kind != Kind::Compile || !m_message.needed || m_message.memory.empty())
            return;
        const std::string total = "Total " + m_message.memory + " usage";
        const std::string program = "Program " + m_message.memory + " requirement";
        std::vector<Figure> totals;
        for (const std::string& name : {total + ": program", program, total})
            if (const Amount* const amount = m_message.figure(name))
                totals.push_back({name, *amount});
        if (totals.empty())
            return;
        const Figure inPlaceOfAll = totals.back();
        const Amount* const all = m_message.figure(total);
        const Amount* const part = m_message.figure(total + ": program");
        if (const Amount* const reserved = m_message.figure(total + ": reserved"); all && reserved)
            totals.push_back({total + " − reserved", *all - *reserved});
        if (const Amount* const arguments = m_message.figure(total + ": arguments"); part && arguments)
            totals.push_back({"program + arguments", *part + *arguments});
        const auto equal = std::ranges::find_if(
            totals, [&](const Figure& figure) { return mayBeEqual(*m_message.needed, *figure.amount); });
        const Figure& closest = equal == totals.end() ? inPlaceOfAll : *equal;
        // The other totals may follow after a cut.
        addEqual("used", "used", *m_message.needed, closest.name, *closest.amount, m_message.cut.section == total);
    }

    void checkCapacity()
    {
        const std::string heading = m_message.capacityHeading();
        const std::string before = heading + std::string(kItemSeparator); // prefix of the names of its items
        const Amount* const capacity = m_message.figure(heading);
        const Amount* const available = m_message.figure(before + "Available after request");
        if (!capacity || !available)
            return;
        Amount left = *capacity;
        for (const char* const name : {"Top-of-Memory reserved", "Currently allocated", "Program requirement"})
            if (const Amount* const amount = m_message.figure(before + name))
                left = left - *amount;
        addEqual("capacity", "capacity minus reserved, allocated and requested", left, "Available after request",
                 *available);
    }

    void checkPlan()
    {
        const Amount* const total = m_message.figure("total allocation");
        if (m_message.kind != Kind::GpuPlan || !total)
            return;
        Amount sum;
        for (const char* const name : {"parameter", "constant", "maybe_live_out", "preallocated temp"}) {
            const Amount* const amount = m_message.figure(std::string(name) + " allocation");
            if (!amount)
                return;
            sum = sum + *amount;
        }
        const std::string left = "parameters, constants, live-out and temporaries";
        const Amount excess = sum - *total;
        if (const Amount donated = mostDonated(); !mayBeEqual(sum, *total) && excess.bytes > 0
            && (excess.bytes <= donated.bytes || mayBeEqual(excess, donated))) {
            add("sum", left, sum, "total allocation", *total, true, {});
            m_checks.back().text
                = bytesText(excess.bytes) + " is counted twice. Donated arguments count as parameters and as live-out.";
            return;
        }
        addEqual("sum", left, sum, "total allocation", *total);
    }
    /// Returns how much donated arguments may count twice: with the parameters and with the live-out allocations.
    /// Source: BufferAssignment::ComputeSummaryStats of XLA adds an allocation to each class that it belongs to.
    Amount mostDonated() const
    {
        const Amount* const parameters = m_message.figure("parameter allocation");
        const Amount* const liveOut = m_message.figure("maybe_live_out allocation");
        if (!parameters || !liveOut)
            return {};
        return parameters->bytes < liveOut->bytes ? *parameters : *liveOut;
    }

    void checkShares()
    {
        for (const Share& share : m_message.shares) {
            if (!share.part || !share.whole || share.whole->bytes <= share.whole->rounding)
                continue;
            const auto ratio = [&](int sign) {
                const auto side = [sign](const Amount& amount, int way) {
                    return static_cast<double>(amount.bytes) + way * sign * static_cast<double>(amount.rounding);
                };
                return 100 * side(*share.part, 1) / side(*share.whole, -1);
            };
            const double slack = share.rounding * 1.001;
            const bool isOk = ratio(-1) <= share.percent + slack && ratio(1) >= share.percent - slack;
            std::array<char, 32> stated{};
            std::snprintf(stated.data(), stated.size(), "%g", share.percent);
            add("share", share.name, *share.part, "of", *share.whole, isOk,
                "That is " + percentText(share.part->bytes, share.whole->bytes) + "; the message says " + stated.data()
                    + " %.");
        }
    }

    /// Checks that the listed allocations are no more than the program's requirement.
    void checkListed()
    {
        const Amount* const program = m_message.figure("Program " + m_message.memory + " requirement");
        if (!program || m_message.allocations.empty())
            return;
        Amount sum;
        for (const Allocation& allocation : m_message.allocations)
            if (allocation.size)
                sum = sum + *allocation.size;
        const bool isPart = sum.bytes <= program->bytes || mayBeEqual(sum, *program);
        add("listed", "listed allocations", sum, "Program " + m_message.memory + " requirement", *program, isPart, {});
        if (!isPart) {
            noteLast("The listed allocations exceed the program's requirement: some share memory.");
        }
    }

    /// Checks the sizes of one allocation. `isCut`: the message is cut inside the allocation.
    void checkAllocation(const Allocation& allocation, bool isCut)
    {
        const std::string name = allocation.number ? "allocation " + std::to_string(*allocation.number) : "allocation";
        if (allocation.size && allocation.unpadded && allocation.padding)
            addEqual("padding", name + ": size − unpadded size", *allocation.size - *allocation.unpadded,
                     "extra memory due to padding", *allocation.padding);
        if (allocation.size && allocation.unpadded && !allocation.padding)
            addEqual("padding", name + ": size", *allocation.size, "unpadded size, no padding stated",
                     *allocation.unpadded, isCut);
        if (allocation.size && allocation.unpadded && allocation.paddingFactor)
            addExpansion(name, *allocation.size, *allocation.unpadded, *allocation.paddingFactor);
        // The printed shape is the operation's result, not the scoped allocation.
        const auto bytes = m_message.kind == Kind::Scoped ? std::nullopt : bytesOfShape(allocation.shape);
        if (!bytes)
            return;
        const Amount padded{bytes->padded, 0};
        const bool isOnlyOne = m_message.kind == Kind::TooLarge;
        // A TPU also pads arrays whose printed layout has no tiles, so that the size follows only from a layout with
        // tiles.
        const bool isSizeStated = bytes->hasTiles || m_message.kind == Kind::GpuPlan;
        if (const Maybe size = allocation.size || !isOnlyOne ? allocation.size : m_message.needed; size && isSizeStated)
            addEqual("tiles", name + ": size", *size, "shape padded to its tiles", padded,
                     isCut && !allocation.shape.ends_with('}')); // the layout may have been cut off
        if (allocation.unpadded)
            addEqual("shape", name + ": unpadded size", *allocation.unpadded, "elements × bytes of each",
                     {bytes->unpadded, 0});
    }

    /// Checks the expansion factor, which is printed with one decimal.
    void addExpansion(const std::string& name, const Amount& size, const Amount& unpadded, double factor)
    {
        constexpr double kRounding = 0.0501;
        const auto ratio = [&](int way) {
            const double part = static_cast<double>(unpadded.bytes) - way * static_cast<double>(unpadded.rounding);
            return (static_cast<double>(size.bytes) + way * static_cast<double>(size.rounding)) / std::max(part, 1.0);
        };
        const bool isOk = ratio(-1) <= factor + kRounding && ratio(1) >= factor - kRounding;
        add("expansion", name + ": size", size, "unpadded size", unpadded, isOk,
            "The message states another expansion.");
    }

    /// Checks a request against the free memory. In fragmented memory a request fails although enough is free, and so
    /// does one beyond the part of the memory that a script allows itself.
    void checkRequest()
    {
        if (!m_message.requested || !m_message.free || m_message.figure("allowed by the script"))
            return;
        const bool isAbove = m_message.requested->bytes > m_message.free->bytes;
        add("above-free", "requested", *m_message.requested, "free", *m_message.free, isAbove, {});
        if (isAbove)
            return;
        if (isOrderUnknown(*m_message.requested, *m_message.free))
            noteLast("Rounding hides whether the free memory is too small or fragmented.",
                     "The request and the free memory are equal within rounding");
        else if (m_message.form == "torch")
            noteLast("Enough memory was free, but the driver refused it: another process may have taken it, or a limit "
                     "applies.",
                     "Enough memory was free");
        else
            noteLast("Enough memory is free, but in no single range.", "The free memory is fragmented");
    }

    void checkBanks()
    {
        const Amount* const need = m_message.figure("each bank needs");
        const Amount* const size = m_message.figure("bank size");
        const Amount* const allocated = m_message.figure("allocated in a bank");
        const Amount* const free = m_message.figure("free in a bank");
        const Amount* const largest = m_message.figure("largest free block of a bank");
        std::int64_t all = 0;
        if (need && m_message.banks && m_message.requested
            && !__builtin_mul_overflow(need->bytes, *m_message.banks, &all) && all < INT64_MAX / 2)
            // The last page in each bank may be partly padding.
            add("banks", "need of each bank, in all banks", {all, 0}, "requested", *m_message.requested,
                all >= m_message.requested->bytes, "All banks together hold less than the request.");
        if (size && allocated && free)
            addEqual("bank", "allocated + free", *allocated + *free, "bank size", *size);
        if (need && free && largest && need->bytes <= free->bytes && need->bytes > largest->bytes) {
            add("fragmented", "each bank needs", *need, "largest free block", *largest, true, {});
            noteLast("A bank has enough free memory, but in no single block: memory is fragmented.");
        }
    }

    void checkChunks()
    {
        if (m_message.kind != Kind::Bfc)
            return;
        Amount inUse;
        std::vector<const Allocation*> chunks;
        for (const Allocation& allocation : m_message.allocations)
            if (allocation.address && allocation.size) {
                chunks.push_back(&allocation);
                if (allocation.allocationType != "free")
                    inUse = inUse + *allocation.size;
            }
        if (const Amount* const sum = m_message.figure("Sum Total of in-use chunks"); sum && !chunks.empty())
            addEqual("chunks", "chunks in use", inUse, "Sum Total of in-use chunks", *sum);
        const Amount* const used = m_message.figure("InUse");
        if (used && !chunks.empty() && m_message.figure("MaxInUse")) { // without MaxInUse, the number may be cut
            addEqual("in-use", "chunks in use", inUse, "InUse", *used, !m_message.cut.missing.empty());
        }
        std::ranges::sort(chunks, {}, [](const Allocation* chunk) { return *chunk->address; });
        Amount overlap;
        std::uint64_t taken = 0; // end address of the chunks so far
        for (const Allocation* const chunk : chunks) {
            const std::uint64_t begin = *chunk->address;
            std::uint64_t end = 0;
            if (__builtin_add_overflow(begin, static_cast<std::uint64_t>(chunk->size->bytes), &end))
                end = UINT64_MAX;
            if (const std::uint64_t both = std::min(taken, end); both > begin) {
                constexpr std::uint64_t kMost = INT64_MAX / 2;
                overlap = overlap + Amount{static_cast<std::int64_t>(std::min(both - begin, kMost)), 0};
            }
            taken = std::max(taken, end);
        }
        if (chunks.size() > 1)
            add("chunks-apart", "bytes in two chunks", overlap, "none", {}, overlap.bytes == 0,
                "Chunks overlap: the list holds several states, or is damaged.");
        if (used && m_message.limit)
            add("within-limit", "InUse", *used, "Limit", *m_message.limit, used->bytes <= m_message.limit->bytes,
                "The memory in use exceeds the allocator's limit.");
    }

    const Message& m_message;
    std::vector<Check> m_checks;
};

} // namespace

std::vector<Check> checksOf(const Message& message)
{
    return Checker(message).check();
}

} // namespace tidemark::oom
