#pragma once

#include "core/view/document.h"

#include <QStringList>

#include <memory>
#include <string>
#include <vector>

namespace tidemark::ui {

/// One entry of the source box: a host, rank or set of files of any document, and what is shown when it is chosen.
struct SourceChoice {
    std::shared_ptr<const Document> document;
    SourceId source;
    ProgramId program; // the wanted program, else the largest
    std::int64_t memory = 0; // the wanted memory if the program uses it
    QStringList groups; // headings, from the outermost: the kind of document and the capture, if there are several
    QString name; // "w-11", "run.log"
    QString peak; // "6.30 GiB", "damaged"

    /// The name with its headings: "Messages / run.log".
    QString fullName() const { return (groups + QStringList(name)).join(QStringLiteral(" / ")); }
    friend bool operator==(const SourceChoice&, const SourceChoice&) = default;
};

/// Returns whether there are documents of several kinds, for example programs and messages. The workers of one run are
/// of one kind.
bool hasSeveralKinds(const Documents& documents);

/// The sources that hold programs, by document and in its order. `wanted` is the full name of a program. The outlines
/// must be computed. Cost: sorts all programs once.
std::vector<SourceChoice> listSources(const Documents& documents, const std::string& wanted, std::int64_t memory);

} // namespace tidemark::ui
