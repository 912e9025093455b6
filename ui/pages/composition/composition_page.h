#pragma once

#include "ui/pages/page.h"
#include "ui/state/facet.h"

#include <array>
#include <optional>

class QComboBox;
class QLabel;

namespace tidemark::ui {

class IcicleChart;

/// Of what: the level at the cursor by up to three groupings of the rows, one below the other. For views of every kind
/// that have rows.
class CompositionPage : public Page
{
    Q_OBJECT

public:
    static constexpr std::size_t kLevels = 3;
    /// By what it divides until somebody chooses: ids of groupings, one below the other; "": none.
    static constexpr std::array<const char*, kLevels> kUsualLevels = {Facet::kByCategory, "op_path", ""};

    CompositionPage(const PageContext& context, QWidget* parent);
    IcicleChart* icicle() const { return m_icicle; }

    std::vector<DockId> docks() const override;
    bool canDo(Command command) const override;
    void perform(Command command) override;
    bool takeKey(QKeyEvent* event) override;
    std::vector<InputHint> hints() const override;
    QString placesOfRows() const override;
    int fullHeight() const override;
    int lowHeight() const override { return minimumSizeHint().height(); }
    bool offersPicture() const override;
    bool offersTable() const override;
    std::optional<PagePicture> picture() const override;
    std::optional<PageTable> table() const override;
    QString fileName() const override;

protected:
    void changeEvent(QEvent* event) override;

private:
    using Levels = std::array<std::string, kLevels>; // ids of groupings

    bool knowsMeanings() const;
    QWidget* makeHeader();
    void refreshLevels();
    void takeLevel(std::size_t level);
    void refreshPath();
    void escape();

    ViewState* m_state;
    Session* m_session;
    std::array<QComboBox*, kLevels> m_levels{};
    Levels m_wanted; // of views with meanings
    std::optional<Levels> m_wantedWithout; // of views without; absent: as of those with
    Levels m_shown; // of the view on screen, by box; also what it does not have or know yet
    QLabel* m_path; // from all rows to what is zoomed to, as links
    IcicleChart* m_icicle;
};

} // namespace tidemark::ui
