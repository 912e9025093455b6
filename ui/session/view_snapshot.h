#pragma once

#include "core/view/document.h"
#include "ui/state/view_state.h"

#include <QStringList>

namespace tidemark::ui {

/// A selection in a document that stays valid after a reload: it uses names and ids instead of positions.
struct ProgramWish {
    std::string kind; // the kind of the document
    std::string path;
    std::string host;
    std::string program;
    std::optional<std::uint64_t> programId;
    std::int64_t memory = 0;

    static ProgramWish of(const Document& document, const Selection& selection);
    /// Finds the same program in another reading of the files: by file, name and id, else by file or host, and name.
    /// None if it no longer exists.
    ProgramId find(const Catalogue& catalogue) const;
    friend bool operator==(const ProgramWish&, const ProgramWish&) = default;
};

/// The place of the user in a view, in a form that stays valid after a reload. A row is identified by its name and
/// number in the file.
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
    MarkedParts markedParts; // which rows are listed while a step is marked
    std::optional<Row> pinned;
    std::vector<Row> selectedRows;

    static ViewSnapshot of(const ViewState& state);
    /// A place at the peak of a view, with rows selected. If it is one row, it is pinned.
    static ViewSnapshot selecting(const View& view, const std::vector<RowId>& rows);
    /// Restores this place in the state, which must show a view of the same program and memory. Returns the names of
    /// what no longer exists, as text. Cost: one pass over the names of all rows if rows were pinned or selected.
    QStringList restore(ViewState& state) const;
};

/// A place in documents, in a form that stays valid after a reload.
struct ViewPlace {
    ProgramWish program;
    ViewSnapshot view;
};

} // namespace tidemark::ui
