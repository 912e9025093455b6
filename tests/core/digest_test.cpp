#include "core/xla/plan/digest.h"

#include "core/xspace/xspace_index.h"
#include "tests/support/profile_builder.h"
#include "tests/support/samples.h"
#include "tests/support/temp_folder.h"
#include "tests/support/wire_writer.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tidemark {
using namespace xla;
namespace {

using namespace test;

Digest digestOfFile(const std::string& path)
{
    const auto file = *File::open(path);
    return *xla::digestOf(*findHloParts({{file, {0, file->size()}}}));
}

/// Returns the digest of a program in a capture.
Digest digestOfProgram(const std::string& path, const std::string& name)
{
    const auto file = *File::open(path);
    const auto index = *indexXSpace(*file);
    const auto module = std::ranges::find(index.modules, name, &IndexedModule::name);
    EXPECT_NE(module, index.modules.end()) << name;
    return *xla::digestOf(*findHloParts({{file, module->hlo}}));
}

/// Returns the digest of a serialized HloModuleProto and BufferAssignmentProto.
Result<Digest> digestOf(std::string_view module, std::string_view assignment)
{
    return xla::digestOf(*findHloParts(bytesField(1, module) + bytesField(3, assignment)));
}

/// A module with two instructions and with a map in its schedule, its attributes and those of an instruction.
std::string moduleBytes(std::uint64_t id, bool isReversed)
{
    const auto map = [&](const std::string& a, const std::string& b) {
        return isReversed ? bytesField(1, b) + bytesField(1, a) : bytesField(1, a) + bytesField(1, b);
    };
    const std::string attributes
        = map(bytesField(1, "key") + bytesField(2, "value"), bytesField(1, "other") + bytesField(2, "value"));
    const std::string schedule = map(numberField(1, 1) + bytesField(2, numberField(1, 7)),
                                     numberField(1, 2) + bytesField(2, numberField(1, 8)));
    const std::string computation = bytesField(1, "main")
        + bytesField(2, bytesField(1, "a") + bytesField(2, "add") + numberField(35, 7) + bytesField(68, attributes))
        + bytesField(2, bytesField(1, "b") + bytesField(2, "add") + numberField(35, 8));
    return bytesField(1, "jit_f") + bytesField(3, computation) + numberField(5, id) + bytesField(7, schedule)
        + bytesField(19, attributes);
}

TEST(Digest, OfTheSameProgramOnTwoHostsIsEqual)
{
    const std::string folder = dataFolder() + "/cpu_live/two_hosts/";
    const std::string step = "jit_train_step";
    EXPECT_EQ(digestOfProgram(folder + "worker-0.xplane.pb", step),
              digestOfProgram(folder + "worker-1.xplane.pb", step));
    const std::string iota = "jit_iota";
    EXPECT_NE(digestOfProgram(folder + "worker-0.xplane.pb", iota),
              digestOfProgram(folder + "worker-1.xplane.pb", iota));
}

TEST(Digest, DependsOnTheBufferAssignment)
{
    const std::string module = moduleBytes(1, false);
    EXPECT_NE(*digestOf(module, hloBytes("temp 8")), *digestOf(module, hloBytes("temp 9")));
    EXPECT_NE(*digestOf(module, {}), *digestOf({}, module));
}

TEST(Digest, IgnoresTheIdAndTheOrderOfMaps)
{
    const Digest digest = *digestOf(moduleBytes(1, false), {});
    EXPECT_EQ(*digestOf(moduleBytes(123456, false), {}), digest);
    EXPECT_EQ(*digestOf(moduleBytes(1, true), {}), digest);
    EXPECT_NE(digest, *digestOf(std::string_view(), {}));
}

TEST(Digest, DependsOnTheBytesBetweenTheEntriesOfAMap)
{
    const auto withAttributes = [](const std::string& attributes) {
        return *digestOf(bytesField(1, "jit_f") + bytesField(19, bytesField(1, "entry") + attributes), {});
    };
    EXPECT_NE(withAttributes(numberField(3, 5)), withAttributes(numberField(3, 6)));
    EXPECT_NE(withAttributes(numberField(3, 5)), withAttributes(numberField(4, 5)));
    EXPECT_NE(withAttributes(bytesField(3, "a")), withAttributes(bytesField(3, "b")));
}

TEST(Digest, DependsOnEveryOtherBit)
{
    const std::string whole = moduleBytes(1, false);
    const Digest digest = *digestOf(whole, {});
    const std::size_t id = whole.find(numberField(5, 1) + '\x3a') + 1; // the value of the id, before the schedule
    ASSERT_NE(id, std::string::npos + 1);
    for (std::size_t at = 0; at < whole.size(); ++at)
        for (int bit = 0; bit < 8; ++bit) {
            std::string bytes = whole;
            bytes[at] = static_cast<char>(bytes[at] ^ (1 << bit));
            const auto other = digestOf(bytes, {});
            EXPECT_TRUE(!other || *other != digest || at == id) << at << " " << bit;
        }
}

TEST(Digest, OfManyProgramsIsThatOfEach)
{
    Digests digests;
    const std::string module = moduleBytes(1, false);
    const std::vector<std::pair<std::string, std::string>> programs = {{module, hloBytes("temp 8")},
                                                                       {module, hloBytes("temp 8")},
                                                                       {module, hloBytes("temp 9")},
                                                                       {moduleBytes(2, false), hloBytes("temp 8")},
                                                                       {moduleBytes(1, true), hloBytes("temp 8")},
                                                                       {module, {}},
                                                                       {{}, module},
                                                                       {{}, module}};
    for (const auto& [ofModule, assignment] : programs) {
        const auto parts = findHloParts(bytesField(1, ofModule) + bytesField(3, assignment));
        ASSERT_TRUE(parts);
        EXPECT_EQ(*digests.of(*parts), *xla::digestOf(*parts));
    }
}

TEST(Digest, OfACutOrDamagedProgramIsNone)
{
    const std::string whole = moduleBytes(1, false);
    EXPECT_FALSE(digestOf(std::string_view(whole).substr(0, whole.size() - 1), {}));
    EXPECT_FALSE(digestOf({}, std::string_view(whole).substr(0, whole.size() - 1)));
    EXPECT_FALSE(digestOf(bytesField(3, bytesField(2, "\x0b")), {}));
    EXPECT_FALSE(digestOf(bytesField(7, "\x0a"), {}));
}

TEST(Digest, ReadsPiecesOfAFileAsOne)
{
    const TempFolder folder;
    const std::string module = moduleBytes(1, false);
    const std::string assignment = hloBytes("temp 8");
    const std::string one = bytesField(1, module) + bytesField(3, assignment);
    const std::string two = bytesField(3, assignment) + bytesField(1, module);
    EXPECT_EQ(digestOfFile(folder.write("one", one)), *digestOf(module, assignment));
    EXPECT_EQ(digestOfFile(folder.write("two", two)), *digestOf(module, assignment));
    const auto first = *File::open(folder.write("module", bytesField(1, module)));
    const auto second = *File::open(folder.write("assignment", bytesField(3, assignment)));
    EXPECT_EQ(*digestOf(*findHloParts({{first, {0, first->size()}}, {second, {0, second->size()}}})),
              *digestOf(module, assignment));
}

TEST(Digest, IsCancelled)
{
    const TempFolder folder;
    const auto file = *File::open(folder.write("x", bytesField(1, moduleBytes(1, false))));
    Progress progress;
    progress.isCancelled = [] { return true; };
    const auto digest = digestOf(*findHloParts({{file, {0, file->size()}}}), progress);
    ASSERT_FALSE(digest);
    EXPECT_EQ(digest.error().kind, ErrorKind::Cancelled);
}

TEST(Digest, DependsOnOtherFieldsOfAMap)
{
    const std::string entry = bytesField(1, numberField(1, 1) + bytesField(2, numberField(1, 7)));
    const auto digest = [&](const std::string& more) {
        return *digestOf(bytesField(1, "jit_f") + bytesField(7, entry + more), hloBytes("temp 8"));
    };
    EXPECT_NE(digest(numberField(9, 1)), digest({}));
    EXPECT_NE(digest(numberField(9, 1)), digest(numberField(9, 2)));
    EXPECT_NE(digest(numberField(9, 1)), digest(numberField(8, 1)));
    EXPECT_NE(digest(bytesField(9, "a")), digest(bytesField(9, "b")));
}

} // namespace
} // namespace tidemark
