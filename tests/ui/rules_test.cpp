// Tests of Tools ▸ Rules of Attribution: the rows of the user's rules are shown while they are edited, and the rules
// apply to all windows.
#include "tests/ui/window_fixture.h"
#include "ui/rules/rules_dialog.h"
#include "ui/session/settings.h"
#include "ui/shell/window_set.h"
#include "ui/tables/grid.h"
#include "ui/tables/table_roles.h"
#include "ui/theme/colors.h"
#include "ui/theme/text.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFontInfo>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>

#include <functional>
#include <stdexcept>

using namespace tidemark;
using namespace tidemark::ui;

namespace {

const std::vector<Rule> kTwo
    = {{"my_temporaries", RuleField::Name, "^x", {"temporary"}}, {"kv_cache", RuleField::Kind, "parameter", {}}};

/// A dialog of a window that shows jit_large at its peak, where x of 32 KiB, y of 1 KiB and the parameter p of 512 B
/// are live.
class RulesOfAUser : public Window
{
protected:
    void SetUp() override
    {
        Window::SetUp();
        m_window = openWindow(profile());
        ASSERT_TRUE(waitUntil([&] { return m_window->state()->meanings() != nullptr; }));
    }

    std::unique_ptr<RulesDialog> dialog(std::vector<Rule> rules, const QString& fault = {})
    {
        auto result = std::make_unique<RulesDialog>(*m_window->state(), std::move(rules), fault, nullptr);
        result->show();
        return result;
    }
    static GridModel& model(const RulesDialog& dialog)
    {
        return *dialog.findChild<GridModel*>(QString(), Qt::FindDirectChildrenOnly);
    }
    static QString cell(const RulesDialog& dialog, int row, RulesDialog::Column column)
    {
        return model(dialog).index(row, column).data().toString();
    }
    static QPushButton* button(const RulesDialog& dialog, const char* label)
    {
        for (QPushButton* button : dialog.findChildren<QPushButton*>())
            if (button->text().remove(u'&') == QString::fromUtf8(label))
                return button;
        ADD_FAILURE() << "no button " << label;
        return nullptr;
    }
    static FlatTable& list(const RulesDialog& dialog)
    {
        for (FlatTable* table : dialog.findChildren<FlatTable*>())
            if (table->model() == &model(dialog))
                return *table;
        throw std::logic_error("no list");
    }
    static QPushButton* save(const RulesDialog& dialog)
    {
        return dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Save);
    }
    /// Answers message boxes that open during `act` with a button. Returns their last text; empty if none opens.
    static std::string asked(const std::function<void()>& act, const char* answer)
    {
        std::string question;
        QTimer poll;
        QObject::connect(&poll, &QTimer::timeout, [&] {
            auto* const message = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            if (!message)
                return;
            question = utf8(message->text());
            for (QAbstractButton* button : message->buttons())
                if (button->text().remove(u'&') == QString::fromUtf8(answer))
                    button->click();
        });
        poll.start(1);
        act();
        return question;
    }
    static std::string categoryOf(MainWindow& window, const char* name)
    {
        return window.state()->meanings()->categoryOf(rowNamed(window, name)).id;
    }
    static RowId rowNamed(MainWindow& window, const char* name)
    {
        const auto& view = *window.state()->view();
        for (std::size_t i = 0; i < view.rows.count; ++i)
            if (view.rows.name(RowId::at(i)) == name)
                return RowId::at(i);
        throw std::logic_error("no such row");
    }

    std::unique_ptr<MainWindow> m_window;
};

} // namespace

