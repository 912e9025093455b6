#pragma once

#include "proto/hlo.pb.h"

#include <string>

namespace tidemark::test {

/// Decodes and replays a program with the library and with the oracle and returns the first figure that differs; "" if
/// none does. At most `spaces` memory spaces are compared, and one that is not used.
std::string differenceFromOracle(const proto::HloProto& hlo, std::size_t spaces = 64);

} // namespace tidemark::test
