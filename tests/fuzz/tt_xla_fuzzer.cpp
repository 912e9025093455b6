#include "core/base/text.h"
#include "core/tenstorrent/tt_xla/list_reader.h"
#include "core/tenstorrent/tt_xla/profile_view.h"
#include "core/tenstorrent/tt_xla/profile_log_reader.h"
#include "core/tenstorrent/tt_xla/upstream_files.h"
#include "tests/fuzz/fuzz_file.h"
#include "tests/support/exact_buffer.h"

#include <algorithm>
#include <sstream>

namespace {

using namespace tidemark;

/// Writes every output of a profile. The rows of any profile must add up to the level.
void show(const ttxla::Profile& profile, std::ostream& out)
{
    for (const ttxla::UpstreamFile& file : ttxla::kUpstreamFiles)
        file.write(out, profile);
    const auto shared = std::make_shared<const ttxla::Profile>(profile);
    const ttxla::Extent extent{0, profile.operations.size()};
    for (const ttxla::Memory memory : ttxla::kAllMemories) {
        const ttxla::ShownMemory shown(shared, memory, extent);
        for (std::size_t i = 0; i < extent.count(); ++i) {
            std::int64_t sum = 0;
            for (const LiveRow& live : shown.rows->live(StepId::at(i)))
                sum += shown.rows->rows[live.row.index()].size;
            test::require(sum == shown.levels.level.values[i] ? "" : "the rows do not add up to the level");
        }
        for (const Check& check : ttxla::checksOf(shown))
            out << check.name << check.text;
        for (const Finding& finding : ttxla::findingsOf(shown))
            out << finding.id << finding.savedBytes;
        const Figures figures = ttxla::figuresOf(shown, nullptr);
        std::int64_t parts = 0;
        for (const Part& part : figures.parts)
            parts += part.bytes;
        test::require(parts == figures.peakBytes ? "" : "the parts do not add up to the peak");
    }
    for (const Warning& warning : profile.warnings.list())
        out << warning.describe();
    ttxla::writeReportPage(out, profile);
}

std::string readInParts(std::string_view log, std::size_t part)
{
    constexpr std::size_t kRoom = std::size_t{64} << 20;
    ttxla::ProfileLogReader reader(kRoom);
    for (std::string_view rest = log; !rest.empty(); rest.remove_prefix(std::min(part, rest.size())))
        reader.push(test::ExactBuffer(rest.substr(0, part)).view());
    std::ostringstream out;
    for (const ttxla::Profile& profile : reader.finish())
        show(profile, out);
    return out.str();
}

} // namespace

/// Fuzzes the inputs of tt-xla. The first byte chooses the kind of the rest: a log and the parts in which it is read,
/// which must not change the result; lists of memories and of operations, separated by a line with "----"; a report;
/// the tables of an allocator.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    std::ostringstream out;
    const auto add = [&](const Result<ttxla::Profile>& profile) {
        if (profile)
            show(*profile, out);
        else
            out << profile.error().message;
    };
    if (data[0] == 'l') {
        const std::size_t between = text.find("\n----\n");
        ttxla::ListTexts lists{{"a_memory.json", std::string(text.substr(0, between))}, {}, {}, {}};
        if (between != std::string_view::npos)
            lists.operations = ttxla::NamedText{"a_operations.json", std::string(text.substr(between + 6))};
        add(ttxla::readLists(std::move(lists)));
    } else if (data[0] == 'r') {
        add(ttxla::readReport({"a_report.html", std::string(text)}));
    } else if (data[0] == 'b') {
        add(ttxla::readBlockTables({"memory_results.json", std::string(text)}));
    } else {
        out << readInParts(text, text.size() + 1);
        test::require(readInParts(text, 1 + data[0] % 64) == out.str() ? "" : "the same log in parts is another");
    }
    test::require(isValidUtf8(out.str()) ? "" : "output that is no UTF-8");
    return 0;
}
