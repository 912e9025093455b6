#include "ui/pages/runs/sizes_form.h"

#include "core/text/amount.h"
#include "ui/theme/colors.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/restyle.h"
#include "ui/widgets/text_color.h"

#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QScopedValueRollback>
#include <QToolButton>

#include <cmath>

namespace tidemark::ui {
namespace {

constexpr double kLargestSize = 1e18;

/// Parses "12 GiB", "1,848.93 MB" (of 2^20 bytes) or "4e7". Absent if the text is no amount.
std::optional<double> readSize(const QString& words)
{
    QString dense = words;
    dense.removeIf([](QChar c) { return c.isSpace(); });
    const std::string utf8 = dense.toStdString();
    std::string_view rest = utf8;
    const auto amount = takeAmount(rest);
    if (amount && rest.empty())
        return static_cast<double>(amount->bytes);
    bool isNumber = false;
    const double number = dense.toDouble(&isNumber);
    if (!isNumber || !std::isfinite(number))
        return std::nullopt;
    return number;
}

} // namespace

SizesForm::SizesForm(const Units* units, QWidget* parent)
    : QWidget(parent)
    , m_units(units)
    , m_reset(new QToolButton(this))
    , m_fault(new QLabel(this))
{
    const std::array<QString, Count> names = {tr("&Device memory"), tr("&Model"), tr("&Optimizer"), tr("&Gradients")};
    const std::array<QString, Count> helps
        = {tr("Memory that a run must fit in"), tr("Two bytes (bf16) per parameter in the log"),
           tr("Twice the model: the two moments of AdamW"), tr("As the model")};
    auto* form = new QFormLayout;
    form->setContentsMargins(0, 0, 0, 0);
    form->setVerticalSpacing(4);
    for (std::size_t i = 0; i < Count; ++i) {
        m_edits[i] = new QLineEdit(this);
        m_edits[i]->setAccessibleName(QString(names[i]).remove(u'&'));
        m_edits[i]->setToolTip(tr("Bytes, or with a unit: 12 GiB. From the file: %1").arg(helps[i]));
        m_edits[i]->setClearButtonEnabled(true);
        form->addRow(names[i], m_edits[i]);
        connect(m_edits[i], &QLineEdit::textChanged, this, &SizesForm::onEdited);
    }
    m_reset->setText(tr("Reset"));
    m_reset->setToolTip(tr("Reset all sizes to those from the file"));
    m_reset->setFocusPolicy(Qt::StrongFocus);
    connect(m_reset, &QToolButton::clicked, this, [this] {
        clear();
        emit changed();
    });
    m_fault->setWordWrap(true);
    auto* title = new QLabel(tr("Expected sizes"), this);
    inColumn(this, {inLine(nullptr, {{title, 1}, m_reset}), form, m_fault}, {10, 2, 10, 6}, 4);
    onRestyle(this, [this] { setTextColor(m_fault, colorsFor(palette()).bad); });
    m_fault->hide();
    m_reset->setEnabled(false);
    connect(units, &Units::changed, this, &SizesForm::refreshPlaceholders);
}

std::optional<double> SizesForm::bytesOf(Field field) const
{
    const auto bytes = readSize(m_edits[field]->text());
    const double least = field == Device ? 1 : 0;
    if (bytes && *bytes >= least && *bytes < kLargestSize)
        return bytes;
    return std::nullopt;
}

tt::Sizes SizesForm::sizes() const
{
    return {bytesOf(Device), bytesOf(Model), bytesOf(Optimizer), bytesOf(Gradients)};
}

void SizesForm::setSizes(const tt::Sizes& given)
{
    constexpr int kExact = 17; // enough digits for any double
    const std::array all = {given.deviceMemory, given.model, given.optimizer, given.gradients};
    for (std::size_t i = 0; i < Count; ++i) {
        if (bytesOf(static_cast<Field>(i)) == all[i])
            continue;
        const QScopedValueRollback guard(m_isSetting, true);
        m_edits[i]->setText(all[i] ? QString::number(*all[i], 'g', kExact) : QString());
    }
    refreshFault();
}

void SizesForm::clear()
{
    const QScopedValueRollback guard(m_isSetting, true); // no signal blocker, because the clear buttons need the signal
    for (QLineEdit* edit : m_edits)
        edit->clear();
    refreshFault();
}

void SizesForm::onEdited()
{
    if (m_isSetting)
        return;
    refreshFault();
    emit changed();
}

void SizesForm::refreshFault()
{
    QString fault;
    bool isAnyGiven = false;
    for (std::size_t i = 0; i < Count; ++i) {
        const QString given = m_edits[i]->text().trimmed();
        isAnyGiven = isAnyGiven || !given.isEmpty();
        if (!given.isEmpty() && !bytesOf(static_cast<Field>(i)) && fault.isEmpty())
            fault = tr("“%1” is not a size; the size from the file is used.").arg(given);
    }
    m_fault->setText(fault);
    m_fault->setVisible(!fault.isEmpty());
    setTextColor(m_fault, colorsFor(palette()).bad);
    m_reset->setEnabled(isAnyGiven);
}

void SizesForm::setRead(const tt::JudgedRun& run)
{
    const tt::Components& all = run.components;
    m_read = {run.knownDevice(), all.model.expected, all.optimizer.expected, all.gradients.expected};
    refreshPlaceholders();
}

void SizesForm::setIsKept(bool isKept)
{
    for (const Field field : {Model, Optimizer, Gradients})
        m_edits[field]->setEnabled(!isKept);
}

void SizesForm::refreshPlaceholders()
{
    const auto placeholder = [this](std::size_t field) {
        if (!m_read[field])
            return m_edits[field]->isEnabled() ? tr("not known") : tr("in the file");
        return tr("%1 from the file").arg(m_units->bytes(std::llround(*m_read[field])));
    };
    for (std::size_t i = 0; i < Count; ++i)
        m_edits[i]->setPlaceholderText(placeholder(i));
}

} // namespace tidemark::ui
