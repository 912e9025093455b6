#include "core/base/text.h"
#include "core/rules/rules.h"
#include "tests/fuzz/fuzz_file.h"
#include "tests/support/exact_buffer.h"

#include <algorithm>

/// Fuzzes rules files: they are read, and their patterns are searched in the file itself.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace tidemark;
    const test::ExactBuffer bytes({reinterpret_cast<const char*>(data), size});
    const auto rules = parseRules(bytes.view(), "f");
    if (!rules) {
        const Error& error = rules.error();
        test::require(isValidUtf8(error.message) && error.message.size() < 1000 ? "" : "a message");
        test::require(!error.offset || *error.offset <= size ? "" : "a place outside the file");
        return 0;
    }
    const std::string text = validUtf8(bytes.view().substr(0, 4096));
    test::require(rules->rules().empty() ? "no rules" : "");
    for (std::size_t i = 0; i < std::min<std::size_t>(rules->rules().size(), 20); ++i) {
        test::require(rules->rules()[i].category.empty() ? "no category" : "");
        rules->isIn(RuleId::at(i), text);
    }
    return 0;
}
