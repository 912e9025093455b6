#pragma once

#include "core/view/choice.h"
#include "core/view/document_kind.h"
#include "ui/charts/picture.h"
#include "ui/state/view_state.h"

#include <QSize>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tidemark::ui {

/// A request for a picture without a window.
struct ExportQuestion {
    Documents documents;
    Choice choice;
    QString path; // path of the opened files, for titles
    QSize size = {1600, 900};
    std::shared_ptr<const Device> device; // null: the device of the file
    DocumentKinds kinds;
    std::function<void(const Warnings&)> warn; // reports data that could not be read in full
    std::map<std::string, std::string> options; // the options given for this picture

    /// The value of an option; none if it is not given.
    std::optional<std::string> option(const std::string& name) const
    {
        const auto found = options.find(name);
        return found == options.end() ? std::nullopt : std::optional(found->second);
    }
};

struct ExportSubject {
    Chosen chosen;
    std::shared_ptr<const View> view;
    PictureOptions options; // size and titles of the picture

    /// The error that there is no such picture. `reason` is a sentence.
    Error without(const std::string& reason) const
    {
        return {ErrorKind::NotFound, view->path + ": " + reason, std::nullopt};
    }
};

/// An option that belongs to one kind of picture.
struct ExportOption {
    std::string name; // "title"
    std::string type; // type of its value, for people; empty: no value
    std::string help;
    std::function<std::string(const std::string&)> refuse; // returns the fault of a value, "" if none; may be null
};

/// A kind of picture: the default picture of a page.
struct ExportView {
    using Result = tidemark::Result<std::shared_ptr<const Picture>>;

    std::string name; // "icicle"
    std::string help; // "the peak by category and op path"
    /// Returns whether this picture is drawn when the user names none. Null: it never is.
    std::function<bool(const ExportSubject&)> isUsual = nullptr;
    /// Draws the picture of one view. Error of kind NotFound: the view has no such picture.
    std::function<Result(const ExportQuestion&, const ExportSubject&)> ofView = nullptr;
    /// Draws a picture of all documents together; used instead of ofView if set.
    std::function<Result(const ExportQuestion&)> ofAll = nullptr;
    std::vector<ExportOption> options = {};
    Wanted wanted = Wanted::Any; // which of several documents to draw
    /// The only kind of document that has this picture; empty: several have. A choice of a program then means one of
    /// such a document: `--view message --module M` draws the message about the program M.
    std::string documentKind = {};
};

/// The option of pictures whose rows are coloured by groups: --group-by.
ExportOption groupByOption();
/// Shows the view of a picture in a state, with the built-in meanings, in the groups of --group-by or in the usual ones
/// of the window. Error: the view cannot be grouped so.
Result<void> showIn(ViewState& state, const ExportQuestion& question, const ExportSubject& subject);

/// The largest region of a view by address, with its rows coloured by category.
ExportView addressMapExport();
/// Compares the chosen program with a program of the files that an option names.
ExportView compareExport();
/// The icicle of the peak by the default groupings.
ExportView compositionExport();
ExportView oomExport();
/// A memory of a profile over its operations, with fragmentation below it.
ExportView operationsExport();
/// All runs of a training log next to each other, or the exports of CI of one model over time.
ExportView runsExport();
ExportView timelineExport();
ExportView togetherExport();
ExportView workersExport();

} // namespace tidemark::ui
