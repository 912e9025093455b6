#include "ui/shell/information_dialog.h"

#include "core/base/text.h"
#include "ui/session/paths.h"
#include "ui/session/session.h"
#include "ui/state/grouped.h"
#include "ui/state/view_state.h"
#include "ui/theme/text.h"
#include "ui/widgets/fonts.h"

#include <QApplication>
#include <QClipboard>
#include <QDesktopServices>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QUrl>
#include <QVBoxLayout>

namespace tidemark::ui {
namespace {

QString both(std::int64_t bytes)
{
    return withExact(text(bytesText(bytes)), bytes);
}

/// A form of named facts below headings. Unknown facts have no row.
class FactForm
{
public:
    explicit FactForm(QFormLayout* form)
        : m_form(form)
    { }
    void heading(const QString& title)
    {
        auto* label = new QLabel(title);
        label->setTextFormat(Qt::PlainText);
        label->setFont(boldFont(label->font()));
        m_form->addRow(label);
    }
    void add(const QString& name, const QString& value)
    {
        if (value.isEmpty())
            return;
        auto* label = new QLabel(value);
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        label->setWordWrap(true);
        m_form->addRow(name, label);
    }

private:
    QFormLayout* m_form;
};

QString valueOf(const Figure& figure)
{
    if (figure.isBytes() && std::holds_alternative<std::int64_t>(figure.value))
        return both(figure.bytes());
    if (const auto* number = std::get_if<std::int64_t>(&figure.value))
        return grouped(*number);
    if (const auto* number = std::get_if<std::uint64_t>(&figure.value))
        return QString::number(*number);
    const auto* words = std::get_if<std::string>(&figure.value);
    return words ? text(*words) : QString();
}

void addFigures(FactForm& facts, const View& view, const Figures& figures, const QString& device)
{
    using D = InformationDialog;
    facts.heading(D::tr("Memory: %1").arg(text(view.memoryText)));
    for (const Figure& figure : figures.list) {
        const QString value = valueOf(figure);
        if (figure.label.empty() || value.isEmpty())
            continue;
        const QString remarks = text(figure.remarkText([](std::int64_t bytes) { return bytesText(bytes); }));
        facts.add(text(figure.label), remarks.isEmpty() ? value : value + QStringLiteral(" · ") + remarks);
    }
    facts.add(D::tr("Device"), device);
    for (const Warning& warning : figures.warnings)
        facts.add(D::tr("Note"), text(warning.describe()));
}

void addFile(FactForm& facts, const FileEntry& file)
{
    using D = InformationDialog;
    const QFileInfo info(fromNative(file.path));
    facts.heading(info.fileName());
    facts.add(D::tr("Path"), info.absoluteFilePath());
    facts.add(D::tr("Size"), both(static_cast<std::int64_t>(file.size)));
    facts.add(D::tr("Format"), text(file.format));
    facts.add(D::tr("Session"), text(file.session));
    facts.add(D::tr("Host"), text(file.host));
    facts.add(D::tr("Platform"), text(platformName(file.platform)));
    facts.add(D::tr("Device"), text(file.device.type));
    for (const auto& [name, value] : file.remarks)
        facts.add(text(name), text(value));
    if (file.error)
        facts.add(D::tr("Problem"), text(file.error->message));
}

} // namespace

InformationDialog::InformationDialog(const ViewState& state, const Session& session, QWidget* parent)
    : QDialog(parent)
{
    setWindowTitle(tr("Document Information"));
    auto* content = new QWidget;
    auto* form = new QFormLayout(content);
    form->setLabelAlignment(Qt::AlignRight | Qt::AlignTop);
    form->setHorizontalSpacing(14);
    FactForm facts(form);
    if (const auto& shown = session.shown()) {
        const ProgramEntry& program = shown->program();
        facts.heading(tr("Program"));
        facts.add(tr("Name"), text(program.name));
        facts.add(tr("Id"), program.id ? QString::number(*program.id) : QString());
        facts.add(tr("Size in the file"), program.bytes ? both(static_cast<std::int64_t>(*program.bytes)) : QString());
        if (session.figures() && !state.isEmpty())
            addFigures(facts, *state.view(), *session.figures(), session.deviceText());
    }
    QString path = fromNative(session.host().documents().front()->catalogue().files.front().path);
    if (session.shown())
        path = fromNative(session.shown()->file().path);
    for (const auto& document : session.host().documents())
        for (const FileEntry& file : document->catalogue().files)
            addFile(facts, file);

    auto* scroll = new QScrollArea(this);
    scroll->setWidget(content);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::StyledPanel);
    path = QFileInfo(path).absoluteFilePath();
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    QPushButton* copy = buttons->addButton(tr("&Copy Path"), QDialogButtonBox::ActionRole);
    QPushButton* show = buttons->addButton(tr("Show in &Folder"), QDialogButtonBox::ActionRole);
    connect(copy, &QPushButton::clicked, this, [path] { QApplication::clipboard()->setText(path); });
    connect(show, &QPushButton::clicked, this,
            [path] { QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(path).absolutePath())); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(scroll, 1);
    layout->addWidget(buttons);
    resize(QSize(640, 620).boundedTo(screen()->availableSize() * 9 / 10));
}

} // namespace tidemark::ui
