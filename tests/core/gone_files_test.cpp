// Tests of files that are removed or written between opening and reading: this is reported, and no data is invented.
#include "core/files/byte_stream.h"
#include "core/files/open_files.h"
#include "core/oom/oom_document.h"
#include "core/oom/oom_kind.h"
#include "core/wire/file_cursor.h"
#include "core/wire/wire_writer.h"
#include "core/xla/plan/digest.h"
#include "core/xla/plan/plan.h"
#include "core/xla/programs/program_file.h"
#include "core/xspace/xspace_index.h"
#include "proto/hlo.pb.h"
#include "tests/support/profile_builder.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>

namespace tidemark {
using namespace xla;
namespace {

class GoneFiles : public testing::Test
{
protected:
    /// Returns a file with this content that has been opened, closed because descriptors are scarce, and removed.
    std::shared_ptr<const File> gone(const std::string& name, const std::string& content)
    {
        const auto openFiles = std::make_shared<OpenFiles>(1);
        const std::string path = m_folder.write(name, content);
        const auto file = *File::open(path, openFiles);
        m_others.push_back(*File::open(m_folder.write("other", "x"), openFiles));
        std::filesystem::remove(path);
        return file;
    }
    /// Expects an error that names the file.
    void expectGone(const std::optional<Error>& error, const std::string& name)
    {
        ASSERT_TRUE(error);
        EXPECT_NE(error->message.find(m_folder.path(name) + ": cannot open"), std::string::npos) << error->message;
        EXPECT_EQ(error->kind, ErrorKind::NotFound);
    }

