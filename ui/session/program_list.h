#pragma once

#include "core/view/document.h"
#include "ui/widgets/combo_boxes.h"

#include <QAbstractListModel>
#include <QStringList>

#include <memory>
#include <string>
#include <vector>

namespace tidemark::ui {

/// One entry of the source box: a host, rank or set of files of any document, and what is shown when it is chosen.
struct SourceChoice {
    std::shared_ptr<const Document> document;
    SourceId source;
    ProgramId program; // the wanted program, else the largest
    std::int64_t memory = 0; // the wanted memory if the program uses it
    QStringList groups; // headings, from the outermost: the kind of document and the capture, if there are several
    QString name; // "w-11", "run.log"
    QString peak; // "6.30 GiB", "damaged"

    /// The name with its headings: "Messages / run.log".
    QString fullName() const { return (groups + QStringList(name)).join(QStringLiteral(" / ")); }
    friend bool operator==(const SourceChoice&, const SourceChoice&) = default;
};

/// The programs of one source of a document, and after them the programs of the other open sources. In each document
/// the largest peak is first. A program of another source has the name of its source. A message has what failed, and
/// its source if there are several. The peak is that of the chosen memory. The outlines of the programs must be
/// computed.
class ProgramList : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role {
        NameRole = PeakDelegate::NameRole, // with the source if that is another one, or with what failed
        PeakRole = PeakDelegate::PeakRole,
        FileRole, // path of the file with the program: programs of several files may have the same name
    };

    explicit ProgramList(QObject* parent = nullptr);

    /// `sources`: all that are open, the one of the document included. There may be thousands, so the list is only
    /// rebuilt if something differs.
    void setContents(const std::shared_ptr<const Document>& document, SourceId source, std::int64_t memory,
                     const std::vector<SourceChoice>& sources = {});
    int rowOf(ProgramId program) const; // of the document; −1 when it is not listed
    /// In the chosen memory if the program uses it.
    const Chosen& at(int row) const { return m_programs[static_cast<std::size_t>(row)].chosen; }

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

    /// The order of the list without a model: the largest program first. If `source` is none, the programs of all
    /// sources.
    static std::vector<ProgramId> order(const Document& document, SourceId source, std::int64_t memory);
    /// "6.30 GiB", or why there is no peak. If the program uses only another memory, the text names it: "4 MiB of
    /// shared memory".
    static QString peakText(const Chosen& chosen);
    /// "6.30 GiB", "≥ 6.30 GiB", "not known".
    static QString peakText(const MemoryOutline& memory);

private:
    struct Contents {
        std::shared_ptr<const Document> document;
        SourceId source;
        std::int64_t memory = 0;
        std::vector<SourceChoice> sources;
        friend bool operator==(const Contents&, const Contents&) = default;
    };
    struct Entry {
        Chosen chosen;
        QString source; // empty: that of setContents()
        QString name; // with the name of the source if it is another one, and the file if another entry is equal
    };
    static void addFiles(const std::vector<Entry*>& equal);

    Contents m_contents; // as given
    std::vector<Entry> m_programs;
};

/// Returns whether there are documents of several kinds, for example programs and messages. The workers of one run are
/// of one kind.
bool hasSeveralKinds(const Documents& documents);

/// The sources that hold programs, by document and in its order. `wanted` is the full name of a program. The outlines
/// must be computed. Cost: sorts all programs once.
std::vector<SourceChoice> listSources(const Documents& documents, const std::string& wanted, std::int64_t memory);

} // namespace tidemark::ui
