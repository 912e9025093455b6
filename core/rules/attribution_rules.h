#pragma once

#include "core/rules/rules.h"
#include "core/view/view.h"

#include <optional>
#include <string>

namespace tidemark {

/// The rules that give rows their categories.
struct AttributionRules {
    enum class Kind {
        BuiltIn,
        Own, // the user's rules, then the built-in rules
        Seed004, // only the rules of seed 004, see seed_004.h
    };
    Kind kind = Kind::BuiltIn;
    std::optional<RuleSet> own; // the user's rules; only for Own

    /// "built-in", "seed-004", or the path of the file.
    std::string name() const;
};

/// The meanings of a view by these rules. Errors: the kind of document has no meanings; a rule is about a kind of row
/// that the view does not have; Cancelled.
Result<std::shared_ptr<const RowMeanings>> meaningsBy(const AttributionRules& rules, const View& view,
                                                      const Progress& progress = {});

/// The view with the meanings, the explanation and the findings by these rules; the view itself for the built-in rules.
/// Errors: meaningsBy() fails.
Result<std::shared_ptr<const View>> viewBy(const AttributionRules& rules, std::shared_ptr<const View> view,
                                           const Progress& progress = {});

/// The view with these meanings, and with the explanation and the findings by them; the view itself for null. REQUIRES:
/// null or meanings of this view
std::shared_ptr<const View> viewWith(std::shared_ptr<const RowMeanings> meanings, std::shared_ptr<const View> view);

/// The meanings of the view: by the built-in rules, unless viewBy() made the view. Null when the kind of document has
/// none. Errors: Cancelled.
Result<std::shared_ptr<const RowMeanings>> builtInMeanings(const View& view, const Progress& progress = {});

struct FoundMeanings {
    std::shared_ptr<const RowMeanings> meanings;
    std::optional<Error> fault; // the reason why the user's rules do not apply
};

/// If the user's rules do not fit the view, the built-in rules apply alone. Errors: those of meaningsBy() for the
/// built-in rules.
Result<FoundMeanings> meaningsOrBuiltIn(const View& view, const AttributionRules& rules, const Progress& progress);

} // namespace tidemark
