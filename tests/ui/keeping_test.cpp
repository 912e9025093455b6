// Tests of data that a window cannot save or read: settings, rules, texts, and dropped files. Each failure is reported,
// and no typed or existing data is lost.
#include "core/report/rules_json.h"
#include "tests/ui/window_fixture.h"
#include "ui/rules/rules_dialog.h"
#include "ui/session/settings.h"
#include "ui/shell/file_opener.h"
#include "ui/widgets/notice_bar.h"

#include <QDialogButtonBox>
#include <QPushButton>

#include <filesystem>

using namespace tidemark;
using namespace tidemark::ui;

namespace {

class Keeping : public Window
{
protected:
    void SetUp() override
    {
        Window::SetUp();
        m_window = openWindow(profile());
    }
    /// Returns a path where a file blocks the creation of a folder.
    QString blocked() const { return write(QStringLiteral("blocked"), "a file"); }
    void useSettingsIn(const QString& folder) const
    {
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder);
    }
    std::string noticed() const { return utf8(m_window->findChild<NoticeBar*>()->text()); }

    std::unique_ptr<MainWindow> m_window;
};

TEST_F(Keeping, SettingsThatCannotBeWrittenAreReportedOnce)
{
    const QString blocked = this->blocked();
    useSettingsIn(blocked);
    m_window->state()->setGroupWay(Facet::kByKind);
    EXPECT_NE(noticed().find("cannot be saved: " + utf8(blocked)), std::string::npos) << noticed();
    EXPECT_NE(noticed().find("Check free disk space"), std::string::npos);
    EXPECT_EQ(m_window->state()->wantedGroupWay(), Facet::kByKind);
    m_window->findChild<NoticeBar*>()->clear();
    settings::setLastFolder(m_folder.path());
    EXPECT_EQ(noticed(), "") << "once";
    settings::setWindowLayout(settings::windowLayout());
    settings::addRecentDocument({{blocked}, {}, 0, 0, {}});
    settings::recentDocuments();
    QApplication::processEvents();
    EXPECT_EQ(noticed(), "");
    QFile::remove(blocked);
    m_window->state()->setGroupWay(Facet::kByCategory);
    EXPECT_TRUE(QFileInfo::exists(blocked + QStringLiteral("/tidemark/tidemark.ini")));
    QDir(blocked).removeRecursively();
    write(QStringLiteral("blocked"), "again");
    settings::setLastFolder(QStringLiteral("/"));
    EXPECT_NE(noticed(), "") << "another time is told again";
    QFile::remove(blocked);
    settings::setLastFolder(m_folder.path());
    EXPECT_EQ(noticed(), "") << "it is over";
}

TEST_F(Keeping, RulesThatCannotBeSavedStayInTheirDialog)
{
    ASSERT_TRUE(waitUntil([&] { return m_window->state()->meanings() != nullptr; }));
    const std::vector<Rule> known = {{"first", RuleField::Name, "a", {}}};
    ASSERT_TRUE(userRules::save(known));
    const QString path = settings::rulesPath();
    const QString folder = QFileInfo(path).absolutePath();
    int times = 0;
    QString reported;
    QTimer poll;
    QObject::connect(&poll, &QTimer::timeout, [&] {
        auto* dialog = qobject_cast<RulesDialog*>(QApplication::activeModalWidget());
        if (!dialog || !dialog->isVisible())
            return;
        if (times++ == 0) {
            QDir(folder).removeRecursively();
            write(QFileInfo(folder).fileName().prepend(QStringLiteral("settings/")), "a file");
            dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Save)->click();
            return;
        }
        reported = allText(*dialog);
        ASSERT_EQ(dialog->rules().size(), 1U) << "nothing is lost";
        EXPECT_EQ(dialog->rules().front().pattern, "a");
        dialog->reject();
    });
    poll.start(0);
    m_window->actions().rules->trigger();
    EXPECT_EQ(times, 2);
    EXPECT_TRUE(
        reported.contains(QStringLiteral("The rules are not saved. ") + path + QStringLiteral(": cannot write")))
        << utf8(reported);
}

TEST_F(Keeping, APastedTextThatCannotBeSavedIsReported)
{
    const QByteArray before = qgetenv("XDG_DATA_HOME");
    qputenv("XDG_DATA_HOME", QFile::encodeName(blocked()));
    m_window->findChild<FileOpener*>()->openText(
        QStringLiteral("Ran out of memory in memory space hbm. Used 20.00G of 15.75G hbm."));
    before.isNull() ? qunsetenv("XDG_DATA_HOME") : qputenv("XDG_DATA_HOME", before);
    EXPECT_TRUE(noticed().starts_with("The text could not be saved, so it could not be read. ")) << noticed();
    EXPECT_NE(noticed().find("cannot create: "), std::string::npos) << noticed();
}

TEST_F(Keeping, ADroppedFileThatCannotBeReadIsNotCalledUnknown)
{
    const std::string loop = m_folder.filePath(QStringLiteral("stderr")).toStdString();
    std::filesystem::create_symlink(loop, loop);
    const QString refusal = m_window->session()->host().refusal({QString::fromStdString(loop)});
    EXPECT_TRUE(refusal.startsWith(QString::fromStdString(loop) + QStringLiteral(": cannot open: "))) << utf8(refusal);
}

} // namespace
