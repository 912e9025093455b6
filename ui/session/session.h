#pragma once

#include "core/view/choice.h"
#include "core/view/given_sizes.h"
#include "ui/session/advice_finder.h"
#include "ui/session/comparison_maker.h"
#include "ui/session/device_choice.h"
#include "ui/session/document_host.h"
#include "ui/session/program_list.h"
#include "ui/session/view_analysis.h"
#include "ui/session/view_snapshot.h"

#include <QCache>

#include <string>
#include <utility>

namespace tidemark::ui {

/// The message that a window shows instead of a view: why there is no view, and what the user can do.
struct StandIn {
    QString title = {};
    QString text = {};
    QString action = {};
    std::optional<std::int64_t> actionMemory = {}; // the memory that the action switches to
    QString fileText = {}; // the beginning of a text file in which nothing was found
    bool isFailure = false; // reading again or another file may help
    QString program = {}; // the program of the message: "jit_train_step"
};

/// What a window shows first, as the command line gives it.
struct FirstView {
    Choice choice;
    std::shared_ptr<const Device> device = nullptr; // null: that of the file
};

/// What the window wants to show of its documents, and what it shows. A choice changes wanted() at once and shown()
/// when its view is ready. Texts about the picture use shown(); choice boxes use wanted().
/// The charts get their data through the ViewState. The signals come in this order: ViewState::changed() with another
/// view and the user's place in it, when shown() is already set but figures() are not; then figuresChanged() and
/// shownChanged(). The meanings and uses of the rows follow later, each with ViewState::changed().
class Session : public QObject
{
    Q_OBJECT

public:
    Session(DocumentKinds kinds, ViewState* state, QObject* parent = nullptr);

    DocumentHost& host() { return m_host; }
    const DocumentHost& host() const { return m_host; }
    bool isBusy() const { return m_host.tasks().isBusy(); }

    void chooseProgram(ProgramId program); // a program of the wanted document
    void chooseMemory(std::int64_t memory);
    /// Shows the program with the same name from that source, else its largest program.
    void chooseSource(const SourceChoice& source);
    void choose(Chosen wanted);
    /// Shows that place if it exists, in the documents that are being read, else in the current ones.
    void goTo(const ViewPlace& place);
    /// The wanted program, and the place of the user in it once it is shown. None if nothing is wanted.
    std::optional<ViewPlace> place() const;
    /// Sets the device for the open documents; nullptr uses the data of the file. Replaces a capacity that the user
    /// gave.
    void chooseDevice(const Device* device);
    /// The same for a device that may be of a size only. REQUIRES: not null
    void chooseGivenDevice(std::shared_ptr<const Device> device);
    /// Sets sizes that the files do not contain. They replace all sizes set before and apply to all figures until other
    /// documents are opened.
    void setGivenSizes(GivenSizes sizes);
    const GivenSizes& givenSizes() const { return m_givenSizes; }

    /// Shows a choice when the next documents are opened. A choice that they do not hold is reported as a notice.
    void startWith(FirstView first) { m_first = std::move(first); }

    /// The documents that the choice boxes offer: as last read, or the documents of the current view if a reload
    /// contained nothing to show.
    const Documents& documents() const { return m_documents; }
    /// Absent while nothing with a program is open.
    const std::optional<Chosen>& wanted() const { return m_wanted; }
    /// In the order of the choice box. One source if there is no choice, none while nothing is wanted.
    std::vector<SourceChoice> sources() const;
    bool isWanted(const SourceChoice& source) const;

    /// The choice that ViewState::view() shows. Absent while a message is shown.
    const std::optional<Chosen>& shown() const { return m_shown; }
    const std::optional<Figures>& figures() const { return m_figures; }
    bool showsAxis() const { return m_shown && !m_state->isEmpty() && m_state->view()->axis.kind != AxisKind::None; }
    bool showsRows() const { return m_shown && !m_state->isEmpty() && m_state->view()->rows.count > 0; }
    bool showsPlaces() const { return showsRows() && !regionsWithMap(*m_state->view()).empty(); }
    const std::optional<StandIn>& standIn() const { return m_standIn; }
    bool knowsMeanings() const { return m_shown && !m_state->isEmpty() && m_state->view()->meanings; }
    /// "jit_train_step": the program of the current view or message, for titles; empty if there is none.
    QString shownProgram() const;
    /// "HBM (0)", "space 8"
    static QString memoryText(const Chosen& chosen);
    /// The problems of the current program and memory, and of its file. While no view is shown, the problems of
    /// everything that was read.
    std::vector<Warning> problems() const;
    /// The problems of the other open programs, files and documents. Each names its file, and its program if it is
    /// about one. Equal problems are one entry, except programs that cannot be read.
    std::vector<Warning> otherProblems() const;
    /// What a program is called ("module") if several are open, for texts about the one on screen; empty if there is
    /// only one.
    QString partShown() const;

