#pragma once

#include "core/view/source_frame.h"

#include <QString>

namespace tidemark::ui {

/// "models/lm.py:33"; "" without a file.
std::string frameText(const SourceFrame& frame);

/// "lm.py:33", the first line outside libraries; "" where the file does not tell.
std::string shortSource(const Facts& facts);

/// "models/lm.py:33", the whole path; "" where the file does not tell.
std::string fullSource(const Facts& facts);

/// The source line and the calls that led to it, innermost first; the calls alone where they begin with that line.
QString sourceLines(const Facts& facts);

} // namespace tidemark::ui
