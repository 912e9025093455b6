#include "ui/pages/oom/oom_offer.h"

#include "core/link/message_limit.h"
#include "core/oom/headline.h"
#include "core/oom/oom_document.h"
#include "core/view/choice.h"
#include "ui/pages/oom/oom_words.h"
#include "ui/session/paths.h"
#include "ui/session/session.h"
#include "ui/state/grouped.h"
#include "ui/theme/text.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace tidemark::ui {
namespace {

struct OomOfferText {
    Q_DECLARE_TR_FUNCTIONS(OomPage)
};

bool isOfMessages(const Document& document)
{
    return document.catalogue().kind == oom::OomDocument::kKind;
}

/// "Memory ran out in jit_step (run.log:17 and 3 more messages): needs 20 GiB, 5 GiB above the 15 GiB of HBM."
QString ranOutText(const oom::Report& report, const std::string& path, std::size_t others)
{
    QString place = shortName({fromNative(path)}) + u':' + QString::number(report.line);
    if (others > 0)
        place = others == 1
            ? OomOfferText::tr("%1 and one more message").arg(place)
            : OomOfferText::tr("%1 and %2 more messages").arg(place, grouped(static_cast<std::int64_t>(others)));
    QString finding = text(oom::headlineOf(report));
    finding[0] = finding[0].toLower();
    return report.module.empty()
        ? OomOfferText::tr("Memory ran out (%1): %2").arg(place, finding)
        : OomOfferText::tr("Memory ran out in %1 (%2): %3").arg(text(report.module), place, finding);
}

} // namespace

OomOffer offerOfMessage(const Session& session, const View& view)
{
    OomOffer offer;
    if (!session.shown() || isOfMessages(*session.shown()->document))
        return offer;
    // Messages about other programs do not count. Those without a module count if the user named their file, or if it
    // is in the folder of the program.
    const QStringList& named = session.host().paths();
    const QString folder = QFileInfo(fromNative(session.shown()->file().path)).absolutePath();
    const auto isNear = [&](const FileEntry& file) {
        const QString path = fromNative(file.path);
        return named.contains(path) || QFileInfo(path).absolutePath() == folder;
    };
    std::vector<Chosen> own;
    std::vector<Chosen> unnamed;
    for (const auto& document : session.documents()) {
        if (!isOfMessages(*document))
            continue;
        for (const ProgramId each : allPrograms(*document)) {
            const auto& report = static_cast<const oom::OomDocument&>(*document).report(each);
            if (isAboutProgram(report, view))
                own.push_back(inBestMemory(document, each));
            else if (report.module.empty() && isNear(document->catalogue().fileOf(each)))
                unnamed.push_back(inBestMemory(document, each));
        }
    }
    const std::vector<Chosen>& found = own.empty() ? unnamed : own;
    if (found.empty())
        return offer;
    const Chosen& first = found.front();
    const auto& report = static_cast<const oom::OomDocument&>(*first.document).report(first.selection.program);
    offer.text = ranOutText(report, first.file().path, found.size() - 1);
    offer.link = OomOfferText::tr("Show the message");
    offer.tone = NoticeBar::Tone::Urgent;
    offer.target = first;
    return offer;
}

OomOffer offerOfPrograms(const Session& session, const std::optional<Chosen>& before)
{
    OomOffer offer;
    std::size_t count = 0;
    for (const auto& document : session.documents()) {
        if (isOfMessages(*document) || document->catalogue().programs.empty())
            continue;
        if (count == 0)
            offer.text = text(document->catalogue().words.programs);
        count += document->catalogue().programs.size();
        if (before && before->document == document)
            offer.target = before;
        else if (!offer.target)
            offer.target = usualChoice({document});
    }
    if (!offer.target)
        return {};
    const QString name = text(offer.target->program().fullName());
    offer.text = count == 1 ? OomOfferText::tr("“%1” was opened with this message.").arg(name)
                            : OomOfferText::tr("%1 %2 were opened with this message.")
                                  .arg(grouped(static_cast<std::int64_t>(count)), offer.text);
    offer.link = OomOfferText::tr("Show “%1”").arg(name);
    return offer;
}

OomOffer offerOfPlan(const MessagePlan& plan)
{
    return {oomPlanSentence(plan), OomOfferText::tr("Open the plan"), NoticeBar::Tone::Offer, std::nullopt};
}

} // namespace tidemark::ui
