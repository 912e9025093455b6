#pragma once

#include "app/cli/options.h"
#include "core/include/tidemark/summary.h"
#include "core/view/choice.h"

namespace tidemark::cli {

/// A command that gives more detail.
struct NextStep {
    std::string command;
    std::string purpose;
};

/// The data of the one-screen overview of a program or message.
struct Overview {
    const View* view = nullptr;
    Figures figures;
    Summary summary;
    std::size_t otherPrograms = 0;
    std::string others; // the same in words: "2 modules and 1 recording"
    std::string stated; // the device and the figures of a message without a plan: "GPU 3, allocated by PyTorch 70 GiB"
    std::vector<NextStep> next;
};

/// Collects what `report` prints about `shown`. Error of kind Cancelled.
Result<Overview> overviewOf(const Options& options, const Viewed& shown);

} // namespace tidemark::cli
