#pragma once

#include "core/view/view.h"

#include <QString>

#include <string>
#include <vector>

namespace tidemark::ui {

/// One group of a way to group rows, of no particular view.
struct Facet {
    std::string grouping; // kByKind, kByCategory or the id of one of Rows::groupings
    std::string group; // the id of a kind or category, or what Grouping::isIn() takes
    QString text; // what it is called: "Temporary", "Opcode fusion"

    static constexpr auto kByKind = "kind";
    static constexpr auto kByCategory = "category";
    static Facet of(const RowKind& kind);
    static Facet of(const RowCategory& category);
    static Facet of(const Grouping& grouping, const std::string& group);

    friend bool operator==(const Facet& a, const Facet& b) { return a.grouping == b.grouping && a.group == b.group; }
};

/// Which rows of a view a facet keeps. Where it is about categories that nobody knows yet, all of them.
class FacetMatches
{
public:
    /// The view has such a way to group rows and, where it names all its groups, this group.
    static bool canMatch(const Facet& facet, const View& view);

    FacetMatches() = default;
    /// REQUIRES: a view that the facet can match and that outlives this, as do `meanings` of it, or null
    FacetMatches(const Facet& facet, const View& view, const RowMeanings* meanings);

    /// A row is asked for its group once. REQUIRES: a row of the view
    bool matches(RowId row);

private:
    enum class Match : signed char { Unknown, No, Yes };

    const View* m_view = nullptr; // null: all rows match
    const RowMeanings* m_meanings = nullptr; // null: not by category
    const Grouping* m_grouping = nullptr; // null: not by one
    std::size_t m_position = 0; // among kinds or categories
    std::string m_group; // by a grouping
    std::vector<Match> m_known; // by a grouping: per row
};

} // namespace tidemark::ui
