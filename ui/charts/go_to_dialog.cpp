#include "ui/charts/go_to_dialog.h"

#include "core/view/cell_number.h"
#include "ui/state/grouped.h"
#include "ui/state/row_text.h"
#include "ui/theme/text.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/fonts.h"

#include <QCompleter>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStringListModel>
#include <QVBoxLayout>

#include <algorithm>

namespace tidemark::ui {
namespace {

constexpr qsizetype kOffered = 200;

} // namespace

GoToDialog::GoToDialog(std::shared_ptr<const View> view, StepId step, const Units& units, QWidget* parent)
    : QDialog(parent)
    , m_view(std::move(view))
    , m_units(units)
    , m_names(m_view->axis)
    , m_edit(new QLineEdit(QString::number(cellNumber(m_view->axis, step)), this))
    , m_found(new ElidedLabel(this))
    , m_buttons(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this))
{
    const QString cell = capitalised(m_view->axis.cell);
    setWindowTitle(tr("Go to %1").arg(withArticle(cell)));
    const std::int64_t first = firstNumber(m_view->axis.kind);
    auto* label = new QLabel(
        tr("%1 (%2 to %3) or &name:").arg(cell, grouped(first), grouped(first + m_view->axis.count - 1)), this);
    label->setBuddy(m_edit);
    auto* offered = new QStringListModel(this);
    auto* completer = new QCompleter(offered, this);
    completer->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
    completer->setMaxVisibleItems(12);
    m_edit->setCompleter(completer);
    connect(m_edit, &QLineEdit::textEdited, this, [this, offered](const QString& text) {
        // An open list consumes Enter, so a number gets no list.
        const QString wanted = text.trimmed();
        const bool isNumber = std::ranges::all_of(wanted, [](QChar c) { return c.isDigit(); });
        offered->setStringList(isNumber ? QStringList() : m_names.matches(wanted, kOffered));
    });
    m_edit->setFont(monospaceFont());
    m_edit->selectAll();
    m_found->setMinimumWidth(fontMetrics().averageCharWidth() * 52);
    m_buttons->button(QDialogButtonBox::Ok)->setText(tr("&Go"));
    connect(m_buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_edit, &QLineEdit::textChanged, this, &GoToDialog::refresh);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(label);
    layout->addWidget(m_edit);
    layout->addWidget(m_found);
    layout->addWidget(m_buttons);
    refresh();
}

void GoToDialog::refresh()
{
    m_step = m_names.find(m_edit->text());
    m_buttons->button(QDialogButtonBox::Ok)->setEnabled(m_step.has_value());
    const Axis& axis = m_view->axis;
    if (!m_step)
        m_found->setFullText(m_edit->text().trimmed().isEmpty() ? QString()
                                                                : tr("There is no such %1.").arg(text(axis.cell)));
    else
        m_found->setParts({{cellTitle(axis) + u' ' + positionText(axis, *m_step)},
                           {text(axis.label(*m_step)), true},
                           {m_view->curves.front().knows(m_step->index()) ? m_units.bytes(m_view->levelAt(*m_step))
                                                                        : tr("not known")}});
}

} // namespace tidemark::ui
