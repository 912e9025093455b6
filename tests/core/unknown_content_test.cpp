#include "tests/support/opened.h"
#include "tests/support/phases_document.h"
#include "tests/support/samples.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

namespace tidemark {
namespace {

/// Why a file with these bytes is no profile.
std::string refusal(const std::string& bytes)
{
    const test::TempFolder folder;
    const auto documents = openDocuments({folder.write("x", bytes)}, allKinds());
    return documents ? "" : documents.error().message;
}

TEST(UnknownContent, PlainTextIsCalledText)
{
    for (const std::string text : {"{\n", "a b", "a\tb", "a\r\n", "Gr\u00f6\u00dfe"})
        EXPECT_NE(refusal(text).find("is a text without a message"), std::string::npos) << text;
}

TEST(UnknownContent, ATarArchiveIsNamed)
{
    const std::string header
        = std::string("run/host.xplane.pb") + std::string(239, '\0') + "ustar" + std::string(250, '\0');
    EXPECT_NE(refusal(header).find("is a tar archive. Unpack it"), std::string::npos) << refusal(header);
}

TEST(UnknownContent, AnEmptyFileIsCalledEmpty)
{
    for (const std::string text : {"", " ", "\r\n\t \n"})
        EXPECT_NE(refusal(text).find("is empty (" + std::to_string(text.size()) + " B"), std::string::npos)
            << text.size();
}

TEST(UnknownContent, ContentWithControlCharactersIsNotText)
{
    for (const char c : {'\0', '\x01', '\x1f'}) {
        const std::string why = refusal("text " + std::string(40, c));
        EXPECT_EQ(why.find("is a text without a message"), std::string::npos) << int{c};
        EXPECT_NE(why.find("damaged, or has a format that Tidemark does not know"), std::string::npos) << why;
    }
}

TEST(UnknownContent, AFileThatShrinksIsAnErrorNotUnknownContent)
{
    const test::TempFolder folder;
    const std::string path = folder.write("x", "text that is cut");
    DocumentKinds kinds = allKinds();
    kinds.front().recognises = [&](const File&) {
        std::filesystem::resize_file(path, 4);
        return false;
    };
    const auto documents = openDocuments({path}, kinds);
    ASSERT_FALSE(documents);
    EXPECT_NE(documents.error().message.find("became shorter while it was read"), std::string::npos)
        << documents.error().message;
    EXPECT_EQ(documents.error().offset, 4U);
}

TEST(UnknownContent, ContentThatNoKindRecognisesIsUnknown)
{
    const test::TempFolder folder;
    const auto documents
        = openDocuments({folder.write("x.phases", test::phasesText())}, {allKinds().front(), test::phasesKind()});
    ASSERT_TRUE(documents) << "the second kind takes it, and no file is of the first";
    EXPECT_EQ(documents->front()->catalogue().kind, "phases");
}

TEST(UnknownContent, TextsOfAnyNameInAFolderAreSearchedForMessages)
{
    const std::string message
        = "step 1\nRan out of memory in memory space hbm. Used 20.00G of 15.75G hbm. Exceeded hbm "
          "capacity by 4.25G.\n";
    for (const char* const name :
         {"stderr", "log", "stdout", "slurm-123.out", "job.err", "log.0", "output", "a.log.1"}) {
        const test::TempFolder folder;
        folder.write(name, message);
        folder.write("notes", "nothing of the kind\n");
        folder.write(".hidden", message);
        folder.write("core",
                     std::string("\x7f"
                                 "ELF\0",
                                 5)
                         + message);
        const auto documents = openDocuments({folder.path()}, allKinds());
        ASSERT_TRUE(documents) << name << ": " << documents.error().message;
        ASSERT_EQ(documents->size(), 1U);
        ASSERT_EQ(documents->front()->catalogue().files.size(), 1U) << name;
        EXPECT_TRUE(documents->front()->catalogue().files.front().path.ends_with(name));
    }
    const test::TempFolder folder;
    folder.write("notes", "nothing of the kind\n");
    const auto none = openDocuments({folder.path()}, allKinds());
    ASSERT_FALSE(none);
    EXPECT_NE(none.error().message.find("found notes"), std::string::npos) << none.error().message;
    folder.write("plan", test::readFile(test::dataFolder() + "/tpu_hlo/padded.hlo.pb"));
    EXPECT_FALSE(openDocuments({folder.path()}, allKinds())) << "no other kind is found by chance";
}

TEST(UnknownContent, NamesTheByteWhereGzipDataAreCutOff)
{
    EXPECT_NE(refusal("\x1f\x8b\x08").find("the gzip data are cut off at byte 3"), std::string::npos);
}

} // namespace
} // namespace tidemark
