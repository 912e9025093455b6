#pragma once

#include "core/view/document.h"
#include "ui/state/view_state.h"

#include <QStringList>

namespace tidemark::ui {

/// What is chosen of a document, in terms that outlive it: names and ids instead of positions.
struct ProgramWish {
    std::string kind; // the kind of the document
    std::string path;
    std::string host;
    std::string program;
    std::optional<std::uint64_t> programId;
    std::int64_t memory = 0;

    static ProgramWish of(const Document& document, const Selection& selection);
    /// The same program in another reading of the files: by file, name and id, else by file or host, and name. None: it
    /// is gone.
    ProgramId find(const Catalogue& catalogue) const;
    friend bool operator==(const ProgramWish&, const ProgramWish&) = default;
};

/// Where the user is in a view, in terms that outlive it. A row is what the file calls it and numbers it.
struct ViewSnapshot {
    struct Row {
        std::string name;
        std::optional<std::int64_t> id;
    };
    StepId cursor{0};
    bool isAtPeak = true;
    bool showsAll = true;
    StepRange visible;
    std::optional<StepRange> selected;
    std::optional<StepId> marked;
    MarkedParts markedParts; // the marked parts of the row
    std::optional<Row> pinned;
    std::vector<Row> selectedRows;

    static ViewSnapshot of(const ViewState& state);
    /// At the peak of a view, with rows of it selected; one alone is pinned.
    static ViewSnapshot selecting(const View& view, const std::vector<RowId>& rows);
    /// Puts the state back, which shows a view of the same program and memory. Returns what is gone, in words. Cost:
    /// one pass over the names of all rows where some were pinned or selected.
    QStringList restore(ViewState& state) const;
};

/// A place in documents, in terms that outlive them.
struct ViewPlace {
    ProgramWish program;
    ViewSnapshot view;
};

} // namespace tidemark::ui
