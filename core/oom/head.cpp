#include "core/oom/head.h"

#include "core/oom/scoped_head.h"
#include "core/text/text_cursor.h"

#include <algorithm>
#include <array>

namespace tidemark::oom {
namespace {

constexpr std::array kPhrases = {
    HeadPhrase{"anoutofmemoryin", Family::Tpu},
    HeadPhrase{"anoutofmemoryon", Family::Tpu},
    HeadPhrase{"TensorCoreHbmusage:", Family::Tpu},
    HeadPhrase{"Attemptingtoallocate", Family::Tpu},
    HeadPhrase{"Attemptingtoreserve", Family::Tpu},
    HeadPhrase{"Scopedallocationwithsize", Family::Tpu, true},
    HeadPhrase{"exceededscoped", Family::Tpu, true},
    HeadPhrase{"Allocation(size=", Family::Line},
    HeadPhrase{"Sharedmemorysizelimitexceeded", Family::Line},
    HeadPhrase{"kernelexceedsavailablesharedmemory", Family::Line},
    HeadPhrase{"OutofMemory:Notenoughspacetoallocate", Family::Line},
    HeadPhrase{"Outofmemorywhiletryingtoallocate", Family::Gpu},
    HeadPhrase{"Outofmemoryallocating", Family::Gpu},
    HeadPhrase{"Failedtoallocaterequestfor", Family::Gpu},
    HeadPhrase{"anoutofmemorytryingtoallocate", Family::Bfc},
};

/// Fills a report from its sentences, of any kind.
class HeadReader : private SentenceReader
{
public:
    using SentenceReader::SentenceReader;

    std::size_t read()
    {
        readScoped(*this) || readTooLarge() || readReservation() || readRuntimeAllocation() || readTenstorrent()
            || readSharedMemory() || readKernelMemory() || readBfc() || readGpu() || readCores() || readCompile();
        if (hasRead()) {
            readCode();
            readModule();
        }
        return sourceEnd();
    }

private:
    /// Reads "Allocation (size=N) would exceed memory (size=M) :: #allocationK [shape = '…', space=vmem, size = 0x…,
    /// tag = '…'] :: op".
    bool readTooLarge()
    {
        const std::size_t limit = after("wouldexceedmemory(size=");
        if (limit == std::string_view::npos)
            return false;
        const std::size_t start = m_text.text().substr(0, limit).rfind("Allocation(size=");
        if (start == std::string_view::npos)
            return false;
        m_report.kind = Kind::TooLarge;
        m_report.needed = amountAfter("(size=", start, Unit::MayBeLeftOut);
        std::size_t at = limit;
        m_report.limit = amount(at, Unit::MayBeLeftOut);
        if (!startsAt(at, ")")) // the number may have been cut
            m_report.limit.reset();
        expect(m_report.limit.has_value(), kTheLimit);
        if (const std::size_t number = after("::#allocation", limit); number != std::string_view::npos)
            readAllocation(number);
        return hasRead();
    }

    void readAllocation(std::size_t at)
    {
        Allocation allocation;
        allocation.place.begin = m_text.sourceOf(at - std::string_view("#allocation").size());
        TextCursor digits(m_text.text().substr(at));
        const std::string_view number = digits.takeWhile(isDigit, 1, 9);
        if (!number.empty())
            allocation.number = std::stoll(std::string(number));
        reached(at + number.size());
        if (const std::size_t shape = after("shape='", at); shape != std::string_view::npos) {
            const std::string_view rest = m_text.text().substr(shape);
            const std::size_t end = rest.find('\'');
            expect(end != std::string_view::npos, "the shape of its allocation");
            allocation.shape = end == std::string_view::npos ? std::string_view() : rest.substr(0, end);
            reached(shape + std::min(end, rest.size()));
        }
        if (const std::size_t space = after("space=", at); space != std::string_view::npos)
            m_report.memory = m_text.wordAt(space);
        if (const std::size_t size = after(",size=0x", at); size != std::string_view::npos) {
            allocation.size = hexSize(m_text.text().substr(size));
            reached(size);
            if (allocation.size)
                mark(size - 2, m_text.text().find_first_of(",]", size));
        }
        if (const std::size_t tag = after("tag='", at); tag != std::string_view::npos) {
            allocation.label = m_text.textUpTo(tag, "']");
            if (const std::size_t end = m_text.after("']", tag); end != std::string_view::npos)
                reached(end);
        }
        allocation.place.end = sourceEnd();
        m_report.allocations.push_back(std::move(allocation));
    }

    /// Parses a hexadecimal size. All ones mean an unknown size.
    static std::optional<Amount> hexSize(std::string_view text)
    {
        std::uint64_t value = 0;
        std::size_t digits = 0;
        for (; digits < text.size(); ++digits) {
            const int digit = hexDigit(text[digits]);
            if (digit < 0)
                break;
            value = value << 4 | static_cast<std::uint64_t>(digit);
        }
        const bool isEnded = digits < text.size() && (text[digits] == ',' || text[digits] == ']');
        if (digits == 0 || !isEnded || digits > 16 || value >= std::uint64_t{1} << 62)
            return std::nullopt;
        return Amount{static_cast<std::int64_t>(value), 0};
    }

