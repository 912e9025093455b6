#pragma once

#include "core/link/message_plan.h"
#include "ui/widgets/notice_bar.h"

#include <QString>

namespace tidemark::ui {

class Session;

/// A notice that connects a message with the programs that are open next to it, and the target of its link.
struct OomOffer {
    QString text; // empty: no notice
    QString link;
    NoticeBar::Tone tone = NoticeBar::Tone::Offer;
    std::optional<Chosen> target; // absent: the plan of the message
};

/// For a session that shows a program: offers a message of the same documents that says memory ran out. It takes the
/// first message that isAboutProgram() of the view, else the first that names no program.
OomOffer offerOfMessage(const Session& session, const View& view);
/// For a session that shows a message: offers to return to the programs next to it, to `before` if it still exists,
/// else to the largest program.
OomOffer offerOfPrograms(const Session& session, const std::optional<Chosen>& before);
/// Offers to open the plan of the message in the file at that path.
OomOffer offerOfPlan(const MessagePlan& plan);

} // namespace tidemark::ui
