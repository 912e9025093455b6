#include "tests/ui/session_fixture.h"
#include "ui/session/document_host.h"

#include <filesystem>
#include <fstream>

using namespace tidemark;
using namespace tidemark::ui;

namespace {

class FileWatcherTest : public SessionTest
{
protected:
    DiskState look(const QStringList& paths) { return lookAt(paths, endingsOf(kinds())); }
    void watch(const QStringList& paths, const DiskState& known)
    {
        QObject::connect(&m_watcher, &FileWatcher::settled, [this](const DiskState& now) { m_told.push_back(now); });
        m_watcher.watch(paths, endingsOf(kinds()), known);
    }
    bool waitForNews(std::size_t count = 1)
    {
        return waitFor([&] { return m_told.size() >= count; });
    }

    FileWatcher m_watcher;
    std::vector<DiskState> m_told;
};

} // namespace

TEST_F(FileWatcherTest, AChangeBeforeWatchingIsReported)
{
    const QString path = writePhases();
    const DiskState before = look({path});
    writePhases("phases\n");
    watch({path}, before);
    ASSERT_TRUE(waitForNews());
    EXPECT_EQ(m_told.front().files.at(path).size, 7);
}

TEST_F(FileWatcherTest, AFileThatComesBackAsItWasIsTheKnownState)
{
    const QString path = writePhases();
    watch({path}, look({path}));
    const QString aside = m_folder.filePath(QStringLiteral("aside"));
    ASSERT_TRUE(QFile::rename(path, aside));
    ASSERT_TRUE(waitForNews());
    EXPECT_TRUE(m_told.front().files.empty());
    ASSERT_TRUE(QFile::rename(aside, path));
    ASSERT_TRUE(waitForNews(2));
    EXPECT_EQ(m_told.back().files, m_watcher.known().files);
}

TEST_F(FileWatcherTest, AFileInALaterFolderIsNoticed)
{
    QDir(m_folder.path()).mkdir(QStringLiteral("log"));
    const QString log = m_folder.filePath(QStringLiteral("log"));
    watch({log}, look({log}));
    const QString path = write(QStringLiteral("log/run/deep/w.phases"), "phases\n");
    ASSERT_TRUE(waitForNews());
    EXPECT_TRUE(m_told.back().files.contains(path));
}

TEST_F(FileWatcherTest, ForThousandsOfFilesTheFolderIsWatched)
{
    const auto followed = [] {
        std::size_t count = 0;
        for (const auto& descriptor : std::filesystem::directory_iterator("/proc/self/fdinfo")) {
            std::ifstream lines(descriptor.path());
            for (std::string line; std::getline(lines, line);)
                count += line.starts_with("inotify wd:");
        }
        return count;
    };
    for (int file = 0; file < 1100; ++file)
        write(QStringLiteral("log/w-%1.phases").arg(file), "phases\n");
    const QString log = m_folder.filePath(QStringLiteral("log"));
    watch({log}, look({log}));
    EXPECT_LT(followed(), 100U);
    EXPECT_GT(followed(), 0U);
    const QString path = write(QStringLiteral("log/w.phases"), "phases\n");
    ASSERT_TRUE(waitForNews());
    EXPECT_TRUE(m_told.back().files.contains(path));
}

TEST_F(FileWatcherTest, EmptyFilesAndCachesAreIgnored)
{
    const QString log = m_folder.filePath(QStringLiteral("log"));
    write(QStringLiteral("log/a.xplane.pb"), "x");
    write(QStringLiteral("log/b.xplane.pb"), "");
    write(QStringLiteral("log/jit_a.hlo_proto.pb"), "x"); // written by XProf next to the capture
    const DiskState state = look({log});
    ASSERT_EQ(state.files.size(), 1u);
    EXPECT_EQ(utf8(state.files.begin()->first), utf8(log + QStringLiteral("/a.xplane.pb")));
}
