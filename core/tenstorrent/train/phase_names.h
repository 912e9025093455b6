#pragma once

#include <string>
#include <string_view>

namespace tidemark::tt {

/// What a phase is of, by its name. Source: the training loops of tt-train (nano_gpt, train.py, SFTTrainer, GRPO).
enum class PhaseRole { Model, Optimizer, Forward, Backward, Other };
PhaseRole roleOf(std::string_view name);

/// The name without the number of the micro batch, of the pass or of the snapshot: FORWARD_PASS of
/// FORWARD_PASS_micro_1, FORWARD_PASS_2; SPARSE_MOE_L3_AFTER_ROUTING_FWD of SPARSE_MOE_L3_AFTER_ROUTING_FWD__000042.
std::string_view phaseGroup(std::string_view name);

/// Whether it is a snapshot inside a pass, "…_FWD__000042": the pass itself then covers only what is after the last.
bool isInner(std::string_view name);

} // namespace tidemark::tt
