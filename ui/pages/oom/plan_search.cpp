#include "ui/pages/oom/plan_search.h"

#include "core/base/text.h"
#include "ui/session/paths.h"
#include "ui/tables/row_table.h"
#include "ui/theme/colors.h"
#include "ui/theme/text.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/restyle.h"

#include <QLabel>

#include <utility>

namespace tidemark::ui {

PlanSearch::PlanSearch(DocumentKinds kinds, QObject* parent)
    : QObject(parent)
    , m_kinds(std::move(kinds))
{ }

bool PlanSearch::setMessage(std::shared_ptr<const oom::Message> message, const std::string& path,
                            const Documents& openedTogether)
{
    m_task.abandon();
    m_plan.reset();
    m_isSearched = false;
    m_message = std::move(message);
    m_openedTogether = openedTogether;
    QString about;
    if (m_message)
        about = fromNative(path) + u':' + QString::number(m_message->line) + u':' + text(m_message->rank);
    const bool isOther = about != std::exchange(m_about, about);
    if (isOther)
        m_dropped.clear();
    if (!m_searched.isEmpty())
        emit notInDropped(std::exchange(m_searched, {}));
    return isOther;
}

void PlanSearch::setOpenElsewhere(const QStringList& paths)
{
    if (paths == m_elsewhere)
        return;
    m_elsewhere = paths;
    if (!m_plan && m_searched.isEmpty())
        m_isSearched = false;
}

void PlanSearch::start()
{
    if (!m_message || m_isSearched || !m_searched.isEmpty())
        return;
    m_isSearched = true;
    search(m_openedTogether, nativePaths(m_dropped + m_elsewhere), [this](std::optional<MessagePlan> plan) {
        if (plan)
            take(std::move(*plan));
    });
}

void PlanSearch::startInDropped(const QStringList& paths)
{
    m_searched = paths;
    search({}, nativePaths(paths), [this](std::optional<MessagePlan> plan) {
        const QStringList dropped = std::exchange(m_searched, {});
        if (plan) {
            m_dropped = dropped;
            m_isSearched = true;
            take(std::move(*plan));
            return;
        }
        emit notInDropped(dropped);
        m_isSearched = m_plan.has_value(); // another search may have been cancelled for this one
        start();
    });
}

void PlanSearch::search(Documents documents, std::vector<std::string> paths,
                        std::function<void(std::optional<MessagePlan>)> found)
{
    m_task.run<std::optional<MessagePlan>>(
        {},
        [message = m_message, documents = std::move(documents), paths = std::move(paths),
         kinds = m_kinds](const Progress& progress) {
            auto plan = findMessagePlan(*message, documents, progress);
            if (!plan || *plan)
                return plan;
            return findPlan(*message, paths, kinds, progress);
        },
        [found = std::move(found)](Result<std::optional<MessagePlan>> plan) {
            // A file that cannot be read is not an error of the message.
            found(plan ? std::move(*plan) : std::nullopt);
        });
}

void PlanSearch::take(MessagePlan plan)
{
    m_plan = std::move(plan);
    emit found();
}

QString PlanSearch::pathToOpen() const
{
    const QString path = fromNative(m_plan->view->path);
    for (const QString& opened : m_dropped + m_elsewhere)
        if (path.startsWith(opened + u'/'))
            return opened;
    return path;
}

PlanBuffers::PlanBuffers(const Units* units, QWidget* parent)
    : QWidget(parent)
    , m_units(units)
    , m_note(new ElidedLabel(this))
    , m_table(new RowTable(&m_state, this))
{
    auto* title = new QLabel(tr("Buffers live at the peak"), this);
    title->setFont(boldFont(font()));
    m_note->setFont(secondaryFont());
    m_note->setObjectName(QStringLiteral("planSum"));
    m_table->setAccessibleName(tr("Buffers live at the peak of the plan"));
    inColumn(this, {inLine(nullptr, {title, {m_note, 1}}, {9, 6, 9, 4}, 8), {m_table, 1}});
    m_table->leaveOut(RowColumn::Category); // the page does not compute the categories
    m_state.setGroupWay(Facet::kByKind);
    connect(m_units, &Units::changed, this, &PlanBuffers::refresh);
    connect(m_table, &QAbstractItemView::doubleClicked, this, [this](const QModelIndex& index) {
        if (const auto row = m_table->rows()->rowAt(index.row()))
            emit openRequested(*row);
    });
    onRestyle(this, [this] { refresh(); });
    refresh();
}

void PlanBuffers::setPlan(std::shared_ptr<const View> plan, const AttributionRules& rules)
{
    m_state.setRules(rules);
    if (plan == m_state.view())
        return;
    m_state.setView(std::move(plan));
    refresh();
}

void PlanBuffers::refresh()
{
    m_state.units().setUnit(m_units->unit());
    setTextColor(m_note, colorsFor(palette()).secondaryText);
    setVisible(!m_state.isEmpty());
    if (m_state.isEmpty())
        return;
    m_note->setParts({{text(counted(m_state.live().size(), "buffer"))},
                      {m_state.bytes(m_state.view()->levelAt(m_state.view()->peakStep))},
                      {tr("plan of %1").arg(text(m_state.view()->programText))}});
}

} // namespace tidemark::ui
