#include "app/cli/program.h"
#include "core/open/open_documents.h"

#include <iostream>

int main(int argc, char** argv)
{
    std::ios::sync_with_stdio(false);
    return tidemark::cli::run(argc, argv, tidemark::allKinds());
}