    const DeviceChoice& device() const { return m_device; }
    QString deviceText() const; // "TPU v5e, chosen by you"; empty: not known

    ViewAnalysis& analysis() { return m_analysis; }
    const ViewAnalysis& analysis() const { return m_analysis; }
    AdviceFinder& advice() { return m_advice; }
    const ExplanationFinder& explanation() const { return m_explanation; }
    /// The capacity of a memory of a file, for the device that the user chose for its platform, else from the file.
    Capacity capacityOfFile(const FileEntry& file, std::int64_t memory) const;
    ComparisonMaker& comparison() { return m_comparison; }
    const ComparisonMaker& comparison() const { return m_comparison; }

    /// Whether the chart shows the capacity. The choice of the user applies until another document is opened in this
    /// window. Without a choice, the capacity is shown if the peak is near it or above it, because then it does not
    /// flatten the curve.
    bool showsCapacity() const { return m_showsCapacity.value_or(m_figures && m_figures->isNearCapacity()); }
    std::optional<bool> wantsCapacity() const { return m_showsCapacity; }
    void setShowsCapacity(bool shows);

signals:
    void leaving(); // another choice is about to be wanted in these documents
    void documentsChanged(); // other documents, or none
    void wantedChanged(); // emitted before the view is ready
    void shownChanged(); // the view of the state, shown(), figures() or standIn() changed
    void figuresChanged(); // also for another device and for other user-given sizes
    void showsCapacityChanged();
    /// A notice about the current view, in addition to the notices of the host about the files. A new notice replaces
    /// the last one with the same subject; an empty text ends it. Subjects: "source", "groups", and those of
    /// ViewAnalysis.
    void noticed(const QString& subject, const QString& text);

private:
    void onReading(bool again);
    void onOpened(bool again);
    void onFailed(const Error& error);
    void onCancelled();
    void goOn(); // after a reload that changed nothing
    void select(Chosen wanted);
    void onViewed(const Result<std::shared_ptr<const View>>& view);
    void show(std::shared_ptr<const View> view);
    void showFailure(const QString& title, const QString& text, const QString& program = {});
    void showInstead(StandIn instead);
    void showNothing();
    /// The choice of startWith() in the opened documents; absent if there is none.
    std::optional<Chosen> chosenFirst();
    /// Called when a reload contains nothing to show instead of the current view.
    void keepShown(const QString& reason);
    void goBackToShown();
    /// Computes the figures for the device in force and passes them to the comparison. There are none if no view is
    /// shown.
    void refreshFigures();
    bool isOnScreen(const Chosen& chosen) const { return m_shown == chosen; }
    /// Returns whether a warning of the shown document is about the shown file or the whole document.
    bool isAboutShown(const Warning& warning) const;
    QString inShort(const std::string& message) const;
    /// The same with all endings that can be opened, where the message has only the first.
    QString inFull(const std::string& message) const;

    using CacheKey = std::pair<const Document*, std::pair<std::uint32_t, std::int64_t>>; // the program and the memory
    static CacheKey keyOf(const Chosen& chosen)
    {
        return {chosen.document.get(), {chosen.selection.program.value, chosen.selection.memory}};
    }

    ViewState* m_state;
    DocumentHost m_host;
    ViewAnalysis m_analysis;
    GroupMaker m_groupMaker;
    /// The views shown last, within a budget of bytes, so that going back to one is immediate.
    QCache<CacheKey, std::shared_ptr<const View>> m_cache;
    Documents m_documents;
    std::optional<Chosen> m_wanted;
    std::optional<Chosen> m_shown;
    Documents m_shownDocuments; // the documents that m_shown belongs to
    std::optional<Figures> m_figures;
    std::optional<StandIn> m_standIn;

    bool m_isWaiting = false; // the wanted view is requested only after the reading ends
    bool m_isReload = false; // until the view or message of the reload is shown
    ReloadPlace m_place;
    FirstView m_first; // until its view is shown
    DeviceChoice m_device;
    GivenSizes m_givenSizes;
    AdviceFinder m_advice;
    ExplanationFinder m_explanation;
    ComparisonMaker m_comparison;
    std::optional<bool> m_showsCapacity; // the choice of the user
};

} // namespace tidemark::ui
