#pragma once

#include "ui/pages/page.h"
#include "ui/state/facet.h"

#include <array>
#include <optional>

class QComboBox;
class QLabel;

namespace tidemark::ui {

class IcicleChart;

/// Shows the composition of the level at the cursor, by up to three groupings of the rows, one below the other. For
/// every view with rows.
class CompositionPage : public Page
{
    Q_OBJECT

public:
    static constexpr std::size_t kLevels = 3;
    /// The default groupings, one below the other, by id; "" for none.
    static constexpr std::array<const char*, kLevels> kUsualLevels = {Facet::kByCategory, "op_path", ""};

    CompositionPage(const PageContext& context, QWidget* parent);
    IcicleChart* icicle() const { return m_icicle; }

    std::vector<PanelId> panels() const override;
    bool canDo(Command command) const override;
    void perform(Command command) override;
    bool takeKey(QKeyEvent* event) override;
    std::vector<InputHint> hints() const override;
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
    using Levels = std::array<std::string, kLevels>; // grouping ids

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
    std::optional<Levels> m_wantedWithout; // of views without; absent: those of views with meanings
    Levels m_shown; // of the current view, by box; may include groupings that are not known yet
    QLabel* m_path; // links from all rows down to the zoomed group
    IcicleChart* m_icicle;
};

} // namespace tidemark::ui
