#include "core/rules/attribution_rules.h"

#include "core/base/text.h"
#include "core/rules/seed_004.h"

namespace tidemark {

std::string AttributionRules::name() const
{
    switch (kind) {
    case Kind::Own:
        return own->name();
    case Kind::Seed004:
        return "seed-004";
    case Kind::BuiltIn:
        break;
    }
    return "built-in";
}

Result<std::shared_ptr<const RowMeanings>> meaningsBy(const AttributionRules& rules, const View& view,
                                                      const Progress& progress)
{
    if (!view.meanings)
        return Error{ErrorKind::Unsupported,
                     view.path + ": the " + view.rows.many + " of " + printable(view.programText)
                         + " have no categories. Only programs with HLO have categories.",
                     std::nullopt};
    const auto shared = [](RowMeanings meanings) {
        return std::shared_ptr<const RowMeanings>(std::make_shared<RowMeanings>(std::move(meanings)));
    };
    if (rules.kind == AttributionRules::Kind::Seed004) {
        auto meanings = seed004Meanings(view, progress);
        if (!meanings)
            return meanings.error();
        return shared(std::move(*meanings));
    }
    auto builtIn = view.meanings(progress);
    if (!builtIn || rules.kind == AttributionRules::Kind::BuiltIn)
        return builtIn;
    const auto matches = matchRules(view, *rules.own, progress);
    if (!matches)
        return matches.error();
    return shared(applyRules(view, **builtIn, *matches));
}

Result<std::shared_ptr<const View>> viewBy(const AttributionRules& rules, std::shared_ptr<const View> view,
                                           const Progress& progress)
{
    if (rules.kind == AttributionRules::Kind::BuiltIn)
        return view;
    auto meanings = meaningsBy(rules, *view, progress);
    if (!meanings)
        return meanings.error();
    return viewWith(std::move(*meanings), std::move(view));
}

std::shared_ptr<const View> viewWith(std::shared_ptr<const RowMeanings> meanings, std::shared_ptr<const View> view)
{
    if (!meanings)
        return view;
    auto copy = std::make_shared<View>(*view);
    view->replaceMeanings(*copy, std::move(meanings));
    return copy;
}

Result<std::shared_ptr<const RowMeanings>> builtInMeanings(const View& view, const Progress& progress)
{
    return view.meanings ? view.meanings(progress) : std::shared_ptr<const RowMeanings>();
}

Result<FoundMeanings> meaningsOrBuiltIn(const View& view, const AttributionRules& rules, const Progress& progress)
{
    FoundMeanings found;
    auto meanings = meaningsBy(rules, view, progress);
    if (!meanings && rules.kind != AttributionRules::Kind::BuiltIn && meanings.error().kind != ErrorKind::Cancelled) {
        found.fault = meanings.error();
        meanings = meaningsBy({}, view, progress);
    }
    if (!meanings)
        return meanings.error();
    found.meanings = std::move(*meanings);
    return found;
}

} // namespace tidemark
