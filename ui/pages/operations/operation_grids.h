#pragma once

#include "ui/pages/operations/shown_operations.h"
#include "ui/tables/grid.h"

namespace tidemark::ui {

/// The lists of operations of the page, in their order.
enum class OperationList { Suspects, Highest, Padding, Failed, All };
constexpr int kOperationLists = 5;

QString listTitle(OperationList list);
/// The text for a list without rows.
QString emptyText(OperationList list);
std::vector<Grid::Column> listColumns(OperationList list);

/// A list and the operation of each row: an index into the profile, or one past its end.
struct OperationGrid {
    Grid grid;
    std::vector<std::size_t> operations;
};
/// REQUIRES: not OperationList::All
OperationGrid gridOf(const ShownOperations& shown, OperationList list);

/// Makes the list of all given operations, which must be in ascending order, with the effect of each on the memory.
/// Rows are computed on request.
Grid gridOfAll(std::shared_ptr<const ShownOperations> shown,
               std::shared_ptr<const std::vector<std::size_t>> operations);

/// The text that a search looks in: name, location, shapes of the results.
std::string searchedText(const ttxla::Profile& profile, const ttxla::Operation& operation);

} // namespace tidemark::ui
