#pragma once

#include <QString>
#include <QtGlobal>

#include <iostream>
#include <string>
#include <vector>

namespace tidemark::test {

/// Of the toolkit and of what the program prints; none is expected.
inline std::vector<std::string>& complaints()
{
    static std::vector<std::string> all;
    return all;
}

/// A message handler.
inline void complain(QtMsgType type, const QMessageLogContext&, const QString& message)
{
    // The platform without a screen cannot do these, whatever the program asks for, and random texts have scripts that
    // no font of the machine has.
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