TEST_F(RulesOfAUser, TheRowsOfEachRuleAreShownWhileItIsEdited)
{
    const auto edited = dialog(kTwo);
    ASSERT_TRUE(waitUntil([&] { return !cell(*edited, 0, RulesDialog::Bytes).isEmpty(); }));
    EXPECT_EQ(utf8(cell(*edited, 0, RulesDialog::Category)), "my_temporaries");
    EXPECT_EQ(utf8(cell(*edited, 0, RulesDialog::Field)), "Name");
    EXPECT_EQ(utf8(cell(*edited, 0, RulesDialog::Kinds)), "Temporary");
    EXPECT_EQ(utf8(cell(*edited, 0, RulesDialog::Count)), "1");
    EXPECT_EQ(utf8(cell(*edited, 0, RulesDialog::Bytes)), utf8(m_window->state()->bytes(32768)));
    EXPECT_EQ(utf8(cell(*edited, 1, RulesDialog::Kinds)), "All");
    EXPECT_EQ(utf8(cell(*edited, 1, RulesDialog::Bytes)), utf8(m_window->state()->bytes(512)));
    const GridModel* const taken = edited->findChild<GridTable*>()->gridModel();
    ASSERT_EQ(taken->rowCount(), 1);
    EXPECT_EQ(utf8(taken->index(0, 0).data().toString()), "x");
    EXPECT_EQ(taken->index(0, 1).data(PlainRole).toString(), QStringLiteral("32768"));
    EXPECT_EQ(utf8(taken->index(0, 1).data(Qt::ToolTipRole).toString()), "32,768 B");
    const RowMeanings& builtIn = *m_window->state()->meanings();
    EXPECT_EQ(utf8(taken->index(0, 2).data().toString()), builtIn.categoryOf(rowNamed(*m_window, "x")).label);
    EXPECT_TRUE(
        taken->index(0, 2).data(Qt::ToolTipRole).toString().contains(text(builtIn.rule(rowNamed(*m_window, "x")))));

    auto* form = edited->findChild<RuleForm*>();
    QLineEdit* pattern = form->findChildren<QLineEdit*>().back();
    pattern->setText(QStringLiteral("^y"));
    ASSERT_TRUE(waitUntil([&] { return cell(*edited, 0, RulesDialog::Bytes) == m_window->state()->bytes(1024); }));
    EXPECT_EQ(utf8(taken->index(0, 0).data().toString()), "y");
}

TEST_F(RulesOfAUser, AFaultIsReportedAndTheOtherRulesAreApplied)
{
    const auto edited = dialog(kTwo);
    QLineEdit* pattern = edited->findChild<RuleForm*>()->findChildren<QLineEdit*>().back();
    pattern->setText(QStringLiteral("("));
    EXPECT_TRUE(allText(*edited).contains(QLatin1String("Rule 1: The pattern is wrong: missing ): (")));
    EXPECT_FALSE(save(*edited)->isEnabled());
    EXPECT_FALSE(button(*edited, "Export…")->isEnabled());
    ASSERT_TRUE(waitUntil([&] { return !cell(*edited, 1, RulesDialog::Bytes).isEmpty(); }));
    EXPECT_EQ(utf8(cell(*edited, 0, RulesDialog::Bytes)), "");
    pattern->setText(QStringLiteral("x"));
    EXPECT_TRUE(save(*edited)->isEnabled());
    EXPECT_FALSE(allText(*edited).contains(QLatin1String("Rule 1")));
}

TEST_F(RulesOfAUser, AnUnknownKindIsReportedAtItsRule)
{
    std::vector<Rule> rules = kTwo;
    rules[1].kinds = {"shelf"};
    const auto edited = dialog(rules);
    ASSERT_TRUE(waitUntil(
        [&] { return allText(*edited).contains(QLatin1String("Rule 2: unknown kind \"shelf\"; known are")); }));
    EXPECT_FALSE(save(*edited)->isEnabled());
}

TEST_F(RulesOfAUser, AnUnknownKindCanBeRemovedFromItsRule)
{
    std::vector<Rule> rules = kTwo;
    rules[0].kinds.push_back("shelf");
    const auto edited = dialog(rules);
    QCheckBox* const others = edited->findChild<RuleForm*>()->findChildren<QCheckBox*>().back();
    ASSERT_TRUE(others->isVisible() && others->isChecked());
    EXPECT_EQ(utf8(others->text()), "shelf");
    EXPECT_EQ(edited->rules(), rules) << "as long as nobody edits it";
    others->click();
    EXPECT_EQ(edited->rules(), kTwo);
    ASSERT_TRUE(waitUntil([&] { return !cell(*edited, 0, RulesDialog::Bytes).isEmpty(); }));
    EXPECT_TRUE(save(*edited)->isEnabled());
    list(*edited).setCurrentIndex(model(*edited).index(1, 0));
    EXPECT_FALSE(others->isVisible());
}

