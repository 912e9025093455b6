#pragma once

#include "core/compare/comparison.h"
#include "core/view/given_sizes.h"
#include "ui/session/document_host.h"
#include "ui/session/view_analysis.h"
#include "ui/session/view_snapshot.h"

#include <array>

namespace tidemark::ui {

/// The two programs of a comparison. Changes are B − A.
enum class ComparedSide : std::uint8_t { A, B };

/// Results for one program in one memory that are kept when only the step changes.
struct KnownSide {
    std::shared_ptr<const View> view; // null: not read yet
    std::optional<Figures> figures; // for the device in force
    std::optional<std::shared_ptr<const RowMeanings>> meanings; // by the rules in force; null: this kind has none
    BackwardPass backward = {}; // known with the meanings
};

/// Compares the program of a window with another program, which belongs to the documents of the window or to files that
/// are opened only for the comparison. Each program is compared at its peak unless another step is set. The work runs
/// on another thread, and only while the comparison is visible. The old comparison stays until the new one is there,
/// unless it is about other programs. Files that change on disk are read again.
class ComparisonMaker : public QObject
{
    Q_OBJECT

public:
    struct Ours {
        Chosen chosen;
        std::shared_ptr<const View> view; // not null
        Figures figures; // as the window shows them
        const Device* device = nullptr; // null: the device in the file
        GivenSizes givenSizes = {}; // sizes that the user gave because the files do not contain them
    };

    explicit ComparisonMaker(DocumentKinds kinds, QObject* parent = nullptr);

    /// Called when the window shows another view, no view, or the same view with other figures.
    void setOurs(std::optional<Ours> ours);
    void setRules(AttributionRules rules);
    /// Sets the documents of the window, as last read.
    void setDocuments(const Documents& documents);
    /// Ends the comparison, because other documents are opened.
    void forget();

    void setWanted(bool isWanted);
    /// The user wants to compare. Chooses another program of the window's documents as open() does; if there is none,
    /// the user has to open a file.
    void begin();
    void end();
    /// Opens these files. From them it takes the program with the name of our program, from the same host if there are
    /// several, else the program with the most similar name, else the largest program. Of two recordings the older one
    /// is A.
    void open(const QStringList& paths);
    /// Compares the program of the window, as A, with this program.
    void start(const std::shared_ptr<const Document>& document, ProgramId program);
    /// Chooses the other program, from the window's documents or from the files opened for the comparison. The memory
    /// with the same name as ours is used.
    void choose(const std::shared_ptr<const Document>& document, ProgramId program);
    void swap();
    /// Sets the steps. A step that is absent or not on the axis means the peak. While there is a comparison(), A and B
    /// are its sides, which a swap in progress has not changed yet.
    void setSteps(std::optional<StepId> a, std::optional<StepId> b);
    std::optional<StepId> step(ComparedSide side) const { return m_steps[place(side)]; }
    void setMatchBy(MatchBy by);
    void cancel() { (m_files.isReading() ? m_files.tasks() : m_tasks).cancel(); }
    void again();

    bool isBegun() const { return m_isBegun; }
    bool isBusy() const { return m_files.isReading() || m_tasks.isBusy(); }
    /// Null if there is no comparison yet.
    const std::shared_ptr<const Comparison>& comparison() const { return m_comparison; }
    /// Why there is no comparison, as text; empty if nothing went wrong.
    const QString& failure() const { return m_failure; }
    bool isCancelled() const { return m_isCancelled; }
    /// A remark about the other program for the user, such as its problems or a different memory; empty if there is
    /// none.
    QString remark() const;
    /// Says which of several programs was chosen for the user, and why. Empty if the user chose it or there is only
    /// one.
    const QString& choiceText() const { return m_choiceText; }
    /// The side of the window's program, as the user wants it.
    ComparedSide ourSide() const { return m_isSwapped ? ComparedSide::B : ComparedSide::A; }
    const std::optional<Chosen>& theirs() const { return m_theirs; }
    /// The documents from which a program can be chosen for a side. These are the documents of the window; for the
    /// other side, the files opened for the comparison come first.
    Documents documentsOf(ComparedSide side) const;

signals:
    void begun(); // the user wants to compare
    void changed();
    void progressed(int permille, const QString& text);

private:
    /// The side of the window's program in comparison(), which a swap in progress has not changed yet.
    ComparedSide ourSideShown() const { return m_comparison ? m_ourSideShown : ourSide(); }
    std::size_t place(ComparedSide side) const { return side == ourSideShown() ? 0 : 1; } // index into m_steps
    void onOpened(bool again);
    void setTheirs(Chosen theirs);
    /// Sets the same program after a reload or a change of the memory.
    void follow(Chosen theirs);
    void dropTheirs();
    std::optional<Chosen> findAgain(const Documents& documents) const;
    /// Sets the program of these documents that is most like ours. Returns false if there is none but ours.
    bool chooseFrom(const Documents& documents);
    void show();
    /// Returns the program with the memory named like ours, else with its default memory.
    Chosen inOurMemory(std::shared_ptr<const Document> document, ProgramId program) const;
    /// Starts now, or when the comparison becomes visible.
    void compare();
    void fail(const QString& why);

    DocumentHost m_files; // files opened for the comparison; may be empty
    TaskRunner m_tasks;
    std::optional<Ours> m_ours;
    AttributionRules m_rules;
    MatchBy m_matchBy = MatchBy::PathShapeKind;
    Documents m_documents; // the documents of the window
    std::optional<Chosen> m_theirs;
    std::optional<ProgramWish> m_wish; // identifies m_theirs after a reload
    std::array<std::optional<StepId>, 2> m_steps; // [kOurs] and [kTheirs]
    std::array<KnownSide, 2> m_known; // [kOurs] and [kTheirs]
    std::shared_ptr<const Comparison> m_comparison;
    ComparedSide m_ourSideShown = ComparedSide::A; // the side in m_comparison
    QString m_choiceText;
    QString m_failure;
    QString m_hostNotice; // the notice of m_files
    bool m_isBegun = false;
    bool m_isSwapped = false;
    bool m_isCancelled = false;
    bool m_isWanted = false;
    bool m_isStale = false; // m_comparison is out of date
};

} // namespace tidemark::ui
