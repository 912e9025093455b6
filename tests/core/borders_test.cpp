/// Tests of limits at the last value that is accepted. Each limit guards against inputs that no compiler writes.
#include "core/shapes/shape.h"
#include "core/xla/plan/hlo_module.h"
#include "core/xla/plan/plan.h"
#include "core/xla/programs/program_file.h"
#include "core/xspace/xplane_reader.h"
#include "tests/core/document_fixture.h"
#include "tests/support/wire_writer.h"

namespace tidemark {
using namespace xla;
namespace {

using namespace test;

constexpr int kF32Type = 11;
constexpr int kTupleType = 13;

std::string repeated(const std::string& text, int times)
{
    std::string result;
    for (int i = 0; i < times; ++i)
        result += text;
    return result;
}

/// Returns a float in the given number of nested tuples.
std::string nested(int depth, const std::string& inside = numberField(2, kF32Type))
{
    return depth == 0 ? inside : numberField(2, kTupleType) + bytesField(4, nested(depth - 1, inside));
}

std::string inParentheses(const std::string& inside, int times)
{
    return repeated("(", times) + inside + repeated(")", times);
}

TEST(Borders, ShapesArePrintedDownTo64NestedTuples)
{
    EXPECT_EQ(shapeText(nested(63)), inParentheses("f32[]", 63));
    EXPECT_EQ(shapeText(nested(64)), inParentheses("f32[]", 64));
    EXPECT_EQ(shapeText(nested(65)), inParentheses("(…)", 64));
}

TEST(Borders, ShapesAreMeasuredDownTo64NestedTuples)
{
    EXPECT_FALSE(measureShape(nested(64)).isDamaged);
    EXPECT_TRUE(measureShape(nested(65)).isDamaged);
    const std::string tiled = numberField(2, kF32Type) + bytesField(5, bytesField(6, numberField(1, 8)));
    EXPECT_TRUE(hasTiles(nested(0, tiled)));
    EXPECT_TRUE(hasTiles(nested(64, tiled)));
    EXPECT_FALSE(hasTiles(nested(65, tiled)));
}

TEST(Borders, StacksHoldAThousandFrames)
{
    for (const int frames : {999, 1000, 1001}) {
        std::string index = bytesField(1, "lm.py") + bytesField(3, numberField(1, 1) + numberField(3, 7));
        for (int frame = 1; frame <= frames; ++frame)
            index += bytesField(4, numberField(1, 1) + numberField(2, static_cast<std::uint64_t>(frame - 1)));
        const std::string module = bytesField(17, index);
        const auto decoded = HloModule::decode(module);
        ASSERT_TRUE(decoded);
        EXPECT_EQ(decoded->stack(frames).size(), static_cast<std::size_t>(std::min(frames, 1000)));
    }
}

class BordersOfFiles : public DocumentTest
{
protected:
    std::string message(const std::string& bytes, const std::string& name = "x.hlo.pb")
    {
        const auto document = openXla({m_folder.write(name, bytes)});
        if (!document)
            return document.error().message.substr(m_folder.path().size());
        const auto& error = (*document)->outline(ProgramId(0)).error;
        return error ? error->message.substr(error->message.find(": ") + 2) : "";
    }
    FileFormat format(const std::string& bytes) { return *detectFormat(**File::open(m_folder.write("format", bytes))); }
};

TEST_F(BordersOfFiles, AnHloHasAThousandPieces)
{
    const std::string whole = small(8);
    const std::string piece = bytesField(1, "");
    EXPECT_EQ(message(whole + repeated(piece, 998)), "") << "with its module and its assignment";
    EXPECT_EQ(
        message(whole + repeated(piece, 999)),
        "/x.hlo.pb: The HLO is in more pieces than any compiler writes: it is damaged. Capture or copy the profile "
        "again.");
}

TEST_F(BordersOfFiles, TextIsRecognisedByItsFirst512Bytes)
{
    const std::string kinds
        = ". Tidemark opens *.xplane.pb, *.hlo_proto.pb, *.hlo.pb and 12 others, and memory snapshots of PyTorch, device "
          "memory profiles of JAX, texts with a known error message, logs of tt-train and logs of tt-mlir's runtime.";
    const std::string text(511, 'a');
    EXPECT_EQ(message(text + "a" + std::string(1, '\0')),
              "/x.hlo.pb is a text without a message about memory that ran out" + kinds);
    EXPECT_EQ(message(text + std::string(1, '\0')),
              "/x.hlo.pb is damaged, or has a format that Tidemark does not know" + kinds);
}

/// Signs of a HloProto are a module with a text name, an entry name and numbers, and an assignment. Signs of a
/// container are a number or a plane name in place of the module name, host names, and several planes. A file with
/// equally many signs of both is a container.
TEST_F(BordersOfFiles, FormatsAreRecognisedByTheirFields)
{
    const auto messages = [](const std::string& body, int times = 1) { return repeated(bytesField(1, body), times); };
    const std::string name = bytesField(1, "jit_f");
    const std::string entry = bytesField(2, "main");
    const std::string number = numberField(1, 7);
    const std::string plane = bytesField(2, "/host:CPU");
    const std::string id = numberField(5, 7);
    const std::string entryId = numberField(6, 7);
    const std::string assignment = bytesField(3, "");
    const std::string host = bytesField(4, "w-0");
    for (const auto& [text, bytes] : std::vector<std::pair<const char*, std::string>>{
             {"a named module", messages(name)},
             {"its entry alone", messages(entry)},
             {"an assignment weighs as much as a number, and the entry more", messages(number + entry) + assignment},
             {"two pieces, one named, with an entry", messages(name + entry, 2)},
             {"numbers and an entry against a host", messages(entry + id + entryId) + host},
             {"a name and an entry against a host", messages(name + entry) + host},
             {"a name and a number of the entry against a host", messages(name + entryId) + host},
             {"an assignment, whatever the host", messages(entry) + assignment + host},
             {"a name after which other things come", messages(name + plane + id)},
             {"an assignment behind fourteen others",
              messages(number + entry) + repeated(fixed32Field(9, 1), 14) + assignment}})
        EXPECT_EQ(format(bytes), FileFormat::Hlo) << text;
    for (const auto& [text, bytes] : std::vector<std::pair<const char*, std::string>>{
             {"a numbered plane", messages(number)},
             {"a plane by its name", messages(plane)},
             {"a number, with an assignment", messages(number) + assignment},
             {"two messages, one named", messages(name, 2)},
             {"a name of a module and of a plane", messages(name + plane)},
             {"a name and a host", messages(name) + host},
             {"numbers and a host", messages(id + entryId) + host},
             {"the task's environment", messages(name + bytesField(2, "Task Environment"))},
             {"texts where numbers are", messages(entry + bytesField(5, ""))},
             {"signs behind eight others", messages(repeated(fixed32Field(9, 1), 8) + name)},
             {"an assignment behind fifteen others",
              messages(number + entry) + repeated(fixed32Field(9, 1), 15) + assignment}})
        EXPECT_EQ(format(bytes), FileFormat::XSpace) << text;
}

TEST(Borders, OneUnknownByteIsWrittenInTheSingular)
{
    const auto reported = [](std::uint64_t bytes) {
        Warnings warnings;
        addUnknown("It", bytes, warnings);
        return warnings.empty() ? "" : warnings.list().front().text;
    };
    EXPECT_EQ(reported(0), "");
    EXPECT_EQ(reported(1), "It has 1 byte in unknown fields; their content is not shown.");
    EXPECT_EQ(reported(2), "It has 2 bytes in unknown fields; their content is not shown.");
}

TEST(Borders, EightOfTooManySpacesAreNamed)
{
    const auto reported = [](int spaces) {
        std::string text;
        for (int space = 0; space < spaces; ++space)
            text += "output 8 space " + std::to_string(space) + "\n a" + std::to_string(space) + " 0 8\n";
        const auto plan = *Plan::parse(hloBytes(text));
        return plan->warnings().empty() ? std::string() : plan->warnings().list().front().text;
    };
    const std::string middle = " memory spaces, more than any device has; only the first 256 are shown, so not ";
    EXPECT_EQ(reported(256), "");
    EXPECT_EQ(reported(257), "The plan uses 257" + middle + "256.");
    EXPECT_EQ(reported(264), "The plan uses 264" + middle + "256, 257, 258, 259, 260, 261, 262, 263.");
    EXPECT_EQ(reported(265), "The plan uses 265" + middle + "256, 257, 258, 259, 260, 261, 262, 263 … 264.");
}

} // namespace
} // namespace tidemark