TEST_F(RulesOfAUser, ARuleWithoutMatchesIsReportedOnceKnown)
{
    const auto edited = dialog(kTwo);
    QLineEdit* pattern = edited->findChild<RuleForm*>()->findChildren<QLineEdit*>().back();
    const auto says = [&](const char* words) { return allText(*edited).contains(QString::fromUtf8(words)); };
    EXPECT_TRUE(says("Trying the rules…"));
    ASSERT_TRUE(waitUntil([&] { return says("Matches of this rule here"); }));
    pattern->setText(QStringLiteral("("));
    ASSERT_TRUE(waitUntil([&] { return says("The matches of this rule are not known"); })) << "it is wrong";
    pattern->setText(QStringLiteral("nothing is called so"));
    EXPECT_FALSE(says("This rule matches nothing here"));
    EXPECT_TRUE(waitUntil([&] { return says("This rule matches nothing here"); }));
    std::vector<Rule> rules = kTwo;
    rules[1].kinds = {"shelf"};
    const auto faulty = dialog(rules);
    EXPECT_TRUE(waitUntil([&] { return allText(*faulty).contains(QLatin1String("Rule 2: ")); }));
    EXPECT_TRUE(allText(*faulty).contains(QLatin1String("The matches of this rule are not known")));
}

TEST_F(RulesOfAUser, AFaultOfAllRulesTogetherNamesTheRule)
{
    std::vector<Rule> rules(200, kTwo.front()); // they share the memory for patterns
    rules[2].pattern = R"(\pL{40})";
    EXPECT_EQ(faultOf(rules[2]), "") << "alone it has enough";
    const auto edited = dialog(rules);
    EXPECT_TRUE(waitUntil([&] {
        return allText(*edited).contains(QLatin1String("Rule 3: the pattern is wrong: pattern too large"));
    })) << utf8(allText(*edited));
}

TEST_F(RulesOfAUser, TooManyRulesAreReportedBeforeSaving)
{
    const std::vector<Rule> rules(kMostRules + 1, kTwo.front());
    const auto edited = dialog(rules);
    edited->accept(); // before they are checked
    EXPECT_TRUE(edited->isVisible());
    EXPECT_FALSE(QFile::exists(settings::rulesPath()));
    EXPECT_TRUE(allText(*edited).contains(QLatin1String("More than 1,000 rules"))) << utf8(allText(*edited));
}

TEST_F(RulesOfAUser, AreAddedMovedAndRemoved)
{
    const auto edited = dialog({});
    EXPECT_TRUE(allText(*edited).contains(QLatin1String("There are no custom rules")));
    EXPECT_FALSE(edited->findChild<RuleForm*>()->isEnabled());
    const auto others = [&] { return edited->findChild<RuleForm*>()->findChildren<QCheckBox*>().back(); };
    EXPECT_FALSE(others()->isVisible()) << "there are no unknown types";
    EXPECT_FALSE(allText(*edited).contains(QLatin1String("this rule"))) << "there is none";
    button(*edited, "Add")->click();
    EXPECT_FALSE(others()->isVisible());
    ASSERT_EQ(edited->rules().size(), 1u);
    EXPECT_FALSE(save(*edited)->isEnabled()) << "its pattern is empty";
    auto* form = edited->findChild<RuleForm*>();
    form->findChildren<QComboBox*>().front()->setCurrentText(QStringLiteral("lora"));
    form->findChildren<QLineEdit*>().back()->setText(QStringLiteral("lora"));
    form->findChildren<QCheckBox*>().front()->click();
    button(*edited, "Add")->click();
    form->findChildren<QLineEdit*>().back()->setText(QStringLiteral("second"));
    ASSERT_EQ(edited->rules().size(), 2u);
    EXPECT_EQ(edited->rules()[0].category, "lora");
    EXPECT_EQ(edited->rules()[0].kinds, std::vector<std::string>{m_window->state()->view()->rows.kinds[0].id});
    EXPECT_EQ(edited->rules()[1].pattern, "second");
    QTest::keyClick(edited.get(), Qt::Key_Up, Qt::AltModifier);
    EXPECT_EQ(edited->rules()[0].pattern, "second");
    EXPECT_EQ(list(*edited).currentIndex().row(), 0);
    QTest::keyClick(edited.get(), Qt::Key_Up, Qt::AltModifier);
    EXPECT_EQ(edited->rules()[0].pattern, "second") << "it is the first";
    button(*edited, "Remove")->click();
    ASSERT_EQ(edited->rules().size(), 1u);
    EXPECT_EQ(edited->rules()[0].pattern, "lora");
    button(*edited, "Remove")->click();
    EXPECT_TRUE(edited->rules().empty());
    EXPECT_FALSE(button(*edited, "Remove")->isEnabled());
    EXPECT_TRUE(save(*edited)->isEnabled());
    EXPECT_FALSE(allText(*edited).contains(QLatin1String("this rule")));
    EXPECT_EQ(utf8(form->findChildren<QLineEdit*>().back()->text()), "");
}

