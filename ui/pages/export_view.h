#pragma once

#include "core/view/document_kind.h"
#include "core/view/viewed.h"
#include "ui/charts/picture.h"

#include <QSize>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace tidemark::ui {

/// A picture that is wanted without a window.
struct ExportQuestion {
    Documents documents;
    Choice choice;
    QString path; // of what was opened, for titles
    QSize size = {1600, 900};
    std::string device; // empty: the file's
    DocumentKinds kinds;
    std::function<void(const Warnings&)> warn; // of what could not be read in full
    std::map<std::string, std::string> options; // those of the view that were given
};

/// The view that was chosen for it.
struct ExportSubject {
    Chosen chosen;
    std::shared_ptr<const View> view;
    PictureOptions options; // its titles, and the size
};

/// What can be said about one of the pictures alone.
struct ExportOption {
    std::string name; // "title"
    std::string type; // of its value, for people; empty: it has none
    std::string help;
    std::function<std::string(const std::string&)> refuse; // what is wrong with a value, "" if nothing; may be null
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
    std::vector<ExportOption> options = {};
    Wanted wanted = Wanted::Any; // of several documents
};

} // namespace tidemark::ui
