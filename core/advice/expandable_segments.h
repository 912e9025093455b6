#pragma once

namespace tidemark::expandable_segments {

// The words of findings about memory that PyTorch holds in segments and cannot give out.
inline constexpr const char* kLabel = "Set PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True";
inline constexpr const char* kLabelOnHip = "Set PYTORCH_HIP_ALLOC_CONF=expandable_segments:True";
inline constexpr const char* kAssumption
    = "The variable, which new versions of PyTorch call PYTORCH_ALLOC_CONF, does not have this setting yet. With it, "
      "segments grow and free ranges are joined.";
/// %1 are the free bytes, %2 the requested ones.
inline constexpr const char* kText
    = "%1 is reserved by PyTorch but unallocated, perhaps in pieces that are too small for %2";
/// If only both together are enough; %3 are the free bytes of the device.
inline constexpr const char* kTextWithDevice
    = "%1 is reserved by PyTorch but unallocated, and %3 of the device is free: together enough for %2";

} // namespace tidemark::expandable_segments
