#pragma once

#include "core/xla/programs/summary.h"
#include "ui/session/file_watcher.h"
#include "ui/session/profile_loader.h"
#include "ui/session/view_snapshot.h"
#include "ui/state/view_state.h"

namespace tidemark::ui {

/// What a window shows instead of charts.
struct PageMessage {
    QString title;
    QString text;
    QString action;
    std::optional<std::int64_t> actionSpace; // the space that the action goes to
    bool isFailure = false; // reading again or another file may help
};

/// The document of a window: opens it, chooses what of it is shown, reloads it and puts the view back where it was.
/// Views get their data through the ViewState.
class DocumentController : public QObject
{
    Q_OBJECT

public:
    explicit DocumentController(ViewState* state, QObject* parent = nullptr);

    void open(const QStringList& paths);
    void reload();
    void cancel();
    void chooseModule(std::uint32_t module);
    void chooseSpace(std::int64_t space);
    void chooseFile(std::uint32_t file);
    /// nullptr: what the file says. Remembered for the platform.
    void chooseDevice(const Device* device);

    bool isEmpty() const { return m_paths.isEmpty(); }
    bool isBusy() const { return m_loader.isBusy(); }
    const QStringList& paths() const { return m_paths; }
    const std::shared_ptr<const Document>& document() const { return m_document; }
    std::optional<std::uint32_t> module() const { return m_module; }
    std::int64_t space() const { return m_space; }
    /// What the choice of a file shows: the same module, else its largest. nullopt: it has none.
    std::optional<std::uint32_t> moduleOn(std::uint32_t file) const;
    /// The space that the choice of a module shows: the same one where it is used.
    std::int64_t spaceOn(std::uint32_t module) const;
    QString moduleName() const; // "jit_train_step(137)"
    QString spaceName() const; // "HBM", "space 8"
    const Device* chosenDevice() const;
    /// The file's own device gives the capacity, or would: a choice changes nothing.
    bool isDeviceOfFile() const;
    /// There are devices to choose from, and a choice gives the capacity.
    bool canChooseDevice() const;
    QString deviceText() const; // "TPU v5e, chosen by you"; empty: not known
    const std::optional<Summary>& summary() const { return m_summary; }
    const std::optional<PageMessage>& message() const { return m_message; }
    /// Of the files and of what is shown.
    std::vector<Warning> problems() const;

signals:
    void documentChanged(); // another profile, or none
    void selectionChanged(); // module and space, before their data
    void shown(); // the state's timeline, summary() or message()
    void summaryChanged();
    void busyChanged();
    void progressed(int permille, const QString& text);
    /// Something the user should read; empty: the last one is over.
    void noticed(const QString& text);

private:
    void onOpened(const std::shared_ptr<const Document>& document);
    void onFailed(const Error& error);
    void onShown(const ShownSpace& space);
    void onCancelled();
    void onShowFailed(const Error& error);
    void select(std::uint32_t module, std::int64_t space);
    /// A reload found nothing to show in the place of what is on screen.
    void keepShown(const QString& what, const QString& reason);
    void goBackToShown();
    void endReload();
    /// Of what is opened only file names, and not what the heading of the message names.
    QString inShort(const std::string& message) const;
    void showMessage(PageMessage message);
    void refreshSummary();
    void watchFiles();
    void remember() const;
    bool usesSpace(std::uint32_t module, std::int64_t space) const;
    std::int64_t bestSpace(std::uint32_t module) const;

    ViewState* m_state;
    ProfileLoader m_loader;
    FileWatcher m_watcher;
    QStringList m_paths;
    std::shared_ptr<const Document> m_document;
    std::optional<std::uint32_t> m_module;
    std::int64_t m_space = 0;
    std::optional<ShownSpace> m_shown; // on screen
    std::optional<Summary> m_summary;
    std::optional<PageMessage> m_message;
    std::optional<ViewSnapshot> m_snapshot; // to go back to after a reload
    QStringList m_gone; // of what the snapshot held
    bool m_isReloading = false;
    bool m_isDeviceChosenHere = false; // in this document, not in an earlier one
};

} // namespace tidemark::ui
