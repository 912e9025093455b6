#pragma once

#include "ui/state/view_state.h"

#include <memory>
#include <vector>

namespace tidemark::ui {

/// The details of the rows of the timeline shown, each decoded once, when it is first asked for.
class BufferFacts
{
public:
    explicit BufferFacts(const ViewState* state);

    /// Valid until the timeline changes. REQUIRES: a row of the timeline
    const BufferDetails& of(std::uint32_t row) const;

    /// Rows live at the cursor with the same op name, opcode and shape as `row`, itself included.
    std::vector<std::uint32_t> alike(std::uint32_t row) const;

private:
    const ViewState* m_state;
    mutable std::shared_ptr<const SpaceTimeline> m_timeline;
    mutable std::vector<std::unique_ptr<const BufferDetails>> m_details;
};

/// "lm.py:33"; "" where the file does not tell.
QString shortSource(const BufferDetails& details);

/// The source line and the calls that led to it, innermost first; the calls alone where they begin with that line.
QString sourceLines(const BufferDetails& details);

/// "steps 64–268"
QString lifetimeText(const BufferRow& row);

} // namespace tidemark::ui
