#pragma once

#include "core/view/said_sizes.h"
#include "ui/session/advice_finder.h"
#include "ui/session/comparison_maker.h"
#include "ui/session/device_choice.h"
#include "ui/session/document_host.h"
#include "ui/session/explanation_finder.h"
#include "ui/session/reload_place.h"
#include "ui/session/source_choice.h"
#include "ui/session/stack_maker.h"
#include "ui/session/view_analysis.h"
#include "ui/session/view_cache.h"

#include <string>

namespace tidemark::ui {

/// What a window shows instead of a view: why there is none, and what to do about it.
struct StandIn {
    QString title = {};
    QString text = {};
    QString action = {};
    std::optional<std::int64_t> actionMemory = {}; // the memory that the action switches to
    bool isFailure = false; // reading again or another file may help
    QString program = {}; // the program of the message: "jit_train_step"
};

/// What of a window's documents is wanted, and what is shown. A choice changes wanted() at once and shown() when its
/// view is there; whatever says something about the picture takes it from shown(), boxes take theirs from wanted().
/// What draws gets its data through the ViewState: its viewChanged() comes first, when shown() is of the view already
/// and figures() are not there yet; then the user's place is restored, then figuresChanged() and shownChanged() come.
/// What the bytes of its rows are and what uses them follows later: ViewState::meaningsChanged(), usesChanged().
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
    /// Shows the same program there, else the largest.
    void chooseSource(const SourceChoice& source);
    /// Of any of the documents.
    void choose(Chosen wanted);
    /// Shows that place, where it is, of the documents that are being read, else of those that there are.
    void goTo(const ViewPlace& place);
    /// For the documents that are open; nullptr: what the file says. Takes the place of a size that the user gave.
    void chooseDevice(const Device* device);
    /// Sizes that the files do not tell, in the place of all that were said before: for all figures, until other
    /// documents are opened.
    void say(SaidSizes sizes);
    const SaidSizes& said() const { return m_said; }

    /// That the boxes choose from: as they were read last, or those of what is shown where a reload had nothing to
    /// show.
    const Documents& documents() const { return m_documents; }
    /// Absent while nothing with a program is open.
    const std::optional<Chosen>& wanted() const { return m_wanted; }
    /// In the order of the box; one where there is nothing to choose, none while nothing is wanted.
    std::vector<SourceChoice> sources() const;
    bool isWanted(const SourceChoice& source) const;

    /// On screen: the choice behind ViewState::view(). Absent while a message is shown.
    const std::optional<Chosen>& shown() const { return m_shown; }
    /// Of what is shown, for the device in force.
    const std::optional<Figures>& figures() const { return m_figures; }
    /// What is shown runs over an axis.
    bool showsAxis() const;
    /// What is shown has rows.
    bool showsRows() const;
    /// What is shown has rows over an axis, or at addresses.
    bool showsPlaces() const;
    const std::optional<StandIn>& standIn() const { return m_standIn; }
    /// It can be told what the bytes of what is shown are.
    bool knowsMeanings() const;
    /// "jit_train_step": the program of the view or message on screen, for titles; empty: none.
    QString shownProgram() const;
    /// "HBM (0)", "space 8"
    static QString memoryText(const Chosen& chosen);
    /// Of the document, the program and the memory on screen. Of everything that was read while nothing is on screen.
    std::vector<Warning> problems() const;
    /// Of the other programs and documents that are open, each damaged program by itself.
    std::vector<Warning> otherProblems() const;
    /// What is one of several and alone was looked at whole, "module"; empty: there is one.
    QString partShown() const;

    const DeviceChoice& device() const { return m_device; }
    QString deviceText() const; // "TPU v5e, chosen by you"; empty: not known

    ViewAnalysis& analysis() { return m_analysis; }
    const ViewAnalysis& analysis() const { return m_analysis; }
    /// What would need less memory, for the device in force.
    AdviceFinder& advice() { return m_advice; }
    /// Why the peak is what it is, for the device in force.
    const ExplanationFinder& explanation() const { return m_explanation; }
    /// The capacity of a memory of a file, for the device that the user chose for its platform, else the file's own.
    Capacity capacityOfFile(const FileEntry& file, std::int64_t memory) const;
    /// With another program.
    ComparisonMaker& comparison() { return m_comparison; }
    const ComparisonMaker& comparison() const { return m_comparison; }

    /// Whether the chart shows the capacity: as the user says, until another document is opened in this window; else
    /// where the peak is near it or above, as it flattens no curve there.
    bool showsCapacity() const;
    /// What the user says of it; absent: nothing.
    std::optional<bool> wantsCapacity() const { return m_showsCapacity; }
    void setShowsCapacity(bool shows);

signals:
    void documentsChanged(); // other documents, or none
    void wantedChanged(); // emitted before the view is ready
    void shownChanged(); // the view of the state, shown(), figures() or standIn() changed
    void figuresChanged(); // also for another device and for other user-given sizes
    void showsCapacityChanged();
    /// What the user should know of what is shown, beside what the host tells of the files; the newest of a subject
    /// holds. Empty: it is over. Subjects: "source", "stack", and those of ViewAnalysis.
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
    /// A reload found nothing to show in the place of what is on screen.
    void keepShown(const QString& reason);
    void goBackToShown();
    /// Also of what is compared. Gives those for no device and without limits that messages tell; absent: nothing is
    /// shown.
    void refreshFigures();
    bool isOnScreen(const Chosen& chosen) const;
    QString inShort(const std::string& message) const;

    ViewState* m_state;
    DocumentHost m_host;
    ViewAnalysis m_analysis;
    StackMaker m_stackMaker;
    ViewCache m_cache;
    Documents m_documents;
    std::optional<Chosen> m_wanted;
    std::optional<Chosen> m_shown;
    Documents m_shownDocuments; // the documents that m_shown belongs to
    std::optional<Figures> m_figures;
    std::optional<StandIn> m_standIn;

    bool m_isWaiting = false; // the wanted view is requested only after the reading ends
    bool m_isReload = false; // until the view or message of the reload is shown
    ReloadPlace m_place;
    DeviceChoice m_device;
    SaidSizes m_said;
    AdviceFinder m_advice;
    ExplanationFinder m_explanation;
    ComparisonMaker m_comparison;
    std::optional<bool> m_showsCapacity; // the choice of the user
};

} // namespace tidemark::ui
