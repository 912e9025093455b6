// Prints the peak of the largest program in a file, the categories at the peak, and the ten largest buffers.
#include <tidemark/tidemark.h>

#include <iostream>

static int fail(const tidemark::Error& error)
{
    std::cerr << error.message << '\n';
    return 1;
}

int main(int argc, char** argv)
{
    const auto files = tidemark::open({argv + 1, argv + argc});
    if (!files)
        return fail(files.error());
    const auto memory = files->choose();
    if (!memory)
        return fail(memory.error());
    const auto summary = memory->summary();
    if (!summary)
        return fail(summary.error());
    std::cout << summary->sentence << "\n\npeak\t" << summary->peakBytes << '\n';
    for (const tidemark::PeakPart& part : summary->categories)
        std::cout << "category\t" << part.bytes << '\t' << part.category << '\n';

    const auto largest = memory->buffers({.isLargestFirst = true, .limit = 10});
    if (!largest)
        return fail(largest.error());
    for (const tidemark::Buffer& buffer : *largest)
        std::cout << "buffer\t" << buffer.sizeBytes << '\t' << buffer.name << '\t' << buffer.shape << '\n';
    return 0;
}
