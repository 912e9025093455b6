#include "core/xla/plan/hlo_module.h"

#include "tests/support/wire_writer.h"

#include <gtest/gtest.h>

#include <tuple>

namespace tidemark {
using namespace xla;
namespace {

using namespace test;

constexpr std::uint64_t kInFile = 1000; // the offset of the module in the file

/// Returns the warnings about a module with these fields after its name: codes, and offsets in those fields.
std::string reported(const std::string& fields)
{
    const std::string name = bytesField(1, "jit_f");
    const std::string bytes = name + fields;
    const auto module = HloModule::decode(bytes, kInFile);
    if (!module)
        return module.error().message;
    std::string text;
    for (const Warning& warning : module->warnings().list())
        text += (text.empty() ? "" : " ") + warning.code + "@"
            + std::to_string(warning.offset.value_or(0) - kInFile - name.size());
    return text;
}

std::string instruction(const std::string& fields)
{
    return bytesField(3, bytesField(2, fields));
}
constexpr std::size_t kInInstruction = 4; // two heads

std::string tableEntry(const std::string& sequence)
{
    return bytesField(7, bytesField(1, numberField(1, 1) + bytesField(2, sequence)));
}

std::string alias(const std::string& entry)
{
    return bytesField(8, bytesField(1, entry));
}

const std::string kNumbers = "\x05\x86\x01"; // 5 and 134, packed
const std::string kCutNumbers = "\x05\x86"; // the second number is incomplete
const std::string kShape = bytesField(3, kNumbers);
const std::string kDamagedShape = bytesField(3, kCutNumbers);
const std::string kNoText = "\xff";

TEST(DamagedModule, WholePartsCauseNoWarning)
{
    EXPECT_EQ(reported({}), "");
    for (const std::string& fields :
         {tableEntry(bytesField(1, kNumbers)), tableEntry(numberField(1, 7)), alias(bytesField(1, kNumbers)),
          alias(bytesField(3, kNumbers) + numberField(2, 1)),
          bytesField(4, bytesField(1, kShape) + bytesField(2, kShape)), bytesField(4, bytesField(3, "p")),
          bytesField(17, bytesField(1, "a.py") + bytesField(2, "f")),
          bytesField(17, bytesField(3, numberField(1, 1)) + bytesField(4, numberField(1, 1))),
          instruction(bytesField(3, kShape)), instruction(bytesField(3, kShape) + bytesField(3, kShape)),
          instruction(bytesField(3, numberField(2, 13) + bytesField(4, kShape))),
          instruction(bytesField(7, bytesField(2, "f/add"))), instruction(bytesField(36, kNumbers)),
          instruction(bytesField(38, kNumbers)), instruction(bytesField(28, "target"))})
        EXPECT_EQ(reported(fields), "") << testing::PrintToString(fields);
}

TEST(DamagedModule, ReportsTheDamagedPartAndItsPlace)
{
    constexpr std::size_t kIn = 2; // after a head; the head of the table of lines is a byte longer
    using Rows = std::vector<std::tuple<const char*, std::string, const char*, std::size_t>>;
    for (const auto& [what, fields, code, at] : Rows{
             {"a sequence", tableEntry(bytesField(1, kCutNumbers)), "damaged-schedule", kIn},
             {"a schedule", bytesField(7, "\x0a"), "damaged-schedule", kIn},
             {"an entry of a schedule", bytesField(7, bytesField(1, "\x12")), "damaged-schedule", kIn},
             {"where a result is", alias(bytesField(1, kCutNumbers)), "damaged-aliases", kIn},
             {"where an argument is", alias(bytesField(3, kCutNumbers)), "damaged-aliases", kIn},
             {"an alias", alias("\x10"), "damaged-aliases", kIn},
             {"an argument's shape", bytesField(4, bytesField(1, kDamagedShape)), "damaged-program-shape", kIn},
             {"a result's shape", bytesField(4, bytesField(2, kDamagedShape)), "damaged-program-shape", kIn},
             {"an earlier shape", bytesField(4, bytesField(1, kDamagedShape) + bytesField(2, kShape)),
              "damaged-program-shape", kIn},
             {"the program's shape", bytesField(4, "\x0a"), "damaged-program-shape", kIn},
             {"a name of an argument", bytesField(4, bytesField(3, kNoText)), "damaged-text", kIn + 2},
             {"a line", bytesField(17, bytesField(3, "\x08")), "damaged-stack-frames", kIn + 1},
             {"a frame", bytesField(17, bytesField(4, "\x08")), "damaged-stack-frames", kIn + 1},
             {"a file", bytesField(17, bytesField(1, kNoText)), "damaged-text", kIn + 3},
             {"a function", bytesField(17, bytesField(2, kNoText)), "damaged-text", kIn + 3},
             {"the entry's name", bytesField(2, kNoText), "damaged-text", kIn},
             {"a computation's name", bytesField(3, bytesField(1, kNoText)), "damaged-text", kIn + 2},
             {"an instruction's name", instruction(bytesField(1, kNoText)), "damaged-text", kInInstruction + 2},
             {"an opcode", instruction(bytesField(2, kNoText)), "damaged-text", kInInstruction + 2},
             {"a target", instruction(bytesField(28, kNoText)), "damaged-text", kInInstruction + 3},
             {"an operation's type", instruction(bytesField(7, bytesField(1, kNoText))), "damaged-text",
              kInInstruction + 4},
             {"an operation", instruction(bytesField(7, bytesField(2, kNoText))), "damaged-text", kInInstruction + 4},
             {"a source", instruction(bytesField(7, bytesField(3, kNoText))), "damaged-text", kInInstruction + 4},
             {"metadata", instruction(bytesField(7, "\x0a")), "damaged-metadata", kInInstruction + 2},
             {"operands", instruction(bytesField(36, kCutNumbers)), "damaged-operands", kInInstruction + 3},
             {"computations", instruction(bytesField(38, kCutNumbers)), "damaged-operands", kInInstruction + 3},
             {"the first of two shapes", instruction(bytesField(3, kDamagedShape) + bytesField(3, kShape)),
              "damaged-instruction", kInInstruction + 2},
             {"the second of two shapes", instruction(bytesField(3, kShape) + bytesField(3, kDamagedShape)),
              "damaged-instruction", kInInstruction + 2},
             {"an element of a tuple", instruction(bytesField(3, numberField(2, 13) + bytesField(4, kDamagedShape))),
              "damaged-instruction", kInInstruction + 2},
         })
        EXPECT_EQ(reported(fields), std::string(code) + "@" + std::to_string(at)) << what;
}

TEST(DamagedModule, IsRefusedIfInstructionsAreDamaged)
{
    const std::string name = bytesField(1, "jit_f");
    for (const std::string& fields : {std::string("\x1a"), bytesField(3, "\x12"), instruction("\x0a")}) {
        const auto module = HloModule::decode(name + fields, kInFile);
        ASSERT_FALSE(module) << testing::PrintToString(fields);
        EXPECT_EQ(module.error().kind, ErrorKind::Malformed);
        EXPECT_EQ(module.error().offset, kInFile + name.size() + fields.size() - 1) << testing::PrintToString(fields);
    }
}

} // namespace
} // namespace tidemark
