#include "core/oom/report_cells.h"

#include "core/base/text.h"

namespace tidemark::oom {
namespace {

Cell textOrNull(std::string_view text)
{
    return orNull(validUtf8(text));
}

Cell bytesOrNull(const std::optional<Amount>& amount)
{
    return amount ? Cell(amount->bytes) : Cell();
}

} // namespace

NamedCells cellsOf(std::string_view path, const Report& report)
{
    NamedCells cells = {{"path", Cell(validUtf8(path))},       {"line", Cell(report.line)},
                        {"rank", textOrNull(report.rank)},     {"kind", Cell(std::string(kindName(report.kind)))},
                        {"code", textOrNull(report.code)},     {"module", textOrNull(report.module)},
                        {"device", textOrNull(report.device)}, {"memory", textOrNull(report.memory)}};
    for (const MainFigure& figure : kMainFigures)
        cells.emplace_back(figure.id, bytesOrNull(report.*figure.amount));
    return cells;
}

NamedCells cellsOf(const Figure& figure)
{
    return {{"name", Cell(validUtf8(figure.name))}, {"bytes", bytesOrNull(figure.amount)}};
}

NamedCells cellsOf(const Allocation& allocation)
{
    return {{"number", orNull(allocation.number)},
            {"size_bytes", bytesOrNull(allocation.size)},
            {"unpadded_bytes", bytesOrNull(allocation.unpadded)},
            {"padding_factor", orNull(allocation.paddingFactor)},
            {"shape", textOrNull(allocation.shape)},
            {"op_name", textOrNull(allocation.opName)},
            {"op_type", textOrNull(allocation.opType)},
            {"source_file", textOrNull(allocation.sourceFile)},
            {"source_line", orNull(allocation.sourceLine)},
            {"label", textOrNull(allocation.label)},
            {"allocation_type", textOrNull(allocation.allocationType)},
            {"address", orNull(allocation.address)}};
}

NamedCells cellsOf(const Check& check)
{
    return {{"check", Cell(check.name)},
            {"left", textOrNull(check.left)},
            {"left_bytes", orNull(check.leftBytes)},
            {"right", textOrNull(check.right)},
            {"right_bytes", orNull(check.rightBytes)},
            {"verdict", Cell(std::string(verdictName(check.verdict)))},
            {"text", textOrNull(check.text)}};
}

} // namespace tidemark::oom
