#pragma once

#include <QObject>

class QActionGroup;
class QMenu;

namespace tidemark {
struct Device;
}

namespace tidemark::ui {

class Session;

/// Fills the menu of devices whenever it is about to be shown: what the file says, and those that a user can choose for
/// it.
class DeviceMenu : public QObject
{
    Q_OBJECT

public:
    DeviceMenu(QMenu* menu, Session* session);

private:
    void fill();

    QMenu* m_menu;
    Session* m_session;
    QActionGroup* m_group;
};

} // namespace tidemark::ui