    const test::TempFolder m_folder;
    std::vector<std::shared_ptr<const File>> m_others; // open in place of the file
};

TEST_F(GoneFiles, WindowsKeepTheFirstError)
{
    const auto file = gone("a", "12345678");
    FileWindow window(*file);
    EXPECT_EQ(window.at(0, 4), "");
    expectGone(window.error(), "a");
    m_folder.write("a", "another file");
    EXPECT_EQ(window.at(0, 4), "");
    expectGone(window.error(), "a");
    Damage damage;
    FileWindow other(*file);
    FileCursor cursor(other, {0, 8}, damage);
    EXPECT_FALSE(cursor.next());
    EXPECT_TRUE(other.error());
}

TEST_F(GoneFiles, HaveNoFormat)
{
    EXPECT_FALSE(detectFormat(*gone("a", test::hloBytes("param 0 8\n p 0 8"))));
    EXPECT_FALSE(oomKind().recognises(*gone("b", "Ran out of memory in memory space hbm. Used 7K of 4K hbm.\n")));
    const auto index = indexXSpace(*gone("c", test::containerBytes({{"jit_a(1)", "x"}})));
    expectGone(index ? std::nullopt : std::optional(index.error()), "c");
}

TEST_F(GoneFiles, HaveNoPartsPlanOrDigest)
{
    const std::string hlo = test::hloBytes("param 0 8\n p 0 8");
    const auto file = gone("a", hlo);
    const auto parts = findHloParts({{file, {0, hlo.size()}}});
    expectGone(parts ? std::nullopt : std::optional(parts.error()), "a");
    HloParts known;
    known.module = {{file, {0, hlo.size()}}};
    const auto bytes = readHloPart(known.module);
    expectGone(bytes ? std::nullopt : std::optional(bytes.error()), "a");
    const auto digest = digestOf(known);
    expectGone(digest ? std::nullopt : std::optional(digest.error()), "a");
    const auto plan = Plan::load(known);
    expectGone(plan ? std::nullopt : std::optional(plan.error()), "a");
}

TEST_F(GoneFiles, OfSeveralLogsAreReportedWithTheOthers)
{
    const std::string message = "Ran out of memory in memory space hbm. Used 7K of 4K hbm.\n";
    const OpenedFile lost{{m_folder.path("a.log"), {}, {}, false}, gone("a.log", message), std::nullopt};
    const auto alone = oomKind().open({lost}, {}, {});
    expectGone(alone ? std::nullopt : std::optional(alone.error()), "a.log");
    const OpenedFile good{
        {m_folder.write("b.log", message), {}, {}, false}, *File::open(m_folder.path("b.log")), std::nullopt};
    const auto both = oomKind().open({lost, good}, {}, {});
    ASSERT_TRUE(both);
    const Catalogue& catalogue = both->front()->catalogue();
    ASSERT_EQ(catalogue.files.size(), 2U);
    EXPECT_TRUE(catalogue.files[0].error);
    EXPECT_FALSE(catalogue.files[1].error);
    EXPECT_EQ(catalogue.programs.size(), 1U);
    EXPECT_EQ(catalogue.warnings.list().front().code, "unreadable-file");
}

TEST(ChangedFiles, WrittenWhileBeingReadAreAnError)
{
    const test::TempFolder folder;
    const std::string path = folder.write("file", "0123456789");
    const auto read = [](const File& file, File::Growth growth) {
        std::string bytes(10, '\0');
        const auto count = file.readAt(0, bytes, growth);
        return count ? bytes.substr(0, *count) : count.error().message;
    };
    const auto file = *File::open(path);
    EXPECT_EQ(read(*file, File::Growth::Refused), "0123456789");
    EXPECT_FALSE(file->failure());
    std::ofstream(path, std::ios::app) << "more";
    EXPECT_EQ(read(*file, File::Growth::Allowed), "0123456789") << "a log that grows";
    EXPECT_FALSE(file->failure());
    EXPECT_EQ(read(*file, File::Growth::Refused), path + " was changed or replaced while it was read. Open it again.");
    ASSERT_TRUE(file->failure());
    const std::string first = file->failure()->message;
    std::filesystem::resize_file(path, 0);
    for (const auto growth : {File::Growth::Refused, File::Growth::Allowed})
        EXPECT_TRUE(
            read(*file, growth).starts_with(path + " became shorter while it was read: it ends at byte 0 of 10."));
    EXPECT_EQ(file->failure()->message, first) << "the first one";
    const auto other = *File::open(folder.write("other", "0123456789"));
    std::filesystem::last_write_time(folder.path("other"),
                                     std::filesystem::file_time_type::clock::now() + std::chrono::hours(1));
    EXPECT_NE(read(*other, File::Growth::Allowed).find("was changed or replaced"), std::string::npos);
    const auto replaced = *File::open(folder.write("replaced", "0123456789"));
    std::filesystem::rename(folder.write("new", "x"), folder.path("replaced"));
    EXPECT_EQ(read(*replaced, File::Growth::Refused), "0123456789") << "it is there for as long as it is open";
}

TEST(ChangedFiles, ThatBecomeShorterAsAStreamAreAnError)
{
    const test::TempFolder folder;
    const std::string path = folder.write("file", "0123456789");
    auto stream = *ByteStream::open(path);
    std::string bytes(4, '\0');
    EXPECT_EQ(*stream.read(bytes), 4U);
    std::filesystem::resize_file(path, 6);
    EXPECT_EQ(*stream.read(bytes), 2U);
    const auto end = stream.read(bytes);
    ASSERT_FALSE(end);
    EXPECT_EQ(end.error().message, path + " became shorter while it was read: it ends at byte 6 of 10. Open it again.");
}

TEST(DamagedDigests, AreNone)
{
    const auto bytes = [](std::string_view text) {
        const auto copy = Bytes::copy(text);
        return ByteRanges{{nullptr, {0, text.size()}, Bytes::part(copy, {0, text.size()})}};
    };
    const std::string module = bytesField(proto::HloModuleProto::kNameFieldNumber, "jit_f");
    HloParts parts;
    parts.module = bytes(module);
    ASSERT_TRUE(digestOf(parts));
    parts.module = bytes(std::string_view(module).substr(0, 3));
    const auto digest = digestOf(parts);
    ASSERT_FALSE(digest);
    EXPECT_EQ(digest.error().kind, ErrorKind::Malformed);
    Progress cancelled;
    cancelled.isCancelled = [] { return true; };
    const auto stopped = digestOf(parts, cancelled);
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().kind, ErrorKind::Cancelled);
}

} // namespace
} // namespace tidemark
