#include "ui/rules/rule_form.h"

#include "ui/rules/rules_model.h"
#include "ui/theme/text.h"
#include "ui/theme/tool_tip.h"
#include "ui/widgets/fonts.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QSignalBlocker>

namespace tidemark::ui {
namespace {

constexpr int kOthersWidth = 180; // pixels, for the names of kinds that no row has

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
        m_field->addItem(RulesModel::fieldText(static_cast<RuleField>(i)));
    m_pattern->setFont(fixedFontLike(font())); // as large as the other fields
    m_pattern->setToolTip(
        plainToolTip(tr("A regular expression (RE2), found anywhere in the text unless ^ and $ anchor it")));
    auto* boxes = new QHBoxLayout;
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

} // namespace tidemark::ui
