#pragma once

#include "core/history/history_view.h"
#include "core/include/tidemark/summary.h"
#include "core/view/finding.h"

namespace tidemark::history {

/// The end of a step.
struct StepEnd {
    std::string name; // "ProfilerStep#12", "step 3"
    StepId cell; // of its last event
    std::int32_t number = -1; // the training step that its events name; negative: it is an annotation
};

/// The ends of the recorded steps, in the order of time. Nothing if no steps are recorded.
///
/// Steps are the training steps that events name. Otherwise they are the annotations, or runs of one program, that
/// differ only in a number, if there are at least two that do not overlap, and their name has the word "step". Of
/// several such names, one with numbers is taken, then the one with most steps, and then the one that takes most of the
/// recording. REQUIRES: `marks` is the result of marksOf(history). Cost: a pass over the events.
std::vector<StepEnd> stepEnds(const History& history, const std::vector<Mark>& marks);

/// Askers whose memory grows all the time, which is what a leak looks like: what they hold grows in each quarter of the
/// recorded steps after the first one, which also allocates what all steps use. With fewer than five steps, or if there
/// is less than half of the recording between their ends, their memory must grow in each quarter of the recorded events
/// instead; nothing is then reported if several askers grow and the level never falls by a fifth of its range: that is
/// the first forward pass. In both cases the growth is at least a tenth of the whole growth. The largest growth first.
/// Growth below 1/200 of the peak is left out. An asker is an operation at a source line. Cost: one pass over the rows.
std::vector<Finding> growthFindings(const Shown& shown);

/// The label of these findings begins with this, and then names what grows.
inline constexpr std::string_view kStopGrowth = "Stop the growth of ";

/// What grew in each recorded step, see stepEnds(). Cost: O(n log n) in the rows.
std::vector<StepGrowth> growthBySteps(const Shown& shown);

/// The same findings for profiles of one moment each: what grows from each profile to the next. `shown` is one of them.
/// Nothing if there are no profiles.
std::vector<Finding> growthOverProfiles(const Shown& shown, const std::vector<Profile>& profiles);
/// What grew in each profile against the one before, with the profiles as steps.
std::vector<StepGrowth> growthByProfiles(const std::vector<Profile>& profiles);

/// Whether a name has the word "step": "train_step", "ProfilerStep", "STEP 3", not "misstep" and not "STEPPING".
bool hasWordStep(std::string_view name);

} // namespace tidemark::history
