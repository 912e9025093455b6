#pragma once

#include "core/view/rules.h"
#include "core/view/view.h"

#include <optional>
#include <string>

namespace tidemark {

/// By whose rules bytes are told apart.
struct AttributionRules {
    enum class Kind {
        BuiltIn,
        Own, // before the built-in ones
        Seed004, // alone: see seed_004.h
    };
    Kind kind = Kind::BuiltIn;
    std::optional<RuleSet> own; // of kind Own

    /// "built-in", "seed-004", or the path of the file.
    std::string name() const;
};

/// The meanings of a view by these rules. Errors: its kind of documents knows no meanings; a rule is about what the
/// view does not have; Cancelled.
Result<std::shared_ptr<const RowMeanings>> meaningsBy(const AttributionRules& rules, const View& view,
                                                      const Progress& progress = {});

/// Those by the built-in rules; null where its kind of documents knows none. Error of kind Cancelled.
Result<std::shared_ptr<const RowMeanings>> builtInMeanings(const View& view, const Progress& progress = {});

struct FoundMeanings {
    std::shared_ptr<const RowMeanings> meanings;
    std::optional<Error> fault; // why the user's rules are not in them
};

/// Where the user's rules do not fit the view, the built-in ones do alone. Errors as of meaningsBy() for those.
Result<FoundMeanings> meaningsOrBuiltIn(const View& view, const AttributionRules& rules, const Progress& progress);

} // namespace tidemark
