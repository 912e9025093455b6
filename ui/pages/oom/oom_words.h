#pragma once

#include "core/link/message_plan.h"
#include "core/view/view.h"
#include "ui/state/units.h"
#include "ui/theme/colors.h"

#include <QString>

namespace tidemark::ui {

/// "19.0 times the limit · E1000 · module jit_oom · refused at compile time, nothing ran · rank 3 · line 17".
QString oomCircumstances(const oom::Message& message);

inline constexpr const char* kOomPlanLink = "plan:open";

/// The facts of a message as rich text: figures, the plan and how much of the message it contains, failed checks with
/// both sides, and a link to the page about the error code.
QString oomFactsHtml(const oom::Message& message, const View& view, const std::optional<MessagePlan>& plan,
                     const Units& units, const Colors& colors);

/// What shows the buffers that a message does not list. All empty: it lists some, or nothing shows them.
struct OomNextStep {
    QString title;
    QString text;
    QString command; // to copy; may be empty
};
OomNextStep oomNextStep(const oom::Message& message);

/// "The plan of jit_train_step is in step.hlo.pb: 3 of 3 buffers found." If only a single byte count supports
/// the match, the text says so.
QString oomPlanSentence(const MessagePlan& plan);

/// The headline, plan, figures, inconsistencies and the message itself, as plain text to share.
QString oomPlainText(const oom::Message& message, const View& view, const std::optional<MessagePlan>& plan,
                     const Units& units);

} // namespace tidemark::ui
