#pragma once

#include "core/link/message_plan.h"
#include "ui/widgets/notice_bar.h"

#include <QString>

namespace tidemark::ui {

class Session;

/// What a message has to do with the programs beside it, as a notice, and where its link leads.
struct OomOffer {
    QString text; // empty: there is nothing to say
    QString link;
    NoticeBar::Tone tone = NoticeBar::Tone::Offer;
    std::optional<Chosen> target; // none: the plan of the message
};

/// Of a session that shows a program: that a message of the same documents says that memory ran out, the first that
/// names the program, else the first of all.
OomOffer offerOfMessage(const Session& session);
/// Of a session that shows a message: the way back to the programs beside it, to that one where it is still there, else
/// to the largest.
OomOffer offerOfPrograms(const Session& session, const std::optional<Chosen>& before);
/// The plan of the message in the file of that path.
OomOffer offerOfPlan(const MessagePlan& plan);

} // namespace tidemark::ui
