#pragma once

#include <QObject>
#include <QSettings>

#include <atomic>

namespace tidemark::ui {

/// Tells when the settings cannot be written: once, until they can again. One for all windows; any thread may report.
class SettingsKeeper : public QObject
{
    Q_OBJECT

public:
    static SettingsKeeper& instance();

    /// Writes what was changed in them, and tells if that fails.
    void keep(QSettings& settings);

signals:
    /// What is wrong and what to do; empty: it is over.
    void noticed(const QString& text);

private:
    SettingsKeeper() = default;

    std::atomic<bool> m_isFailing = false;
};

} // namespace tidemark::ui
