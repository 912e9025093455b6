#pragma once

#include "core/view/document.h"
#include "ui/pages/page.h"

#include <QList>

#include <map>

class QAction;
class QActionGroup;
class QMainWindow;
class QMenu;
class QObject;

namespace tidemark::ui {

class Session;
class ViewState;

/// The menus of a window and their actions. Every action defines its shortcut keys, and its "what's this" text is its
/// entry in the table of keys. Actions do nothing until they are connected.
class Actions
{
public:
    explicit Actions(QMainWindow* window);

    /// The action of a command that a page or the window carries out. Export has separate actions.
    QAction* of(Command command) const { return m_commands.at(command); }
    const std::map<Command, QAction*>& commands() const { return m_commands; }
    const QList<QMenu*>& menus() const { return m_menus; }
    /// Sets the names that the current document uses for its things.
    void setWords(const Words& words, const View* view);

    QAction* information = nullptr;
    QAction* exportPng = nullptr;
    QAction* exportSvg = nullptr;
    QAction* exportCsv = nullptr;
    QAction* exportDialog = nullptr;
    QAction* copyChart = nullptr;
    QAction* close = nullptr;
    QAction* quit = nullptr;
    QAction* findProgram = nullptr;
    QAction* resetLayout = nullptr;
    QAction* shortcuts = nullptr;
    QAction* about = nullptr;
    QActionGroup* pages = nullptr; // data: tab position
    QActionGroup* units = nullptr; // data: int of ByteUnit
    QActionGroup* appearance = nullptr; // data: int of Appearance
    QAction* rules = nullptr;
    QAction* guide = nullptr;
    QMenu* recent = nullptr;
    QMenu* exports = nullptr;
    QMenu* panels = nullptr;
    QMenu* device = nullptr;

private:
    QMenu* addMenu(QMainWindow* window, const QString& title);
    QAction* add(QMenu* menu, const QString& text, const QList<QKeySequence>& keys = {}, const QString& help = {});
    QAction* add(QMenu* menu, Command command, const QString& text, const QList<QKeySequence>& keys = {},
                 const QString& help = {});
    void makeFile(QMainWindow* window);
    void makeEdit(QMainWindow* window);
    void makeView(QMainWindow* window);
    void makeGo(QMainWindow* window);
    void makeToolsAndHelp(QMainWindow* window);

    std::map<Command, QAction*> m_commands;
    QList<QMenu*> m_menus; // the menus of the menu bar
};

/// Connects the actions that choose one of several values: units, groups, the appearance, the device. Groups and
/// appearance start with the last choice and are saved; the units start with Auto. The menu of devices is filled when
/// it is about to be shown. The arguments must outlive `owner`.
void connectViewChoices(const Actions& actions, ViewState& state, Session& session, QObject* owner);

} // namespace tidemark::ui
