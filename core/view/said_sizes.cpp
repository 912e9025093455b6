#include "core/view/said_sizes.h"

namespace tidemark {

Figures figuresOf(const Chosen& chosen, const View& view, const Device* device, const SaidSizes& said)
{
    const auto* const takes = said.empty() ? nullptr : dynamic_cast<const TakesSizes*>(chosen.document.get());
    return takes ? takes->figures(chosen.selection, device, said) : view.figures(device);
}

} // namespace tidemark
