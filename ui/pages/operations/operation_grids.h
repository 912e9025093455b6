#pragma once

#include "ui/pages/operations/shown_operations.h"
#include "ui/tables/grid.h"

namespace tidemark::ui {

/// The lists of operations that the page has, in their order.
enum class OperationList { Suspects, Highest, Padding, Failed, All };
constexpr int kOperationLists = 5;

QString listTitle(OperationList list);
/// What there is to say where it has no rows.
QString emptyText(OperationList list);
std::vector<Grid::Column> listColumns(OperationList list);

/// A list, with the operation of each row: a position in the profile, or one behind its end.
struct OperationGrid {
    Grid grid;
    std::vector<std::size_t> operations;
};
/// REQUIRES: not OperationList::All
OperationGrid gridOf(const ShownOperations& shown, OperationList list);

/// `operations`, in ascending order, each with what it does to the memory; rows are made as they are asked for.
Grid gridOfAll(std::shared_ptr<const ShownOperations> shown,
               std::shared_ptr<const std::vector<std::size_t>> operations);

/// What a search looks in: name, location, shapes of the results.
std::string searchedText(const ttxla::Profile& profile, const ttxla::Operation& operation);

} // namespace tidemark::ui
