#pragma once

#include "tests/ui/window_fixture.h"
#include "ui/pages/compare/compare_page.h"
#include "ui/pages/compare/compare_tables.h"
#include "ui/tables/grid.h"

#include <QComboBox>
#include <QTabBar>

namespace tidemark::ui {

inline constexpr const char* kCompareA
    = "param 0 512\n  p 0 512 f32[128]\ntemp 8192\n  a 0 1024 f32[256]\n  b 1024 1024 f32[16,16]\n"
      "  c 4096 2048 f32[512]\ntrace +a +b +c -a -b -c\n";
inline constexpr const char* kCompareB
    = "param 0 512\n  p 0 512 f32[128]\ntemp 8192\n  a 0 1024 f32[256]\n  d 1024 4096 f32[1024]\n"
      "trace +a +d -a -d\n";

/// Replaces special spaces with plain ones.
inline std::string plain(QString text)
{
    return utf8(text.replace(QChar(0xa0), u' '));
}

/// A file with "step(1)", whose peak has 4 rows of 4608 bytes, and "other(2)", with 3 rows of 5632 bytes.
class CompareWindow : public Window
{
protected:
    QString two() const
    {
        return write(
            QStringLiteral("two.xplane.pb"),
            test::containerBytes({{"step(1)", test::hloBytes(kCompareA)}, {"other(2)", test::hloBytes(kCompareB)}}));
    }
    QString one(const QString& name, const char* plan) const
    {
        return write(name, test::containerBytes({{"step(7)", test::hloBytes(plan)}}));
    }
    /// Returns the page that compares step(1) with other(2).
    ComparePage* compareHere(MainWindow& window)
    {
        window.session()->chooseProgram(programOf(window, "step"));
        EXPECT_TRUE(waitUntil([&] { return window.session()->shownProgram() == QStringLiteral("step"); }));
        window.actions().of(Command::CompareHere)->trigger();
        auto* page = window.findChild<ComparePage*>();
        EXPECT_TRUE(page->isVisible());
        QComboBox* box = page->bar()->box(ComparedSide::B);
        const int item = box->findText(QStringLiteral("other"), Qt::MatchContains);
        EXPECT_GE(item, 0);
        box->setCurrentIndex(item);
        emit box->activated(item);
        EXPECT_TRUE(waitUntil([&] { return page->offersPicture(); }));
        return page;
    }
    static ProgramId programOf(const MainWindow& window, const char* name)
    {
        const auto& programs = const_cast<MainWindow&>(window).session()->wanted()->document->catalogue().programs;
        for (std::size_t i = 0; i < programs.size(); ++i)
            if (programs[i].name == name)
                return ProgramId::at(i);
        return {};
    }
    static std::string footer(const ComparePage& page)
    {
        return plain(page.findChild<QLabel*>(QStringLiteral("compareFooter"))->text());
    }
    static std::string finding(const ComparePage& page)
    {
        return plain(page.findChild<QLabel*>(QStringLiteral("finding"))->text());
    }
    static std::string cell(const QAbstractItemView& table, int row, int column)
    {
        return plain(table.model()->index(row, column).data().toString());
    }
    static std::string rowsOf(const ComparePage& page)
    {
        std::string all;
        const FlatTable& table = *page.list()->table();
        for (int row = 0; row < table.model()->rowCount(); ++row)
            all += cell(table, row, CompareGroups::Shape) + " " + cell(table, row, CompareGroups::InA) + " "
                + cell(table, row, CompareGroups::InB) + " " + cell(table, row, CompareGroups::Change) + " "
                + cell(table, row, CompareGroups::State) + "; ";
        return all;
    }
    static QTabBar* tabs(const MainWindow& window)
    {
        for (QTabBar* bar : window.findChildren<QTabBar*>())
            if (bar->accessibleName() == QStringLiteral("Pages"))
                return bar;
        return nullptr;
    }
    /// Returns the steps of A and B as "2, 1".
    static std::string stepsOf(const ComparePage& page)
    {
        const Comparison& of = *page.chart()->curves().comparison;
        return std::to_string(of.a.step.value) + ", " + std::to_string(of.b.step.value);
    }
    /// Returns a position at the bottom of the plot.
    static QPoint at(const CompareChart& chart, double share)
    {
        const QRectF plot = chart.scene().plot();
        return QPointF(plot.left() + share * plot.width(), plot.bottom() - 1).toPoint();
    }
    /// Moves the pointer to the position and presses a button.
    static void click(CompareChart& chart, double share, Qt::KeyboardModifiers keys = {})
    {
        QTest::mouseClick(&chart, Qt::LeftButton, keys, at(chart, share));
    }
    static bool isSeen(const CompareChart& chart, ComparedSide side, std::uint32_t step)
    {
        return chart.scene().isVisible(side, StepId(step));
    }
};

} // namespace tidemark::ui
