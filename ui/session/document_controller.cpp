#include "ui/session/document_controller.h"

#include "core/base/text.h"
#include "ui/session/module_model.h"
#include "ui/session/settings.h"

#include <algorithm>

namespace tidemark::ui {

DocumentController::DocumentController(ViewState* state, QObject* parent)
    : QObject(parent)
    , m_state(state)
{
    connect(&m_loader, &ProfileLoader::opened, this, &DocumentController::onOpened);
    connect(&m_loader, &ProfileLoader::failed, this, &DocumentController::onFailed);
    connect(&m_loader, &ProfileLoader::shown, this, &DocumentController::onShown);
    connect(&m_loader, &ProfileLoader::showFailed, this,
            [this](auto, auto, const Error& error) { onShowFailed(error); });
    connect(&m_loader, &ProfileLoader::busyChanged, this, &DocumentController::busyChanged);
    connect(&m_loader, &ProfileLoader::progressed, this, &DocumentController::progressed);
    connect(&m_loader, &ProfileLoader::cancelled, this, &DocumentController::onCancelled);
    connect(&m_watcher, &FileWatcher::changed, this, &DocumentController::reload);
}

void DocumentController::open(const QStringList& paths)
{
    m_paths = paths;
    m_isDeviceChosenHere = false;
    endReload();
    m_loader.open(paths);
}

void DocumentController::reload()
{
    if (isEmpty())
        return;
    endReload();
    m_isReloading = m_document && m_document->paths == m_paths;
    if (m_isReloading && m_shown)
        m_snapshot = ViewSnapshot::of(*m_state, *m_shown->document, m_shown->module, m_shown->space);
    else if (m_isReloading && m_module)
        m_snapshot = ViewSnapshot::of(*m_state, *m_document, *m_module, m_space);
    m_loader.open(m_paths);
}

void DocumentController::cancel()
{
    m_loader.cancel();
}

void DocumentController::endReload()
{
    m_isReloading = false;
    m_snapshot.reset();
}

void DocumentController::onOpened(const std::shared_ptr<const Document>& document)
{
    const bool hasPrograms = !document->profile->modules.empty();
    if (!hasPrograms && m_isReloading && m_shown) {
        keepShown(shortName(m_paths), inShort(whyEmpty(*document->profile)));
        return;
    }
    m_document = document;
    m_module.reset();
    m_gone.clear();
    watchFiles();
    emit documentChanged();
    emit noticed({});
    if (!hasPrograms) {
        showMessage(
            {tr("%1 cannot be shown").arg(shortName(m_paths)), inShort(whyEmpty(*document->profile)), {}, {}, true});
        return;
    }
    std::optional<std::uint32_t> module;
    std::optional<std::int64_t> space;
    if (m_snapshot) {
        module = m_snapshot->findModule(*document);
        if (module)
            space = m_snapshot->space;
        else
            m_gone << tr("the module %1").arg(text(m_snapshot->module));
        if (!module)
            m_snapshot.reset();
    }
    if (!module)
        module = ModuleModel::order(*document, std::nullopt, 0).front();
    select(*module, space.value_or(bestSpace(*module)));
}

void DocumentController::onFailed(const Error& error)
{
    if (m_isReloading && m_shown) {
        keepShown(shortName(m_paths), inShort(error.message));
        return;
    }
    m_document.reset();
    m_module.reset();
    emit documentChanged();
    showMessage({tr("%1 cannot be shown").arg(shortName(m_paths)), inShort(error.message), {}, {}, true});
}

void DocumentController::onCancelled()
{
    if (m_shown && (m_isReloading || m_shown->document == m_document))
        goBackToShown();
    else
        showMessage({tr("Reading %1 was cancelled.").arg(shortName(m_paths)), tr("F5 reads it again."), {}, {}, true});
}

void DocumentController::goBackToShown()
{
    const bool isOther = m_document != m_shown->document;
    endReload();
    m_document = m_shown->document;
    m_module = m_shown->module;
    m_space = m_shown->space;
    if (isOther)
        emit documentChanged();
    emit selectionChanged(); // the boxes say again what is on screen
}

void DocumentController::keepShown(const QString& what, const QString& reason)
{
    goBackToShown();
    emit noticed(
        tr("%1 cannot be shown any more. What you see is the old state; F5 tries again. %2").arg(what, reason));
}

void DocumentController::select(std::uint32_t module, std::int64_t space)
{
    m_module = module;
    m_space = space;
    emit selectionChanged();
    const ModuleOutline& outline = m_document->outlines[module];
    const QString name = moduleName();
    if (outline.error && m_isReloading && m_shown) {
        keepShown(tr("%1 in %2").arg(name, shortName(m_paths)), inShort(outline.error->message));
        return;
    }
    if (outline.error) {
        showMessage(
            {outline.hasBufferAssignment ? tr("%1 is damaged").arg(name) : tr("%1 has no memory plan").arg(name),
             inShort(outline.error->message),
             {},
             {},
             true});
        return;
    }
    if (usesSpace(module, space)) {
        m_loader.show(m_document, module, space);
        return;
    }
    PageMessage message{tr("%1 uses no %2.").arg(name, spaceName()), {}, {}, {}, false};
    if (outline.spaces.empty()) {
        message.title = tr("%1 needs no memory.").arg(name);
    } else {
        message.actionSpace = bestSpace(module);
        message.action = tr("Show %1").arg(text(spaceText(m_document->platformOf(module), *message.actionSpace)));
    }
    showMessage(std::move(message));
}

void DocumentController::chooseModule(std::uint32_t module)
{
    if (m_document && module != m_module) {
        endReload();
        select(module, m_space);
    }
}

void DocumentController::chooseSpace(std::int64_t space)
{
    if (m_document && m_module && space != m_space) {
        endReload();
        select(*m_module, space);
    }
}

void DocumentController::chooseFile(std::uint32_t file)
{
    if (!m_document || (m_module && m_document->module(*m_module).file == file))
        return;
    endReload();
    const auto wanted = moduleOn(file);
    if (!wanted)
        return;
    if (m_module && m_document->module(*wanted).fullName() != m_document->module(*m_module).fullName())
        emit noticed(tr("%1 did not run on this worker; its largest module is shown.").arg(moduleName()));
    select(*wanted, spaceOn(*wanted));
}

void DocumentController::onShown(const ShownSpace& space)
{
    m_message.reset();
    m_shown = space;
    m_state->setTimeline(space.timeline);
    if (m_snapshot) {
        m_gone << m_snapshot->restore(*m_state);
        m_snapshot.reset();
    }
    refreshSummary();
    emit shown();
    if (!m_isReloading)
        remember();
    else if (!m_gone.isEmpty())
        emit noticed(tr("Reloaded. Gone: %1.").arg(m_gone.join(QStringLiteral(", "))));
    m_isReloading = false;
}

void DocumentController::onShowFailed(const Error& error)
{
    const QString reason = inShort(error.message);
    if (m_isReloading && m_shown)
        keepShown(tr("%1 in %2").arg(moduleName(), shortName(m_paths)), reason);
    else
        showMessage({tr("%1 cannot be shown").arg(moduleName()), reason, {}, {}, true});
}

void DocumentController::showMessage(PageMessage message)
{
    m_loader.abandon();
    m_message = std::move(message);
    m_summary.reset();
    m_shown.reset();
    m_state->setTimeline(nullptr);
    m_isReloading = false;
    emit summaryChanged();
    emit shown();
}

void DocumentController::watchFiles()
{
    QStringList files;
    for (const SourceFile& source : m_document->profile->files)
        files << QFile::decodeName(QByteArray::fromStdString(source.input.path));
    m_watcher.watch(files);
}

void DocumentController::chooseDevice(const Device* device)
{
    if (!m_document || !m_module)
        return;
    const QString platform = text(platformName(m_document->platformOf(*m_module)));
    settings::setChosenDevice(platform, device ? text(device->id) : QString());
    m_isDeviceChosenHere = true;
    refreshSummary();
}

void DocumentController::refreshSummary()
{
    m_summary.reset();
    if (!m_state->isEmpty() && m_document && m_module)
        m_summary = summarize(*m_state->timeline(), m_document->module(*m_module), m_document->sourceOf(*m_module),
                              chosenDevice());
    emit summaryChanged();
}

void DocumentController::remember() const
{
    if (!m_document || !m_module)
        return;
    const std::uint32_t largest = ModuleModel::order(*m_document, std::nullopt, 0).front();
    RecentDocument recent;
    for (const QString& path : m_paths)
        recent.paths << QFileInfo(path).absoluteFilePath();
    recent.module = text(validUtf8(m_document->module(largest).name));
    recent.peakBytes = m_document->outlines[largest].peakIn(0);
    for (const SourceFile& source : m_document->profile->files)
        recent.fileBytes += static_cast<qint64>(source.size);
    settings::addRecentDocument(recent);
}

} // namespace tidemark::ui
