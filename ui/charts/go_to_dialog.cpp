#include "ui/charts/go_to_dialog.h"

#include "ui/state/row_text.h"
#include "ui/theme/text.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"

#include <QCompleter>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSet>
#include <QStringListModel>

#include <algorithm>
#include <numeric>

namespace tidemark::ui {
namespace {

constexpr qsizetype kOffered = 200;

/// The name of the instruction in the name of one of its buffers: "fusion.454" in "%fusion.454{1}".
QString instructionIn(QString text)
{
    static const QRegularExpression kTupleIndex(QStringLiteral("\\{[\\d, ]*\\}$"));
    if (text.startsWith(u'%'))
        text.remove(0, 1);
    return text.remove(kTupleIndex);
}

} // namespace

void StepNames::read()
{
    if (m_isRead)
        return;
    m_isRead = true;
    QSet<QString> known;
    for (std::uint32_t i = 0; i < m_axis.count; ++i) {
        const QString name = text(m_axis.label(StepId(i)));
        if (name.isEmpty() || known.contains(name))
            continue;
        known.insert(name);
        m_names.push_back({name, StepId(i)});
    }
    m_found.resize(m_names.size());
    std::iota(m_found.begin(), m_found.end(), std::size_t{0});
}

const std::vector<std::size_t>& StepNames::holding(const QString& text)
{
    read();
    if (!text.startsWith(m_text, Qt::CaseInsensitive)) {
        m_found.resize(m_names.size());
        std::iota(m_found.begin(), m_found.end(), std::size_t{0});
    }
    if (text.compare(m_text, Qt::CaseInsensitive) != 0 || !text.startsWith(m_text, Qt::CaseInsensitive))
        std::erase_if(m_found, [&](std::size_t i) { return !m_names[i].text.contains(text, Qt::CaseInsensitive); });
    m_text = text;
    return m_found;
}

QStringList StepNames::matches(const QString& text, qsizetype limit)
{
    QStringList same;
    QStringList atStart;
    QStringList inside;
    for (const std::size_t i : holding(text)) {
        const QString& name = m_names[i].text;
        QStringList* list = &inside;
        if (name.compare(text, Qt::CaseInsensitive) == 0)
            list = &same;
        else if (name.startsWith(text, Qt::CaseInsensitive))
            list = &atStart;
        if (list->size() < limit)
            *list << name;
    }
    return (same + atStart + inside).mid(0, limit);
}

std::optional<StepId> StepNames::find(const QString& text)
{
    QString wanted = text.trimmed();
    if (wanted.startsWith(u'#'))
        wanted.remove(0, 1);
    bool isNumber = false;
    const qulonglong number = QString(wanted).remove(u',').toULongLong(&isNumber);
    if (isNumber && number >= m_axis.count)
        return std::nullopt;
    if (isNumber)
        return StepId(static_cast<std::uint32_t>(number));
    wanted = instructionIn(wanted);
    if (wanted.isEmpty())
        return std::nullopt;
    std::optional<StepId> prefix;
    std::optional<StepId> inside;
    for (const std::size_t i : holding(wanted)) {
        const Name& name = m_names[i];
        if (name.text == wanted)
            return name.first;
        if (!prefix && name.text.startsWith(wanted, Qt::CaseInsensitive))
            prefix = name.first;
        if (!inside)
            inside = name.first;
    }
    return prefix ? prefix : inside;
}

GoToDialog::GoToDialog(std::shared_ptr<const View> view, StepId step, const Units& units, QWidget* parent)
    : QDialog(parent)
    , m_view(std::move(view))
    , m_units(units)
    , m_names(m_view->axis)
    , m_edit(new QLineEdit(QString::number(step.value), this))
    , m_found(new ElidedLabel(this))
    , m_buttons(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this))
{
    const QString cell = capitalised(m_view->axis.cell);
    setWindowTitle(tr("Go to %1").arg(withArticle(cell)));
    auto* label = new QLabel(tr("%1 (0 to %2) or &name:").arg(cell, grouped(m_view->axis.count - 1)), this);
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
        offered->setStringList(isNumber ? QStringList() : m_names.matches(instructionIn(wanted), kOffered));
    });
    m_edit->setFont(monospaceFont());
    m_edit->selectAll();
    m_found->setMinimumWidth(fontMetrics().averageCharWidth() * 52);
    m_buttons->button(QDialogButtonBox::Ok)->setText(tr("&Go"));
    connect(m_buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_edit, &QLineEdit::textChanged, this, &GoToDialog::refresh);
    inColumn(this, {label, m_edit, m_found, m_buttons}, kStyleMargins, kStyleSpacing);
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
