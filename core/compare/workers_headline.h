#pragma once

#include "core/base/text.h"
#include "core/compare/workers.h"

namespace tidemark {

/// The main difference among workers in one line: "16 workers, all equal", "w-11 is 1.69 GiB above the others:
/// another program". Sizes in this unit.
std::string headlineOf(const Workers& workers, ByteUnit unit = ByteUnit::Auto);

} // namespace tidemark
