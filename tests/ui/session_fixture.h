#pragma once

#include "core/open/open_documents.h"
#include "tests/support/phases_document.h"
#include "tests/support/profile_builder.h"
#include "tests/ui/utf8.h"
#include "ui/session/session.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <semaphore>

namespace tidemark::ui {

/// Two programs of the made-up kind.
inline constexpr const char* kTwoRuns = "phases\n"
                                        "run small\n"
                                        "phase a 10 / 5\n"
                                        "phase b 20 / 5\n"
                                        "run large\n"
                                        "phase a 100\n"
                                        "phase b 200\n"
                                        "phase c 150\n";

inline constexpr const char* kTwoBuffers
    = "param 0 512\n  p 0 512\ntemp 4096\n  a 0 1024\n  b 1024 1024\ntrace +a +b -a -b\n";

/// A session with the made-up kind in addition to all others, and with its own folder and settings.
class SessionTest : public testing::Test
{
protected:
    SessionTest()
        : m_session(kinds(), &m_state)
    {
        QObject::connect(&m_session.host(), &DocumentHost::noticed, [this](const QString& text) { m_notices << text; });
        QObject::connect(&m_session, &Session::noticed,
                         [this](const QString& subject, const QString& text) { m_noticed[utf8(subject)] = text; });
    }
    void SetUp() override
    {
        ASSERT_TRUE(m_folder.isValid());
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.filePath(QStringLiteral("settings")));
    }

    DocumentKinds kinds()
    {
        DocumentKinds kinds = allKinds();
        // Hooks belong to the test and are called on other threads, so they are set before anything is opened.
        kinds.push_back(test::phasesKind({.opening = [this](const Progress& progress) { call(m_opening, progress); },
                                          .viewing = [this](const Progress& progress) { call(m_viewing, progress); },
                                          .digesting = {},
                                          .meaning = [this](const Progress& progress) { call(m_meaning, progress); },
                                          .uses = [this](const Progress& progress) { call(m_using, progress); }}));
        return kinds;
    }
    static void call(const std::function<void(const Progress&)>& hook, const Progress& progress)
    {
        if (hook)
            hook(progress);
    }
    static void untilCancelled(const Progress& progress)
    {
        while (!progress.cancelled())
            std::this_thread::yield();
    }

    QString write(const QString& name, const std::string& bytes) const
    {
        const QString path = m_folder.filePath(name);
        QDir().mkpath(QFileInfo(path).absolutePath());
        QFile file(path);
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(bytes.data(), static_cast<qint64>(bytes.size()));
        return path;
    }
    QString writePhases(const std::string& text = test::phasesText()) const
    {
        return write(QStringLiteral("w.phases"), text);
    }
    /// Waits for a condition, long enough for a slow machine.
    template <class Condition>
    static bool waitFor(Condition condition)
    {
        return QTest::qWaitFor(condition, 30000);
    }
    bool waitUntilIdle()
    {
        return waitFor([&] { return !m_session.isBusy() && (m_session.shown() || m_session.standIn()); });
    }
    bool open(const QStringList& paths)
    {
        m_session.host().open(paths);
        return waitUntilIdle();
    }
    /// Waits for a notice about the files that contains these words.
    bool waitForNotice(const char* words)
    {
        return waitFor([&] { return !m_notices.isEmpty() && m_notices.back().contains(QLatin1String(words)); });
    }
    bool waitForNotice(const char* subject, const char* words)
    {
        return waitFor([&] { return m_noticed[subject].contains(QLatin1String(words)); });
    }
    /// Returns the program of this name in the wanted document.
    ProgramId program(const char* name) const
    {
        const auto& programs = m_session.wanted()->document->catalogue().programs;
        for (std::size_t i = 0; i < programs.size(); ++i)
            if (programs[i].name == name)
                return ProgramId::at(i);
        ADD_FAILURE() << "no program " << name;
        return {};
    }
    std::string shownProgram() const { return utf8(m_session.shownProgram()); }

    QTemporaryDir m_folder;
    // State used by hooks. A thread may still call a hook after the body of a test has ended, so hooks use no variable
    // of that body.
    std::binary_semaphore m_go{0};
    std::atomic<bool> m_isHeld = false;
    std::atomic<int> m_asked = 0;
    std::atomic<bool> m_wasCancelled = false;
    std::function<void(const Progress&)> m_opening;
    std::function<void(const Progress&)> m_viewing;
    std::function<void(const Progress&)> m_meaning;
    std::function<void(const Progress&)> m_using;
    QStringList m_notices; // notices about the files
    std::map<std::string, QString> m_noticed; // the current other notices, by subject
    ViewState m_state;
    Session m_session;
};

} // namespace tidemark::ui
