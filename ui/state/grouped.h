#pragma once

#include "core/base/text.h"

#include <QString>

namespace tidemark::ui {

/// "2,746": steps, counts and exact bytes are written so everywhere.
inline QString grouped(std::int64_t value)
{
    return QString::fromStdString(groupedNumber(value));
}

} // namespace tidemark::ui
