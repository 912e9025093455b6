#include "ui/session/settings_keeper.h"

#include <QDir>
#include <QLoggingCategory>

namespace tidemark::ui {

SettingsKeeper& SettingsKeeper::instance()
{
    static SettingsKeeper keeper;
    return keeper;
}

void SettingsKeeper::keep(QSettings& settings)
{
    settings.sync();
    const bool isFailing = settings.status() == QSettings::AccessError;
    if (m_isFailing.exchange(isFailing) == isFailing)
        return;
    const QString text = isFailing
        ? tr("Settings cannot be saved: %1 cannot be written. Check free disk space and permissions.")
              .arg(QDir::toNativeSeparators(settings.fileName()))
        : QString();
    if (isFailing)
        qWarning().noquote() << text; // no window shows it if the last one is being closed
    emit noticed(text);
}

} // namespace tidemark::ui
