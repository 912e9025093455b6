#include "ui/pages/compare/compare_bar.h"

#include "ui/session/program_list.h"
#include "ui/session/session.h"
#include "ui/theme/place_in.h"
#include "ui/theme/text.h"
#include "ui/theme/tool_tip.h"
#include "ui/widgets/elided_combo_box.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/restyle.h"
#include "ui/widgets/text_color.h"

#include <QAbstractItemView>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QToolButton>

namespace tidemark::ui {
namespace {

constexpr int kWidestBox = 340;
constexpr int kLeastLetters = 16; // in a box

QString itemText(const Chosen& chosen)
{
    return QStringLiteral("%1 · %2").arg(text(fileNameOf(chosen.file().path)), text(chosen.program().fullName()));
}

} // namespace

CompareBar::CompareBar(Session* session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_maker(&session->comparison())
{
    QComboBox* a = makeBox(ComparedSide::A);
    m_swap = new QToolButton(this);
    m_swap->setText(QStringLiteral("⇄"));
    m_swap->setToolTip(tr("Swap A and B"));
    m_swap->setAccessibleName(m_swap->toolTip());
    m_swap->setFocusPolicy(Qt::StrongFocus);
    m_swap->setAutoRaise(true);
    QComboBox* b = makeBox(ComparedSide::B);
    auto* file = new QPushButton(tr("Another File…"), this);
    file->setAutoDefault(false);
    file->setToolTip(tr("Compare with a program of another file. You can also drop a file with Alt held."));
    m_axis = makeChoice({tr("Scaled steps"), tr("Steps")}, tr("Axis of both curves"),
                        tr("Each scaled to its own length, or both by step"));
    m_matchBy = makeChoice({tr("Op name, shape"), tr("Op name"), tr("Shape, type")}, tr("How rows are matched"),
                           tr("Rows are matched by op name, shape and type, then by op name;\n"
                              "by op name alone; or by shape and type alone"));
    inLine(this, {m_letters[0], {a, 3}, m_swap, m_letters[1], {b, 3}, file, roomBetween(), m_axis, m_matchBy},
           {9, 6, 8, 6}, 6);
    m_axis->hide(); // until there is a comparison for which they make a difference
    m_matchBy->hide();
    onRestyle(this, [this] { refreshColors(); });
    connect(m_maker, &ComparisonMaker::begun, this, &CompareBar::refresh);
    connect(m_swap, &QToolButton::clicked, m_maker, &ComparisonMaker::swap);
    connect(file, &QPushButton::clicked, this, &CompareBar::fileRequested);
    connect(m_axis, &QComboBox::currentIndexChanged, this, [this](int item) { emit byStepChanged(item == 1); });
    connect(m_matchBy, &QComboBox::currentIndexChanged, this,
            [this](int item) { m_maker->setMatchBy(static_cast<MatchBy>(item)); });
    refreshColors();
}

QComboBox* CompareBar::makeChoice(const QStringList& items, const QString& name, const QString& help)
{
    auto* box = new ElidedComboBox(this);
    box->addItems(items);
    box->setAccessibleName(name);
    box->setToolTip(help);
    return box;
}

QComboBox* CompareBar::makeBox(ComparedSide side)
{
    auto* box = new ElidedComboBox(this);
    box->setItemDelegate(new PeakDelegate(box));
    box->setMaximumWidth(grown(kWidestBox, font()));
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(kLeastLetters);
    box->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    box->setPlaceholderText(tr("Choose a program…"));
    box->setAccessibleName(side == ComparedSide::A ? tr("A, compared with B") : tr("B, compared with A"));
    connect(box, &QComboBox::activated, this, [this, side](int item) { choose(side, item); });
    m_letters[indexOf(side)] = new QLabel(letterOf(side), this);
    m_letters[indexOf(side)]->setBuddy(box);
    return m_boxes[indexOf(side)] = box;
}

void CompareBar::choose(ComparedSide side, int item)
{
    const Chosen chosen = m_choices[indexOf(side)][static_cast<std::size_t>(item)]; // a copy, because the list changes
    if (side == m_maker->ourSide())
        m_session->chooseProgram(chosen.selection.program);
    else
        m_maker->choose(chosen.document, chosen.selection.program);
}

void CompareBar::refresh()
{
    for (const ComparedSide side : kComparedSides)
        refreshBox(side);
    m_swap->setEnabled(m_maker->theirs().has_value());
}

void CompareBar::setComparison(const Comparison& comparison)
{
    m_axis->setVisible(hasTwoAxes(comparison));
    m_matchBy->setVisible(!comparison.groups.empty());
}

void CompareBar::refreshBox(ComparedSide side)
{
    QComboBox* box = m_boxes[indexOf(side)];
    std::vector<Chosen>& choices = m_choices[indexOf(side)];
    const bool isOurs = side == m_maker->ourSide();
    const std::optional<Chosen>& current = isOurs ? m_session->shown() : m_maker->theirs();
    std::int64_t memory = 0;
    if (m_session->shown())
        memory = m_session->shown()->selection.memory;
    std::vector<Chosen> wanted;
    Documents documents;
    if (m_maker->isBegun()) // else hidden
        documents = m_maker->documentsOf(side);
    for (const auto& document : documents)
        // The boxes of the window switch between its documents, so our side offers only the current one.
        if (!isOurs || !current || document == current->document)
            for (const ProgramId program : ProgramList::order(*document, {}, memory))
                wanted.push_back({document, {program, memory}});
    if (wanted != choices) {
        choices = std::move(wanted);
        const QSignalBlocker blocker(box);
        box->clear();
        for (std::size_t i = 0; i < choices.size(); ++i) {
            const QString peak = ProgramList::peakText(choices[i]);
            const auto place = static_cast<int>(i);
            box->addItem(itemText(choices[i]));
            box->setItemData(place, itemText(choices[i]), PeakDelegate::NameRole);
            box->setItemData(place, peak, PeakDelegate::PeakRole);
            box->setItemData(place, tr("%1 — %2").arg(itemText(choices[i]), peak), Qt::AccessibleTextRole);
        }
        QAbstractItemView* list = box->view();
        list->setMinimumWidth(list->sizeHintForColumn(0) + 2 * list->frameWidth());
    }
    const auto place = placeWhere(choices, [&](const Chosen& each) {
        return current && each.document == current->document && each.selection.program == current->selection.program;
    });
    box->setCurrentIndex(-1);
    box->setEnabled(!choices.empty());
    box->setToolTip({});
    if (place) {
        box->setCurrentIndex(static_cast<int>(*place));
        box->setToolTip(plainToolTip(text(choices[*place].file().path)));
    }
}

void CompareBar::refreshColors()
{
    for (const ComparedSide side : kComparedSides) {
        m_letters[indexOf(side)]->setFont(boldFont(font()));
        setTextColor(m_letters[indexOf(side)], colorOf(colorsFor(palette()), side));
    }
}

} // namespace tidemark::ui
