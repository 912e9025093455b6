#pragma once

#include "core/rules/attribution_rules.h"
#include "core/view/amount_text.h"
#include "core/view/view.h"

namespace tidemark {

/// Facts about the backward pass of a program, at any step.
struct BackwardPass {
    bool exists = false; // false for inference and optimizer steps
    bool recomputes = false; // values of the forward pass
};

/// A step of a view and the meaning of its bytes.
struct ComparedStep {
    std::shared_ptr<const View> view; // not null
    StepId step{0};
    std::shared_ptr<const RowMeanings> meanings; // null if the kind knows no meanings
    Figures figures;
    std::int64_t freeBytes = 0; // bytes of free rows, which are listed but not compared; compare() sets it
    BackwardPass backward = {};

    bool isPeak() const { return step == view->peakStep; }
    /// A message that states how much memory the program needs. That is its level. The rows that it lists are only some
    /// of the buffers, so its parts come from its figures.
    bool isOfNeed() const
    {
        return view->axis.kind == AxisKind::None && figures.bytes("occupied_peak_bytes") == figures.peakBytes;
    }
    /// A message that does not state the need. Its level is the sum of the rows that it lists.
    bool isListing() const { return view->axis.kind == AxisKind::None && view->rows.count > 0 && !isOfNeed(); }
    /// A message that states only the size of an allocation that failed. The program needs at least that.
    bool isRequest() const { return view->axis.kind == AxisKind::None && view->rows.count == 0 && view->isPeakLeast; }
    /// Whether the largest need is known, not only the listed part.
    bool hasPeak() const { return !isListing() || figures.bytes("occupied_peak_bytes"); }
    /// The value that comparisons of figures use: the need of a message, or the listed memory in use if the message
    /// does not state the need.
    std::int64_t peakBytes() const
    {
        return figures.bytes("occupied_peak_bytes").value_or(figures.peakBytes - freeBytes);
    }
    /// Whether the level and its parts come from the figures instead of the rows.
    bool isOfFigures() const { return isPeak() && (view->rows.count == 0 || isOfNeed()); }
    /// The sum of the rows in use at the step. Without rows, the peak.
    std::int64_t level() const { return isOfFigures() ? figures.peakBytes : view->levelAt(step) - freeBytes; }
};

/// The step with the meaning of its bytes by these rules, if the kind has meanings; see meaningsOrBuiltIn(). Cost: also
/// identifies all rows. Errors: Cancelled.
Result<ComparedStep> comparedStep(std::shared_ptr<const View> view, StepId step, Figures figures,
                                  const AttributionRules& rules = {}, const Progress& progress = {});

enum class ChangeState : std::uint8_t { Same, Less, More, OnlyA, OnlyB };

/// Returns the state for programs: "only_a".
const char* idOf(ChangeState state);
/// Returns the state for users: "only A".
const char* labelOf(ChangeState state);

/// The properties by which rows of both steps count as the same. A row without path or shape is compared by everything
/// else.
enum class MatchBy : std::uint8_t {
    PathShapeKind, // by all three, then the remaining rows by path
    Path,
    ShapeKind, // by both, with any path
};

/// One side of a compared item.
struct RowsAtStep {
    std::vector<RowId> rows;
    std::size_t count = 0; // of buffers, see Rows::pieces
    std::int64_t bytes = 0; // Σ (size − overlap); for a part of a peak without rows, the value of its figure
};

/// An item that either step may hold.
struct Compared {
    RowsAtStep a;
    RowsAtStep b;
    std::int64_t change() const { return b.bytes - a.bytes; }
};

/// Rows that count as the same. At each step the rows with one mark are together, the largest first. A row without a
/// path is identified by shape, kind and opcode, otherwise by its name, or by its size if its name is an address.
struct ComparedGroup : Compared {
    ChangeState state = ChangeState::Same;
    std::string path; // result of opPath(); may be empty
    bool isOfSeveralPaths = false; // the rows have different paths, so `path` is empty
    std::string shape; // without layout; this and the next members are of A's largest row, otherwise of B's
    std::string kind; // RowKind::id
    std::string opcode;
    std::string name; // set if there is neither path nor opcode
    RowCategory category; // without help; the kind if the meanings of one side are unknown
};

/// The shape by which a row with these facts is compared.
inline const std::string& matchedShape(const Facts& facts)
{
    return facts.shapeWithoutLayout.empty() ? facts.shape : facts.shapeWithoutLayout;
}

/// The group's label: its path or name, or "(copy-start, no op name)" from its opcode.
std::string nameOf(const ComparedGroup& group);

struct ComparedCategory : Compared {
    /// The bytes by role. They add up to the group's bytes.
    struct Role : Compared {
        std::string name; // "saved"; may be empty
    };
    RowCategory category; // without help
    std::vector<Role> roles; // the largest change first; empty if the meanings are unknown
};

/// A figure of bytes that one side or both have. Absent values are unknown.
struct ComparedFigure {
    std::string id; // "total_bytes"
    std::string label; // label for users; empty if only programs get the figure
    std::optional<std::int64_t> a;
    std::optional<std::int64_t> b;
    std::optional<std::int64_t> change() const { return a && b ? std::optional(*b - *a) : std::nullopt; }
};

/// Two programs, or two steps of one program. The changes of categories, and of groups where both sides have rows, add
/// up to the change of the level. Without rows, and for messages that state the need, the categories are the parts of a
/// peak and the remainder, and steps other than the peak have none.
struct Comparison {
    ComparedStep a;
    ComparedStep b;
    std::vector<ComparedFigure> figures; // in the order of A's figures
    std::vector<ComparedCategory> categories; // the largest change first, then the largest
    std::vector<ComparedGroup> groups; // in the same order
    std::vector<AmountText> causes = {}; // see causesOf()

    std::int64_t change() const { return b.level() - a.level(); }
};

/// The shape of a group; "f32[256] → f32[512]" if the sides have different shapes, or "f32 → bf16[256]" if only the
/// types differ.
std::string shapesOf(const Comparison& comparison, const ComparedGroup& group);

/// Cost: describes the rows that are live at both steps once, and sorts them. Errors: Cancelled.
Result<Comparison> compare(ComparedStep a, ComparedStep b, const Progress& progress = {},
                           MatchBy by = MatchBy::PathShapeKind);

} // namespace tidemark
