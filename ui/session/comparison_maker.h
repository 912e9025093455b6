#pragma once

#include "core/view/comparison.h"
#include "core/view/said_sizes.h"
#include "ui/session/document_host.h"
#include "ui/session/view_analysis.h"
#include "ui/session/view_snapshot.h"

#include <array>

namespace tidemark::ui {

/// The two programs of a comparison: changes are B − A.
enum class ComparedSide : std::uint8_t { A, B };

/// What was found out of a program in a memory, for whatever step.
struct KnownSide {
    std::shared_ptr<const View> view; // null: not read yet
    std::optional<Figures> figures; // for the device in force
    std::optional<std::shared_ptr<const RowMeanings>> meanings; // by the rules in force; null: this kind of document has no meanings
};

/// Compares what a window shows with another program, of its own documents or of files that are opened for it alone.
/// Each is looked at in its peak until another step is asked for, on another thread, while somebody wants to see it.
/// What is known stays until what comes after it is there, unless it is of other programs. Files that change are read
/// again.
class ComparisonMaker : public QObject
{
    Q_OBJECT

public:
    /// What the window shows.
    struct Ours {
        Chosen chosen;
        std::shared_ptr<const View> view; // not null
        Figures figures; // as the window shows them
        const Device* device = nullptr; // null: as the file says
        SaidSizes said = {}; // sizes that the user gave because the files do not contain them
    };

    explicit ComparisonMaker(DocumentKinds kinds, QObject* parent = nullptr);

    /// Another view of the window, or none; or the same with other figures.
    void setOurs(std::optional<Ours> ours);
    /// What the bytes are is found out by these.
    void setRules(AttributionRules rules);
    /// The window's documents, as they were read last.
    void setDocuments(const Documents& documents);
    /// Other documents are opened: nothing is compared any more.
    void forget();

    /// Somebody sees it, or nobody any more.
    void setWanted(bool isWanted);
    /// Somebody wants to compare; what with may not be chosen yet.
    void begin();
    /// Nobody wants to any more.
    void end();
    /// The program called as ours, of the same host where there are several, else the largest, of these files.
    void open(const QStringList& paths);
    /// What the window shows, as A, with this one.
    void start(const std::shared_ptr<const Document>& document, ProgramId program);
    /// Of the window's documents, or of those that were opened for it. Its memory is the one called as ours.
    void choose(const std::shared_ptr<const Document>& document, ProgramId program);
    /// What is A becomes B: also where the window shows A.
    void swap();
    /// Absent: the peak. A step that is not on the axis is none. Sides are those of comparison() while there is one: a
    /// swap may not be in it yet.
    void setSteps(std::optional<StepId> a, std::optional<StepId> b);
    std::optional<StepId> step(ComparedSide side) const { return m_steps[place(side)]; }
    void setMatchBy(MatchBy by);
    /// As the user asks for it.
    void cancel();
    void again();

    bool isBegun() const { return m_isBegun; }
    bool isBusy() const { return m_files.isReading() || m_tasks.isBusy(); }
    /// Null: nothing is known.
    const std::shared_ptr<const Comparison>& comparison() const { return m_comparison; }
    /// Why there is none, in words; empty: nothing went wrong.
    const QString& failure() const { return m_failure; }
    bool isCancelled() const { return m_isCancelled; }
    /// What the user should know of what is compared with: its problems, another memory; empty: nothing.
    QString remark() const;
    /// Which side the window shows, as the user wants it.
    ComparedSide ourSide() const { return m_isSwapped ? ComparedSide::B : ComparedSide::A; }
    const std::optional<Chosen>& theirs() const { return m_theirs; }
    /// Those to choose a program of a side from: the window's, and for the other side those opened for it before them.
    Documents documentsOf(ComparedSide side) const;

signals:
    void begun(); // the user wants to compare
    void changed();
    void progressed(int permille, const QString& text);

private:
    /// The same in comparison(), which a swap may not be in yet.
    ComparedSide ourSideShown() const { return m_comparison ? m_ourSideShown : ourSide(); }
    std::size_t place(ComparedSide side) const { return side == ourSideShown() ? 0 : 1; } // index into m_steps
    void onOpened(bool again);
    /// Another program.
    void setTheirs(Chosen theirs);
    /// The same program, in another reading or another memory.
    void follow(Chosen theirs);
    /// What m_theirs is in another reading.
    std::optional<Chosen> findAgain(const Documents& documents) const;
    std::optional<Chosen> findTheirs(const Documents& documents) const;
    /// In the memory called as ours, else the one it is best shown with.
    Chosen inOurMemory(std::shared_ptr<const Document> document, ProgramId program) const;
    /// Now, or once somebody wants to see it.
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
    QString m_failure;
    QString m_hostNotice; // the notice of m_files
    bool m_isBegun = false;
    bool m_isSwapped = false;
    bool m_isCancelled = false;
    bool m_isWanted = false;
    bool m_isStale = false; // m_comparison is out of date
};

} // namespace tidemark::ui
