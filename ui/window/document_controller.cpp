#include "ui/window/document_controller.h"

#include "core/base/text.h"
#include "ui/models/module_model.h"
#include "ui/window/settings.h"

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
    m_isReloading = false;
    m_isDeviceChosenHere = false;
    m_snapshot.reset();
    m_loader.open(paths);
}

void DocumentController::reload()
{
    if (isEmpty())
        return;
    if (m_document && m_module)
        m_snapshot = ViewSnapshot::of(*m_state, *m_document, *m_module, m_space);
    m_isReloading = m_document != nullptr;
    m_loader.open(m_paths);
}

void DocumentController::cancel()
{
    m_loader.cancel();
}

void DocumentController::onOpened(const std::shared_ptr<const Document>& document)
{
    m_document = document;
    m_module.reset();
    m_gone.clear();
    watchFiles();
    emit documentChanged();
    emit noticed({});
    if (document->profile->modules.empty()) {
        showMessage({tr("No compiled program in %1").arg(shortName(m_paths)),
                     text(validUtf8(whyEmpty(*document->profile))),
                     {},
                     {}});
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
    const QString what = text(validUtf8(error.message));
    if (m_isReloading) {
        emit noticed(tr("Not reloaded, what you see is the old state. %1").arg(what));
        return;
    }
    m_document.reset();
    m_module.reset();
    emit documentChanged();
    showMessage({tr("%1 cannot be shown").arg(shortName(m_paths)), what, {}, {}});
}

void DocumentController::onCancelled()
{
    m_isReloading = false;
    if (!m_shown || m_shown->document != m_document) {
        showMessage({tr("Reading %1 was cancelled.").arg(shortName(m_paths)), tr("F5 reads it again."), {}, {}});
        return;
    }
    // What is on screen stays, and the boxes say so again.
    m_module = m_shown->module;
    m_space = m_shown->space;
    emit selectionChanged();
}

void DocumentController::select(std::uint32_t module, std::int64_t space)
{
    m_module = module;
    m_space = space;
    emit selectionChanged();
    const ModuleOutline& outline = m_document->outlines[module];
    const QString name = moduleName();
    if (outline.error) {
        showMessage(
            {outline.hasBufferAssignment ? tr("%1 is damaged").arg(name) : tr("%1 has no memory plan").arg(name),
             text(validUtf8(outline.error->message)),
             {},
             {}});
        return;
    }
    if (usesSpace(module, space)) {
        m_loader.show(m_document, module, space);
        return;
    }
    PageMessage message{tr("%1 uses no %2.").arg(name, spaceName()), {}, {}, {}};
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
        m_snapshot.reset();
        select(module, m_space);
    }
}

void DocumentController::chooseSpace(std::int64_t space)
{
    if (m_document && m_module && space != m_space) {
        m_snapshot.reset();
        select(*m_module, space);
    }
}

void DocumentController::chooseFile(std::uint32_t file)
{
    if (!m_document || (m_module && m_document->module(*m_module).file == file))
        return;
    m_snapshot.reset();
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
    if (m_isReloading)
        emit noticed(m_gone.isEmpty() ? QString() : tr("Reloaded. Gone: %1.").arg(m_gone.join(QStringLiteral(", "))));
    else
        remember();
    m_isReloading = false;
}

void DocumentController::onShowFailed(const Error& error)
{
    showMessage({tr("%1 cannot be shown").arg(moduleName()), text(validUtf8(error.message)), {}, {}});
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
