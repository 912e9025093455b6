#pragma once

#include "tests/support/damager.h"
#include "tests/support/temp_folder.h"
#include "ui/session/paths.h"

#include <QDirIterator>
#include <QFileInfo>
#include <QStringList>

#include <fstream>

namespace tidemark::test {

/// Provides the files to open: small ones, whole or damaged.
class RandomDocuments
{
public:
    RandomDocuments(const QString& folder, Damager& random)
        : m_folder(folder)
        , m_random(random)
    {
        QStringList roots{QStringLiteral(TIDEMARK_TEST_DATA)};
        if (const QString samples = qEnvironmentVariable("TIDEMARK_SAMPLES"); !samples.isEmpty())
            roots << samples;
        constexpr qint64 kLargest = 400'000; // bytes: time goes into events, not into reading
        for (const QString& root : roots)
            for (QDirIterator it(root, QDir::Files, QDirIterator::Subdirectories); it.hasNext();) {
                it.next();
                if (it.fileInfo().size() > 0 && it.fileInfo().size() < kLargest)
                    m_files << it.filePath();
                m_folders << it.fileInfo().absolutePath();
            }
        m_files.sort();
        m_folders.removeDuplicates();
        m_folders.sort();
    }

    /// Returns an undamaged file.
    QString whole() { return m_files[pick(m_files.size())]; }
    QString folder() { return m_folders[pick(m_folders.size())]; }
    /// Returns a writable copy, damaged or not.
    QString copy()
    {
        const QString source = whole();
        const QString path
            = m_folder + QStringLiteral("/%1-%2").arg(m_random.below(8)).arg(QFileInfo(source).fileName());
        std::string bytes = readFile(ui::toNative(source));
        write(path, m_random.below(3) == 0 ? bytes : m_random.damaged(std::move(bytes)));
        return path;
    }
    void write(const QString& path, const std::string& bytes)
    {
        std::ofstream(ui::toNative(path), std::ios::binary)
            .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    }
    std::string text() { return readFile(ui::toNative(whole())).substr(0, 1 + m_random.below(20000)); }

private:
    qsizetype pick(qsizetype count) { return static_cast<qsizetype>(m_random.below(static_cast<std::size_t>(count))); }

    QString m_folder;
    Damager& m_random;
    QStringList m_files;
    QStringList m_folders;
};

} // namespace tidemark::test
