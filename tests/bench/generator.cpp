#include "tests/bench/generator.h"

#include "tests/support/profile_builder.h"
#include "tests/support/wire_writer.h"

#include <algorithm>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <random>
#include <unistd.h>
#include <vector>

namespace tidemark::test {
namespace {

constexpr std::int64_t kSlot = std::int64_t{1} << 20;

struct Live {
    std::uint32_t buffer;
    std::uint32_t root;
    std::uint32_t slot;
};

class Generator
{
public:
    Generator(std::uint32_t live, std::uint32_t seed)
        : m_wanted(live)
        , m_random(seed)
    { }

    void add(std::uint32_t buffer, std::uint32_t count)
    {
        m_instructions += instruction(buffer, count);
        m_buffers
            += bytesField(1, numberField(1, buffer) + numberField(2, kSlot) + bytesField(3, numberField(4, buffer)));
        std::uint32_t slot = 0;
        if (buffer % 10 == 0 && !m_live.empty()) {
            Live& dying = m_live[m_random() % m_live.size()];
            event(1, dying.buffer);
            event(2, buffer, dying.root);
            dying.buffer = buffer;
            slot = dying.slot;
        } else {
            slot = takeSlot();
            event(0, buffer);
            m_live.push_back({buffer, buffer, slot});
        }
        m_assigned += bytesField(9,
                                 numberField(1, buffer) + numberField(2, static_cast<std::uint64_t>(slot * kSlot))
                                     + numberField(3, kSlot));
        m_peak = std::max(m_peak, m_live.size());
        // Sizes vary in waves, as those of layers do.
        const std::size_t level = buffer / (count / 7 + 1) % 2 == 0 ? m_wanted : m_wanted * 6 / 10;
        while (m_live.size() > level)
            removeOne();
    }

    void finish(std::uint32_t count, GeneratedPlan& result)
    {
        while (!m_live.empty())
            removeOne();
        const std::string entry = bytesField(1, "main") + m_instructions + numberField(5, 1) + numberField(6, count);
        const std::string module = bytesField(1, "jit_generated") + bytesField(2, "main") + bytesField(3, entry)
            + numberField(5, 1) + numberField(6, 1);
        const std::string allocation = bytesField(
            3, numberField(1, 0) + numberField(2, static_cast<std::uint64_t>(m_slots * kSlot)) + m_assigned);
        const std::string plan = m_buffers + allocation + bytesField(4, m_events + numberField(2, 1));
        result.hlo = bytesField(1, module) + bytesField(3, plan);
        result.steps = m_steps;
        result.peakBytes = static_cast<std::int64_t>(m_peak) * kSlot;
    }

private:
    static std::string instruction(std::uint32_t buffer, std::uint32_t count)
    {
        static const std::string kShape = bytesField(3,
                                                     numberField(2, 11) + numberField(3, 512) + numberField(3, 512)
                                                         + bytesField(5, numberField(1, 1) + numberField(1, 0)));
        const std::uint32_t layers = std::max(1U, count / 400);
        const std::string path = "jit(train_step)/layer_" + std::to_string(std::uint64_t{buffer} * layers / count)
            + "/block/op_" + std::to_string(buffer % 400) + "/add";
        return bytesField(2,
                          bytesField(1, "op." + std::to_string(buffer)) + bytesField(2, "add") + kShape
                              + bytesField(7, bytesField(2, path)) + numberField(35, buffer)
                              + (buffer > 1 ? numberField(36, buffer - 1) : std::string()));
    }

    void event(std::uint64_t kind, std::uint32_t buffer, std::uint32_t root = 0)
    {
        ++m_steps;
        m_events += bytesField(1,
                               (kind != 0 ? numberField(1, kind) : std::string()) + numberField(2, buffer)
                                   + bytesField(3, "main") + bytesField(4, "op." + std::to_string(buffer))
                                   + (kind == 2 ? numberField(5, root) : std::string()));
    }

    std::uint32_t takeSlot()
    {
        if (m_free.empty())
            return m_slots++;
        const std::uint32_t slot = m_free.back();
        m_free.pop_back();
        return slot;
    }

    void removeOne()
    {
        std::swap(m_live[m_random() % m_live.size()], m_live.back());
        event(1, m_live.back().buffer);
        m_free.push_back(m_live.back().slot);
        m_live.pop_back();
    }

    std::size_t m_wanted;
    std::mt19937 m_random;
    std::string m_instructions, m_buffers, m_assigned, m_events;
    std::vector<Live> m_live;
    std::vector<std::uint32_t> m_free;
    std::uint32_t m_slots = 0;
    std::uint32_t m_steps = 0;
    std::size_t m_peak = 0;
};

bool writeAt(int descriptor, const std::string& bytes, std::uint64_t offset)
{
    return ::pwrite(descriptor, bytes.data(), bytes.size(), static_cast<off_t>(offset))
        == static_cast<ssize_t>(bytes.size());
}

/// Returns a device plane with one line, whose body of `size` bytes follows.
std::string deviceHead(std::uint64_t size)
{
    const std::string name = numberField(1, 1) + bytesField(2, "/device:TPU:0");
    const std::string line = bytesHead(3, size);
    return bytesHead(1, name.size() + line.size() + size) + name + line;
}

} // namespace

GeneratedPlan generatePlan(std::uint32_t buffers, std::uint32_t live, std::uint32_t seed)
{
    Generator generator(live, seed);
    for (std::uint32_t buffer = 1; buffer <= buffers; ++buffer)
        generator.add(buffer, buffers);
    GeneratedPlan plan;
    generator.finish(buffers, plan);
    return plan;
}

bool writeSparseContainer(const std::string& path, const std::string& name, const std::string& hlo,
                          std::uint64_t holeBytes)
{
    const int descriptor = ::open(path.c_str(), O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0644);
    if (descriptor < 0)
        return false;
    const std::string head = deviceHead(holeBytes);
    const std::string tail = containerBytes({{name, hlo}});
    const bool written = writeAt(descriptor, head, 0) && writeAt(descriptor, tail, head.size() + holeBytes);
    ::close(descriptor);
    return written;
}

bool writeContainer(const std::string& path, const std::string& name, const std::string& hlo, std::uint64_t eventBytes)
{
    std::mt19937_64 random(1);
    std::string chunk;
    while (chunk.size() < (1 << 20))
        chunk += bytesField(4,
                            numberField(1, 1 + random() % 200) + numberField(2, random() % (1ULL << 40))
                                + numberField(3, random() % 900000)
                                + bytesField(4, numberField(1, 9) + numberField(3, random() % (1 << 20))));
    const std::uint64_t chunks = eventBytes / chunk.size() + 1;
    std::ofstream file(path, std::ios::binary);
    const std::string lineHead = numberField(1, 2) + bytesField(2, "XLA Ops") + numberField(3, 1700000000000000000);
    file << deviceHead(lineHead.size() + chunks * chunk.size()) << lineHead;
    for (std::uint64_t i = 0; i < chunks; ++i)
        file << chunk;
    file << containerBytes({{name, hlo}});
    return static_cast<bool>(file.flush());
}

} // namespace tidemark::test
