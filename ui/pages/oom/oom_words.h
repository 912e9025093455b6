#pragma once

#include "core/link/message_plan.h"
#include "core/view/view.h"
#include "ui/state/units.h"
#include "ui/theme/colors.h"

#include <QString>

namespace tidemark::ui {

/// "19.0 times the limit · E1000 · module jit_oom · refused at compile time, nothing ran · rank 3 · line 17".
QString oomCircumstances(const oom::Report& report);

/// In oomFactsHtml(): the link that opens the plan.
inline constexpr const char* kOomPlanLink = "plan:open";

/// What was read from a message, as markup: figures, the plan that was found and how much of the message is in that,
/// checks that did not pass with both sides, a link to the page about its code.
QString oomFactsHtml(const oom::Report& report, const View& view, const std::optional<MessagePlan>& plan,
                     const Units& units, const Colors& colors);

/// "The plan of jit_train_step lies beside this log: 3 of 3 buffers found." Where a single byte count is all that
/// speaks for it, it says so. `log`: path of the message's file.
QString oomPlanSentence(const MessagePlan& plan);

/// Finding, plan, figures, what does not add up and the message itself, as plain text to be handed on.
QString oomPlainText(const oom::Report& report, const View& view, const std::optional<MessagePlan>& plan,
                     const Units& units);

} // namespace tidemark::ui