    /// Reads "There are F free, 0B reserved, and R reservable."
    void readFree(std::size_t from)
    {
        std::size_t at = std::min(after("Thereare", from), after("Thereis", from));
        m_report.free = amount(at);
        if (at != std::string_view::npos && startsAt(at, "free,")) {
            at += 5;
            m_report.reserved = amount(at);
            m_report.reservable = amountAfter("reserved,and", at);
            expect(m_report.reservable.has_value(), "the reservable amount");
        }
        expect(m_report.free.has_value(), "the free amount");
    }

    /// Reads "Error loading program 'P': Attempting to reserve X at the bottom of memory. That was not possible. …"
    bool readReservation()
    {
        const std::size_t at = after("Attemptingtoreserve");
        m_report.requested = amountAfter("Attemptingtoreserve");
        if (!m_report.requested)
            return false;
        m_report.kind = Kind::ProgramLoad;
        readFree(at);
        if (const std::size_t program = after("Errorloadingprogram'"); program != std::string_view::npos) {
            const std::string_view rest = m_text.text().substr(program);
            if (const std::size_t end = rest.find('\''); end != std::string_view::npos)
                m_report.module = rest.substr(0, end);
        }
        return true;
    }

    /// Reads "Attempting to allocate X. That was not possible. There are Y free.; (0x0x1_HBM0)"
    bool readRuntimeAllocation()
    {
        const std::size_t at = after("Attemptingtoallocate");
        m_report.requested = amountAfter("Attemptingtoallocate");
        if (!m_report.requested)
            return false;
        m_report.kind = Kind::RuntimeAllocation;
        readFree(at);
        if (const std::size_t device = after("free.;(", at); device != std::string_view::npos) {
            const std::string_view rest = m_text.text().substr(device);
            const std::size_t end = rest.substr(0, 80).find(')');
            if (end != std::string_view::npos) {
                m_report.device = rest.substr(0, end);
                reached(device + end + 1);
                const std::size_t memory = m_report.device.rfind('_');
                if (memory != std::string::npos)
                    m_report.memory = m_text.wordAt(device + memory + 1);
                while (!m_report.memory.empty() && isDigit(m_report.memory.back()))
                    m_report.memory.pop_back();
            }
        }
        return true;
    }

    /// Reads "Out of Memory: Not enough space to allocate N B DRAM buffer across 12 banks, where each bank needs to
    /// store …"
    bool readTenstorrent()
    {
        std::size_t at = after("OutofMemory:Notenoughspacetoallocate");
        m_report.requested = amount(at);
        if (!m_report.requested)
            return false;
        m_report.kind = Kind::TtAllocation;
        m_report.memory = m_text.wordAt(at);
        if (const std::size_t end = m_report.memory.find("buffer"); end != std::string::npos)
            m_report.memory.erase(end);
        if (!startsAt(at + m_report.memory.size(), "buffer"))
            m_report.memory.clear(); // the message is cut off there
        const std::size_t across = after("bufferacross", at);
        if (across == std::string_view::npos)
            return true;
        std::size_t banks = across;
        if (const auto count = amount(banks, Unit::MayBeLeftOut); count && count->bytes < 100000)
            m_report.banks = count->bytes;
        const auto need = amountAfter("eachbankneedstostore", across);
        figure("each bank needs", need);
        expect(need.has_value(), "what each bank needs");
        if (const std::size_t size = after("butbanksizeis", across); size != std::string_view::npos)
            figure("bank size", amountAfter(startsAt(size, "only") ? "only" : "butbanksizeis", across));
        figure("allocated in a bank", amountAfter("(allocated:", across));
        figure("free in a bank", amountAfter("B,free:", across));
        const auto block = amountAfter("largestfreeblock:", across);
        figure("largest free block of a bank", block);
        expect(block || after("(allocated:", across) == std::string_view::npos, "the largest free block of a bank");
        return true;
    }

    /// Reads a kernel's request for shared memory and the available amount: "requested N, available: M".
    bool readSharedMemory(const char* sentence, const char* request, const char* behindRequest, const char* limit)
    {
        std::size_t requested = after(request, after(sentence));
        const auto count = amount(requested, Unit::MayBeLeftOut);
        if (!count)
            return false;
        if (startsAt(requested, behindRequest)) // without this, the number may have been cut
            m_report.requested = count;
        m_report.kind = Kind::SharedMemory;
        m_report.memory = "shared";
        expect(m_report.requested.has_value(), kTheRequest);
        std::size_t available = after(limit, requested);
        if (startsAt(available, ":"))
            ++available;
        m_report.limit = amount(available, Unit::MayBeLeftOut);
        expect(m_report.limit.has_value(), "the available amount");
        return true;
    }

    /// Reads "Shared memory size limit exceeded: requested N, available: M"
    bool readSharedMemory() { return readSharedMemory("Sharedmemorysizelimitexceeded", "requested", ",", "available"); }

