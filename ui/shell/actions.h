#pragma once

#include <QList>

class QAction;
class QActionGroup;
class QMainWindow;
class QMenu;

namespace tidemark::ui {

/// The menus of a window and what is in them. Actions do nothing until they are connected.
struct Actions {
    QAction* open = nullptr;
    QAction* openFolder = nullptr;
    QAction* openExample = nullptr;
    QAction* reload = nullptr;
    QAction* information = nullptr;
    QAction* exportPng = nullptr;
    QAction* exportSvg = nullptr;
    QAction* exportCsv = nullptr;
    QAction* exportDialog = nullptr;
    QAction* copyChart = nullptr;
    QAction* close = nullptr;
    QAction* quit = nullptr;
    QAction* copy = nullptr;
    QAction* copyPlain = nullptr;
    QAction* find = nullptr;
    QAction* escape = nullptr;
    QAction* back = nullptr;
    QAction* forward = nullptr;
    QAction* peak = nullptr;
    QAction* previousPeak = nullptr;
    QAction* nextPeak = nullptr;
    QAction* previousStep = nullptr;
    QAction* nextStep = nullptr;
    QAction* firstStep = nullptr;
    QAction* lastStep = nullptr;
    QAction* goTo = nullptr;
    QAction* zoomIn = nullptr;
    QAction* zoomOut = nullptr;
    QAction* zoomFit = nullptr;
    QAction* zoomSelection = nullptr;
    QAction* showCapacity = nullptr;
    QAction* resetLayout = nullptr;
    QAction* findModule = nullptr;
    QAction* shortcuts = nullptr;
    QAction* about = nullptr;
    QActionGroup* units = nullptr; // data: int of ByteUnit
    QActionGroup* appearance = nullptr; // data: int of Appearance
    QActionGroup* devices = nullptr; // of the entries of `device`
    QMenu* recent = nullptr;
    QMenu* exports = nullptr;
    QMenu* docks = nullptr;
    QMenu* device = nullptr;
    QList<QAction*> needData; // enabled only while a timeline is shown

    explicit Actions(QMainWindow* window);

private:
    void makeFile(QMainWindow* window);
    void makeEdit(QMainWindow* window);
    void makeView(QMainWindow* window);
    void makeGo(QMainWindow* window);
    void makeToolsAndHelp(QMainWindow* window);
};

} // namespace tidemark::ui
