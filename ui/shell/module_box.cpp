#include "ui/shell/module_box.h"

#include "ui/widgets/peak_delegate.h"

#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QScreen>
#include <QSortFilterProxyModel>
#include <QStylePainter>
#include <QVBoxLayout>

#include <algorithm>

namespace tidemark::ui {
namespace {

constexpr int kShownRows = 14;

} // namespace

ModuleBox::ModuleBox(QWidget* parent)
    : QComboBox(parent)
    , m_modules(new ModuleModel(this))
    , m_found(new QSortFilterProxyModel(this))
    , m_popup(new QFrame(this, Qt::Popup))
    , m_search(new QLineEdit(m_popup))
    , m_list(new QListView(m_popup))
    , m_nothing(new QLabel(m_popup))
{
    setAccessibleName(tr("Module"));
    setToolTip(tr("The compiled program to show (Ctrl+K)"));
    setSizeAdjustPolicy(AdjustToMinimumContentsLengthWithIcon);

    m_found->setSourceModel(m_modules);
    m_found->setFilterRole(ModuleModel::NameRole);
    m_found->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_list->setModel(m_found);
    m_list->setItemDelegate(new PeakDelegate(m_list));
    m_list->setUniformItemSizes(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setFocusProxy(m_search);
    m_list->setAccessibleName(tr("Modules, the largest peak first"));
    m_search->setPlaceholderText(tr("Search modules…"));
    m_search->setAccessibleName(tr("Search modules"));
    m_search->setClearButtonEnabled(true);
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
        m_nothing->setText(tr("No module matches “%1”.").arg(text));
        m_list->setVisible(m_found->rowCount() > 0);
        m_nothing->setVisible(m_found->rowCount() == 0);
    });
    connect(m_list, &QListView::clicked, this, &ModuleBox::pick);
}

void ModuleBox::setContents(const std::shared_ptr<const Document>& document, std::uint32_t file, std::int64_t space,
                            std::optional<std::uint32_t> current)
{
    m_modules->setContents(document, file, space);
    m_current = current;
    const int row = current ? m_modules->rowOf(*current) : -1;
    m_text = row < 0 ? QString() : m_modules->index(row).data().toString();
    setEnabled(m_modules->rowCount() > 0);
    setToolTip(m_text.isEmpty() ? tr("The compiled program to show (Ctrl+K)")
                                : m_text.toHtmlEscaped() + tr(" (Ctrl+K)"));
    setAccessibleDescription(m_text);
    update();
}

void ModuleBox::showPopup()
{
    if (m_modules->rowCount() == 0)
        return;
    m_search->clear();
    m_nothing->hide();
    const int rows = std::min(kShownRows, m_modules->rowCount());
    m_popup->resize(std::max(width(), 420), rows * PeakDelegate::kRowHeight + m_search->sizeHint().height() + 26);
    QPoint at = mapToGlobal(QPoint(0, height()));
    const QRect available = screen()->availableGeometry();
    at.setX(std::min(at.x(), available.right() - m_popup->width()));
    if (at.y() + m_popup->height() > available.bottom())
        at.setY(std::max(available.top(), mapToGlobal(QPoint(0, 0)).y() - m_popup->height()));
    m_popup->move(at);
    m_popup->show();
    const int row = m_current ? m_modules->rowOf(*m_current) : 0;
    m_list->setCurrentIndex(m_found->mapFromSource(m_modules->index(std::max(0, row))));
    m_search->setFocus(Qt::PopupFocusReason);
}

void ModuleBox::hidePopup()
{
    m_popup->hide();
}

void ModuleBox::pick(const QModelIndex& index)
{
    if (!index.isValid())
        return;
    m_popup->hide();
    emit moduleChosen(index.data(ModuleModel::ModuleRole).toUInt());
}

void ModuleBox::move(int by)
{
    const int row = std::clamp(m_list->currentIndex().row() + by, 0, std::max(0, m_found->rowCount() - 1));
    m_list->setCurrentIndex(m_found->index(row, 0));
}

bool ModuleBox::eventFilter(QObject* watched, QEvent* event)
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

void ModuleBox::paintEvent(QPaintEvent*)
{
    QStylePainter painter(this);
    QStyleOptionComboBox option;
    initStyleOption(&option);
    painter.drawComplexControl(QStyle::CC_ComboBox, option);
    const QRect room = style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this);
    option.currentText
        = fontMetrics().elidedText(m_text.isEmpty() ? tr("No module") : m_text, Qt::ElideMiddle, room.width() - 6);
    painter.drawControl(QStyle::CE_ComboBoxLabel, option);
}

void ModuleBox::wheelEvent(QWheelEvent* event)
{
    event->ignore();
}

void ModuleBox::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Space || event->key() == Qt::Key_Return || event->key() == Qt::Key_Down)
        showPopup();
    else
        event->ignore();
}

} // namespace tidemark::ui
