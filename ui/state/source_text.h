#pragma once

#include "core/view/rows.h"

#include <QString>

namespace tidemark::ui {

/// "lm.py:33"; "" where the file does not tell.
std::string shortSource(const Facts& facts);

/// "models/lm.py:33", the whole path; "" where the file does not tell.
std::string fullSource(const Facts& facts);

/// The source line and the calls that led to it, innermost first; the calls alone where they begin with that line.
QString sourceLines(const Facts& facts);

} // namespace tidemark::ui
