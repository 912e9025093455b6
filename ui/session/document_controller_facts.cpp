// What a controller tells of its document.
#include "ui/session/document_controller.h"

#include "core/base/text.h"
#include "ui/session/module_model.h"
#include "ui/session/settings.h"

#include <algorithm>

namespace tidemark::ui {

QString DocumentController::moduleName() const
{
    return m_document && m_module ? text(validUtf8(m_document->module(*m_module).fullName())) : QString();
}

QString DocumentController::spaceName() const
{
    if (!m_document || !m_module)
        return {};
    const Platform platform = m_document->platformOf(*m_module);
    const auto name = tidemark::spaceName(platform, m_space);
    return name ? text(*name) : text(spaceText(platform, m_space));
}

std::optional<std::uint32_t> DocumentController::moduleOn(std::uint32_t file) const
{
    const std::vector<std::uint32_t> modules = ModuleModel::order(*m_document, file, m_space);
    const auto same = std::ranges::find_if(modules, [&](std::uint32_t i) {
        return m_module && m_document->module(i).fullName() == m_document->module(*m_module).fullName();
    });
    if (same != modules.end())
        return *same;
    return modules.empty() ? std::nullopt : std::optional(modules.front());
}

std::int64_t DocumentController::spaceOn(std::uint32_t module) const
{
    return usesSpace(module, m_space) ? m_space : bestSpace(module);
}

bool DocumentController::usesSpace(std::uint32_t module, std::int64_t space) const
{
    const auto& spaces = m_document->outlines[module].spaces;
    return std::ranges::find(spaces, space, &SpaceOutline::space) != spaces.end();
}

std::int64_t DocumentController::bestSpace(std::uint32_t module) const
{
    const auto& spaces = m_document->outlines[module].spaces;
    if (spaces.empty() || usesSpace(module, 0))
        return 0;
    return std::ranges::max_element(spaces, {}, &SpaceOutline::occupiedPeakBytes)->space;
}

QString DocumentController::inShort(const std::string& message) const
{
    QString result = text(validUtf8(message));
    QStringList paths;
    if (m_document)
        for (const SourceFile& source : m_document->profile->files)
            paths << text(validUtf8(source.input.path));
    const bool isOneFile = m_paths.size() == 1 && paths.size() <= 1;
    paths += m_paths;
    const QString module = moduleName();
    for (const QString& path : std::as_const(paths)) {
        // What the message begins with is in the heading.
        for (const QString& begin :
             {path + QLatin1String(", ") + module + QLatin1String(": "), path + QLatin1String(": ")})
            if (isOneFile && result.startsWith(begin) && result.size() > begin.size()) {
                result.remove(0, begin.size());
                result[0] = result[0].toUpper();
            }
        if (isOneFile && result.startsWith(path + u' '))
            result.replace(0, path.size(), tr("The file"));
        if (const QString name = shortName({path}); !name.isEmpty())
            result.replace(path, name);
    }
    return result;
}

const Device* DocumentController::chosenDevice() const
{
    if (!m_document || !m_module)
        return nullptr;
    const Platform platform = m_document->platformOf(*m_module);
    const QString id = settings::chosenDevice(text(platformName(platform)));
    return id.isEmpty() ? nullptr : findDevice(id.toStdString());
}

bool DocumentController::isDeviceOfFile() const
{
    if (!m_document || !m_module)
        return false;
    const DeviceFacts& facts = m_document->sourceOf(*m_module).device;
    return deviceOf(facts) || capacityOf(facts, nullptr, m_space).bytes;
}

QString DocumentController::deviceText() const
{
    if (!m_summary || m_summary->capacity.device.empty())
        return {};
    const QString name = text(validUtf8(m_summary->capacity.device));
    if (!m_summary->capacity.isChosen)
        return name;
    return m_isDeviceChosenHere ? tr("%1, chosen by you").arg(name) : tr("%1, as chosen last").arg(name);
}

bool DocumentController::canChooseDevice() const
{
    if (!m_document || !m_module || isDeviceOfFile())
        return false;
    const Platform platform = m_document->platformOf(*m_module);
    return platform == Platform::Unknown
        || std::ranges::find(knownDevices(), platform, &Device::platform) != knownDevices().end();
}

std::vector<Warning> DocumentController::problems() const
{
    Warnings all;
    if (m_document)
        all.add(m_document->profile->warnings);
    if (m_document)
        for (const ModuleOutline& outline : m_document->outlines)
            if (outline.error && outline.hasBufferAssignment)
                all.add("damaged-module", outline.error->message, outline.error->offset);
    if (!m_state->isEmpty())
        all.add(m_state->timeline()->warnings);
    std::vector<Warning> problems;
    for (const Warning& warning : all.list())
        // What XProf shows is no problem of the file; the summary says it.
        if (!warning.code.starts_with("xprof-") && warning.code != "untraced-allocations")
            problems.push_back(warning);
    return problems;
}

} // namespace tidemark::ui
