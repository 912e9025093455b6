#pragma once

#include "tests/ui/window_fixture.h"
#include "ui/charts/region_chart.h"
#include "ui/pages/address_map/address_map_page.h"

#include <QMouseEvent>
#include <QTabBar>
#include <QWheelEvent>

namespace tidemark::ui {

/// Opens windows that show the address map.
class AddressMaps : public Window
{
protected:
    static AddressMapPage* pageOf(MainWindow& window) { return window.findChild<AddressMapPage*>(); }
    static RegionChart* mapOf(MainWindow& window) { return pageOf(window)->chart(); }
    /// Chooses the page and waits until it is drawn.
    static bool showMap(MainWindow& window)
    {
        for (QTabBar* tabs : window.findChildren<QTabBar*>())
            for (int tab = 0; tab < tabs->count(); ++tab)
                if (tabs->tabText(tab) == QStringLiteral("Address Map"))
                    tabs->setCurrentIndex(tab);
        // Docks reach their sizes in several rounds of events.
        QSize before;
        int rounds = 0;
        return waitUntil([&] {
            QApplication::processEvents();
            rounds = mapOf(window)->size() == before ? rounds + 1 : 0;
            before = mapOf(window)->size();
            return rounds > 5 && mapOf(window)->isVisible() && mapOf(window)->scene() && mapOf(window)->isDrawn();
        });
    }
    /// Replaces non-breaking spaces with plain ones.
    static QString wordsOf(const QWidget& of) { return allText(of).replace(QChar(0xa0), u' '); }
    static RowId rowOf(MainWindow& window, const char* name) { return rowNamed(*window.state()->view(), name); }
    static QPoint middleOf(MainWindow& window, const char* name)
    {
        return mapOf(window)->scene()->rectOf(rowOf(window, name)).center().toPoint();
    }
    static void turn(MainWindow& window, const QPointF& at, Qt::KeyboardModifiers modifiers)
    {
        RegionChart* map = mapOf(window);
        QWheelEvent event(at, map->mapToGlobal(at.toPoint()), {}, {0, 120}, Qt::NoButton, modifiers, Qt::NoScrollPhase,
                          false);
        QApplication::sendEvent(map, &event);
    }

    /// Sends events without moving the real pointer, which a screen smaller than the window would keep elsewhere.
    static void pointAt(MainWindow& window, const QPointF& at)
    {
        RegionChart* map = mapOf(window);
        QMouseEvent event(QEvent::MouseMove, at, map->mapToGlobal(at), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
        QApplication::sendEvent(map, &event);
    }
};

} // namespace tidemark::ui
