#include "core/oom/forms.h"

#include "core/base/find.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>

namespace tidemark::oom {
namespace {

/// An L1 buffer lies in the region that the static circular buffers of a program need.
void findOverlap(Message& message)
{
    const Amount* const buffer = message.figure("address of the L1 buffer");
    const Amount* const end = message.figure("end of the circular buffers");
    if (buffer && end)
        message.exceeded = *end - *buffer;
}

void takeNeedFromArguments(Message& message)
{
    if (const Amount* const arguments = message.figure("arguments"))
        message.needed = *arguments;
    if (const Amount* const limit = message.figure("base limit"); limit && !message.limit)
        message.limit = *limit;
}

/// The sentence states the size of the one allocation.
void takeSizeOfAllocation(Message& message)
{
    for (Allocation& allocation : message.allocations)
        if (!allocation.size)
            allocation.size = message.needed;
}

/// Finds what other processes use. PyTorch lists all processes of a GPU; in a container it does not recognise its own,
/// which is then the one that uses least of those that use at least what PyTorch holds.
void addOtherProcesses(Message& message)
{
    constexpr std::string_view kListed = "in use by a process";
    std::vector<Figure*> listed;
    for (Figure& figure : message.figures)
        if (figure.name == kListed && figure.amount)
            listed.push_back(&figure);
    const Amount* const held = message.figure("allocated by PyTorch");
    std::ranges::stable_sort(listed, {}, [](const Figure* figure) { return figure->amount->bytes; });
    const auto isOwn = [&](const Figure* figure) {
        return held && figure->amount->bytes >= held->bytes + message.unallocated().value_or(0);
    };
    const auto own = message.figure("in use by this process") ? listed.end() : std::ranges::find_if(listed, isOwn);
    if (own != listed.end()) {
        (*own)->name = "in use by this process";
        listed.erase(own);
    }
    if (listed.empty())
        return;
    Amount others;
    for (const Figure* const figure : listed)
        others = others + *figure->amount;
    const std::int64_t missing = message.requested && message.free ? message.requested->bytes - message.free->bytes : 0;
    if (others.bytes >= missing)
        message.words.emplace_back("others", bytesText(others.bytes));
    for (Figure* const figure : listed)
        figure->name = "in use by another process";
    message.figures.push_back({"in use by other processes", others});
}

void completeTorch(Message& message)
{
    constexpr std::int64_t kLargestOfIntel = std::int64_t{4} << 30; // bytes
    addOtherProcesses(message);
    if (!message.word("intel").empty() && message.requested && message.requested->bytes >= kLargestOfIntel)
        message.words.emplace_back("relaxed", "UR_L0_ENABLE_RELAXED_ALLOCATION_LIMITS=1");
}

constexpr std::string_view kNeed = "the needed amount";
constexpr std::string_view kRequest = "the requested amount";
constexpr std::string_view kLimit = "the limit";
constexpr std::string_view kExcess = "the excess";
constexpr std::string_view kAvailable = "the available amount";
constexpr Absence kIsCut = Absence::IsCut;

// What to change, for several forms.
constexpr std::string_view kSmallerBlocks = "Use smaller blocks, or fewer stages (num_stages).";
constexpr std::string_view kLessOnHost
    = "Load less at once, use fewer processes, or raise the limit of the job or of the "
      "container.";
constexpr std::string_view kLessForCache = "Raise gpu_memory_utilization, lower max_model_len, or use more devices.";
constexpr std::string_view kLessOfModel
    = "Put fewer layers on the GPU (-ngl), use a shorter context (-c), or a KV cache of fewer bits (-ctk, -ctv).";
constexpr std::string_view kLessInL1
    = "Use smaller blocks or shards in the operation, more cores, or tensors in DRAM (ttnn.DRAM_MEMORY_CONFIG).";
constexpr std::string_view kLessForEngine
    = "Use a smaller batch, a shorter sequence or a smaller workspace, or end other processes on the GPU.";
constexpr std::string_view kLessBefore
    = "Let the program leave some memory of the GPU free, or end other processes on it.";

} // namespace

std::span<const Form> forms()
{
    static const std::vector<Form> kForms = {
        // XLA on TPU, when a program is compiled. Source of the codes: openxla.org/xla/errors.
        {.id = "tpu_scoped", // E1001
         .kind = Kind::Scoped,
         .family = Family::Tpu,
         .begins = {"Scoped allocation with size"},
         .parts = {{"Scoped allocation with size(?: {needed})?"},
                   {"and limit {limit}", kIsCut, kLimit},
                   {"exceeded scoped(?: {memory} limit)?"},
                   {"^ by {exceeded}", kIsCut, kExcess}},
         .isSecond = true},
        {.id = "tpu_scoped_limit", // E1001
         .kind = Kind::Scoped,
         .family = Family::Tpu,
         .begins = {"exceeded scoped"},
         .parts = {{"exceeded scoped(?: {memory} limit)?"}, {"^ by {exceeded}"}},
         .isSecond = true},
        {.id = "tpu_scoped_on_stack",
         .kind = Kind::Scoped,
         .family = Family::Tpu,
         .parts = {{"[Rr]an out of memory in memory space {memory} while allocating on stack for"}}},
        {.id = "tpu_too_large",
         .kind = Kind::TooLarge,
         .begins = {"Allocation (size="},
         .words = {"would exceed memory"},
         .parts = {{R"(Allocation \(size={needed#}\) would exceed memory \(size=)"},
                   {R"(^{limit#}\))", kIsCut, kLimit},
                   {":: #allocation(?P<number>[0-9]{1,9})?"},
                   {"shape = '(?:(?P<shape>[^']*)')?", Absence::IsFine, "the shape of its allocation"},
                   {R"(space = (?P<memory>\w+))"},
                   {R"(, size = {allocation_size*x}[,\]])"},
                   {R"(tag = '(?P<label>(?:prefetched SMEM operand (?P<operand>[0-9]{1,4}))?.*?)(?:'\]|$))"}},
         .next = "[Operand {operand} is in SMEM as a whole: prefetch only the part that the kernel reads, or copy blocks of "
                 "it from HBM.]",
         .complete = takeSizeOfAllocation},
        {.id = "tpu_early_abort", // E1000
         .kind = Kind::Compile,
         .memory = "hbm",
         .begins = {"Aborting compilation early because"},
         .parts = {{"Aborting compilation early because it's unlikely to have enough(?: device)? memory"},
                   {"Requires {needed}", kIsCut, kNeed},
                   {"^, has {limit}", kIsCut, kLimit}}},
        {.id = "tpu_sparse_core", // E3000
         .kind = Kind::Compile,
         .memory = "sparsecore",
         .begins = {"allocation offset upper bound"},
         .words = {"current allocation offset", "user allocatable offset"},
         .parts = {{R"(allocation offset upper bound \((?:{needed*4} words|[.]{3})\))"},
                   {R"(user allocatable offset upper bound \({limit*4} words\))", kIsCut, kLimit},
                   {"when allocating {last_allocation*4} words"}}},
        {.id = "tpu_embedding_table", // E3001
         .kind = Kind::Compile,
         .memory = "spmem",
         .begins = {"No viable logical replica count for"},
         .words = {"for the embedding table", "size_allocation_bytes = "},
         .parts = {{"No viable logical replica count for the embedding table"},
                   {"fixed_size_allocation_bytes = {fixed_allocation#}"},
                   {"row_dependent_size_allocation_bytes = {row_dependent_allocation#}"},
                   {"total_spmem_size_bytes = {limit#}", kIsCut, kLimit}}},
        {.id = "tpu_smem_high_water_mark",
         .kind = Kind::Compile,
         .memory = "smem",
         .begins = {"high-water mark exceeds memory capacity"},
         .words = {"high-water mark exceeds", "exceeds memory capacity"},
         .parts = {{"{memory} high-water mark exceeds memory capacity"}}},
        // XLA on TPU, at run time.
        {.id = "tpu_program_load", // E0101
         .kind = Kind::ProgramLoad,
         .family = Family::Tpu,
         .memory = "hbm",
         .begins = {"Attempting to reserve"},
         .words = {"That was not possible", "bottom of memory"},
         .parts = {{"Attempting to reserve {requested}"},
                   {"There (?:are|is) {free}", kIsCut, "the free amount"},
                   {"^ free,(?: {reserved} reserved,)?", Absence::EndsForm},
                   {"^ and {reservable}", kIsCut, "the reservable amount"}}},
        {.id = "tpu_program_allocation", // E0101
         .kind = Kind::ProgramLoad,
         .family = Family::Tpu,
         .memory = "hbm",
         .parts = {{"Error loading program '[^']*': Attempting to allocate {requested}"},
                   {"There (?:are|is) {free}", kIsCut, "the free amount"},
                   {"free memory is {largest_free_block}"}}},
        // The largest buffer that a device allows: Metal (PyTorch, MLX) and OpenVINO. This form is before
        // tpu_runtime_allocation, which has the same phrase.
        {.id = "largest_buffer",
         .kind = Kind::GpuShort,
         .begins = {"Invalid buffer size: ", "max size of memory object allocation"},
         .parts = {{R"((?:Invalid buffer size:|\[metal::malloc\] Attempting to allocate)"
                    R"(|max size of memory object allocation: [Rr]equested) {requested})"},
                   {"^,? (?:which is greater than the maximum allowed buffer size of|but max alloc size supported by device is)"
                    " {limit}"}},
         .headline = "One buffer of {requested} is more than the device allows[: {limit}]",
         .next = "Divide the operation, for example into smaller batches.",
         .recording = ""},
        {.id = "tpu_runtime_allocation", // E0100
         .kind = Kind::RuntimeAllocation,
         .family = Family::Tpu,
         .begins = {"Attempting to allocate"},
         .parts = {{"Attempting to allocate {requested}"},
                   {"There (?:are|is) {free}", kIsCut, "the free amount"},
                   {"^ free,(?: {reserved} reserved,)?"},
                   {"^ and {reservable}"},
                   {"free memory is {largest_free_block}"}}},
        // The TPU driver of 2023 and before.
        {.id = "tpu_could_not_allocate",
         .kind = Kind::RuntimeAllocation,
         .begins = {"bytes in memory 0x"},
         .words = {"bytes allocatable"},
         .parts = {{R"(Could not allocate {requested} in memory (?P<core>\w+);)"},
                   {"^ {largest_free_block} allocatable"},
                   {"^, {free} available", kIsCut, "the free amount"}}},
        {.id = "tpu_wrong_argument", // E0102
         .kind = Kind::WrongArgument,
         .memory = "hbm",
         .begins = {"but got buffer with incompatible size"},
         .words = {"but got buffer with", "with incompatible size"},
         .parts
         = {{R"(Executable\((?P<module>[^()]+)\) expected parameter (?P<parameter>[0-9]{1,9}) of size {needed#})"},
            {"but got buffer with incompatible size {given_size#}", kIsCut, "the given size"}}},
        // Tenstorrent: impl/allocator/bank_manager.cpp, impl/program/program.cpp and impl/trace of tt-metal.
        {.id = "tt_allocation",
         .kind = Kind::TtAllocation,
         .begins = {"Out of Memory: Not enough space", "\"Not enough space to allocate"},
         .words = {"ot enough space to"},
         .parts
         = {{"(?:Out of Memory: |\")Not enough space (?:after considering dependencies )?to allocate {requested}"},
            {"^ (?P<memory>[A-Z0-9_]+) (?:buffer|across)", Absence::EndsForm},
            {"^ (?:across )?(?P<banks>[0-9]{1,5})(?: banks|$)"},
            {R"((?:each bank needs to store|^ \() {each_bank_needs})", kIsCut, "what each bank needs"},
            {"bank size is (?:only )?{bank_size}"},
            {R"(^ \(allocated:(?: {allocated_in_a_bank})?)", Absence::EndsForm},
            {"^, free: {free_in_a_bank}"},
            {"^, largest free block: {largest_free_block_of_a_bank}", kIsCut, "the largest free block of a bank"}},
         .recording = "tt-xla"},
        {.id = "tt_circular_buffers_grow",
         .kind = Kind::TtProgram,
         .memory = "l1",
         .begins = {"allocated circular buffers on core"},
         .words = {"beyond max L1 size of", "allocated circular buffers"},
         .parts = {{R"(allocated circular buffers on core range (?P<cores>.{1,200}?) grow to)"},
                   {"^ {needed}", kIsCut, kNeed},
                   {"^ which is beyond max L1 size of {limit}", kIsCut, kLimit}},
         .next = kLessInL1,
         .recording = "tt-xla"},
        {.id = "tt_circular_buffers_clash",
         .kind = Kind::TtProgram,
         .memory = "l1",
         .begins = {"allocated circular buffers in program"},
         .words = {"static circular buffer region ends"},
         .parts = {{"allocated circular buffers in program (?P<program>[0-9]+) clash with L1 buffers"},
                   {R"(^ on core range (?P<cores>.{1,200}?)\.L1)"},
                   {"buffer allocated at {address_of_the_L1_buffer#}", kIsCut, "the address of the L1 buffer"},
                   {"^ and static circular buffer region ends at {end_of_the_circular_buffers#}", kIsCut,
                    "the end of the circular buffers"}},
         .next = kLessInL1,
         .recording = "tt-xla",
         .complete = findOverlap},
        {.id = "tt_trace_region",
         .kind = Kind::TtAllocation,
         .memory = "trace",
         .begins = {"Creating trace buffers of size"},
         .words = {"trace buffers of size", "B on MeshDevice ", "allocated for trace region"},
         .parts = {{"Creating trace buffers of size {requested}"},
                   {"but only {limit} is allocated for trace region", kIsCut, kLimit}},
         .next = "Open the device with trace_region_size={requested#} or more.",
         .recording = "tt-xla"},
        {.id = "tt_circular_buffer_size",
         .kind = Kind::TtProgram,
         .memory = "l1",
         .begins = {"Circular buffer size", "Cannot set circular buffer size to"},
         .words = {"exceeds allocated L1 buffer"},
         .parts = {{"(?:Circular buffer size|Cannot set circular buffer size to) {needed#}"
                    "(?: exceeds allocated L1 buffer"
                    "|. This is larger than the associated dynamically allocated L1 buffer)"},
                   {"^(?: bank)? size of {limit}", kIsCut, kLimit}},
         .unless = "This may allow this circular buffer",
         .headline = "A circular buffer of {needed} does not fit in its L1 buffer of {limit}",
         .recording = "tt-xla"},
        {.id = "tt_kernel_config",
         .kind = Kind::TtProgram,
         .memory = "l1",
         .begins = {"too large for kernel config buffer"},
         .words = {"too large for kernel", "kernel config buffer"},
         .parts = {{R"(Program size \({needed#}\) too large for kernel config buffer)"},
                   {R"(^ \({limit#}\))", kIsCut, kLimit}},
         .headline = "The kernels of a program need {needed}, but the buffer for them has {limit}",
         .recording = "tt-xla"},
        // Kernels of GPUs.
        {.id = "gpu_shared_memory",
         .kind = Kind::SharedMemory,
         .memory = "shared",
         .begins = {"Shared memory size limit exceeded"},
         .words = {"emory size limit exceeded", "limit exceeded: requested"},
         .parts = {{"Shared memory size limit exceeded"},
                   {"requested(?: {requested#},)?", kIsCut, kRequest},
                   {"^ available:? {limit#}", kIsCut, kAvailable}}},
        {.id = "gpu_kernel_shared_memory",
         .kind = Kind::SharedMemory,
         .memory = "shared",
         .begins = {"Mosaic GPU kernel exceeds available"},
         .words = {"kernel exceeds available shared memory", "exceeds available"},
         .parts = {{"kernel exceeds available shared memory"},
                   {"smem_bytes=(?:{requested#} >)?", kIsCut, kRequest},
                   {"max_smem_bytes={limit#}", kIsCut, kAvailable}}},
        // jax-triton and XLA before 2024. The profiler's annotation names the program.
        {.id = "gpu_shared_memory_unsized",
         .kind = Kind::SharedMemory,
         .memory = "shared",
         .begins = {"Shared memory requested exceeds"},
         .parts = {{"Shared memory requested exceeds device resources"},
                   {R"(annotation: XlaModule:#hlo_module=(?P<module>\w+))"}}},
        // Triton: runtime/errors.py. The compiler of PyTorch names the kernel in place of the memory.
        {.id = "triton_shared_memory",
         .kind = Kind::SharedMemory,
         .memory = "shared",
         .begins = {"out of resource: shared memory", "out of resource: triton_"},
         .words = {"out of resource: ", "Hardware limit"},
         .parts = {{R"(out of resource: (?:shared memory|triton_\w+?),? Required:)"},
                   {"^ {requested#}", kIsCut, kRequest},
                   {"^,? Hardware limit(?:ation)?: {limit#}", kIsCut, kAvailable}},
         .next = kSmallerBlocks},
        // The assembler of NVIDIA, below XLA, Triton and nvcc. Its limit is that of arrays whose size is fixed.
        {.id = "ptxas_shared_memory",
         .kind = Kind::SharedMemory,
         .memory = "shared",
         .begins = {"uses too much shared data"},
         .words = {"uses too much"},
         .parts = {{R"(uses too much shared data \({requested*x} bytes(?: \+ {for_the_system*x} bytes system)?)"},
                   {R"(^, {limit*x} max\))", kIsCut, kLimit}},
         .next = "Use smaller blocks, or dynamic shared memory, which may be larger than that of fixed size.",
         .recording = ""},
        // Allocators of TensorFlow and JAX on GPUs.
        {.id = "gpu_host_memory",
         .kind = Kind::GpuShort,
         .memory = "host",
         .begins = {"Out of host memory while trying"},
         .parts = {{"Out of host memory while trying to allocate {requested}"},
                   {"larger host memory than the default {limit}"}}},
        {.id = "gpu_bfc",
         .kind = Kind::Bfc,
         .family = Family::Bfc,
         .begins = {"ran out of memory trying to allocate", "Ran out of memory trying to allocate"},
         .words = {"trying to allocate"},
         .parts = {{"[Rr]an out of memory trying to allocate {requested}"},
                   {R"(^requested by op (?P<operation>[\w./:-]+))"}},
         .unless = "The caller indicates that this is not a failure",
         .isSecond = true},
        {.id = "gpu_cuda_malloc_async",
         .kind = Kind::GpuShort,
         .family = Family::Bfc,
         .begins = {"cuMemAllocAsync failed to allocate"},
         .words = {"cuMemAllocAsync", "ailed to allocate "},
         .parts = {{R"((?P<device>gpu_async_[0-9]+) cuMemAllocAsync failed to allocate {requested})"},
                   {"Free memory/Total memory: {free#}/{limit#}"}}},
        {.id = "gpu_driver",
         .kind = Kind::GpuShort,
         .begins = {"bytes) from device:"},
         .words = {"ailed to allocate "},
         .parts = {{R"((?:failed to allocate |\(){requested}\)? from device: (?:RESOURCE_EXHAUSTED: :? )?)"
                    "(?:CUDA_ERROR_OUT|HIP_ERROR_Out|hipError)"}}},
        {.id = "gpu_pinned_host_memory",
         .kind = Kind::GpuShort,
         .memory = "host",
         .begins = {"bytes on host: CUDA_ERROR_OUT_OF_MEMORY"},
         .words = {"failed to alloc ", "bytes on host: "},
         .parts = {{R"((?:failed to alloc |\(){requested}\)? on host: CUDA_ERROR_OUT_OF_MEMORY)"}}},
        {.id = "gpu_constant",
         .kind = Kind::GpuShort,
         .begins = {"bytes for new constant"},
         .words = {"for new constant", "ailed to allocate "},
         .parts = {{"Failed to allocate {requested} for new constant"}}},
        {.id = "gpu_context",
         .kind = Kind::GpuShort,
         .begins = {"CtxRetain: CUDA_ERROR_OUT_OF_MEMORY"},
         .parts = {{"(?:for CUDA device ordinal (?P<device>[0-9]{1,4}): (?:INTERNAL: )?)?"
                    "[Ff]ailed call to cuDevicePrimaryCtxRetain: CUDA_ERROR_OUT_OF_MEMORY(?:: out of memory)?"},
                   {"^; total memory reported: {limit#}"}},
         .headline = "No memory is left to start using a GPU"},
        {.id = "gpu_library",
         .kind = Kind::GpuShort,
         .begins = {"BLAS_STATUS_ALLOC_FAILED", "CUDNN_STATUS_ALLOC_FAILED",
                    "cublas handle: the resource allocation failed"},
         .words = {"resource allocation failed"},
         .parts = {{R"([\w)]: \w{0,12}(?:BLAS|CUDNN)_STATUS_ALLOC_FAILED)"
                    "|cublas handle: the resource allocation failed"}},
         .headline = "No memory is left for a library of the GPU",
         .next = kLessBefore,
         .recording = ""},
        // NCCL: src/include/alloc.h. The second line has the size. Both begin with the number of the GPU.
        {.id = "nccl",
         .kind = Kind::GpuShort,
         .begins = {"Cuda failure 'out of memory'", "Cuda failure 2 'out of memory'"},
         .words = {"Cuda failure "},
         .parts = {{R"((?:\[(?P<gpu>[0-9]{1,4})\] [\w/.]{1,60}:[0-9]{1,6} NCCL WARN )?)"
                    "Cuda failure (?:2 )?'out of memory'"},
                   {"NCCL WARN Failed to CUDA (?:host )?(?:calloc|malloc)(?: async)? {requested}"}},
         .headline = "The GPU was full before NCCL could start[: NCCL asked for only {requested}]",
         .next = kLessBefore,
         .recording = ""},
        // CuPy. This form is before gpu_request, which has the same phrase.
        {.id = "cupy",
         .kind = Kind::GpuShort,
         .begins = {"OutOfMemoryError: Out of memory allocating", "OutOfMemoryError: out of memory to"},
         .parts = {{"OutOfMemoryError: [Oo]ut of memory (?:allocating|to allocate) {requested}"},
                   {R"(^ \((?:allocated so far:|total) {allocated_by_CuPy})", kIsCut, "the allocated amount"},
                   {"^, limit set to: {limit}"}},
         .headline = "Allocation of {requested} failed[; CuPy has allocated {allocated_by_CuPy}][ and may have at most {limit}]",
         .recording = ""},
        {.id = "onnxruntime",
         .kind = Kind::GpuShort,
         .begins = {"Failed to allocate memory for requested buffer"},
         .words = {"ailed to allocate ", "for requested buffer"},
         .parts = {{"Failed to allocate memory for requested buffer of size {requested#}"}},
         .recording = ""},
        // PaddlePaddle. Its kB, MB and GB are powers of 1,024.
        {.id = "paddle",
         .kind = Kind::GpuShort,
         .begins = {"Out of memory error on GPU"},
         .words = {"Cannot allocate"},
         .parts = {{R"(Out of memory error on GPU [0-9]{1,4}\. Cannot allocate {requested})"},
                   {R"(^ memory on GPU (?P<gpu>[0-9]{1,4}),)"},
                   {"^ {allocated_by_PaddlePaddle} memory has been allocated and"},
                   {"available memory is only {free}", kIsCut, "the free amount"}},
         .recording = ""},
        {.id = "gpu_request",
         .kind = Kind::GpuShort,
         .family = Family::Gpu,
         .begins = {"Out of memory while trying to allocate", "Out of memory allocating", "Failed to allocate request"},
         .parts = {{"(?:Out of memory while trying to allocate|Out of memory allocating"
                    "|Failed to allocate request for) {requested}"},
                   {R"(on device ordinal (?P<device>[0-9]{1,4})\b)"}}},
        {.id = "host_tensor",
         .kind = Kind::Host,
         .family = Family::Bfc,
         .memory = "host",
         .parts = {{R"(OOM when allocating tensor with shape\[(?P<dimensions>[0-9,]+)\] and type (?P<type>\w+?)on/)"
                    R"([\w/:]{1,80}/device:CPU:[0-9]{1,4} by allocator)"},
                   {R"((?:\[Op:|[{][{]node |\[\[[Nn]ode:? )(?P<operation>[\w./:-]+))"}}},
        {.id = "gpu_tensor",
         .kind = Kind::GpuShort,
         .family = Family::Bfc,
         .begins = {"OOM when allocating tensor with shape"},
         .words = {"OOM when allocating", "tensor with shape["},
         .parts = {{R"(OOM when allocating tensor with shape\[(?P<dimensions>[0-9,]+)\])"
                    R"((?: and type (?P<type>\w+?)on/)?)"},
                   {R"((?:\[Op:|[{][{]node |\[\[[Nn]ode:? )(?P<operation>[\w./:-]+))"}},
         .isSecond = true},
        {.id = "tensorflow",
         .kind = Kind::GpuShort,
         .family = Family::Bfc,
         .begins = {"failed to allocate memory"},
         .parts = {{R"(ResourceExhaustedError: (?:Graph execution error: )?failed to allocate memory)"
                    R"(|failed to allocate memory \[)"},
                   {R"((?:Op:|node )(?P<operation>[\w./:-]+))"}}},
        {.id = "gpu_arguments",
         .kind = Kind::GpuPlan,
         .family = Family::Bfc,
         .begins = {"The byte size of input/output arguments"},
         .words = {"byte size of input/output", "exceeds the base limit"},
         .parts = {{"The byte size of input/output arguments"}},
         .isSecond = true,
         .complete = takeNeedFromArguments},
        {.id = "gpu_program_load",
         .kind = Kind::GpuProgramLoad,
         .begins = {"Failed to load in-memory CUBIN", "Failed to load HSACO"},
         .parts = {{"(?:Failed to load in-memory CUBIN|Failed to load HSACO)"
                    ".{0,100}?(?:CUDA_ERROR_OUT_OF_MEMORY|HIP_ERROR_OutOfMemory|hipErrorOutOfMemory)"}}},
        // PyTorch on Apple's GPUs. Source: aten/src/ATen/mps/MPSAllocator.mm. This form is before torch, which reads its
        // second sentence.
        {.id = "torch_mps",
         .kind = Kind::GpuShort,
         .begins = {"MPS backend out of memory"},
         .parts = {{"MPS backend out of memory"},
                   {R"(^ \(MPS allocated: {allocated_by_PyTorch})"},
                   {"^, other allocations: {other_allocations}"},
                   {"^, max allowed: {limit}", kIsCut, kLimit},
                   {"Tried to allocate {requested}", kIsCut, kRequest}},
         .next = "End other programs that use the GPU, or raise the limit (PYTORCH_MPS_HIGH_WATERMARK_RATIO).",
         .recording = ""},
        // PyTorch on GPUs. Source: c10/cuda/CUDACachingAllocator.cpp.
        {.id = "torch",
         .kind = Kind::GpuShort,
         .begins = {"out of memory. Tried to allocate", "larger than 4GB! Tried to allocate"},
         .words = {"Tried to allocate", " total capaci", " already allocated;"},
         .parts = {{"(?:(?P<intel>XPU out of memory.|larger than 4GB!))? Tried to allocate (?:{requested}|more than 1EB memory)"},
                   // Some versions print no number of the GPU, perhaps an unprintable byte.
                   {R"(^(?:\.| \() ?(?:GPU (?:(?P<gpu>[0-9]{1,4})|[\x00-\x1f])?|NPU (?P<npu>[0-9]{1,4})))"
                    "(?: has a total capaci?ty of|;)"},
                   {"^ {limit}"},
                   {"^ (?:of which|total capacity;)"},
                   {"^ {allocated_by_PyTorch} already allocated;"},
                   {"^ {in_use_by_tensors} current active;"},
                   {"^ {free} (?:is )?free"},
                   {.pattern = "(?:Process [0-9]{1,10} has {in_use_by_a_process}"
                               "|this process has {in_use_by_this_process}) memory in use",
                    .repeats = true},
                   {R"(^[;.] ?{allowed_by_the_script} allowed;)"},
                   {"Of the allocated memory {allocated_by_PyTorch} is allocated(?: by PyTorch)?"},
                   {"^, with {allocated_in_private_pools} allocated in private pools"},
                   {R"(^(?:\(e\.g\., \w{2,8} Graphs\))?,? and {reserved_but_not_allocated})"
                    " is reserved by PyTorch but unallocated"},
                   {"^;? {reserved_by_PyTorch} reserved in total by PyTorch"},
                   {R"(^; {cached} cached\))"}},
         .next = "[End the processes that use {others} of this GPU, or choose another GPU.][Intel GPUs refuse an allocation "
                 "above 4 GiB without {relaxed}.]",
         .recording = kSnapshot,
         .complete = completeTorch},
        // PyTorch on GPUs with the allocator of CUDA (backend:cudaMallocAsync), as ComfyUI uses it.
        {.id = "torch_malloc_async",
         .kind = Kind::GpuShort,
         .begins = {"Allocation on device"},
         .parts = {{"(?:(?:OutOfMemoryError: |!!! )Allocation on device\\b"
                    "|Allocation on device (?P<gpu>[0-9]{1,4}) would exceed allowed memory)"},
                   {"Currently allocated: {allocated_by_PyTorch}"},
                   {"^ Requested: {requested}"},
                   {"^ Device limit: {limit}"},
                   {R"(^ Free \(according to CUDA\): {free})"}},
         .recording = kSnapshot},
        // Transformers: quantizers/quantizer_bnb_4bit.py.
        {.id = "transformers_dispatch",
         .kind = Kind::GpuShort,
         .begins = {"dispatched on the CPU or the disk"},
         .words = {"modules are dispatched on"},
         .parts = {{"Some modules are dispatched on the CPU or the disk. Make sure you have enough GPU RAM"}},
         .headline = "The quantized model does not fit in the free memory of the GPUs",
         .next = "End other processes on the GPUs, use fewer bits or more GPUs, or allow some layers on the host "
                 "(llm_int8_enable_fp32_cpu_offload=True).",
         .recording = ""},
        // PyTorch on CPUs. Source: c10/core/impl/alloc_cpu.cpp.
        {.id = "torch_cpu",
         .kind = Kind::Host,
         .memory = "host",
         .begins = {"DefaultCPUAllocator: not enough memory", "DefaultCPUAllocator: can't allocate memory",
                    ">: Cannot allocate memory (12)"},
         .words = {"you tried to allocate"},
         .parts = {{"(?:DefaultCPUAllocator: (?:not enough|can't allocate) memory: you tried to allocate|unable to mmap) "
                    "{requested}"}},
         .next = kLessOnHost,
         .recording = ""},
        // NumPy: numpy/_core/_exceptions.py.
        {.id = "numpy",
         .kind = Kind::Host,
         .memory = "host",
         .begins = {"for an array with shape"},
         .parts = {{R"(Unable to allocate {requested} for an array with shape (?P<array>\([0-9, ]*\)))"},
                   {"^ and data type (?P<element>(?:u?int|float|complex)[0-9]{1,3}|bool|object)"}},
         .headline = "Allocation of {requested} for an array {array}[ of {element}] failed",
         .next = "Compute it in parts, use a smaller type, or map a file (numpy.memmap).",
         .recording = ""},
        // llama.cpp: ggml-cuda.cu, whose next line has the exact size, and ggml-vulkan.cpp.
        {.id = "llama_cpp",
         .kind = Kind::GpuShort,
         .begins = {"cudaMalloc failed: out of memory", "Device memory allocation of size"},
         .words = {"cudaMalloc failed"},
         .parts = {{"allocating {requested} on device (?P<gpu>[0-9]{1,4}): cudaMalloc failed: out of memory"
                    "|ggml_vulkan: Device memory allocation"},
                   {R"((?:failed to allocate \w{1,20} buffer|^) of size {requested#})"}},
         .next = kLessOfModel,
         .recording = ""},
        {.id = "llama_cpp_buffer",
         .kind = Kind::GpuShort,
         .begins = {"failed to allocate CUDA", "failed to allocate ROCm", "failed to allocate Vulkan",
                    "failed to allocate SYCL"},
         .parts = {{R"(failed to allocate (?P<device>[A-Z][A-Za-z]{1,10}[0-9]{1,4}) buffer of size {requested#})"},
                   {"current device: (?P<gpu>[0-9]{1,4}),"}},
         .isSecond = true,
         .next = kLessOfModel,
         .recording = ""},
        {.id = "llama_cpp_metal",
         .kind = Kind::GpuShort,
         .begins = {"error: failed to allocate buffer, size", "error: failed to allocate '"},
         .parts = {{"ggml_[a-z_]{1,50}: error: failed to allocate (?:'.{1,20}' )?buffer, size = {requested}"}},
         .next = kLessOfModel,
         .recording = ""},
        // Julia: src/memory.jl of CUDA.jl.
        {.id = "cuda_jl",
         .kind = Kind::GpuShort,
         .begins = {"Out of GPU memory"},
         .parts = {{"Out of GPU memory(?: trying to allocate {requested})?"},
                   {R"(^ Effective GPU memory usage: [0-9.]+% \({in_use}/{limit}\))"}},
         .recording = ""},
        // An error of CUDA itself, which states no sizes.
        {.id = "torch_driver",
         .kind = Kind::GpuShort,
         .begins = {"CUDA error: out of memory", "HIP error: out of memory", "CUDA driver error: out of memory"},
         .parts = {{R"((?:Error|what\(\)): {1,3}(?:CUDA|HIP|CUDA driver) error: out of memory)"}},
         .isSecond = true,
         .recording = kSnapshot},
        // Other programs, such as Ollama, print the same words.
        {.id = "gpu_driver_error",
         .kind = Kind::GpuShort,
         .begins = {"runtime error: out of memory", "runtime error (2) : out of memory", "failure 2: out of memory",
                    "failed with error 2 out of memory", "failed with error out of memory", "CUDA Error: out of memory"},
         .parts = {{R"((?:CUDA|cuda|HIP) (?:runtime |driver )?(?:[Ee]rror|failure|failed with error)\(?2?\)?:? out of memory)"},
                   {"^ ; GPU=(?P<gpu>[0-9]{1,4}) ;"}},
         .recording = ""},
        // Errors of runtimes and drivers: Level Zero (Intel), ROCr (AMD), Metal (Apple), Vulkan and CANN (Huawei).
        {.id = "device_error",
         .kind = Kind::GpuShort,
         .begins = {"_ERROR_OUT_OF_RESOURCES", "_ERROR_OUT_OF_DEVICE_MEMORY", "CommandBufferCallbackErrorOutOfMemory",
                    "Memory_Allocation_Failure"},
         .words = {"_ERROR_OUT_OF_"},
         .parts = {{"(?P<error>(?:UR_RESULT|PI|ZE_RESULT|HSA_STATUS|VK)_ERROR_OUT_OF_(?:RESOURCES|DEVICE_MEMORY)"
                    "|kIOGPUCommandBufferCallbackErrorOutOfMemory|EL0004)"},
                   {"failed to allocate buffer of length {requested#}"},
                   {"rtMalloc fail, .{0,80}?size: {requested#}, device_id: (?P<npu>[0-9]{1,4})"},
                   {"Available Free mem: {free}"}},
         .headline = "A device ran out of memory or of another resource[ ({error})][: {requested} was asked for]"
                     "[: {free} is free]",
         .recording = ""},
        // TensorRT and TensorRT-LLM.
        {.id = "tensorrt",
         .kind = Kind::GpuShort,
         .begins = {"Requested amount of GPU memory", "OutOfMemory (Requested size was"},
         .words = {"amount of GPU memory", "(Requested size was"},
         .parts = {{R"((?:Requested amount of GPU memory \(|OutOfMemory \(Requested size was ){requested#})"}},
         .next = kLessForEngine,
         .recording = ""},
        {.id = "tensorrt_cuda",
         .kind = Kind::GpuShort,
         .begins = {"CUDA runtime error in", "Cuda Error in allocate: 2"},
         .parts = {{R"(CUDA runtime error in .{1,80}?: out of memory|Cuda Error in allocate: 2 \(out of memory\))"}},
         .next = kLessForEngine,
         .recording = ""},
        {.id = "ollama",
         .kind = Kind::Host,
         .memory = "host",
         .begins = {"model requires more system memory"},
         .parts = {{R"(model requires more system memory \({needed}\))"},
                   {R"(than is available \({limit}\))", kIsCut, kAvailable}},
         .headline = "The model needs {needed} of host memory, but {limit} is available",
         .next = "Use a smaller model, or one of fewer bits.",
         .recording = ""},
        // AWS Neuron, the runtime.
        {.id = "neuron",
         .kind = Kind::Device,
         .begins = {"Failed to alloc DEVICE memory", "status=4 message=\"Allocation Failure", "Failure: NRT_RESOURCE"},
         .words = {"to alloc DEVICE", "DEVICE memory: "},
         .parts = {{R"(Failed to alloc DEVICE memory: {requested#}|nrt_\w{1,40} status=4|Failure: NRT_RESOURCE in nrt_)"},
                   {R"(current utilization: \* total: {in_use})"}},
         .next = "Use more NeuronCores (tensor parallelism), a smaller batch or a shorter sequence.",
         .recording = ""},
        // The Linux kernel, Slurm, Kubernetes and Ray end processes before the host has no memory left.
        {.id = "linux_oom",
         .kind = Kind::Host,
         .family = Family::Kernel,
         .memory = "host",
         .begins = {"invoked oom-killer:"},
         .parts = {{"invoked oom-killer:"},
                   {"memory: usage [0-9]+kB, limit {limit*K}kB, failcnt"},
                   {R"(ut of memory: Kill(?:ed)? process [0-9]{1,10} \((?P<process>[^()]{1,20})\))"},
                   {"total-vm:{virtual_memory*K}kB"},
                   {"^, anon-rss:{anonymous_memory*K}kB"}},
         .headline = "The Linux kernel killed a process because the host, or its cgroup, had no memory left[; the limit of "
                     "the cgroup is {limit}][; {process} held {anonymous_memory}]",
         .next = kLessOnHost,
         .recording = ""},
        {.id = "linux_kill",
         .kind = Kind::Host,
         .family = Family::Kernel,
         .memory = "host",
         .begins = {"ut of memory: Kill"},
         .parts = {{R"(ut of memory: Kill(?:ed)? process [0-9]{1,10}(?: \((?P<process>[^()]{1,20})\))?)"},
                   {"total-vm:{virtual_memory*K}kB"},
                   {"^, anon-rss:{anonymous_memory*K}kB"}},
         .isSecond = true,
         .headline = "The Linux kernel killed a process because the host, or its cgroup, had no memory left[; {process} "
                     "held {anonymous_memory}]",
         .next = kLessOnHost,
         .recording = ""},
        {.id = "kubernetes_kill",
         .kind = Kind::Host,
         .memory = "host",
         .begins = {"OOMKilled"},
         .parts = {{R"([Rr]eason"?: "?OOMKilled|"OOMKilled": true|\b[0-9]{1,3}/[0-9]{1,3}OOMKilled)"}},
         .headline = "A container reached its limit of host memory and was killed",
         .next = "Raise the limit of memory of the container (resources.limits.memory), or load less at once.",
         .recording = ""},
        // Shells, torchrun and multiprocessing see only the signal.
        {.id = "probable_kill",
         .kind = Kind::Host,
         .memory = "host",
         .begins = {" Killed ", "exitcode  : -9", "exitcode: -9", "(SIGKILL) received by PID", "is killed by signal: Killed",
                    "terminated with signal SIGKILL", "died with <Signals.SIGKILL: 9>", "exits with return code = -9"},
         .words = {"Killed", "exitcode", "SIGKILL"},
         .parts = {{R"(: line [0-9]{1,7}: [0-9]{1,9} Killed|exitcode: -9\b|\(SIGKILL\) received by PID)"
                    R"(|is killed by signal: Killed|terminated with signal SIGKILL|died with <Signals\.SIGKILL: 9>|exits with return code = -9\b)"}},
         .isSecond = true,
         .headline = "A process was killed (signal 9): probably the host, or its cgroup, had no memory left",
         .next = "The kernel's log (dmesg) says whether the memory of the host ran out.",
         .recording = ""},
        {.id = "bad_alloc_gpu",
         .kind = Kind::GpuShort,
         .begins = {"std::bad_alloc: out_of_memory: ", "std::bad_alloc: cudaErrorMemoryAllocation"},
         .parts = {{"std::bad_alloc: (?:out_of_memory: (?:CUDA error|RMM failure)|cudaErrorMemoryAllocation)"},
                   {R"(^ at:.{1,200}? Maximum pool size exceeded \(failed to allocate {requested}\))"}},
         .recording = ""},
        // The errors of C++ and Python without a size.
        {.id = "host_error",
         .kind = Kind::Host,
         .memory = "host",
         .begins = {"instance of 'std::bad_alloc", "what():  std::bad_alloc", "Error: std::bad_alloc", "^MemoryError",
                    "[Errno 12] Cannot allocate memory"},
         .words = {"std::bad_alloc"},
         .parts = {{R"((?:instance of '|what\(\): |Error: |^)(?:(?P<error>std::bad_alloc|MemoryError)|\[Errno 12\]))"}},
         .isSecond = true,
         .headline = "No host memory was left for a program[ ({error})]",
         .next = kLessOnHost,
         .recording = ""},
        {.id = "dev_shm",
         .kind = Kind::Host,
         .memory = "host",
         .begins = {"insufficient shared memory (shm)", "workers are out of shared memory", "failed to extend /dev/shm",
                    "shared memory segment /dev/shm/nccl-"},
         .words = {"insufficient shared memory", "out of shared memory"},
         .parts = {{R"(insufficient shared memory \(shm\)|workers are out of shared memory|failed to extend /dev/shm\S{1,80} to {requested}|shared memory segment /dev/shm/nccl-\w{1,20} \(size)"}},
         .headline = "No memory is left in /dev/shm, by which processes of the host share data",
         .next = "Give the container more (docker run --shm-size), or use fewer workers that load data.",
         .recording = ""},
        {.id = "slurm_kill",
         .kind = Kind::Host,
         .memory = "host",
         .begins = {"oom-kill event", "oom_kill event"},
         .words = {"kill event"},
         .parts = {{R"(Detected [0-9]{1,9} oom[-_]kill event)"}},
         .headline = "A job of Slurm reached its limit of host memory, and processes of it were killed",
         .next = "Ask for more memory (sbatch --mem), load less at once, or use fewer processes.",
         .recording = ""},
        {.id = "ray_kill",
         .kind = Kind::Host,
         .memory = "host",
         .begins = {"due to the node running low on memory", "killed due to memory pressure (OOM)", "RayOutOfMemoryError: "},
         .words = {"due to memory pressure"},
         .parts = {{R"(Task was killed due to the node running low on memory|RayOutOfMemoryError:)"
                    R"(|[1-9][0-9]{0,5} Workers \(tasks / actors\) killed due to memory pressure)"},
                   {R"(memory used={in_use_by_the_task}\))"},
                   {"was running was {in_use} / {limit}"},
                   {R"(^ More than [0-9]{1,3}% of the memory on node .{1,100}? is used \({in_use*G} / {limit*G} GB\))"}},
         .headline = "Ray killed a task because a node had little host memory left[: {in_use} of {limit} was in use][, "
                     "{in_use_by_the_task} of it by the task]",
         .next = "Run fewer tasks on a node at once, or ask for more memory for each (memory= of ray.remote).",
         .recording = ""},
        // vLLM, when a server starts: v1/core/kv_cache_utils.py and v1/worker/utils.py. Tracebacks also show lines of the
        // source, which have no numbers and no colon after the name of the error.
        {.id = "vllm_request",
         .kind = Kind::Serving,
         .begins = {"To serve at least one request with"},
         .words = {"KV cache is needed, which is", "than the available KV cache"},
         .parts = {{R"(To serve at least one request with the models?'s max seq len \([0-9]+\))"},
                   {R"(^, \(?{needed} KV cache is needed)", kIsCut, kNeed},
                   {R"(larger than the available KV cache memory \({limit}\))", kIsCut, kAvailable},
                   {"estimated maximum model length is (?P<length>[0-9]{1,10})"}},
         .headline = "The KV cache needs {needed} for one request of the model's longest sequence, but {limit} is "
                     "available for it",
         .next = "Raise gpu_memory_utilization, use more devices, or lower max_model_len[ to {length}].",
         .recording = ""},
        // An INFO line begins with the same words.
        {.id = "vllm_free_memory",
         .kind = Kind::Serving,
         .begins = {"Free memory on device"},
         .words = {"is less than desired GPU"},
         .parts
         = {{R"(Free memory on device (?P<device>[a-z]+:[0-9]{1,4})? \({free*G}/{limit*G} GiB\) on startup is less)"},
            {R"(desired GPU memory utilization \([0-9.]+, {requested}\))", kIsCut, kRequest}},
         .headline = "vLLM may use {requested} of the {limit} of a device, but only {free} is free when it starts",
         .next = "End other processes on the device, or lower gpu_memory_utilization.",
         .recording = ""},
        {.id = "vllm_no_memory",
         .kind = Kind::Serving,
         .begins = {"ValueError: No available memory for the"},
         .words = {"memory for the cache blocks"},
         .parts = {{"ValueError: No available memory for the cache blocks"}},
         .headline = "No memory is left for the KV cache",
         .next = kLessForCache,
         .recording = ""},
        {.id = "vllm_tokens",
         .kind = Kind::Serving,
         .begins = {"tokens that can be stored in KV cache"},
         .words = {"is larger than the maximum number of", "stored in KV cache"},
         .parts = {{R"(max seq len \((?P<longest>[0-9]+)\) is larger than the maximum number)"
                    R"( of tokens that can be stored in KV cache \((?P<tokens>[0-9]+))"}},
         .headline = "The KV cache holds fewer tokens than one request of the model's longest sequence: {tokens} of "
                     "{longest}",
         .next = "Raise gpu_memory_utilization, use more devices, or lower max_model_len to {tokens}.",
         .recording = ""},
        {.id = "vllm_warm_up",
         .kind = Kind::Serving,
         .begins = {"memory occurred when warming up"},
         .parts = {{R"([A-Z]+ out of memory occurred when warming up \w+ (?:\([^)]{1,40}\) )?with [0-9]+ dummy requests)"}},
         .headline = "The memory ran out when vLLM tried as many requests at once as it may serve",
         .next = "Lower max_num_seqs or gpu_memory_utilization.",
         .recording = kSnapshot},
        // Text Generation Inference, when it starts: server/text_generation_server/models/flash_causal_lm.py.
        {.id = "tgi_warm_up",
         .kind = Kind::Serving,
         .begins = {"Not enough memory to handle"},
         .parts = {{"Not enough memory to handle (?P<tokens>[0-9]{1,10}) (?:total|prefill) tokens"}},
         .headline = "The memory ran out when TGI tried {tokens} tokens at once, as many as it may serve",
         .next = "Lower --max-batch-prefill-tokens and --max-batch-total-tokens, or use more devices (--num-shard).",
         .recording = kSnapshot},
        // SGLang, while it serves: mem_cache/common.py. It also logs requests that it puts back, which is no failure.
        {.id = "sglang_tokens",
         .kind = Kind::Serving,
         .begins = {"out of memory. Try to lower your batch"},
         .parts = {{R"((?:Prefill|Decode) out of memory\. Try to lower your batch size)"},
                   {"Try to allocate (?P<tokens>[0-9]{1,10}) tokens"},
                   {"Ava[il]+able tokens: (?P<room>[0-9]{1,10})"}},
         .headline = "The KV cache has no page left for[ {tokens}] tokens of running requests[; it has room for {room} tokens, "
                     "in whole pages]",
         .next = "Lower --max-running-requests or --page-size, or raise --mem-fraction-static.",
         .recording = ""},
        // FlashInfer, below SGLang and vLLM: include/flashinfer/allocator.h.
        {.id = "flashinfer_workspace",
         .kind = Kind::Serving,
         .begins = {"in AlignedAllocator"},
         .words = {"Failed to allocate memory for batch_"},
         .parts = {{"Failed to allocate memory for (?P<array>[a-z_]{1,40}) with size {requested#}"}},
         .headline = "The workspace of FlashInfer has no room for {requested} ({array})",
         .next = "Raise SGLANG_FLASHINFER_WORKSPACE_SIZE, or serve fewer requests at once.",
         .recording = ""},
        // TensorRT-LLM: _torch/pyexecutor/py_executor_creator.py.
        {.id = "tensorrt_llm",
         .kind = Kind::Serving,
         .begins = {"Executor creation failed due to"},
         .words = {"due to insufficient GPU memory"},
         .parts = {{"Executor creation failed due to insufficient GPU memory"},
                   {R"(Total GPU memory \(GiB\): {limit*G})"},
                   {R"(Free GPU memory before component creation attempt \(GiB\): {free*G})"}},
         .headline = "TensorRT-LLM has too little memory to start[: {free} of {limit} was free]",
         .next = "Lower free_gpu_memory_fraction, max_batch_size or max_num_tokens, or use more devices.",
         .recording = ""},
        // SGLang: model_executor/model_runner.py.
        {.id = "sglang_no_memory",
         .kind = Kind::Serving,
         .begins = {"RuntimeError: Not enough memory. Please"},
         .words = {"--mem-fraction-static"},
         .parts = {{"RuntimeError: Not enough memory. Please try (?:to increase|increasing) --mem-fraction-static"}},
         .headline = "No memory is left for the KV cache",
         .next = "Raise --mem-fraction-static, or use more devices.",
         .recording = ""},
        {.id = "sglang_unbalanced",
         .kind = Kind::Serving,
         .begins = {"Error: The memory capacity is unbalanced"},
         .words = {"GPUs may be occupied by"},
         .parts = {{R"(Error: The memory capacity is unbalanced\.)"},
                   {"(?:min_per_gpu_memory|pre_model_load_memory)={free*G}"},
                   {"^, local_gpu_memory={free_on_another_GPU*G}"}},
         .headline = "SGLang needs about the same free memory on all GPUs[, but one has {free} and another "
                     "{free_on_another_GPU}]",
         .next = "End other processes on the GPUs, or use GPUs of one size.",
         .recording = ""},
        // Memory of a whole program on TPU. These forms are last, because others begin with the same words.
        {.id = "tpu_cores", // E1002
         .kind = Kind::Compile,
         .family = Family::Tpu,
         .memory = "hbm",
         .begins = {"TensorCore Hbm usage:"},
         .words = {"SparseCore Hbm usage", "exceeding available"},
         .parts = {{"TensorCore Hbm usage: {TensorCore_Hbm_usage}"},
                   {"SparseCore Hbm usage:? {SparseCore_Hbm_usage}"},
                   {"exceeding available bytes: {limit}", kIsCut, kLimit}},
         .headline = "TensorCore needs {TensorCore_Hbm_usage} and SparseCore {SparseCore_Hbm_usage} of HBM, which has "
                     "{limit}"},
        {.id = "tpu_out_of_memory_not_possible",
         .kind = Kind::Compile,
         .family = Family::Tpu,
         .parts = {{R"([Rr]an out of memory in memory space {memory}\. It should not be possible)"}}},
        {.id = "tpu_out_of_memory", // E1000
         .kind = Kind::Compile,
         .family = Family::Tpu,
         .begins = {"Ran out of memory in", "ran out of memory in"},
         .words = {"ut of memory", "capacity by "},
         .parts = {{"[Rr]an out of memory in memory space {memory}"},
                   {"Used {needed}", kIsCut, "the used amount"},
                   {"^ of {limit}", kIsCut, kLimit},
                   {"capacity by {exceeded}", kIsCut, kExcess}}},
        {.id = "tpu_total_required", // E1000
         .kind = Kind::Compile,
         .family = Family::Tpu,
         .begins = {"Ran out of memory on", "ran out of memory on"},
         .words = {"total memory required for", "exceeds available"},
         .parts = {{R"([Rr]an out of memory on (?P<memory>(?i:hbm|vmem|smem|cmem|sflag|spmem|sparsecore|host)\b))"},
                   {"required for HLO (?P<purpose>temporaries)"},
                   {R"(^.{0,300}?(?:\({needed}\) )?exceeds available)", Absence::EndsForm},
                   {R"(^[^(]{0,40}\({limit}\))", kIsCut, kLimit}}},
        // The figures alone, as people quote them.
        {.id = "tpu_used",
         .kind = Kind::Compile,
         .family = Family::Tpu,
         .begins = {"Exceeded hbm capacity by", "Exceeded vmem capacity by", "Exceeded smem capacity by"},
         .parts = {{R"(Used {needed} of {limit} (?P<memory>[a-z]{3,10})\. Exceeded)"},
                   {"^ [a-z]{3,10} capacity by {exceeded}", kIsCut, kExcess}},
         .isSecond = true,
         .isQuote = true},
        // Lines that state memory without a failure.
        {.id = "xla_rematerialization",
         .kind = Kind::State,
         .begins = {"by rematerialization; only reduced"},
         .parts = {{"Can't reduce memory use below {limit} by rematerialization; only reduced to {needed}"},
                   {"^, down from {before_rematerialization} originally"}},
         .headline = "Rematerialization brought a program only to {needed}; its goal was {limit}"},
        // CompiledMemoryStats as MaxText prints it (max_utils.py). Its GB are GiB.
        {.id = "maxtext_program",
         .kind = Kind::State,
         .begins = {"Total memory size: "},
         .parts = {{"Total memory size: {needed}, Output size: {outputs}, Temp size: {temporaries}, "
                    "Argument size: {arguments}"},
                   {"^, Host temp size: {host_temporaries}"},
                   {"^, Peak size: {peak}"}},
         .headline = "A program needs {needed}; it has {temporaries} of temporaries, {arguments} of arguments and {outputs} "
                     "of outputs, which may re-use arguments",
         .recording = ""},
        {.id = "maxtext_device",
         .kind = Kind::State,
         .begins = {"Using (GB) "},
         .parts = {{R"(Using \(GB\) {in_use*G} / {limit*G} \([0-9.]+%\) on (?P<device>\w+(?::[0-9]+)?))"}},
         .headline = "{in_use} of {limit} is in use on {device}",
         .recording = ""},
        // Device.memory_stats() of JAX, printed as a dictionary.
        {.id = "jax_memory_stats",
         .kind = Kind::State,
         .begins = {"'bytes_in_use': ", "\"bytes_in_use\": "},
         .parts = {{"['\"]bytes_in_use['\"]: {in_use#}[^{}]*['\"]bytes_limit['\"]: {limit#}"},
         },
         .headline = "{in_use} of {limit} is in use on a device",
         .recording = ""},
        // The allocator's tables of tt-metal, detailed_memory_usage.csv.
        {.id = "tt_memory_usage",
         .kind = Kind::State,
         .begins = {"Total free (B):"},
         .parts = {{R"(,(?P<memory>[A-Z0-9_]+),Total allocatable \(B\):,{limit#})"},
                   {R"(Total allocated \(B\):,{needed#})"},
                   {R"(Total free \(B\):,{free#})"}},
         .linesBefore = 3,
         .headline = "{needed} of {limit} is allocated",
         .recording = ""},
        // TensorRT tries many tactics for a layer and skips those that need too much.
        {.id = "tensorrt_tactic",
         .kind = Kind::State,
         .begins = {"Tactic Device request: "},
         .parts = {{"Tactic Device request: {needed} Available: {free}"}},
         .headline = "TensorRT skipped a tactic that needs {needed}, because {free} was available",
         .recording = ""},
        // vLLM: v1/worker/gpu_worker.py, tpu_worker.py, gpu_model_runner.py.
        {.id = "vllm_memory",
         .kind = Kind::State,
         .begins = {"KV cache size: "},
         .parts = {{R"(Memory usage: {in_use} \| KV cache size: {KV_cache})"}},
         .headline = "{in_use} is in use on a device, and the KV cache has {KV_cache}",
         .recording = ""},
        {.id = "vllm_cache",
         .kind = Kind::State,
         .begins = {"Available KV cache memory: "},
         .parts = {{"Available KV cache memory: {KV_cache}"}},
         .headline = "{KV_cache} is available for the KV cache",
         .recording = ""},
        {.id = "vllm_model",
         .kind = Kind::State,
         .begins = {"Model loading took "},
         .parts = {{"Model loading took {weights} (?:memory )?and"}},
         .headline = "The weights of the model take {weights}",
         .recording = ""},
    };
    return kForms;
}

std::string_view unanchored(std::string_view phrase)
{
    return phrase.substr(phrase.starts_with('^') ? 1 : 0);
}

const Form* formWithId(std::string_view id)
{
    return findFirst(forms(), id, &Form::id);
}

namespace {

/// JAX's allocators write the same words, but JAX names no operation.
bool isOfTensorFlow(const Message& message)
{
    return !message.word("operation").empty() || !message.word("dimensions").empty() || message.form == "tensorflow"
        || message.text.find("tensorflow.python.") != std::string::npos;
}

} // namespace

std::string recordCommand(const Message& message)
{
    const Form* const form = formWithId(message.form); // null for a fragment without sentences
    if (isOfTensorFlow(message) || (form && (form->recording.empty() || form->recording == kSnapshot)))
        return {};
    const bool isOfXla = !form || form->recording == "xla"; // the default of the option
    return "tidemark-cli record " + (isOfXla ? "" : "--kind " + std::string(form->recording) + " ") + "-- COMMAND";
}

std::string recordingAdvice(const Message& message)
{
    const Form* const form = formWithId(message.form);
    if (form && form->recording == kSnapshot)
        return "A memory snapshot of PyTorch shows every allocation: call torch.cuda.memory._record_memory_history() "
               "before the first allocation, and torch.cuda.memory._dump_snapshot(\"run.pickle\") where the script "
               "catches torch.OutOfMemoryError. Then open run.pickle.";
    if (isOfTensorFlow(message))
        return "A profile of TensorFlow shows every allocation: call tf.profiler.experimental.start(\"profile\") before the "
               "first step, and tf.profiler.experimental.stop() where the script catches ResourceExhaustedError. Then open "
               "the folder profile.";
    const bool isAtRunTime
        = message.kind == Kind::RuntimeAllocation || message.kind == Kind::ProgramLoad || message.kind == Kind::Bfc;
    if (isAtRunTime && recordCommand(message) == "tidemark-cli record -- COMMAND")
        return "A device memory profile of JAX shows what else holds the memory: call "
               "jax.profiler.save_device_memory_profile(\"memory.prof\") just before the step that fails. Then open "
               "memory.prof.";
    return {};
}

std::span<const std::string_view> contexts()
{
    static constexpr std::array<std::string_view, 10> kContexts = {
        R"(\[executable_name='(?P<module>[^']+)'\])",
        R"(Error loading program '(?P<module>[^']+)')",
        R"(\.;\((?P<core>[^()]{1,79})\))",
        R"(with allocator (?P<device>\w{1,60}?) on device [0-9])",
        R"(Allocator \((?P<device>[^()]{1,60})\) ran out)",
        R"(by allocator (?P<device>\w{1,60}?_bfc|mklcpu|cpu))",
        R"(size of input/output arguments \({arguments#}\) exceeds the base limit \({base_limit#}\))",
        "Can't reduce memory use below {goal_of_rematerialization} by rematerialization; "
        "only reduced to {after_rematerialization}",
        // The bin of a request, and a free chunk in it.
        "Bin for {requested} was",
        R"(^Size: {free_chunk} \| Requested Size: [^|]{1,40}\| in_use: 0)",
    };
    return kContexts;
}

std::span<const std::string_view> openings()
{
    static constexpr std::array<std::string_view, 11> kOpenings = {"RESOURCE_EXHAUSTED",
                                                                   "Resource exhausted:",
                                                                   "ResourceExhaustedError",
                                                                   "Error loading program",
                                                                   "Error allocating device",
                                                                   "AllocationFailure:",
                                                                   "XLA:TPU compile",
                                                                   "Compilation failure:",
                                                                   "Oom:",
                                                                   "by rematerialization; only reduced",
                                                                   "Allocator ("};
    return kOpenings;
}

} // namespace tidemark::oom
