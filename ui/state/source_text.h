#pragma once

#include "core/view/source_frame.h"

#include <QString>

#include <vector>

namespace tidemark::ui {

/// "models/lm.py:33"; "" without a file.
std::string frameText(const SourceFrame& frame);

/// "models/lm.py:33:10 in Net.__call__"; the place alone where no function is told.
std::string callText(const CallFrame& frame);

/// "lm.py:33", the first line outside libraries; "" where the file does not tell.
std::string shortSource(const Facts& facts);

/// "models/lm.py:33", the whole path; "" where the file does not tell.
std::string fullSource(const Facts& facts);

/// A line of what is shown of a row's source.
struct SourceLine {
    QString text; // "lm.py:33 in Net.__call__"
    QString place; // "models/lm.py:33"
    bool isInLibrary = false;
};

/// The source line and the calls that led to it, innermost first; the calls alone where they begin with that line.
std::vector<SourceLine> sourceLines(const Facts& facts);
/// "the source of fusion.67, which this copies"; empty where it is the row's own.
QString sourceNote(const Facts& facts);
/// All of it, one a line.
QString sourceText(const Facts& facts);

} // namespace tidemark::ui
