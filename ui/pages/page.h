#pragma once

#include "core/base/warnings.h"
#include "core/view/axis.h"
#include "core/view/document.h"
#include "ui/charts/picture.h"
#include "ui/tables/row_export.h"
#include "ui/widgets/notice_bar.h"

#include <QWidget>

#include <functional>
#include <iosfwd>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace tidemark::ui {

class AxisNavigation;
class ChartNavigation;
class FlatTable;
class Session;
class ViewState;
struct BarPlot;
struct Grid;
struct ViewPlace;

/// The commands of a page. The window has an action for each command.
enum class Command {
    Copy, // copies the selection as shown
    CopyPlain, // copies it with plain byte counts
    Paste, // opens the content of the clipboard
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
    HideAlwaysLive, // on or off
    OpenFiles,
    OpenFolder,
    OpenExample,
    Reload,
    Compare, // with a program of a file the user chooses, or with the selection
    CompareFolder,
    CompareHere, // with another open program
};

enum class PanelId { Legend, Rows, Row, Breakdown, Findings, Problems, Checks, Region };

struct PagePicture {
    PictureOptions options; // with the titles of the view
    bool canShowCapacity = false;
    bool showsCapacity = false;
    /// Makes the picture of what was shown when the page was asked. REQUIRES: the thread of the window. The picture can
    /// be drawn on any thread.
    std::function<std::shared_ptr<const Picture>(const PictureOptions&, bool showsCapacity)> make;
};

struct PageTable {
    /// Runs on any thread. After an error the file must be discarded.
    using Write = std::function<Result<void>(std::ostream&, const Progress&)>;

    QString description; // "2 of 268 rows, step 351"
    Write writeCsv;
    Write writeJson = nullptr; // null: there is no JSON
};

/// Keys or gestures without an action, and their effect.
struct InputHint {
    QString keys;
    QString help;
};

/// A notice with a link.
struct PageOffer {
    QString text; // empty: no notice
    QString link = {};
    NoticeBar::Tone tone = NoticeBar::Tone::Offer;
    std::optional<Chosen> target = {}; // what the link shows; none: the page knows what to do
};

struct PageContext {
    ViewState* state = nullptr;
    Session* session = nullptr;
    std::function<RowExport()> shownRows; // rows of the table next to a page
};

/// The central widget of a window, registered for some kinds of views. A page follows the session by itself. It starts
/// slow work when it is first visible (onShow()). The window asks the page which panels it needs and what it can do.
/// A page declares in its constructor which commands it answers.
class Page : public QWidget
{
    Q_OBJECT

public:
    Page(const PageContext& context, QWidget* parent);

    QSize minimumSizeHint() const override;
    /// A strip above the page and the panels; null for none.
    virtual QWidget* header() { return nullptr; }
    virtual std::vector<PanelId> panels() const { return {}; }
    bool uses(PanelId panel) const;
    virtual bool canDo(Command command) const;
    bool isOn(Command command) const;
    /// REQUIRES: canDo(command)
    void perform(Command command);
    /// Handles keys that the focused widget does not handle.
    virtual bool takeKey(QKeyEvent*) { return false; }
    /// What the search line finds on this page: "buffer". Empty: nothing.
    virtual QString sought() const;
    /// True if the search line has other words on this page than on the pages that find rows.
    virtual bool hasOwnSearch() const { return false; }
    /// What the program of the window is here: "A" of a comparison. Empty: the only one.
    virtual QString programLetter() const { return {}; }
    /// True if the page is about all programs of a source, whichever the window shows.
    virtual bool isOfAllPrograms() const { return false; }
    /// Goes to the next or previous match. REQUIRES: something is sought, and no table of rows is next to the page
    virtual void goToMatch(int) { }
    virtual std::vector<InputHint> hints() const { return {}; }
    /// What Copy copies on this page, for the menu.
    virtual QString copied() const { return tr("Rows"); }
    /// Text for the status line, empty for none: the gestures, and the amount of shown data.
    virtual QString gestures() const { return {}; }
    virtual QString amount() const { return {}; }
    /// The values at the page's own cursors; empty: those at the cursor of the view.
    virtual QString atCursors() const { return {}; }
    /// The height with all parts, and the height in a low window. The panels below get the rest of the space.
    virtual int fullHeight() const { return minimumSizeHint().height(); }
    virtual int lowHeight() const { return minimumSizeHint().height(); }
    /// Sets whether the window is low; the header then leaves out what is not needed.
    virtual void setLow(bool) { }
    /// Returns whether picture() and table() have one. The check is cheap.
    virtual bool offersPicture() const { return false; }
    virtual bool offersTable() const { return false; }
    virtual std::optional<PagePicture> picture() const { return std::nullopt; }
    virtual std::optional<PageTable> table() const { return std::nullopt; }
    /// True if the page shows a failure. Then the window does not say that reading had no problems, which would
    /// mislead.
    virtual bool isOfFailure() const { return false; }
    /// The reading problems of the data that the page shows in addition to the view and its documents.
    virtual Warnings problems() const { return {}; }
    /// Base name for files: "jit_train_step-hbm".
    virtual QString fileName() const { return {}; }
    virtual void showRecent() { }
    /// Files that the user dropped. Returns true if the page checks whether they belong to its data; it then asks to
    /// open them if they do not.
    virtual bool takeDropped(const QStringList&) { return false; }
    /// The files that other windows have open.
    virtual void setOpenElsewhere(const QStringList&) { }
    virtual void takeOffer();
    /// Emits offered() again. Called when the window has connected a new page.
    void repeatOffer() { emit offered(m_offer.text, m_offer.link, m_offer.tone); }

signals:
    void commandsChanged();
    void problemsChanged();
    /// Requests a command that belongs to the window, not to a page.
    void requested(Command command);
    void pictureRequested();
    void copyRequested();
    void openRequested(const QStringList& paths);
    void placeRequested(const QStringList& paths, const ViewPlace& place);
    /// Shows an offer in a notice with a link that accepts it; an empty text removes the notice.
    void offered(const QString& text, const QString& link, NoticeBar::Tone tone);
    void chooseDeviceRequested(const QPoint& globalPosition);
    /// Requests the information about the document, which has all figures.
    void informationRequested();
    /// Requests the first page of a program, because the user opened it.
    void programOpened(const Chosen& program);
    void statusMessage(const QString& what);
    void pointed(std::optional<StepId> cell);

protected:
    using Perform = std::function<void()>;
    using Asked = std::function<bool()>;

