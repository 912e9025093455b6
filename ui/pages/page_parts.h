#pragma once

#include <QString>

#include <functional>

class QPushButton;
class QSplitter;
class QTextBrowser;
class QWidget;

namespace tidemark::ui {

class ElidedLabel;

/// Fills the background of a part like that of the page.
void fillBase(QWidget* part);
/// The label of a page with what the page has found.
ElidedLabel* makeFinding(QWidget* parent);
/// Rich text whose links the page follows.
QTextBrowser* makeDetails(const QString& name, int margin, QWidget* parent);
/// "Copy Table"
QPushButton* makeCopyButton(QWidget* parent, const std::function<void()>& copy);
/// Two parts side by side. The right one keeps its width at first, in pixels for a font of usual size.
QSplitter* makeSplit(QWidget* left, QWidget* right, int rightWidth, QWidget* parent);

} // namespace tidemark::ui
