// Tests of the device whose memory is used: the one named by the file or the one chosen by the user.
#include "tests/ui/window_fixture.h"
#include "ui/widgets/capacity_bar.h"

#include <QAction>
#include <QActionGroup>
#include <QDialog>
#include <QDialogButtonBox>
#include <QHelpEvent>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QTimer>
#include <QToolTip>

using namespace tidemark;
using namespace tidemark::ui;

namespace {

QList<QAction*> entries(MainWindow& window)
{
    QMenu* menu = window.actions().device;
    emit menu->aboutToShow();
    return menu->actions();
}

QAction* deviceOf(MainWindow& window, const char* name)
{
    entries(window);
    return entryOf(*window.actions().device, name);
}

} // namespace

class Devices : public Window
{
protected:
    QString fileOf(const QString& name, const test::ContainerStyle& style = {}) const
    {
        return write(name, test::containerBytes({{"jit_small(3)", test::hloBytes(kSmall)}}, style));
    }
};

TEST_F(Devices, ADeviceIsChosenForOneDocument)
{
    const auto window = makeWindow();
    window->open({fileOf(QStringLiteral("a.xplane.pb"))});
    ASSERT_TRUE(waitFor(*window));
    window->session()->chooseDevice(findDevice("v5e"));
    EXPECT_TRUE(
        window->findChild<CapacityBar*>()->accessibleDescription().contains(QStringLiteral("TPU v5e, chosen by you")));
    window->session()->host().reload();
    ASSERT_TRUE(waitFor(*window));
    EXPECT_EQ(utf8(window->session()->deviceText()), "TPU v5e, chosen by you");
    window->open({fileOf(QStringLiteral("b.xplane.pb"))});
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return window->windowTitle().startsWith(u'b') && window->session()->figures(); }));
    EXPECT_EQ(utf8(window->session()->deviceText()), "") << "nobody chose a device for this one";
    EXPECT_FALSE(window->session()->figures()->headroomBytes);
}

TEST_F(Devices, TheHeadroomTipOfAGpuShowsTheShareJaxReserves)
{
    const auto window = makeWindow();
    window->open({fileOf(QStringLiteral("a.xplane.pb"))});
    ASSERT_TRUE(waitFor(*window));
    auto* bar = window->findChild<CapacityBar*>();
    const auto tip = [&](const char* device) {
        window->session()->chooseDevice(findDevice(device));
        const QPoint end(bar->width() - 3, bar->height() / 2);
        QHelpEvent help(QEvent::ToolTip, end, bar->mapToGlobal(end));
        QApplication::sendEvent(bar, &help);
        return QToolTip::text();
    };
    EXPECT_TRUE(tip("h100").contains(QStringLiteral("JAX reserves 75 % of it"))) << tip("h100").toStdString();
    EXPECT_TRUE(tip("h100").contains(QStringLiteral("64,140,607,488"))) << tip("h100").toStdString();
    EXPECT_TRUE(tip("v5e").contains(QStringLiteral("Headroom"))) << tip("v5e").toStdString();
    EXPECT_FALSE(tip("v5e").contains(QStringLiteral("JAX"))) << tip("v5e").toStdString();
    EXPECT_FALSE(tip("v5e").contains(QStringLiteral("MiB"))) << tip("v5e").toStdString();
    window->state()->units().setUnit(ByteUnit::MiB);
    EXPECT_TRUE(tip("v5e").contains(QStringLiteral("MiB"))) << tip("v5e").toStdString();
}

TEST_F(Devices, ShowCapacityFollowsTheChoice)
{
    const auto window = makeWindow();
    window->open({fileOf(QStringLiteral("a.xplane.pb"))});
    ASSERT_TRUE(waitFor(*window));
    EXPECT_FALSE(window->actions().of(Command::ShowCapacity)->isEnabled());
    window->session()->chooseDevice(findDevice("v5e"));
    EXPECT_TRUE(window->actions().of(Command::ShowCapacity)->isEnabled());
    window->session()->chooseDevice(nullptr);
    EXPECT_FALSE(window->actions().of(Command::ShowCapacity)->isEnabled());
}