TEST_F(RulesOfAUser, ANewRuleIsNoMistakeUntilItsPatternIsEdited)
{
    const auto edited = dialog({});
    auto* form = edited->findChild<RuleForm*>();
    QLineEdit* pattern = form->findChildren<QLineEdit*>().back();
    EXPECT_EQ(QFontInfo(pattern->font()).pixelSize(), QFontInfo(form->font()).pixelSize());
    const auto colorOfFault = [&] {
        for (const QLabel* label : edited->findChildren<QLabel*>())
            if (label->text().startsWith(QStringLiteral("Rule 1: ")))
                return label->palette().color(QPalette::WindowText);
        return QColor();
    };
    const Colors colors = colorsFor(edited->palette());
    button(*edited, "Add")->click();
    EXPECT_EQ(colorOfFault(), colors.secondaryText);
    EXPECT_FALSE(save(*edited)->isEnabled());
    form->findChildren<QComboBox*>().front()->setCurrentText(QStringLiteral("lora"));
    EXPECT_EQ(colorOfFault(), colors.secondaryText);
    pattern->setText(QStringLiteral("x"));
    EXPECT_FALSE(colorOfFault().isValid());
    pattern->clear();
    EXPECT_EQ(colorOfFault(), colors.bad);
    button(*edited, "Add")->click();
    EXPECT_EQ(colorOfFault(), colors.bad) << "of the one before";
}

TEST_F(RulesOfAUser, ANewRuleIsFilledFromThePinnedRow)
{
    const auto& rows = m_window->state()->view()->rows;
    for (std::size_t i = 0; i < rows.count; ++i)
        if (rows.name(RowId::at(i)) == "x")
            m_window->state()->focus().setPinned(RowId::at(i));
    const auto edited = dialog({});
    button(*edited, "Add")->click();
    EXPECT_EQ(edited->rules()[0].field, RuleField::OpName);
    EXPECT_EQ(edited->rules()[0].pattern, R"(^jit\(test\)/x$)");
    ASSERT_TRUE(waitUntil([&] { return cell(*edited, 0, RulesDialog::Bytes) == m_window->state()->bytes(32768); }));
}

TEST_F(RulesOfAUser, AreExportedAndImported)
{
    const QString path = m_folder.filePath(QStringLiteral("out.json"));
    dialog(kTwo)->exportTo(path);
    const auto other = dialog({kTwo[1]});
    other->importFrom(path);
    ASSERT_EQ(other->rules().size(), 3u);
    EXPECT_EQ(other->rules()[1].category, "my_temporaries");
    EXPECT_EQ(list(*other).currentIndex().row(), 1);
    other->importFrom(write(QStringLiteral("bad.json"), "{\n \"rules\": 7}"));
    EXPECT_EQ(other->rules().size(), 3u);
    EXPECT_TRUE(allText(*other).contains(QLatin1String("bad.json:2:11:"))) << utf8(allText(*other));
    other->exportTo(m_folder.filePath(QStringLiteral("no/such/folder/out.json")));
    EXPECT_TRUE(allText(*other).contains(QLatin1String("no/such/folder")));
}

