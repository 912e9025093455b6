#pragma once

#include <QObject>

class QActionGroup;
class QMenu;

namespace tidemark {
struct Device;
}

namespace tidemark::ui {

class Session;

/// Fills the menu of devices when it is about to be shown: the device of the file, and the devices that the user can
/// choose for it.
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
