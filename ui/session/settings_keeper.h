#pragma once

#include <QObject>
#include <QSettings>

#include <atomic>

namespace tidemark::ui {

/// Reports once when the settings cannot be written, until they can be written again. There is one instance for all
/// windows. Any thread may report.
class SettingsKeeper : public QObject
{
    Q_OBJECT

public:
    static SettingsKeeper& instance();

    /// Writes the changed settings and reports a failure.
    void keep(QSettings& settings);

signals:
    /// What is wrong and what to do; empty when writing works again.
    void noticed(const QString& text);

private:
    SettingsKeeper() = default;

    std::atomic<bool> m_isFailing = false;
};

} // namespace tidemark::ui
