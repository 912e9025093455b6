#include "ui/pages/page_parts.h"

#include "ui/widgets/elided_label.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/restyle.h"

#include <QCoreApplication>
#include <QPushButton>
#include <QSplitter>
#include <QTextBrowser>

namespace tidemark::ui {
namespace {

struct PartsText {
    Q_DECLARE_TR_FUNCTIONS(Page)
};

constexpr int kLeftWidth = 3000; // more than any window has

} // namespace

void fillBase(QWidget* part)
{
    part->setAutoFillBackground(true);
    part->setBackgroundRole(QPalette::Base);
}

ElidedLabel* makeFinding(QWidget* parent)
{
    auto* finding = new ElidedLabel(parent);
    finding->setObjectName(QStringLiteral("finding"));
    const auto refresh = [finding, parent] { finding->setFont(boldFont(largerFont(parent->font(), 1.15))); };
    refresh();
    onRestyle(parent, refresh);
    return finding;
}

QTextBrowser* makeDetails(const QString& name, int margin, QWidget* parent)
{
    auto* details = new QTextBrowser(parent);
    details->setFrameShape(QFrame::NoFrame);
    details->setOpenLinks(false);
    details->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    details->document()->setDocumentMargin(margin);
    details->setAccessibleName(name);
    return details;
}

QPushButton* makeCopyButton(QWidget* parent, const std::function<void()>& copy)
{
    auto* button = new QPushButton(PartsText::tr("Copy Table"), parent);
    button->setToolTip(PartsText::tr("Put all rows shown on the clipboard"));
    button->setAutoDefault(false);
    QObject::connect(button, &QPushButton::clicked, parent, copy);
    return button;
}

QSplitter* makeSplit(QWidget* left, QWidget* right, int rightWidth, QWidget* parent)
{
    auto* split = new QSplitter(parent);
    split->setChildrenCollapsible(false);
    split->setAutoFillBackground(true);
    split->addWidget(left);
    split->addWidget(right);
    split->setStretchFactor(0, 1);
    split->setStretchFactor(1, 0);
    split->setSizes({kLeftWidth, grown(rightWidth, parent->font())});
    return split;
}

} // namespace tidemark::ui
