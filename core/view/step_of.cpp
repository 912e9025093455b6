#include "core/view/step_of.h"

#include "core/base/text.h"

namespace tidemark {

Result<StepId> stepOf(const View& view, std::uint64_t number, const std::string& written)
{
    if (number < view.axis.count)
        return StepId(static_cast<std::uint32_t>(number));
    return Error{ErrorKind::NotFound,
                 view.path + ": " + printable(view.programText) + " has no step " + printable(written) + " in "
                     + view.memoryText + ". There are steps 0 to " + groupedNumber(view.axis.count - 1) + ".",
                 std::nullopt};
}

} // namespace tidemark
