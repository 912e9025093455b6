#include "ui/pages/waiting_view.h"

#include "ui/widgets/fonts.h"

#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

namespace tidemark::ui {
namespace {

constexpr int kWaitingWidth = 260;
constexpr int kStretchBelow = 3;

} // namespace

WaitingView::WaitingView(QWidget* parent)
    : QWidget(parent)
    , m_message(new QLabel(this))
    , m_progress(new QProgressBar(this))
    , m_action(new QPushButton(this))
    , m_column(new QVBoxLayout(this))
{
    m_message->setWordWrap(true);
    m_message->setAlignment(Qt::AlignCenter);
    m_message->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_progress->setTextVisible(false);
    m_progress->setFixedSize(grown(kWaitingWidth, font()), 8);
    m_action->setAutoDefault(false);
    m_column->setSpacing(12);
    m_column->addStretch(2);
    m_column->addWidget(m_message);
    m_column->addWidget(m_progress, 0, Qt::AlignHCenter);
    m_column->addWidget(m_action, 0, Qt::AlignHCenter);
    m_column->addStretch(kStretchBelow);
    connect(m_action, &QPushButton::clicked, this, &WaitingView::actionRequested);
}

void WaitingView::addButton(QPushButton* button)
{
    button->setParent(this);
    m_column->insertWidget(m_column->count() - 1, button, 0, Qt::AlignHCenter);
}

void WaitingView::showBusy()
{
    m_progress->show();
    m_action->setText(tr("Cancel"));
    m_action->show();
}

void WaitingView::setProgress(int permille, const QString& what)
{
    m_progress->setRange(0, permille < 0 ? 0 : 1000);
    m_progress->setValue(permille);
    m_message->setText(what);
}

void WaitingView::showMessage(const QString& text, const QString& action)
{
    m_progress->hide();
    m_message->setText(text);
    m_action->setText(action);
    m_action->setVisible(!action.isEmpty());
}

} // namespace tidemark::ui