    void paintEvent(QPaintEvent* event) override;
    /// Shows the parts for which there is room. Called when the page has another size.
    virtual void fit() { }
    /// Answers a command. `canDo` is null if it can always run. `isOn` is null if the command is no switch.
    void answer(Command command, Perform perform, Asked canDo = nullptr, Asked isOn = nullptr);
    void answerCopies(const std::function<FlatTable*()>& table);
    /// Answers the commands that zoom a chart, with its history.
    void answerZoom(AxisNavigation& chart);
    /// Answers the commands that move the cursor of a chart. `canMove` is null if they can run while there are cells.
    void answerCursor(AxisNavigation& chart, Asked canMove = nullptr);
    /// The same for a chart of the window's view, and the commands that need the view.
    void answerSteps(ChartNavigation& chart, const Asked& canMove = nullptr);
    /// Marks the step of the cursor, or unmarks it if it is marked. For pages with a table of rows.
    void answerMark();
    static bool takeStepKey(const QKeyEvent& event, AxisNavigation& chart);
    /// The same, and Enter, which zooms to the selected range or to the pinned row.
    bool takeChartKey(const QKeyEvent& event, AxisNavigation& chart);
    void reportCopies(const FlatTable* table);
    /// Emits offered() if the text differs from that of the last offer, so that a notice that the user closed stays
    /// closed.
    void offer(PageOffer offer);
    const PageOffer& lastOffer() const { return m_offer; }

    /// "jit_train_step-runs", "jit_train_step-hbm-map"
    QString programFile(const QString& end) const;
    QString memoryFile(const QString& end = {}) const;
    PageTable tableOfRows() const;
    static PageTable tableOf(const Grid& grid, const QString& description);
    /// The picture of bars, with the names of the files below the title.
    PagePicture pictureOf(const QString& title, BarPlot plot) const;

    ViewState* const m_state;
    Session* const m_session;
    QSize m_least; // the least size in pixels, for a font of usual size; not valid: that of the layout

private:
    struct Answer {
        Perform perform;
        Asked canDo;
        Asked isOn;
    };
    const Answer* find(Command command) const;

    std::function<RowExport()> m_shownRows;
    std::map<Command, Answer> m_answers;
    PageOffer m_offer; // the last one
};

/// A kind of page. If several apply to the current view, each has a tab.
struct PageKind {
    /// The title of its tab: "Runs (2)". A page that has a window title uses that instead.
    std::function<QString(const Session&)> title;
    std::function<bool(const Session&)> shows; // whether the page applies to what is shown
    std::function<Page*(const PageContext&, QWidget* parent)> make;
    std::function<void(Session&)> end = nullptr; // called when the user closes its tab; null: it cannot be closed
    /// Whether the page offers something to a window that shows another page. Null: it does not.
    std::function<bool(const Session&)> offers = nullptr;
};

} // namespace tidemark::ui