    /// Reads "Mosaic GPU kernel exceeds available shared memory: smem_bytes=N > max_smem_bytes=M"
    bool readKernelMemory()
    {
        return readSharedMemory("kernelexceedsavailablesharedmemory", "smem_bytes=", ">", "max_smem_bytes=");
    }

    /// Reads "Allocator (GPU_0_bfc) ran out of memory trying to allocate X (rounded to N)requested by op …"
    bool readBfc()
    {
        if (after("Thecallerindicatesthatthisisnotafailure") != std::string_view::npos)
            return false;
        m_report.requested = amountAfter("anoutofmemorytryingtoallocate");
        if (!m_report.requested)
            return false;
        m_report.kind = Kind::Bfc;
        if (const std::size_t name = after("Allocator("); name != std::string_view::npos) {
            const std::string_view rest = m_text.text().substr(name);
            if (const std::size_t end = rest.find(')');
                end != std::string_view::npos && rest.substr(end).starts_with(")ranout"))
                m_report.device = rest.substr(0, end);
        }
        return true;
    }

    bool readGpu()
    {
        for (const char* phrase :
             {"Outofmemorywhiletryingtoallocate", "Outofmemoryallocating", "Failedtoallocaterequestfor"}) {
            m_report.requested = amountAfter(phrase);
            if (m_report.requested) {
                m_report.kind = Kind::GpuShort;
                if (const std::size_t device = after("ondeviceordinal", after(phrase));
                    device != std::string_view::npos)
                    m_report.device = TextCursor(m_text.text().substr(device)).takeWhile(isDigit, 1, 4);
                return true;
            }
        }
        return false;
    }

    /// Reads "TPU TensorCore Hbm usage: X, SparseCore Hbm usage Y, exceeding available bytes: Z"
    bool readCores()
    {
        const auto tensorCore = amountAfter("TensorCoreHbmusage:");
        if (!tensorCore)
            return false;
        figure("TensorCore Hbm usage", tensorCore);
        std::size_t sparseCore = after("SparseCoreHbmusage");
        if (startsAt(sparseCore, ":"))
            ++sparseCore;
        figure("SparseCore Hbm usage", amount(sparseCore));
        m_report.kind = Kind::Compile;
        m_report.memory = "hbm";
        m_report.limit = amountAfter("exceedingavailablebytes:");
        expect(m_report.limit.has_value(), kTheLimit);
        return true;
    }

    bool readCompile()
    {
        if (const std::size_t space = after("anoutofmemoryinmemoryspace"); space != std::string_view::npos) {
            m_report.memory = m_text.wordAt(space);
            m_report.kind = Kind::Compile;
            if (startsAt(space + m_report.memory.size(), ".Itshouldnotbepossible")) { // this message has no figures
                reached(space + m_report.memory.size());
                return true;
            }
            std::size_t used = after("Used", space);
            m_report.needed = amount(used);
            if (m_report.needed && startsAt(used, "of"))
                m_report.limit = amount(used += 2);
            m_report.exceeded = amountAfter("capacityby", space);
            expect(m_report.needed.has_value(), "the used amount");
            expect(m_report.limit.has_value(), kTheLimit);
            expect(m_report.exceeded.has_value(), kByHowMuch);
        } else if (const std::size_t on = after("anoutofmemoryon"); on != std::string_view::npos) {
            readRequired(on);
        }
        m_report.kind = Kind::Compile;
        return hasRead();
    }

    /// Reads "Ran out of memory on HBM, the total memory required for HLO temporaries (A) exceeds available HBM (B)."
    void readRequired(std::size_t at)
    {
        const std::size_t exceeds = after("exceedsavailable", at);
        if (exceeds == std::string_view::npos)
            return;
        m_report.memory = m_text.wordAt(at);
        const std::size_t bracket = m_text.text().substr(0, exceeds).rfind('(');
        if (bracket != std::string_view::npos && bracket > at)
            m_report.needed = amountAfter("(", bracket);
        m_report.limit = amountAfter("(", exceeds);
        expect(m_report.limit.has_value(), kTheLimit);
    }

    /// Reads the error code, "E1000:".
    void readCode()
    {
        const std::string_view text = m_text.text();
        for (std::size_t at = text.find('E'); at != std::string_view::npos && at < end(); at = text.find('E', at + 1)) {
            TextCursor code(text.substr(at + 1));
            const bool isWord = at == 0 || !isAlphanumeric(text[at - 1])
                || m_text.sourceOf(at) > m_text.sourceOf(at - 1) + 1; // "failure E1000"
            if (isWord && code.takeDigits(4, 4) && code.take(":")) {
                m_report.code = text.substr(at, 5);
                return;
            }
        }
    }

    /// Reads "HLO module: jit_f."
    void readModule()
    {
        const std::size_t at = after("HLOmodule:");
        if (at == std::string_view::npos)
            return;
        m_report.module = m_text.sentenceEndAt(at);
        reached(at + m_report.module.size());
        while (m_report.module.ends_with('.'))
            m_report.module.pop_back();
    }
};

} // namespace

std::span<const HeadPhrase> headPhrases()
{
    return kPhrases;
}

std::size_t readHead(const DenseText& text, Report& report)
{
    return HeadReader(text, report).read();
}

} // namespace tidemark::oom
