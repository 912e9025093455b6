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

} // namespace tidemark
