#include "ui/rules/rules_dialog.h"

#include "core/files/atomic_file.h"
#include "core/files/inputs_kept.h"
#include "core/report/rules_json.h"
#include "ui/session/paths.h"
#include "ui/session/settings.h"
#include "ui/state/row_text.h"
#include "ui/state/units.h"
#include "ui/tables/grid.h"
#include "ui/theme/colors.h"
#include "ui/theme/place_in.h"
#include "ui/theme/text.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/restyle.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>
#include <span>
#include <sstream>

namespace tidemark::ui {
namespace {

Error wrongRule(std::size_t rule, const std::string& fault)
{
    const QString number = grouped(static_cast<std::int64_t>(rule) + 1);
    return {ErrorKind::WrongRule, RulesDialog::tr("Rule %1: %2").arg(number, text(fault)).toStdString(), std::nullopt};
}

/// Reads the rules as a rules file is read. Errors name a rule by its number here, not by its place in a file.
Result<RuleSet> setOf(const std::vector<Rule>& rules)
{
    std::ostringstream json;
    writeRules(json, rules);
    auto set = parseRules(json.str(), "rules");
    if (set)
        return set;
    // The user does not see this text, so positions in it are left out of the message.
    for (std::size_t i = 0; i < rules.size() && rules.size() <= kMostRules; ++i)
        if (const std::string fault = faultOf(rules[i], rules.size()); !fault.empty())
            return wrongRule(i, fault);
    const QString fault = text(set.error().message).section(QStringLiteral(": "), 1);
    return Error{set.error().kind, capitalised(fault).toStdString(), std::nullopt};
}

QString fieldText(RuleField field)
{
    const QStringList all{RulesDialog::tr("Argument path"), RulesDialog::tr("Op name"), RulesDialog::tr("Name"),
                          RulesDialog::tr("Opcode"),        RulesDialog::tr("Shape"),   RulesDialog::tr("Source"),
                          RulesDialog::tr("Type")};
    return all[static_cast<qsizetype>(field)];
}

QString kindsText(const Rule& rule, const std::vector<RowKind>& kinds)
{
    if (rule.kinds.empty())
        return RulesDialog::tr("All");
    QStringList labels;
    for (const std::string& id : rule.kinds) {
        const auto found = std::ranges::find(kinds, id, &RowKind::id);
        labels << text(found == kinds.end() ? id : found->label);
    }
    return labels.join(QStringLiteral(", "));
}

constexpr int kOthersWidth = 180; // pixels, for the names of kinds that no row has

constexpr QSize kSize(860, 640);
constexpr int kNameWidth = 2000; // takes the room that the other columns leave
constexpr int kSizeWidth = 100;
constexpr int kBeforeWidth = 170;

QString jsonFilter()
{
    return RulesDialog::tr("Rules (*.json)");
}

/// The rows that a rule takes, with the category that each has without the rule. `builtIn` belongs to the view. It may
/// be null if there are no rows.
Grid takenGrid(const std::shared_ptr<const View>& view, std::vector<LiveRow> rows,
               const std::shared_ptr<const RowMeanings>& builtIn)
{
    const auto of = std::make_shared<const std::vector<LiveRow>>(std::move(rows));
    const auto label = [view, of](std::size_t i) { return view->rows.label((*of)[i].row); };
    const auto size = [view, of](std::size_t i) { return view->rows.size[(*of)[i].row]; };
    const auto category = [builtIn, of](std::size_t i) { return builtIn->categoryOf((*of)[i].row); };
    Grid grid;
    grid.made = of->size();
    grid.columns = {{"name", capitalised(rowsWord(view.get())), {}, false, gridNameColumn(), true},
                    {"size_bytes", RulesDialog::tr("Size"), {}, false, gridNumberColumn()},
                    {"before", RulesDialog::tr("Without the rule"), {}, false, gridNumberColumn()}};
    grid.columns[0].header.width = kNameWidth;
    grid.columns[0].elide = Qt::ElideRight;
    grid.columns[0].cell = [label](std::size_t i) { return GridCell(std::string(label(i))); };
    grid.columns[1].cell = [size](std::size_t i) { return GridCell(size(i)); };
    grid.columns[1].header.width = kSizeWidth;
    grid.columns[1].toolTip = [size](std::size_t i) { return exactBytes(size(i)); };
    grid.columns[2].header.width = kBeforeWidth;
    grid.columns[2].cell = [category](std::size_t i) { return GridCell(category(i).label); };
    grid.columns[2].category = [category](std::size_t i) { return category(i).id; };
    grid.columns[2].toolTip = [builtIn, of](std::size_t i) { return text(builtIn->rule((*of)[i].row)); };
    return grid;
}

/// A rule for the pinned row, by its path, its op name or its name. Without a pinned row the pattern is empty.
Rule firstRule(const ViewState& state)
{
    Rule rule{"model_parameters", RuleField::Path, "", {}};
    const auto pinned = state.focus().pinned();
    if (!pinned)
        return rule;
    const Facts& facts = state.facts().of(*pinned);
    if (!facts.category.empty())
        rule.category = facts.category;
    const auto take = [&](RuleField field, const std::string& words) {
        rule.field = field;
        rule.pattern = exactPattern(words);
        return rule;
    };
    if (!facts.argument.empty())
        return take(RuleField::Path, facts.argument);
    if (!facts.opName.empty())
        return take(RuleField::OpName, facts.opName);
    return take(RuleField::Name, facts.name);
}

} // namespace

RuleForm::RuleForm(const RowMeanings* known, const std::vector<RowKind>& kinds, QWidget* parent)
    : QWidget(parent)
    , m_category(new QComboBox(this))
    , m_field(new QComboBox(this))
    , m_pattern(new QLineEdit(this))
{
    m_category->setEditable(true);
    m_category->setInsertPolicy(QComboBox::NoInsert);
    if (known)
        for (const RowCategory& category : known->categories)
            if (!category.id.empty())
                m_category->addItem(text(category.id));
    m_category->setToolTip(plainToolTip(tr("An existing category or a new one: lower-case words joined by "
                                           "underscores")));
    for (int i = 0; i < kRuleFields; ++i)
        m_field->addItem(fieldText(static_cast<RuleField>(i)));
    m_pattern->setFont(fixedFontLike(font())); // as large as the other fields
    m_pattern->setToolTip(
        plainToolTip(tr("A regular expression (RE2), found anywhere in the text unless ^ and $ anchor it")));
    QHBoxLayout* const boxes = inLine(nullptr, {}, kStyleMargins, kStyleSpacing);
    for (const RowKind& kind : kinds) {
        auto* box = new QCheckBox(text(kind.label), this);
        box->setToolTip(plainToolTip(tr("Leave all unticked to match all types")));
        connect(box, &QCheckBox::toggled, this, &RuleForm::edited);
        boxes->addWidget(box);
        m_kinds.emplace_back(kind.id, box);
    }
    m_others = new QCheckBox(this);
    m_others->hide();
    connect(m_others, &QCheckBox::toggled, this, &RuleForm::edited);
    boxes->addWidget(m_others);
    boxes->addStretch(1);
    auto* form = new QFormLayout(this);
    form->setContentsMargins(0, 0, 0, 0);
    form->addRow(tr("&Category"), m_category);
    form->addRow(tr("&Looks in"), m_field);
    form->addRow(tr("&Pattern"), m_pattern);
    form->addRow(tr("Types"), boxes);
    connect(m_category, &QComboBox::currentTextChanged, this, &RuleForm::edited);
    connect(m_field, &QComboBox::currentIndexChanged, this, &RuleForm::edited);
    connect(m_pattern, &QLineEdit::textChanged, this, &RuleForm::edited);
}

void RuleForm::setRule(const Rule& rule)
{
    const QSignalBlocker blocker(this);
    m_category->setCurrentText(text(rule.category));
    m_field->setCurrentIndex(static_cast<int>(rule.field));
    m_pattern->setText(text(rule.pattern));
    m_otherKinds = rule.kinds;
    for (const auto& [id, box] : m_kinds)
        box->setChecked(std::erase(m_otherKinds, id) > 0);
    QStringList others;
    for (const std::string& id : m_otherKinds)
        others << text(id);
    const QString names = others.join(QStringLiteral(", "));
    QString shown = fontMetrics().elidedText(names, Qt::ElideRight, grown(kOthersWidth, font()));
    m_others->setText(shown.replace(u'&', QStringLiteral("&&"))); // so that it is no shortcut key
    m_others->setToolTip(plainToolTip(tr("Types that this document does not have: %1").arg(names)));
    m_others->setChecked(!others.isEmpty());
    m_others->setVisible(!others.isEmpty());
}

Rule RuleForm::rule() const
{
    Rule rule;
    rule.category = m_category->currentText().trimmed().toStdString();
    rule.field = static_cast<RuleField>(m_field->currentIndex());
    rule.pattern = m_pattern->text().toStdString();
    for (const auto& [id, box] : m_kinds)
        if (box->isChecked())
            rule.kinds.push_back(id);
    if (m_others->isChecked())
        rule.kinds.insert(rule.kinds.end(), m_otherKinds.begin(), m_otherKinds.end());
    return rule;
}

void RuleForm::start()
{
    m_category->setFocus(Qt::OtherFocusReason);
    m_category->lineEdit()->selectAll();
}

RulesDialog::Entry::Entry(Rule of)
    : rule(std::move(of))
    , fault(capitalised(faultOf(rule)))
{ }

RulesDialog::RulesDialog(const ViewState& state, std::vector<Rule> rules, const QString& fault, QWidget* parent)
    : QDialog(parent)
    , m_view(state.view())
    , m_live(state.live())
    , m_known(rules)
    , m_isKeptFaulty(!fault.isEmpty())
    , m_first(firstRule(state))
    , m_model(new GridModel(&state.units(), this))
    , m_form(new RuleForm(state.meanings().get(), state.view()->rows.kinds, this))
    , m_list(new FlatTable(this))
    , m_taken(new GridTable(&state.units(), takenGrid(state.view(), {}, {}).columns, tr("Matches of the rule"), this))
    , m_takenTitle(new QLabel(this))
    , m_empty(new QLabel(this))
    , m_fault(new QLabel(this))
    , m_answers(new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel, this))
{
    const View& view = *state.view();
    setWindowTitle(tr("Rules of Attribution"));
    resize(grown(kSize.width(), font()), grown(kSize.height(), font()));
    auto* lead = new QLabel(tr("Custom rules come before the built-in ones. The first rule that matches %1 "
                               "decides its category. They are tried here on %2 of %3, %4.")
                                .arg(withArticle(rowWord(&view)), cellText(view.axis, state.cursor()),
                                     text(view.programText), text(view.memoryText)),
                            this);
    lead->setWordWrap(true);
    lead->setTextFormat(Qt::PlainText);
    m_fault->setWordWrap(true);
    m_fault->setTextFormat(Qt::PlainText);

    QWidget* const list = makeList();
    m_rule = makeRule();
    inColumn(this, {lead, {list, 3}, {m_rule, 4}, m_fault, m_answers}, kStyleMargins, kStyleSpacing);

    connect(m_form, &RuleForm::edited, this, [this] {
        m_isNew = m_isNew && m_form->rule().pattern == m_first.pattern;
        m_entries[static_cast<std::size_t>(current())] = Entry(m_form->rule());
        tryRules();
    });
    connect(m_list->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &RulesDialog::showCurrent);
    connect(m_answers, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(m_answers, &QDialogButtonBox::rejected, this, &QDialog::reject);
    setRules(rules);
    setCurrent(0);
    if (!fault.isEmpty())
        showFileFault(fault);
}

bool RulesDialog::editKept(const ViewState& state, QWidget* parent)
{
    const auto known = userRules::read();
    std::vector<Rule> rules;
    if (known && *known)
        rules.assign((*known)->rules().begin(), (*known)->rules().end());
    QString fault;
    if (!known)
        fault = text(known.error().message);
    RulesDialog dialog(state, std::move(rules), fault, parent);
    while (dialog.exec() == QDialog::Accepted) {
        const auto saved = userRules::save(dialog.rules());
        if (saved)
            return true;
        dialog.showFileFault(tr("The rules are not saved. %1").arg(text(saved.error().message))); // the edits stay
    }
    return false;
}

QWidget* RulesDialog::makeList()
{
    auto* area = new QWidget(this);
    m_model->setGrid(grid());
    m_list->setModel(m_model);
    m_list->setSelectionMode(QAbstractItemView::SingleSelection);
    m_list->setAccessibleName(tr("Rules"));
    m_list->setFrameShape(QFrame::StyledPanel);
    QHeaderView* header = m_list->horizontalHeader();
    header->setSectionResizeMode(QHeaderView::ResizeToContents);
    header->setSectionResizeMode(Pattern, QHeaderView::Stretch);
    m_empty->setText(tr("There are no custom rules. Add one, or import a file of rules."));
    m_empty->setAlignment(Qt::AlignCenter);
    setTextColor(m_empty, colorsFor(palette()).secondaryText);
    inColumn(m_list->viewport(), {m_empty});
    inLine(area, {{m_list, 1}, makeButtons()}, {}, kStyleSpacing);
    return area;
}

QWidget* RulesDialog::makeButtons()
{
    auto* area = new QWidget(this);
    QVBoxLayout* const column = inColumn(area, {}, {}, kStyleSpacing);
    const auto button = [&](const QString& label, auto slot) {
        auto* result = new QPushButton(label, area);
        result->setAutoDefault(false);
        connect(result, &QPushButton::clicked, this, slot);
        column->addWidget(result);
        return result;
    };
    button(tr("&Add"), [this] { add(); });
    m_remove = button(tr("&Remove"), [this] { remove(); });
    m_up = button(tr("Move &Up"), [this] { move(-1); });
    m_up->setToolTip(tr("Alt+↑"));
    m_down = button(tr("Move &Down"), [this] { move(1); });
    m_down->setToolTip(tr("Alt+↓"));
    column->addStretch(1);
    button(tr("&Import…"), [this] {
        const QString path
            = QFileDialog::getOpenFileName(this, tr("Import Rules"), settings::lastFolder(), jsonFilter());
        if (!path.isEmpty())
            importFrom(path);
    });
    m_export = button(tr("&Export…"), [this] {
        const QString path = askWhereToSave(
            {tr("Export the Rules"), QStringLiteral("rules"), QStringLiteral("json"), jsonFilter()}, this);
        if (!path.isEmpty())
            exportTo(path);
    });
    return area;
}

QWidget* RulesDialog::makeRule()
{
    auto* area = new QWidget(this);
    m_taken->setFrameShape(QFrame::StyledPanel);
    m_takenTitle->setFont(boldFont(font()));
    inColumn(area, {m_form, m_takenTitle, {m_taken, 1}}, {}, kStyleSpacing);
    return area;
}

std::vector<Rule> RulesDialog::rules() const
{
    std::vector<Rule> all;
    for (const Entry& entry : m_entries)
        all.push_back(entry.rule);
    return all;
}

void RulesDialog::setRules(const std::vector<Rule>& rules)
{
    m_entries.clear();
    for (const Rule& rule : rules)
        m_entries.emplace_back(rule);
    tryRules();
}

Grid RulesDialog::grid() const
{
    const auto entries = std::make_shared<const std::vector<Entry>>(m_entries); // the table may outlive the rules
    Grid grid;
    grid.made = entries->size();
    const auto add = [&](const char* id, const QString& title, const auto& cellOf) -> Grid::Column& {
        Grid::Column& column = grid.columns.emplace_back();
        column.id = id;
        column.title = title;
        column.elide = Qt::ElideRight;
        column.cell = [entries, cellOf](std::size_t row) -> GridCell { return cellOf((*entries)[row]); };
        column.toolTip = [entries, cell = column.cell](std::size_t row) {
            const QString words = text(gridValue<std::string>(cell(row)).value_or(""));
            return (*entries)[row].fault.isEmpty() ? words : (*entries)[row].fault;
        };
        column.isMuted = [entries](std::size_t row) { return !(*entries)[row].fault.isEmpty(); };
        return column;
    };
    Grid::Column& category = add("category", tr("Category"), [](const Entry& entry) { return entry.rule.category; });
    category.text = [entries](std::size_t row, ByteUnit) {
        const Entry& entry = (*entries)[row];
        return (entry.fault.isEmpty() ? QString() : tr("✕ ")) + text(entry.rule.category);
    };
    category.category = [entries](std::size_t row) {
        return (*entries)[row].fault.isEmpty() ? (*entries)[row].rule.category : std::string();
    };
    category.isCode = true;
    add("field", tr("Looks in"), [](const Entry& entry) { return fieldText(entry.rule.field).toStdString(); });
    add("pattern", tr("Pattern"), [](const Entry& entry) { return entry.rule.pattern; }).isCode = true;
    add("kinds", tr("Types"),
        [view = m_view](const Entry& entry) { return kindsText(entry.rule, view->rows.kinds).toStdString(); });
    const auto addNumber = [&](const char* id, const QString& title, const auto& numberOf) -> Grid::Column& {
        Grid::Column& column = add(id, title, [numberOf](const Entry& entry) {
            return entry.use ? GridCell(static_cast<std::int64_t>(numberOf(*entry.use))) : GridCell(std::string());
        });
        column.isMuted = [entries](std::size_t row) {
            const Entry& entry = (*entries)[row];
            return !entry.fault.isEmpty() || (entry.use && entry.use->rows == 0);
        };
        return column;
    };
    addNumber("rows", tr("#"), [](const RuleUse& use) { return use.rows; }).isCount = true;
    addNumber("taken_bytes", tr("Bytes"), [](const RuleUse& use) { return use.bytes; }).toolTip
        = [entries](std::size_t row) {
              const Entry& entry = (*entries)[row];
              return entry.use ? exactBytes(entry.use->bytes) : entry.fault;
          };
    return grid;
}

int RulesDialog::current() const
{
    return m_list->currentIndex().row();
}

void RulesDialog::setCurrent(int row)
{
    m_list->setCurrentIndex(m_model->index(std::min(row, m_model->rowCount() - 1), 0));
    showCurrent();
}

void RulesDialog::add()
{
    const int row = current() + 1;
    m_entries.insert(m_entries.begin() + row, Entry(m_first));
    tryRules();
    setCurrent(row);
    m_isNew = true;
    refresh();
    m_form->start();
}

void RulesDialog::remove()
{
    const int row = current();
    m_entries.erase(m_entries.begin() + row);
    tryRules();
    setCurrent(row);
}

void RulesDialog::move(int by)
{
    const int row = current();
    if (row < 0 || row + by < 0 || row + by >= m_model->rowCount())
        return;
    std::swap(m_entries[static_cast<std::size_t>(row)], m_entries[static_cast<std::size_t>(row + by)]);
    tryRules();
    setCurrent(row + by);
}

void RulesDialog::importFrom(const QString& path)
{
    const auto read = readRules(toNative(path));
    inputsKept::remove(toNative(path)); // the dialog holds its rules and may save them there again
    if (!read) {
        showFileFault(text(read.error().message));
        return;
    }
    settings::setLastFolder(QFileInfo(path).absolutePath());
    std::vector<Rule> all = rules();
    const int first = static_cast<int>(all.size());
    all.insert(all.end(), read->rules().begin(), read->rules().end());
    setRules(all);
    setCurrent(first);
}

void RulesDialog::exportTo(const QString& path)
{
    const std::vector<Rule> all = rules();
    if (!canBeRead())
        return;
    if (const auto done = writeAtomically(toNative(path), [&](std::ostream& out) { writeRules(out, all); }); !done)
        showFileFault(text(done.error().message));
}

void RulesDialog::showList()
{
    const int row = current();
    const QSignalBlocker quiet(m_list->selectionModel()); // the current rule stays
    m_model->setGrid(grid());
    m_list->setCurrentIndex(m_model->index(row, 0));
}

Result<RulesDialog::Tried> RulesDialog::tryOn(const View& view, const std::vector<Rule>& rules,
                                              const Progress& progress)
{
    Tried tried;
    auto builtIn = view.meanings(progress);
    if (!builtIn)
        return builtIn.error();
    tried.builtIn = std::move(*builtIn);
    if (rules.empty())
        return tried;
    const auto set = setOf(rules);
    if (!set)
        return set.error();
    for (std::size_t i = 0; i < rules.size(); ++i)
        if (const std::string fault = kindFault(view.rows, rules[i]); !fault.empty())
            return wrongRule(i, fault);
    auto matches = matchRules(view, *set, progress);
    if (!matches)
        return matches.error();
    tried.matches = std::move(*matches);
    return tried;
}

void RulesDialog::tryRules()
{
    showList();
    m_fileFault.clear();
    m_tried.matches.reset();
    m_triedFault.clear();
    std::vector<Rule> faultless;
    for (const Entry& entry : m_entries)
        if (entry.fault.isEmpty())
            faultless.push_back(entry.rule);
    m_tasks.run<Tried>(
        {},
        [view = m_view, rules = std::move(faultless)](const Progress& progress) {
            return tryOn(*view, rules, progress);
        },
        [this](Result<Tried> tried) { take(std::move(tried)); });
    refresh();
}

void RulesDialog::take(Result<Tried> tried)
{
    if (tried)
        m_tried = std::move(*tried);
    else
        m_triedFault = text(tried.error().message);
    std::vector<RuleUse> uses;
    if (m_tried.matches)
        uses = usesOfRules(*m_view, *m_tried.matches, m_live);
    std::size_t next = 0;
    for (Entry& entry : m_entries) {
        entry.use.reset();
        if (entry.fault.isEmpty() && next < uses.size())
            entry.use = uses[next++];
    }
    showList();
    showTaken();
    refresh();
}

std::vector<LiveRow> RulesDialog::takenBy(RuleId rule) const
{
    std::vector<LiveRow> rows;
    std::ranges::copy_if(m_live, std::back_inserter(rows),
                         [&](const LiveRow& live) { return m_tried.matches->rule[live.row.index()] == rule; });
    std::ranges::stable_sort(rows, std::ranges::greater(),
                             [&](const LiveRow& live) { return m_view->rows.size[live.row]; });
    return rows;
}

RuleId RulesDialog::currentId() const
{
    const auto place = static_cast<std::size_t>(current());
    if (current() < 0 || !m_entries[place].fault.isEmpty())
        return {};
    const auto before = std::ranges::count_if(std::span(m_entries).first(place),
                                              [](const Entry& entry) { return entry.fault.isEmpty(); });
    return RuleId::at(static_cast<std::size_t>(before));
}

void RulesDialog::showCurrent()
{
    m_isNew = false;
    m_form->setRule(current() < 0 ? Rule() : m_entries[static_cast<std::size_t>(current())].rule);
    showTaken();
    refresh();
}

void RulesDialog::showTaken()
{
    const RuleId id = currentId();
    std::vector<LiveRow> rows;
    QString title;
    if (id && m_tried.matches) {
        rows = takenBy(id);
        title = rows.empty() ? tr("This rule matches nothing here") : tr("Matches of this rule here");
    } else if (id && m_triedFault.isEmpty()) {
        title = tr("Trying the rules…");
    } else if (current() >= 0) {
        title = tr("The matches of this rule are not known");
    }
    m_takenTitle->setText(title);
    m_taken->setGrid(takenGrid(m_view, std::move(rows), m_tried.builtIn));
}

void RulesDialog::refresh()
{
    const int row = current();
    const int count = m_model->rowCount();
    const auto wrong = placeWhere(m_entries, [](const Entry& entry) { return !entry.fault.isEmpty(); });
    m_empty->setVisible(count == 0);
    m_rule->setEnabled(row >= 0);
    m_remove->setEnabled(row >= 0);
    m_up->setEnabled(row > 0);
    m_down->setEnabled(row >= 0 && row + 1 < count);
    m_export->setEnabled(count > 0 && !wrong);
    const bool isFaultless = !wrong && m_triedFault.isEmpty();
    m_answers->button(QDialogButtonBox::Save)->setEnabled(isFaultless);
    // A new rule that the user has not filled in yet is not shown as an error.
    const bool isUnfilled = m_fileFault.isEmpty() && wrong && static_cast<int>(*wrong) == row && m_isNew;
    const Colors colors = colorsFor(palette());
    setTextColor(m_fault, isUnfilled ? colors.secondaryText : colors.bad);
    QString fault = m_fileFault;
    if (fault.isEmpty() && wrong)
        fault = tr("Rule %1: %2").arg(grouped(*wrong + 1), m_entries[*wrong].fault);
    else if (fault.isEmpty())
        fault = m_triedFault;
    m_fault->setText(fault);
}

void RulesDialog::showFileFault(const QString& fault)
{
    m_fileFault = fault;
    refresh();
}

bool RulesDialog::asks(const QString& question, const QString& answer)
{
    QMessageBox box(QMessageBox::Question, windowTitle(), question, QMessageBox::Cancel, this);
    box.setTextFormat(Qt::PlainText);
    const QPushButton* const agreed = box.addButton(answer, QMessageBox::AcceptRole);
    box.setDefaultButton(QMessageBox::Cancel);
    box.exec();
    return box.clickedButton() == agreed;
}

bool RulesDialog::canBeRead()
{
    const std::vector<Rule> all = rules();
    if (all.empty())
        return true; // no file will be written
    const auto read = setOf(all);
    if (!read)
        showFileFault(text(read.error().message));
    return read.has_value();
}

void RulesDialog::accept()
{
    if (!canBeRead())
        return;
    if (!m_isKeptFaulty || asks(tr("The saved rules cannot be read. Replace them?"), tr("&Replace")))
        QDialog::accept();
}

void RulesDialog::reject()
{
    if (rules() == m_known || asks(tr("The rules have been edited. Discard the changes?"), tr("&Discard")))
        QDialog::reject();
}

void RulesDialog::keyPressEvent(QKeyEvent* event)
{
    if (event->modifiers() == Qt::AltModifier && (event->key() == Qt::Key_Up || event->key() == Qt::Key_Down))
        move(event->key() == Qt::Key_Up ? -1 : 1);
    else
        QDialog::keyPressEvent(event);
}

} // namespace tidemark::ui
