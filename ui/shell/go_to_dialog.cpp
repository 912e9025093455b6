#include "ui/shell/go_to_dialog.h"

#include "core/base/text.h"
#include "ui/state/grouped.h"
#include "ui/widgets/fonts.h"

#include <QCompleter>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStringListModel>
#include <QVBoxLayout>

namespace tidemark::ui {
namespace {

QString nameAt(const SpaceTimeline& timeline, std::uint32_t step)
{
    return QString::fromStdString(validUtf8(timeline.instructionAt(step)));
}

QStringList names(const SpaceTimeline& timeline)
{
    QStringList result;
    for (std::uint32_t step = 0; step < timeline.steps; ++step)
        result << nameAt(timeline, step);
    result.removeDuplicates();
    result.removeAll(QString());
    return result;
}

} // namespace

GoToDialog::GoToDialog(std::shared_ptr<const SpaceTimeline> timeline, std::uint32_t step, QWidget* parent)
    : QDialog(parent)
    , m_timeline(std::move(timeline))
    , m_edit(new QLineEdit(QString::number(step), this))
    , m_found(new QLabel(this))
    , m_buttons(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this))
{
    setWindowTitle(tr("Go to Step or Instruction"));
    auto* label
        = new QLabel(tr("&Step (0 to %1) or name of an instruction:").arg(grouped(m_timeline->steps - 1)), this);
    label->setBuddy(m_edit);
    auto* offered = new QStringListModel(this);
    auto* completer = new QCompleter(offered, this);
    completer->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
    completer->setMaxVisibleItems(12);
    m_edit->setCompleter(completer);
    connect(m_edit, &QLineEdit::textEdited, this,
            [offered, all = names(*m_timeline)](const QString& text) { offered->setStringList(matches(all, text)); });
    m_edit->setFont(monospaceFont());
    m_edit->selectAll();
    m_found->setTextFormat(Qt::PlainText);
    m_found->setMinimumWidth(380);
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

QStringList GoToDialog::matches(const QStringList& names, const QString& text)
{
    QStringList atStart;
    QStringList inside;
    for (const QString& name : names) {
        if (name.compare(text, Qt::CaseInsensitive) == 0)
            atStart.prepend(name); // Enter takes the first
        else if (name.startsWith(text, Qt::CaseInsensitive))
            atStart << name;
        else if (name.contains(text, Qt::CaseInsensitive))
            inside << name;
    }
    return atStart + inside;
}

std::optional<std::uint32_t> GoToDialog::find(const SpaceTimeline& timeline, const QString& text)
{
    QString wanted = text.trimmed();
    if (wanted.startsWith(u'#'))
        wanted.remove(0, 1);
    bool isNumber = false;
    const qulonglong number = QString(wanted).remove(u',').toULongLong(&isNumber);
    if (isNumber)
        return number < timeline.steps ? std::optional(static_cast<std::uint32_t>(number)) : std::nullopt;
    if (wanted.startsWith(u'%'))
        wanted.remove(0, 1);
    std::optional<std::uint32_t> prefix;
    std::optional<std::uint32_t> inside;
    for (std::uint32_t step = 0; step < timeline.steps && !wanted.isEmpty(); ++step) {
        const QString name = nameAt(timeline, step);
        if (name == wanted)
            return step;
        if (!prefix && name.startsWith(wanted, Qt::CaseInsensitive))
            prefix = step;
        if (!inside && name.contains(wanted, Qt::CaseInsensitive))
            inside = step;
    }
    return prefix ? prefix : inside;
}

void GoToDialog::refresh()
{
    m_step = find(*m_timeline, m_edit->text());
    m_buttons->button(QDialogButtonBox::Ok)->setEnabled(m_step.has_value());
    if (!m_step) {
        m_found->setText(m_edit->text().trimmed().isEmpty() ? QString() : tr("There is no such step or instruction."));
        return;
    }
    const QString name = nameAt(*m_timeline, *m_step);
    m_found->setText(tr("Step %1").arg(grouped(*m_step)) + (name.isEmpty() ? QString() : QStringLiteral(" · ") + name)
                     + QStringLiteral(" · ") + QString::fromStdString(bytesText(m_timeline->occupied[*m_step])));
}

} // namespace tidemark::ui
