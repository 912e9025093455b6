#include "ui/shell/information_dialog.h"

#include "core/base/text.h"
#include "ui/session/document_controller.h"
#include "ui/state/grouped.h"
#include "ui/tables/buffer_clipboard.h"

#include <QDesktopServices>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QUrl>
#include <QVBoxLayout>

namespace tidemark::ui {
namespace {

QString both(std::int64_t bytes)
{
    return QStringLiteral("%1 (%2 B)").arg(QString::fromStdString(bytesText(bytes)), grouped(bytes));
}

class Facts
{
public:
    explicit Facts(QFormLayout* form)
        : m_form(form)
    { }
    void heading(const QString& title)
    {
        auto* label = new QLabel(title);
        QFont bold = label->font();
        bold.setBold(true);
        label->setFont(bold);
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
    void add(const QString& name, std::int64_t bytes) { add(name, both(bytes)); }

private:
    QFormLayout* m_form;
};

void addFigures(Facts& facts, const DocumentController& controller)
{
    using D = InformationDialog;
    const Summary& s = *controller.summary();
    facts.heading(D::tr("Memory: %1").arg(controller.spaceName()));
    facts.add(
        D::tr("Peak"),
        D::tr("%1 at step %2 of %3").arg(both(s.occupiedPeakBytes), grouped(s.occupiedPeakStep), grouped(s.steps)));
    facts.add(D::tr("Peak as XProf shows it"), D::tr("%1 at step %2").arg(both(s.peakBytes), grouped(s.peakStep)));
    facts.add(D::tr("Allocated"), s.totals.total);
    facts.add(D::tr("Arguments"), s.totals.arguments);
    facts.add(D::tr("Outputs"), s.totals.outputs);
    facts.add(D::tr("Shared by both (donated)"), s.totals.aliased);
    facts.add(D::tr("Constants"), s.totals.constants);
    facts.add(D::tr("Temporaries at the peak"), s.temporariesAtPeakBytes);
    facts.add(D::tr("Padding at the peak"), s.paddingBytes);
    facts.add(D::tr("Fragmentation"), s.fragmentationBytes);
    facts.add(D::tr("Untraced temporaries"), s.totals.untraced);
    facts.add(D::tr("Thread-local"), s.totals.threadLocal);
    if (s.maxScopedBytes)
        facts.add(D::tr("Scoped VMEM"),
                  both(*s.maxScopedBytes) + D::tr(" in ") + QString::fromStdString(s.maxScopedInstruction));
    facts.add(D::tr("Device"), controller.deviceText());
    if (s.capacity.bytes)
        facts.add(D::tr("Capacity"), *s.capacity.bytes);
    if (s.headroomBytes)
        facts.add(D::tr("Headroom"), *s.headroomBytes);
    for (const Warning& warning : s.warnings)
        facts.add(D::tr("Note"), text(warning.describe()));
}

void addFile(Facts& facts, const SourceFile& source)
{
    using D = InformationDialog;
    facts.heading(QFileInfo(QString::fromStdString(source.input.path)).fileName());
    facts.add(D::tr("Path"), QFileInfo(QString::fromStdString(source.input.path)).absoluteFilePath());
    facts.add(D::tr("Size"), static_cast<std::int64_t>(source.size));
    facts.add(D::tr("Format"),
              source.format == FileFormat::XSpace ? D::tr("profile (XSpace)") : D::tr("compiled program (HLO)"));
    facts.add(D::tr("Session"), text(validUtf8(source.input.session)));
    facts.add(D::tr("Host"), text(validUtf8(source.input.host)));
    facts.add(D::tr("Platform"), text(platformName(source.platform)));
    facts.add(D::tr("Device"), text(validUtf8(source.device.type)));
    facts.add(D::tr("JAX"), text(validUtf8(source.jaxVersion)));
    if (source.error)
        facts.add(D::tr("Problem"), text(validUtf8(source.error->message)));
}

} // namespace

InformationDialog::InformationDialog(const DocumentController& controller, QWidget* parent)
    : QDialog(parent)
{
    setWindowTitle(tr("Document Information"));
    auto* content = new QWidget;
    auto* form = new QFormLayout(content);
    form->setLabelAlignment(Qt::AlignRight | Qt::AlignTop);
    form->setHorizontalSpacing(14);
    Facts facts(form);
    const Document& document = *controller.document();
    if (controller.module()) {
        const ModuleEntry& module = document.module(*controller.module());
        facts.heading(tr("Program"));
        facts.add(tr("Module"), text(validUtf8(module.name)));
        facts.add(tr("Program id"), module.programId ? QString::number(*module.programId) : QString());
        facts.add(tr("HLO"), static_cast<std::int64_t>(module.hlo.size));
    }
    if (controller.summary())
        addFigures(facts, controller);
    for (const SourceFile& source : document.profile->files)
        addFile(facts, source);

    auto* scroll = new QScrollArea(this);
    scroll->setWidget(content);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::StyledPanel);
    const std::uint32_t file = controller.module() ? document.module(*controller.module()).file : 0;
    const QString path
        = QFileInfo(QFile::decodeName(QByteArray::fromStdString(document.profile->files[file].input.path)))
              .absoluteFilePath();
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    QPushButton* copy = buttons->addButton(tr("&Copy Path"), QDialogButtonBox::ActionRole);
    QPushButton* show = buttons->addButton(tr("Show in &Folder"), QDialogButtonBox::ActionRole);
    connect(copy, &QPushButton::clicked, this, [path] { copyText(path); });
    connect(show, &QPushButton::clicked, this,
            [path] { QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(path).absolutePath())); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(scroll, 1);
    layout->addWidget(buttons);
    resize(640, 620);
}

} // namespace tidemark::ui
