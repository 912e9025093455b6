#include "ui/shell/program_box.h"

#include "ui/session/program_list.h"
#include "ui/theme/text.h"
#include "ui/theme/tool_tip.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/peak_delegate.h"

#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QScreen>
#include <QSortFilterProxyModel>
#include <QVBoxLayout>

#include <algorithm>

namespace tidemark::ui {
namespace {

constexpr int kShownRows = 14;

} // namespace

ProgramBox::ProgramBox(QWidget* parent)
    : ElidedComboBox(parent, Qt::ElideMiddle)
    , m_programs(new ProgramList(this))
    , m_found(new QSortFilterProxyModel(this))
    , m_popup(new QFrame(this, Qt::Popup))
    , m_search(new QLineEdit(m_popup))
    , m_list(new QListView(m_popup))
    , m_nothing(new QLabel(m_popup))
{
    setSizeAdjustPolicy(AdjustToMinimumContentsLengthWithIcon);

    m_found->setSourceModel(m_programs);
    m_found->setFilterRole(ProgramList::NameRole);
    m_found->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_list->setModel(m_found);
    m_list->setItemDelegate(new PeakDelegate(m_list));
    m_list->setUniformItemSizes(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setFocusProxy(m_search);
    m_search->setClearButtonEnabled(true);
    m_search->addAction(themedIcon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    m_search->installEventFilter(this);
    m_popup->setFrameShape(QFrame::StyledPanel);
    auto* layout = new QVBoxLayout(m_popup);
    layout->setContentsMargins(6, 6, 6, 6);
    layout->addWidget(m_search);
    layout->addWidget(m_nothing, 1);
    layout->addWidget(m_list, 1);
    m_nothing->setTextFormat(Qt::PlainText);
    m_nothing->setAlignment(Qt::AlignCenter);
    m_nothing->setWordWrap(true);

    connect(m_search, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_found->setFilterFixedString(text);
        m_list->setCurrentIndex(m_found->index(0, 0));
        m_nothing->setText(tr("No %1 matches “%2”.").arg(tidemark::ui::text(m_words.program), text));
        m_list->setVisible(m_found->rowCount() > 0);
        m_nothing->setVisible(m_found->rowCount() == 0);
    });
    connect(m_list, &QListView::clicked, this, &ProgramBox::pick);
    refreshTexts();
}

void ProgramBox::setContents(const std::shared_ptr<const Document>& document, const Selection& current)
{
    const Catalogue& catalogue = document->catalogue();
    m_programs->setContents(document, catalogue.programs[current.program.index()].source, current.memory);
    m_words = catalogue.words;
    m_current = current.program;
    const int row = m_programs->rowOf(current.program);
    m_text = row < 0 ? QString() : m_programs->index(row).data().toString();
    refreshTexts();
}

void ProgramBox::clearContents()
{
    m_programs->setContents(nullptr, {}, 0);
    m_words = {};
    m_current.reset();
    m_text.clear();
    refreshTexts();
}

void ProgramBox::refreshTexts()
{
    const QString program = text(m_words.program);
    const QString programs = text(m_words.programs);
    setAccessibleName(capitalised(m_words.program));
    setAccessibleDescription(m_text);
    const QString key = tr(" (Ctrl+K)");
    setToolTip(plainToolTip((m_text.isEmpty() ? tr("The %1 to show").arg(program) : m_text) + key));
    m_list->setAccessibleName(tr("%1, the largest peak first").arg(programs));
    m_search->setPlaceholderText(tr("Search %1…").arg(programs));
    m_search->setAccessibleName(tr("Search %1").arg(programs));
    setEnabled(m_programs->rowCount() > 0);
    update();
}

QString ProgramBox::shownText() const
{
    return m_text.isEmpty() ? tr("No %1").arg(text(m_words.program)) : m_text;
}

void ProgramBox::showPopup()
{
    if (m_programs->rowCount() == 0)
        return;
    m_search->clear();
    m_nothing->hide();
    const int rows = std::min(kShownRows, m_programs->rowCount());
    m_popup->resize(std::max(width(), 420),
                    rows * std::max(24, m_list->sizeHintForRow(0)) + m_search->sizeHint().height() + 26);
    QPoint at = mapToGlobal(QPoint(0, height()));
    const QRect available = screen()->availableGeometry();
    at.setX(std::min(at.x(), available.right() - m_popup->width()));
    if (at.y() + m_popup->height() > available.bottom())
        at.setY(std::max(available.top(), mapToGlobal(QPoint(0, 0)).y() - m_popup->height()));
    m_popup->move(at);
    m_popup->show();
    const int row = m_current ? m_programs->rowOf(*m_current) : 0;
    m_list->setCurrentIndex(m_found->mapFromSource(m_programs->index(std::max(0, row))));
    m_search->setFocus(Qt::PopupFocusReason);
}

void ProgramBox::hidePopup()
{
    m_popup->hide();
}

void ProgramBox::pick(const QModelIndex& index)
{
    if (!index.isValid())
        return;
    m_popup->hide();
    emit programChosen(ProgramId(index.data(ProgramList::ProgramRole).toUInt()));
}

void ProgramBox::move(int by)
{
    const int row = std::clamp(m_list->currentIndex().row() + by, 0, std::max(0, m_found->rowCount() - 1));
    m_list->setCurrentIndex(m_found->index(row, 0));
}

bool ProgramBox::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_search || event->type() != QEvent::KeyPress)
        return QComboBox::eventFilter(watched, event);
    switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Up:
        move(-1);
        return true;
    case Qt::Key_Down:
        move(1);
        return true;
    case Qt::Key_PageUp:
        move(-kShownRows);
        return true;
    case Qt::Key_PageDown:
        move(kShownRows);
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        pick(m_list->currentIndex());
        return true;
    default:
        return false;
    }
}

void ProgramBox::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Space || event->key() == Qt::Key_Return || event->key() == Qt::Key_Down)
        showPopup();
    else
        event->ignore();
}

} // namespace tidemark::ui
