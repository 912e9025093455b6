#pragma once

#include <string>
#include <string_view>

namespace tidemark::tt {

/// What a phase does, judged by its name. Source: the training loops of tt-train (nano_gpt, train.py, SFTTrainer,
/// GRPO).
enum class PhaseRole { Model, Optimizer, Forward, Backward, Other };
PhaseRole roleOf(std::string_view name);

/// The name without the number of the micro batch, the pass or the snapshot. Examples: FORWARD_PASS for
/// FORWARD_PASS_micro_1 and FORWARD_PASS_2; SPARSE_MOE_L3_AFTER_ROUTING_FWD for
/// SPARSE_MOE_L3_AFTER_ROUTING_FWD__000042.
std::string_view phaseGroup(std::string_view name);

/// Returns whether the phase is a snapshot inside a pass, "…_FWD__000042". The phase of the pass itself then covers
/// only what follows the last snapshot.
bool isInner(std::string_view name);

} // namespace tidemark::tt
