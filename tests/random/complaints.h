#pragma once

#include <QString>
#include <QtGlobal>

#include <iostream>
#include <string>
#include <vector>

namespace tidemark::test {

/// The complaints of the toolkit and of the program's output. None is expected.
inline std::vector<std::string>& complaints()
{
    static std::vector<std::string> all;
    return all;
}

/// A Qt message handler that collects complaints.
inline void complain(QtMsgType type, const QMessageLogContext&, const QString& message)
{
    // These are expected: the offscreen platform does not support them, or random texts contain scripts without an
    // installed font.
    for (const char* const known :
         {"This plugin does not support", "QSystemTrayIcon", "propagateSizeHints", "OpenType support missing"})
        if (message.contains(QLatin1String(known)))
            return;
    if (type == QtDebugMsg || type == QtInfoMsg)
        return;
    complaints().push_back(message.toStdString());
    std::cerr << "complaint: " << message.toStdString() << std::endl;
}

} // namespace tidemark::test
