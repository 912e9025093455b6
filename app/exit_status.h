#pragma once

namespace tidemark {

/// Exit statuses of both programs.
constexpr int kOk = 0;
constexpr int kAnswerIsNo = 1; // a check fails, --fail-above is exceeded, or a log has no message
constexpr int kWrongUsage = 2;
constexpr int kUnusable = 3; // the input cannot be used, or it does not contain what the user asked for

} // namespace tidemark
