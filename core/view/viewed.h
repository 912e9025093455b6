#pragma once

#include "core/view/choice.h"

#include <functional>

namespace tidemark {

/// A resolved choice with its view.
struct Viewed : Chosen {
    std::shared_ptr<const View> view;
    Documents openedTogether; // the document of the choice is one of them
};

/// A file may hold several documents. WithAxis prefers the first document with an axis, and takes the first one when
/// none has an axis.
enum class Wanted { Any, WithAxis };

/// Resolves a choice and makes its view. `warn` is called with the programs that could not be compared. Errors: those
/// of resolveIn() and of Document::view().
Result<Viewed> viewIn(const Documents& documents, const Choice& choice, Wanted wanted,
                      const std::function<void(const Warnings&)>& warn, const Progress& progress = {});

/// The same with Wanted::Any; without any choice, the view of usualChoice() if there is one.
Result<Viewed> viewFirst(const Documents& documents, const Choice& choice,
                         const std::function<void(const Warnings&)>& warn, const Progress& progress = {});

} // namespace tidemark
