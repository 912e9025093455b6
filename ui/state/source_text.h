#pragma once

#include "core/view/source_frame.h"

#include <QString>

#include <vector>

namespace tidemark::ui {

/// "models/lm.py:33:10 in Net.__call__". Only the place if the function is not known.
std::string callText(const CallFrame& frame);

/// "models/lm.py:33", with the whole path. Empty if the file does not contain it.
std::string fullSource(const Facts& facts);

/// A line of the display of a row's source.
struct SourceLine {
    QString text; // "lm.py:33 in Net.__call__"
    QString place; // "models/lm.py:33"
    bool isInLibrary = false;
};

/// The source line and its calls, innermost first. Only the calls if they begin with the source line.
std::vector<SourceLine> sourceLines(const Facts& facts);
/// "source of fusion.67, which this is a copy of". Empty if the source is the row's own.
QString sourceNote(const Facts& facts);
/// The note and all source lines, one per line.
QString sourceText(const Facts& facts);

} // namespace tidemark::ui