TEST_F(Devices, AChoiceBeatsTheDeviceOfTheFile)
{
    test::ContainerStyle style;
    style.deviceName = "/device:GPU:0";
    style.deviceType = "NVIDIA H100 80GB HBM3";
    const auto window = makeWindow();
    window->open({fileOf(QStringLiteral("gpu.xplane.pb"), style)});
    ASSERT_TRUE(waitFor(*window));
    EXPECT_TRUE(deviceOf(*window, "From the File")->isChecked());
    EXPECT_EQ(window->session()->figures()->capacity.bytes, findDevice("h100")->hbmBytes);
    QAction* other = deviceOf(*window, "NVIDIA A100 40 GB");
    ASSERT_TRUE(other);
    other->trigger();
    EXPECT_EQ(window->session()->figures()->capacity.bytes, findDevice("a100-40")->hbmBytes) << "as with --device";
    EXPECT_TRUE(window->session()->figures()->capacity.isOtherDevice);
    EXPECT_TRUE(deviceOf(*window, "NVIDIA A100 40 GB")->isChecked());
    deviceOf(*window, "From the File")->trigger();
    EXPECT_EQ(window->session()->figures()->capacity.bytes, findDevice("h100")->hbmBytes);
}

TEST_F(Devices, AMemoryOfAnySizeIsChosen)
{
    const auto window = makeWindow();
    window->open({fileOf(QStringLiteral("a.xplane.pb"))});
    ASSERT_TRUE(waitFor(*window));
    QTimer::singleShot(0, [] {
        auto* const dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
        ASSERT_TRUE(dialog);
        auto* const size = dialog->findChild<QLineEdit*>();
        auto* const ok = dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok);
        size->setText(QStringLiteral("24"));
        EXPECT_FALSE(ok->isEnabled()) << "no unit";
        size->setText(QStringLiteral("24 GiB"));
        EXPECT_TRUE(ok->isEnabled());
        dialog->accept();
    });
    deviceOf(*window, "Other Size")->trigger();
    EXPECT_EQ(window->session()->figures()->capacity.bytes, std::int64_t{24} << 30);
    EXPECT_TRUE(deviceOf(*window, "Other Size")->isChecked());
    deviceOf(*window, "From the File")->trigger();
    EXPECT_FALSE(window->session()->figures()->capacity.bytes);
}

TEST_F(Devices, TheMenuIsSortedByGenerationWithOneEntryChosen)
{
    const auto window = makeWindow();
    window->open({fileOf(QStringLiteral("a.xplane.pb"))});
    ASSERT_TRUE(waitFor(*window));
    QStringList names;
    for (const QAction* action : entries(*window))
        if (action->text().startsWith(QStringLiteral("TPU")))
            names << action->text().section(QStringLiteral(" — "), 0, 0);
    EXPECT_EQ(utf8(names.join(u',')), "TPU v2,TPU v3,TPU v4,TPU v5e,TPU v5p,TPU v6e,TPU7x");
    QAction* v5e = deviceOf(*window, "TPU v5e");
    ASSERT_TRUE(v5e->actionGroup());
    EXPECT_TRUE(v5e->actionGroup()->isExclusive());
    v5e->trigger();
    EXPECT_TRUE(deviceOf(*window, "TPU v5e")->isChecked());
    EXPECT_FALSE(deviceOf(*window, "From the File")->isChecked());

    const QString log
        = write(QStringLiteral("run.log"), "\nRan out of memory in memory space hbm. Used 64.00M of 32.00M hbm.\n");
    window->open({log});
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return window->windowTitle().startsWith(u'r') && window->session()->figures(); }));
    EXPECT_EQ(window->session()->figures()->capacity.bytes, 32 << 20);
    EXPECT_FALSE(deviceOf(*window, "TPU v5e")->isChecked()) << "the message has told another";
    EXPECT_TRUE(deviceOf(*window, "From the File")->isChecked());
}
