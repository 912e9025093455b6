#pragma once

#include "core/view/choice.h"

#include <functional>

namespace tidemark {

/// A choice, ready to be looked at.
struct Viewed : Chosen {
    std::shared_ptr<const View> view;
};

/// A file may hold several documents: WithAxis looks for the first that has one, and takes the first where none has.
enum class Wanted { Any, WithAxis };

/// What resolveIn() takes, and its view. `tell` is called with what could not be compared. Errors: as resolveIn(), and
/// those of Document::view().
Result<Viewed> viewIn(const Documents& documents, const Choice& choice, Wanted wanted,
                      const std::function<void(const Warnings&)>& tell, const Progress& progress = {});

} // namespace tidemark
