#pragma once

#include "core/view/choice.h"
#include "core/view/document_kind.h"
#include "ui/charts/picture.h"

#include <QSize>

#include <functional>
#include <memory>
#include <string>

namespace tidemark::ui {

/// A picture that is wanted without a window.
struct ExportQuestion {
    Documents documents;
    Choice choice;
    QString path; // of what was opened, for titles
    QSize size;
    std::string stack; // "type", "category"; empty: the area is one
    std::string device; // empty: the file's
    DocumentKinds kinds;
    std::function<void(const Warnings&)> warn; // of what could not be read in full
};

/// The view that was chosen for it.
struct ExportSubject {
    Chosen chosen;
    std::shared_ptr<const View> view;
    PictureOptions options; // its titles, and the size
};

/// One of the pictures that there are: a page's, as it begins.
struct ExportView {
    using Result = tidemark::Result<std::shared_ptr<const Picture>>;

    std::string name; // "icicle"
    std::string help; // "the peak by category and op path"
    /// Drawn where nobody says what.
    std::function<bool(const ExportSubject&)> isUsual;
    /// Of one view. Error of kind NotFound: it has no such picture.
    std::function<Result(const ExportQuestion&, const ExportSubject&)> ofView;
    /// Instead of it: of all documents together.
    std::function<Result(const ExportQuestion&)> ofAll;
};

} // namespace tidemark::ui
