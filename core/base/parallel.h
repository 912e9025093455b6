#pragma once

#include "core/base/progress.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <limits>

namespace tidemark {

/// Calls work(0) … work(count − 1), each once, on all processors. At most `most` calls (at least 1) run at one time.
/// Progress is reported from the calling thread only, as `what` in items. Returns false if cancelled; some calls were
/// then left out. An exception from `work` or the report ends the work. The first one is rethrown after all threads are
/// done.
bool forEachInParallel(std::size_t count, const Progress& progress, std::string_view what,
                       const std::function<void(std::size_t)>& work,
                       std::size_t most = std::numeric_limits<std::size_t>::max());

/// Divides a table of `size` rows into parts of `part` rows that are worked on in parallel. A part should take longer
/// than starting a thread. A table of less than two parts is one part.
class Parts
{
public:
    Parts(std::size_t size, std::size_t part)
        : m_size(size)
        , m_part(size < 2 * part ? size : part)
    { }

    std::size_t count() const { return m_size == 0 ? 0 : (m_size + m_part - 1) / m_part; }
    /// The rows of a part are [begin, end).
    std::size_t begin(std::size_t part) const { return part * m_part; }
    std::size_t end(std::size_t part) const { return std::min((part + 1) * m_part, m_size); }

private:
    std::size_t m_size;
    std::size_t m_part;
};

} // namespace tidemark
