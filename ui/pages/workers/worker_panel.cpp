#include "ui/pages/workers/worker_panel.h"

#include "ui/pages/workers/worker_details.h"
#include "ui/theme/markup.h"
#include "ui/theme/text.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/wrapped_label.h"

#include <QEvent>
#include <QScrollBar>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace tidemark::ui {

WorkerPanel::WorkerPanel(const Units* units, QWidget* parent)
    : QWidget(parent)
    , m_units(units)
    , m_title(new WrappedLabel(this))
    , m_text(new QTextBrowser(this))
{
    m_title->setContentsMargins(10, 7, 10, 6);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setOpenLinks(false);
    m_text->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_text->document()->setDocumentMargin(10);
    m_text->setAccessibleName(tr("Parts and checks of the worker"));
    connect(m_text, &QTextBrowser::anchorClicked, this, &WorkerPanel::togglePassed);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_title);
    column->addWidget(m_text, 1);
}

void WorkerPanel::setWorker(std::shared_ptr<const WorkerTable> table, std::optional<std::size_t> worker)
{
    m_table = std::move(table);
    m_worker = worker;
    refresh();
}

void WorkerPanel::showChecks()
{
    m_arePassedShown = true;
    refresh();
    m_text->setFocus(Qt::OtherFocusReason);
    // Queued, because a panel that was just shown has no width yet.
    QMetaObject::invokeMethod(
        this, [this] { m_text->scrollToAnchor(QString::fromLatin1(kChecksAnchor)); }, Qt::QueuedConnection);
}

void WorkerPanel::togglePassed()
{
    const int at = m_text->verticalScrollBar()->value();
    m_arePassedShown = !m_arePassedShown;
    refresh();
    m_text->verticalScrollBar()->setValue(at);
}

void WorkerPanel::refresh()
{
    m_title->setFont(boldFont(font()));
    m_title->setWrappedText(m_worker ? text(m_table->workers->list[*m_worker].name()) : QString());
    const Colors colors = colorsFor(palette());
    QString html;
    if (m_worker)
        html = workerDetailsHtml(*m_table, *m_worker, m_arePassedShown, *m_units, colors);
    else if (m_table)
        html = colouredHtml(
            tr("No %1 is selected.").arg(text(m_table->workers->list.front().document->catalogue().words.source)),
            colors.secondaryText);
    m_text->setHtml(html);
}

void WorkerPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if ((event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) && m_text)
        refresh();
}

} // namespace tidemark::ui
