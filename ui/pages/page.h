#pragma once

#include "core/base/warnings.h"
#include "core/view/axis.h"
#include "ui/charts/picture.h"
#include "ui/tables/row_export.h"
#include "ui/widgets/notice_bar.h"

#include <QWidget>

#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <vector>

namespace tidemark::ui {

class Session;
class ViewState;
struct ViewPlace;

/// What a user may ask of whatever is shown; the window has an action for each.
enum class Command {
    Copy, // what is selected, as it is shown
    CopyPlain, // with plain bytes
    Paste, // something to open
    Find,
    Escape,
    Back,
    Forward,
    Peak,
    NextPeak,
    PreviousPeak,
    NextCell,
    PreviousCell,
    FirstCell,
    LastCell,
    GoTo,
    MarkStep, // or unmark it
    ZoomIn,
    ZoomOut,
    ShowAll,
    ZoomToSelection,
    ShowCapacity, // on or off
    TemporariesOnly, // on or off
    OpenFiles,
    OpenFolder,
    OpenExample,
    Reload,
    Compare, // with a program of a file that the user chooses, or what is selected
    CompareFolder,
    CompareHere, // with another program of what is open
};

/// The docks beside a page.
enum class DockId { Rows, Row, Breakdown, Findings, Problems, Checks, Region };

/// A picture that a page offers for a file or the clipboard.
struct PagePicture {
    PictureOptions options; // with the titles of what is shown
    bool canShowCapacity = false;
    bool showsCapacity = false;
    /// Makes the picture of what was shown when the page was asked. REQUIRES: the thread of the window. What it makes
    /// may be drawn on any.
    std::function<std::shared_ptr<const Picture>(const PictureOptions&, bool showsCapacity)> make;
};

/// A table that a page offers for a file.
struct PageTable {
    /// On any thread. What was written before an error is worth nothing.
    using Write = std::function<std::optional<Error>(std::ostream&, const Progress&)>;

    QString description; // "2 of 268 rows, step 351"
    Write writeCsv;
    Write writeJson = nullptr; // null: there is none
};

/// Keys or gestures that are no action, and what they do.
struct InputHint {
    QString keys;
    QString help;
};

/// What a window shows in its middle: one of the pages that are registered for kinds of what is shown. A page follows
/// the session by itself, and finds out what takes time when it is first seen (showEvent()); the window asks it what it
/// wants around it and what it can do.
class Page : public QWidget
{
    Q_OBJECT

public:
    explicit Page(QWidget* parent)
        : QWidget(parent)
    { }

    /// A strip above page and docks; null: none.
    virtual QWidget* header() { return nullptr; }
    /// Those that have something to say beside it.
    virtual std::vector<DockId> docks() const { return {}; }
    virtual bool canDo(Command) const { return false; }
    virtual bool isOn(Command) const { return false; }
    /// REQUIRES: canDo(command)
    virtual void perform(Command) { }
    /// Keys that nothing with the focus wanted.
    virtual bool takeKey(QKeyEvent*) { return false; }
    /// It shows what the window's line of search leaves, though there is no table of rows beside it.
    virtual bool usesFilter() const { return false; }
    /// To the next of what it leaves there, or the one before. REQUIRES: usesFilter()
    virtual void goToMatch(int) { }
    virtual std::vector<InputHint> hints() const { return {}; }
    /// Where one can point at a row here, in the middle of a sentence.
    virtual QString placesOfRows() const { return tr("in the strips or the table"); }
    /// What Copy takes here, for the menu.
    virtual QString copied() const { return tr("Rows"); }
    /// For the line at the bottom, empty for nothing: what gestures do here, and how much there is of what is shown.
    virtual QString gestures() const { return {}; }
    virtual QString amount() const { return {}; }
    /// What stands at the cursors there, where they are the page's own; empty: at that of the view.
    virtual QString atCursors() const { return {}; }
    /// The heights that it should have with all of its parts, and where the window is low; the docks below get the
    /// rest.
    virtual int fullHeight() const { return minimumSizeHint().height(); }
    virtual int lowHeight() const { return minimumSizeHint().height(); }
    /// Whether picture() and table() have one; cheap.
    virtual bool offersPicture() const { return false; }
    virtual bool offersTable() const { return false; }
    virtual std::optional<PagePicture> picture() const { return std::nullopt; }
    virtual std::optional<PageTable> table() const { return std::nullopt; }
    /// What it shows is what went wrong: that there are no problems in reading it is not said, as it would mislead.
    virtual bool isOfFailure() const { return false; }
    /// What reading survived of what it shows beside the view and its documents.
    virtual Warnings problems() const { return {}; }
    /// For names of files: "jit_train_step-hbm".
    virtual QString fileName() const { return {}; }
    /// What lies outside the session is another now: the list of recent files.
    virtual void showRecent() { }
    /// Files that the user dropped. True: it looks whether they belong to what it shows, and asks to open them if not.
    virtual bool takeDropped(const QStringList&) { return false; }
    /// Files that the other windows have open.
    virtual void setOpenElsewhere(const QStringList&) { }
    /// The user takes what was offered().
    virtual void takeOffer() { }

signals:
    /// canDo(), isOn() or what is offered for a file is another now.
    void commandsChanged();
    void problemsChanged();
    /// The window should do what is no page's own.
    void requested(Command command);
    /// The user wants the picture in a file.
    void pictureRequested();
    /// The user wants the picture on the clipboard.
    void copyRequested();
    void openRequested(const QStringList& paths);
    void placeRequested(const QStringList& paths, const ViewPlace& place);
    /// To be told in a notice, with a link that takes it; empty: it is over.
    void offered(const QString& text, const QString& link, NoticeBar::Tone tone);
    void chooseDeviceRequested(const QPoint& globalPosition);
    /// Something came up here that the user wants to see now.
    void seenRequested();
    /// To the page that comes first: the user opened something there.
    void firstPageRequested();
    /// Something was done, in words.
    void told(const QString& what);
    /// The cell under the pointer.
    void pointed(std::optional<StepId> cell);

protected:
    void paintEvent(QPaintEvent* event) override;
};

/// What pages are made from.
struct PageContext {
    ViewState* state = nullptr;
    Session* session = nullptr;
    std::function<RowExport()> shownRows; // of the table beside a page
};

/// A page and what it is for. Where several are for what is shown, each has a tab.
struct PageKind {
    std::function<QString(const Session&)> title; // of its tab: "Workers (16)"
    std::function<bool(const Session&)> shows; // is for what is shown
    std::function<Page*(const PageContext&, QWidget* parent)> make;
    std::function<void(Session&)> end = nullptr; // the user closes its tab; null: it stays as long as what is shown
};

} // namespace tidemark::ui
