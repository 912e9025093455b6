#pragma once

#include <QString>

#include <string>

namespace tidemark::ui {

/// The text as GoogleTest prints it.
inline std::string utf8(const QString& text)
{
    return text.toStdString();
}

} // namespace tidemark::ui
