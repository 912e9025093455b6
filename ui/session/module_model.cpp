#include "ui/session/module_model.h"

#include "core/base/text.h"
#include "ui/widgets/fonts.h"

#include <algorithm>
#include <tuple>

namespace tidemark::ui {

ModuleModel::ModuleModel(QObject* parent)
    : QAbstractListModel(parent)
{ }

std::vector<std::uint32_t> ModuleModel::order(const Document& document, std::optional<std::uint32_t> file,
                                              std::int64_t space)
{
    std::vector<std::uint32_t> modules;
    for (std::uint32_t i = 0; i < document.profile->modules.size(); ++i)
        if (!file || document.module(i).file == *file)
            modules.push_back(i);
    const auto key = [&](std::uint32_t i) {
        const ModuleEntry& module = document.module(i);
        return std::tuple(!document.outlines[i].hasBufferAssignment, -document.outlines[i].peakIn(space), module.file,
                          std::string_view(module.name), module.programId);
    };
    std::ranges::stable_sort(modules, [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
    return modules;
}

void ModuleModel::setContents(std::shared_ptr<const Document> document, std::uint32_t file, std::int64_t space)
{
    beginResetModel();
    m_document = std::move(document);
    m_space = space;
    m_modules = m_document ? order(*m_document, file, space) : std::vector<std::uint32_t>();
    endResetModel();
}

int ModuleModel::rowOf(std::uint32_t module) const
{
    const auto found = std::ranges::find(m_modules, module);
    return found == m_modules.end() ? -1 : static_cast<int>(found - m_modules.begin());
}

int ModuleModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_modules.size());
}

QString ModuleModel::peakText(const ModuleOutline& outline, std::int64_t space)
{
    if (!outline.hasBufferAssignment)
        return tr("no memory plan");
    if (outline.error)
        return tr("damaged");
    return outline.uses(space) ? QString::fromStdString(bytesText(outline.peakIn(space))) : tr("not used");
}

QVariant ModuleModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const std::uint32_t module = m_modules[static_cast<std::size_t>(index.row())];
    const QString name = text(validUtf8(m_document->module(module).fullName()));
    const QString peak = peakText(m_document->outlines[module], m_space);
    switch (role) {
    case Qt::DisplayRole:
        return tr("%1 — %2").arg(name, peak);
    case Qt::ToolTipRole:
        return name.toHtmlEscaped();
    case Qt::FontRole:
        return monospaceFont();
    case ModuleRole:
        return module;
    case PeakRole:
        return peak;
    case NameRole:
        return name;
    default:
        return {};
    }
}

} // namespace tidemark::ui
