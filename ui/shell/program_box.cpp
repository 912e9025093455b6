#include "ui/shell/program_box.h"

#include "ui/theme/text.h"

#include <QMap>
#include <QStandardItemModel>

#include <utility>

namespace tidemark::ui {
namespace {

constexpr int kChoiceRole = Qt::UserRole + 10; // the position of the choice

} // namespace

ProgramBox::ProgramBox(QWidget* parent)
    : SearchBox(parent)
    , m_programs(new ProgramList(this))
{
    setEntries(m_programs);
    connect(this, &SearchBox::chosen, this, [this](const QModelIndex& index) {
        const Chosen program = m_programs->at(index.row()); // choosing may change the list
        emit programChosen(program);
    });
    clearContents();
}

void ProgramBox::setContents(const Chosen& current, const std::vector<SourceChoice>& sources, const QString& letter)
{
    m_programs->setContents(current.document, current.program().source, current.selection.memory, sources);
    refreshTexts(current.document->catalogue().words, m_programs->rowOf(current.selection.program), letter);
}

void ProgramBox::clearContents()
{
    m_programs->setContents(nullptr, {}, 0);
    refreshTexts({}, -1, {});
}

void ProgramBox::refreshTexts(const Words& words, int row, const QString& letter)
{
    const QString program = text(words.program);
    const QString programs = text(words.programs);
    setWords(program, letter.isEmpty() ? programs : tr("%1 for %2").arg(programs, letter));
    setAccessibleName(capitalised(words.program));
    if (row < 0) {
        setCurrent({}, tr("No %1").arg(program));
        setToolTip(tr("The %1 to show (Ctrl+K)").arg(program));
    } else {
        const QModelIndex index = m_programs->index(row);
        const QString name = joined({letter, index.data().toString()}, QStringLiteral(": "));
        setCurrent(index, name);
        setToolTip(plainToolTip(tr("%1 (Ctrl+K)").arg(name)));
    }
}

SourceBox::SourceBox(QWidget* parent)
    : SearchBox(parent)
    , m_model(new QStandardItemModel(this))
{
    setEntries(m_model);
    connect(this, &SearchBox::chosen, this, [this](const QModelIndex& index) {
        const SourceChoice choice = m_choices[index.data(kChoiceRole).toUInt()]; // choosing may change the list
        emit sourceChosen(choice);
    });
}

void SourceBox::setChoices(std::vector<SourceChoice> choices)
{
    if (choices == m_choices)
        return;
    m_choices = std::move(choices);
    fill();
}

void SourceBox::fill()
{
    m_indices.clear();
    m_model->clear();
    QMap<QStringList, QStandardItem*> headings;
    for (std::size_t i = 0; i < m_choices.size(); ++i) {
        const SourceChoice& choice = m_choices[i];
        QStandardItem* parent = m_model->invisibleRootItem();
        for (qsizetype depth = 1; depth <= choice.groups.size(); ++depth) {
            QStandardItem*& heading = headings[choice.groups.first(depth)];
            if (!heading) {
                heading = new QStandardItem(choice.groups[depth - 1]);
                heading->setData(heading->text(), PeakDelegate::NameRole);
                heading->setFlags(Qt::ItemIsEnabled);
                parent->appendRow(heading);
            }
            parent = heading;
        }
        auto* item = new QStandardItem(choice.name);
        item->setData(choice.name, PeakDelegate::NameRole);
        item->setData(choice.peak, PeakDelegate::PeakRole);
        item->setData(static_cast<uint>(i), kChoiceRole);
        item->setData(tr("%1 — %2").arg(choice.fullName(), choice.peak), Qt::AccessibleTextRole);
        parent->appendRow(item);
        m_indices.emplace_back(item->index());
    }
}

void SourceBox::setShown(std::optional<std::size_t> choice)
{
    QModelIndex current;
    QString name;
    if (choice) {
        current = m_indices[*choice];
        name = m_choices[*choice].fullName();
    }
    setCurrent(current, name);
    setToolTip(plainToolTip(name));
}

} // namespace tidemark::ui
