#pragma once

namespace tidemark {

/// Exit statuses of both programs.
constexpr int kOk = 0;
constexpr int kUnusable = 1; // the input, or it does not hold what was asked for
constexpr int kWrongUsage = 2;

} // namespace tidemark
