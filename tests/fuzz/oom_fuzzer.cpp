#include "core/base/text.h"
#include "core/oom/log_reader.h"
#include "core/oom/message_advice.h"
#include "core/oom/message_writer.h"
#include "tests/fuzz/fuzz_file.h"
#include "tests/support/exact_buffer.h"

#include <algorithm>
#include <sstream>

/// Fuzzes logs. The first byte determines the parts in which the rest is read, which must not change the result.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace tidemark;
    if (size == 0)
        return 0;
    const std::string_view log(reinterpret_cast<const char*>(data) + 1, size - 1);
    const auto written = [&](std::size_t part) {
        std::ostringstream out;
        const auto writer = oom::makeMessageWriter(out, TableFormat::Json);
        std::uint64_t line = 1;
        oom::LogReader reader([&](const oom::Message& report) {
            test::require(report.line >= line ? "" : "reports out of order");
            test::require(report.text.empty() ? "a report without text" : "");
            line = report.line;
            writer->write("log", report);
            const auto rows = std::make_shared<const oom::MessageRows>(std::make_shared<const oom::Message>(report));
            for (const Finding& finding :
                 oom::advise(report, *rows, oom::MessageRows::tableOf(rows), {1 << 30, 0, true}))
                test::require(finding.savedBytes > 0 ? "" : "a finding that saves nothing");
        });
        for (std::string_view rest = log; !rest.empty(); rest.remove_prefix(std::min(part, rest.size())))
            reader.push(test::ExactBuffer(rest.substr(0, part)).view());
        reader.finish();
        writer->finish();
        return out.str();
    };
    const std::string whole = written(log.size() + 1);
    test::require(isValidUtf8(whole) ? "" : "output that is no UTF-8");
    test::require(written(1 + data[0] % 64) == whole ? "" : "the same log in parts is another");
    return 0;
}