TEST_F(RulesOfAUser, ApplyToAllWindowsOnceSaved)
{
    WindowSet windows(kinds());
    windows.open({m_window->paths()});
    MainWindow& first = *windows.windows().front();
    ASSERT_TRUE(waitFor(first));
    MainWindow& second = *windows.openEmpty();
    second.open({profile(QStringLiteral("second.xplane.pb"))});
    ASSERT_TRUE(waitFor(second));
    ASSERT_TRUE(waitUntil([&] { return first.state()->meanings() && second.state()->meanings(); }));
    EXPECT_NE(categoryOf(second, "x"), "my_temporaries");
    ASSERT_TRUE(userRules::save(kTwo)); // the rules that the dialog starts with
    ASSERT_TRUE(withDialog<RulesDialog>(
        [&] { first.actions().rules->trigger(); },
        [&](RulesDialog& edited) {
            EXPECT_EQ(edited.rules().size(), 2u);
            button(edited, "Remove")->click();
            button(edited, "Add")->click();
            auto* form = edited.findChild<RuleForm*>();
            form->findChildren<QComboBox*>().front()->setCurrentText(QStringLiteral("my_temporaries"));
            form->findChildren<QComboBox*>().back()->setCurrentIndex(static_cast<int>(RuleField::Name));
            form->findChildren<QLineEdit*>().back()->setText(QStringLiteral("^x"));
            save(edited)->click();
        }));
    for (MainWindow* window : {&first, &second}) {
        ASSERT_TRUE(waitUntil([&] { return categoryOf(*window, "x") == "my_temporaries"; }));
        const auto badges = window->statusBar()->findChildren<QToolButton*>();
        EXPECT_TRUE(std::ranges::any_of(badges, [](const QToolButton* badge) {
            return badge->isVisible() && badge->text() == QStringLiteral("2 custom rules");
        }));
        EXPECT_EQ(categoryOf(*window, "p"), "kv_cache");
    }
    const auto saved = userRules::read();
    ASSERT_TRUE(saved && *saved);
    EXPECT_EQ((*saved)->rules().size(), 2u);
    ASSERT_TRUE(withDialog<RulesDialog>([&] { first.actions().rules->trigger(); },
                                        [](RulesDialog& edited) {
                                            button(edited, "Remove")->click();
                                            button(edited, "Remove")->click();
                                            save(edited)->click();
                                        }));
    ASSERT_TRUE(waitUntil([&] { return categoryOf(second, "x") != "my_temporaries"; }));
    EXPECT_FALSE(QFile::exists(settings::rulesPath()));
    for (MainWindow* window : windows.windows())
        delete window;
}

TEST_F(RulesOfAUser, AWrongRulesFileIsReportedAndNothingIsLost)
{
    const QString path = settings::rulesPath();
    QDir().mkpath(QFileInfo(path).absolutePath());
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("{\"rules\": []}");
    file.close();
    const auto window = openWindow(profile());
    EXPECT_TRUE(allText(*window).contains(QLatin1String("Your custom rules are not applied.")))
        << utf8(allText(*window));
    ASSERT_TRUE(waitUntil([&] { return window->state()->meanings() != nullptr; }));
    ASSERT_TRUE(withDialog<RulesDialog>([&] { window->actions().rules->trigger(); },
                                        [](RulesDialog& edited) {
                                            EXPECT_TRUE(allText(edited).contains(QLatin1String("rules.json:1:11:")));
                                            EXPECT_EQ(asked([&] { edited.accept(); }, "Cancel"),
                                                      "The saved rules cannot be read. Replace them?");
                                            EXPECT_TRUE(edited.isVisible());
                                            edited.reject();
                                        }));
    EXPECT_TRUE(QFile::exists(path));
}

TEST_F(RulesOfAUser, UnfittingRulesAreReportedUntilTheyFit)
{
    const auto says = [&](const char* words) { return allText(*m_window).contains(QLatin1String(words)); };
    std::vector<Rule> rules = kTwo;
    rules[0].kinds = {"shelf"};
    ASSERT_TRUE(userRules::save(rules));
    m_window->readRules();
    ASSERT_TRUE(waitUntil([&] { return says("Your custom rules are not applied."); }));
    const QString path = m_window->paths().front();
    ASSERT_TRUE(QFile::rename(path, path + u'~'));
    ASSERT_TRUE(waitUntil([&] { return says("w.xplane.pb was deleted"); }));
    ASSERT_TRUE(QFile::rename(path + u'~', path));
    ASSERT_TRUE(waitUntil([&] { return !says("w.xplane.pb was deleted"); }));
    EXPECT_TRUE(says("Your custom rules are not applied.")) << "the file's notice alone is over";
    ASSERT_TRUE(userRules::save(kTwo));
    m_window->readRules();
    EXPECT_TRUE(waitUntil([&] { return !says("Your custom rules are not applied."); }));
}

TEST_F(RulesOfAUser, EditsAreDiscardedOnceTheUserAgrees)
{
    const auto edited = dialog(kTwo);
    button(*edited, "Remove")->click();
    EXPECT_EQ(asked([&] { edited->reject(); }, "Cancel"), "The rules have been edited. Discard the changes?");
    EXPECT_TRUE(edited->isVisible());
    EXPECT_NE(asked([&] { edited->close(); }, "Discard"), "");
    EXPECT_FALSE(edited->isVisible());
    const auto untouched = dialog(kTwo);
    EXPECT_EQ(asked([&] { untouched->reject(); }, "Cancel"), "");
    EXPECT_FALSE(untouched->isVisible());
}
