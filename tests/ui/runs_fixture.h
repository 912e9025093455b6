#pragma once

#include "tests/support/tt_logs.h"
#include "tests/ui/window_fixture.h"
#include "ui/charts/bar_plot.h"
#include "ui/pages/runs/runs_page.h"

#include <QDir>
#include <QLineEdit>
#include <QTabBar>
#include <QTextBrowser>

#include <sstream>

namespace tidemark::ui {

/// Opens windows with training logs.
class RunsWindow : public Window
{
protected:
    static QString sampleLog() { return QStringLiteral(TIDEMARK_TEST_DATA "/tenstorrent/nano_gpt_two_runs.log"); }
    static RunsPage* runsPage(MainWindow& window) { return window.findChild<RunsPage*>(); }
    /// Shows the page of runs and returns it.
    static RunsPage* showRuns(MainWindow& window)
    {
        for (QTabBar* tabs : window.findChildren<QTabBar*>())
            for (int tab = 0; tab < tabs->count(); ++tab)
                if (tabs->tabText(tab).startsWith(QStringLiteral("Runs (")))
                    tabs->setCurrentIndex(tab);
        EXPECT_TRUE(runsPage(window)->isVisible());
        return runsPage(window);
    }
    /// Replaces special spaces and minus signs with plain ones.
    static std::string usual(QString words)
    {
        return utf8(words.replace(QChar(0xa0), u' ').replace(QChar(0x2212), u'-'));
    }
    static std::string detailsOf(const RunsPage& page) { return usual(page.findChild<QTextBrowser*>()->toPlainText()); }
    static std::string headlineOf(const RunsPage& page) { return usual(page.list()->headline(Units())); }
    static QWidget* named(const RunsPage& page, const char* name)
    {
        for (QWidget* widget : page.findChildren<QWidget*>())
            if (widget->accessibleName() == QLatin1String(name))
                return widget;
        return nullptr;
    }
    static void type(const RunsPage& page, const char* field, const char* words)
    {
        auto* edit = qobject_cast<QLineEdit*>(named(page, field));
        ASSERT_TRUE(edit) << field;
        edit->setText(QString::fromUtf8(words));
    }
    static std::string csvOf(const RunsPage& page)
    {
        std::ostringstream out;
        EXPECT_TRUE(page.table()->writeCsv(out, {}));
        return out.str();
    }
    /// Writes the CI export of a run: its time in microseconds and its activations in MB.
    void writeExport(const QString& folder, const char* model, std::int64_t time, int activations) const
    {
        QDir(m_folder.path()).mkpath(folder);
        write(QStringLiteral("%1/%2_memory_analysis_%3.json").arg(folder, QString::fromLatin1(model)).arg(time),
              "{\"test_ts\": " + std::to_string(time) + ".0, \"model_name\": \"" + model
                  + "\", \"git_commit_hash\": \"0123456789abcdef\", \"model_dram_mb\": 100.0, \"optimizer_dram_mb\": "
                    "200.0, \"activations_dram_mb\": "
                  + std::to_string(activations)
                  + ".0, \"gradients_dram_mb\": 50.0, \"unaccounted_dram_mb\": 0.0, \"total_dram_mb\": "
                  + std::to_string(350 + activations) + ".0, \"device_memory_mb\": 1024.0}");
    }
};

} // namespace tidemark::ui
