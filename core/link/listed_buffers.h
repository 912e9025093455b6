#pragma once

#include "core/oom/report.h"
#include "core/view/rows.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace tidemark {

/// What a buffer that a message lists is found by among the rows of programs.
struct ListedBuffer {
    std::string opName;
    std::string instruction;
    std::string shape; // without its layout; empty: any, of what a kernel writes
    bool isScratch = false;

    bool operator==(const ListedBuffer&) const = default;
    /// "(f32[8]{0}, f32[4]{0})" is of rows of each.
    bool hasShape(const std::string& ofRow) const;
};

/// The buffers of a message that can be found by something.
std::vector<ListedBuffer> listedBuffers(const oom::Report& report);

/// What the buffers of a program are called.
class BufferNames
{
public:
    /// Those of one of its memories.
    void add(const Rows& rows);
    /// Whether listed buffers have names, and no buffer of the program has one of these.
    bool areOthers(const std::vector<ListedBuffer>& listed) const;

private:
    bool hasOpName(const std::string& opName) const;
    bool hasInstruction(const ListedBuffer& listed) const;

    std::set<std::string> m_opNames; // without blanks, which wrapped messages may have lost
    std::map<std::string, std::set<std::string>, std::less<>> m_shapes; // by instruction
};

} // namespace tidemark
