#pragma once

#include "ui/session/document.h"
#include "ui/state/view_state.h"

namespace tidemark::ui {

/// Where the user is in a document, in terms that outlive it: names and ids instead of positions.
struct ViewSnapshot {
    std::string path;
    std::string host;
    std::string module;
    std::optional<std::uint64_t> programId;
    std::int64_t space = 0;
    std::uint32_t steps = 0;
    std::uint32_t cursor = 0;
    bool isAtPeak = true;
    bool showsAll = true;
    StepRange visible;
    std::optional<StepRange> selected;
    std::optional<std::int64_t> pinnedId; // of the logical buffer
    std::string pinnedName;

    static ViewSnapshot of(const ViewState& state, const Document& document, std::uint32_t module, std::int64_t space);

    /// The same module in another reading of the file: by file, name and id, else by file and name. nullopt: it is
    /// gone.
    std::optional<std::uint32_t> findModule(const Document& document) const;
    /// Puts the state back, which shows the module of this name again. Returns what is gone, in words.
    QStringList restore(ViewState& state) const;
};

} // namespace tidemark::ui
