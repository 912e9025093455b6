#pragma once

#include "ui/session/document.h"

#include <QAbstractListModel>

#include <optional>

namespace tidemark::ui {

/// The modules of one file of a document, the largest peak first, then by name and program id. The peak is that of the
/// space chosen.
class ModuleModel : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role {
        ModuleRole = Qt::UserRole, // position in Profile::modules
        PeakRole, // text
        NameRole, // "jit_train_step(137)"
    };

    explicit ModuleModel(QObject* parent = nullptr);

    void setContents(std::shared_ptr<const Document> document, std::uint32_t file, std::int64_t space);
    int rowOf(std::uint32_t module) const; // −1 when it is not listed

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

    /// The listed order without a model: the first is the largest. `file` nullopt: of all files.
    static std::vector<std::uint32_t> order(const Document& document, std::optional<std::uint32_t> file,
                                            std::int64_t space);
    /// "6.30 GiB", or why there is no peak.
    static QString peakText(const ModuleOutline& outline, std::int64_t space);

private:
    std::shared_ptr<const Document> m_document;
    std::int64_t m_space = 0;
    std::vector<std::uint32_t> m_modules;
};

} // namespace tidemark::ui
