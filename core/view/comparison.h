#pragma once

#include "core/view/attribution_rules.h"
#include "core/view/view.h"

namespace tidemark {

/// A step of a view, and what its bytes are.
struct ComparedStep {
    std::shared_ptr<const View> view; // not null
    StepId step{0};
    std::shared_ptr<const RowMeanings> meanings; // null: the kind does not know
    Figures figures;
    std::int64_t freeBytes = 0; // of rows that nobody uses, which are listed but not compared; compare() finds it

    bool isPeak() const { return step == view->peakStep; }
    /// A message lists some of what was needed: its level is of those rows, its peak of all.
    bool isListing() const { return view->axis.kind == AxisKind::None && view->rows.count > 0; }
    /// What was needed at the most is known, not only what is listed.
    bool hasPeak() const { return !isListing() || figures.bytes("occupied_peak_bytes"); }
    /// What figures of both are compared by: of a message what was needed, of one that does not say so what it lists as
    /// used.
    std::int64_t peakBytes() const
    {
        return figures.bytes("occupied_peak_bytes").value_or(figures.peakBytes - freeBytes);
    }
    /// What the rows in use at the step add up to; at a peak without rows, that.
    std::int64_t level() const
    {
        return isPeak() && view->rows.count == 0 ? figures.peakBytes : view->levelAt(step) - freeBytes;
    }
};

/// The step with what its bytes are by these rules, where the kind knows, as meaningsOrBuiltIn(). Error of kind
/// Cancelled.
Result<ComparedStep> comparedStep(std::shared_ptr<const View> view, StepId step, Figures figures,
                                  const AttributionRules& rules = {}, const Progress& progress = {});

enum class ChangeState : std::uint8_t { Same, Less, More, OnlyA, OnlyB };

/// "only_a": for programs
const char* idOf(ChangeState state);
/// "only A": for people
const char* labelOf(ChangeState state);

/// What rows of both steps are taken for the same by. What has no path, or no shape, is told by all else.
enum class MatchBy : std::uint8_t {
    PathShapeKind, // then what is left of a path
    Path,
    ShapeKind, // whatever their paths
};

/// What a step holds of something.
struct RowsAtStep {
    std::vector<RowId> rows;
    std::int64_t bytes = 0; // Σ (size − overlap); of a part of a peak without rows, as its figures tell
};

/// Something that both steps may hold.
struct Compared {
    RowsAtStep a;
    RowsAtStep b;
    std::int64_t change() const { return b.bytes - a.bytes; }
};

/// Rows that are taken for the same, at each step those of one mark together, the largest first. What has no path is
/// told by shape, kind and opcode, or else name; by its size where the name is an address.
struct ComparedGroup : Compared {
    ChangeState state = ChangeState::Same;
    std::string path; // as opPath() has it; empty: none
    bool isOfSeveralPaths = false; // so that none is named
    std::string shape; // without layout; here and below of A's largest row, else of B's
    std::string kind; // RowKind::id
    std::string opcode;
    std::string name; // where there is neither path nor opcode
    RowCategory category; // without help; by kind where the meanings of one are not known
};

/// The shape that a row with these facts is matched by.
inline const std::string& matchedShape(const Facts& facts)
{
    return facts.shapeWithoutLayout.empty() ? facts.shape : facts.shapeWithoutLayout;
}

/// What people call it: by its path, else its name; "(copy-start, no op name)" by what makes it.
std::string nameOf(const ComparedGroup& group);

struct ComparedCategory : Compared {
    /// How bytes of it are held; they add up to it.
    struct Role : Compared {
        std::string name; // "saved"; empty: none
    };
    RowCategory category; // without help
    std::vector<Role> roles; // the largest change first; none where no meanings are known
};

/// A figure of bytes that both, or one of them, have; absent: not known.
struct ComparedFigure {
    std::string id; // "total_bytes"
    std::string label; // for people; empty: it is not for them
    std::optional<std::int64_t> a;
    std::optional<std::int64_t> b;
    std::optional<std::int64_t> change() const { return a && b ? std::optional(*b - *a) : std::nullopt; }
};

/// Two programs, or two steps of one. Changes over categories, and where both have rows over groups, add up to that of
/// the level. Without rows: categories are the parts of a peak and what they leave of it, and other steps have none.
struct Comparison {
    ComparedStep a;
    ComparedStep b;
    std::vector<ComparedFigure> figures; // in the order of A's
    std::vector<ComparedCategory> categories; // the largest change first, then the largest
    std::vector<ComparedGroup> groups; // the same

    std::int64_t change() const { return b.level() - a.level(); }
};

/// Cost: describes the rows that live at both steps once, and sorts them. Error of kind Cancelled.
Result<Comparison> compare(ComparedStep a, ComparedStep b, const Progress& progress = {},
                           MatchBy by = MatchBy::PathShapeKind);

} // namespace tidemark
