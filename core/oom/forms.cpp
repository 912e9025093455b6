#include "core/oom/forms.h"

#include "core/base/find.h"

#include <algorithm>
#include <array>

namespace tidemark::oom {
namespace {

/// An L1 buffer lies in the region that the static circular buffers of a program need.
void findOverlap(Report& report)
{
    const Amount* const buffer = report.figure("address of the L1 buffer");
    const Amount* const end = report.figure("end of the circular buffers");
    if (buffer && end)
        report.exceeded = *end - *buffer;
}

void takeNeedFromArguments(Report& report)
{
    if (const Amount* const arguments = report.figure("arguments"))
        report.needed = *arguments;
    if (const Amount* const limit = report.figure("base limit"); limit && !report.limit)
        report.limit = *limit;
}

void takeSizesFromParameter(Report& report)
{
    if (const Amount* const expected = report.figure("expected size"))
        report.needed = *expected;
}

/// The sentence states the size of the one allocation.
void takeSizeOfAllocation(Report& report)
{
    for (Allocation& allocation : report.allocations)
        if (!allocation.size)
            allocation.size = report.needed;
}

constexpr std::string_view kNeed = "the needed amount";
constexpr std::string_view kRequest = "the requested amount";
constexpr std::string_view kLimit = "the limit";
constexpr std::string_view kExcess = "the excess";
constexpr std::string_view kAvailable = "the available amount";
constexpr Absence kIsCut = Absence::IsCut;

} // namespace

std::span<const Form> forms()
{
    static const std::vector<Form> kForms = {
        // XLA on TPU, when a program is compiled. Source of the codes: openxla.org/xla/errors.
        {.id = "tpu_scoped",
         .kind = Kind::Scoped,
         .family = Family::Tpu,
         .begins = {"Scoped allocation with size"},
         .parts = {{"Scoped allocation with size(?: {needed})?"},
                   {"and limit {limit}", kIsCut, kLimit},
                   {"exceeded scoped(?: {memory} limit)?"},
                   {"^ by {exceeded}", kIsCut, kExcess}},
         .isSecond = true},
        {.id = "tpu_scoped_limit",
         .kind = Kind::Scoped,
         .family = Family::Tpu,
         .begins = {"exceeded scoped"},
         .parts = {{"exceeded scoped(?: {memory} limit)?"}, {"^ by {exceeded}"}},
         .isSecond = true},
        {.id = "tpu_scoped_on_stack",
         .kind = Kind::Scoped,
         .family = Family::Tpu,
         .parts = {{"an out of memory in memory space {memory} while allocating on stack for"}}},
        {.id = "tpu_too_large",
         .kind = Kind::TooLarge,
         .begins = {"Allocation (size="},
         .words = {"would exceed memory"},
         .parts = {{R"(Allocation \(size={needed#}\) would exceed memory \(size=)"},
                   {R"(^{limit#}\))", kIsCut, kLimit},
                   {":: #allocation(?P<number>[0-9]{1,9})?"},
                   {"shape = '(?:(?P<shape>[^']*)')?", Absence::IsFine, "the shape of its allocation"},
                   {R"(space = (?P<memory>\w+))"},
                   {R"(, size = 0x(?P<hexadecimal_size>[0-9a-fA-F]+)[,\]])"},
                   {R"(tag = '(?P<label>.*?)(?:'\]|$))"}},
         .complete = takeSizeOfAllocation},
        {.id = "tpu_early_abort",
         .kind = Kind::Compile,
         .memory = "hbm",
         .begins = {"Aborting compilation early because"},
         .parts = {{"Aborting compilation early because it's unlikely to have enough(?: device)? memory"},
                   {"Requires {needed}", kIsCut, kNeed},
                   {"^, has {limit}", kIsCut, kLimit}}},
        {.id = "tpu_sparse_core",
         .kind = Kind::Compile,
         .memory = "sparsecore",
         .begins = {"allocation offset upper bound"},
         .parts = {{R"(current allocation offset upper bound \({needed*4} words\))"},
                   {R"(user allocatable offset upper bound \({limit*4} words\))", kIsCut, kLimit},
                   {"when allocating {last_allocation*4} words"}}},
        {.id = "tpu_embedding_table",
         .kind = Kind::Compile,
         .memory = "spmem",
         .begins = {"No viable logical replica count for"},
         .parts = {{"No viable logical replica count for the embedding table"},
                   {"fixed_size_allocation_bytes = {fixed_allocation#}"},
                   {"row_dependent_size_allocation_bytes = {row_dependent_allocation#}"},
                   {"total_spmem_size_bytes = {limit#}", kIsCut, kLimit}}},
        {.id = "tpu_smem_high_water_mark",
         .kind = Kind::Compile,
         .memory = "smem",
         .begins = {"high-water mark exceeds memory capacity"},
         .parts = {{"{memory} high-water mark exceeds memory capacity"}}},
        // XLA on TPU, at run time.
        {.id = "tpu_program_load",
         .kind = Kind::ProgramLoad,
         .family = Family::Tpu,
         .memory = "hbm",
         .begins = {"Attempting to reserve"},
         .words = {"That was not possible", "bottom of memory"},
         .parts = {{"Attempting to reserve {requested}"},
                   {"There (?:are|is) {free}", kIsCut, "the free amount"},
                   {"^ free,(?: {reserved} reserved,)?", Absence::EndsForm},
                   {"^ and {reservable}", kIsCut, "the reservable amount"}}},
        {.id = "tpu_program_allocation",
         .kind = Kind::ProgramLoad,
         .family = Family::Tpu,
         .memory = "hbm",
         .parts = {{"Error loading program '[^']*': Attempting to allocate {requested}"},
                   {"There (?:are|is) {free}", kIsCut, "the free amount"},
                   {"free memory is {largest_free_block}"}}},
        {.id = "tpu_runtime_allocation",
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
        {.id = "tpu_wrong_argument",
         .kind = Kind::WrongArgument,
         .memory = "hbm",
         .begins = {"but got buffer with incompatible size"},
         .parts
         = {{R"(Executable\((?P<module>[^()]+)\) expected parameter (?P<parameter>[0-9]{1,9}) of size {expected_size#})"},
            {"but got buffer with incompatible size {given_size#}", kIsCut, "the given size"}},
         .complete = takeSizesFromParameter},
        // Tenstorrent: impl/allocator/bank_manager.cpp, impl/program/program.cpp and impl/trace of tt-metal.
        {.id = "tt_allocation",
         .kind = Kind::TtAllocation,
         .begins = {"Out of Memory: Not enough space"},
         .words = {"ot enough space to"},
         .parts
         = {{"Out of Memory: Not enough space (?:after considering dependencies )?to allocate {requested}"},
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
         .words = {"beyond max L1 size of"},
         .parts = {{R"(Statically allocated circular buffers on core range (?P<cores>.{1,200}?) grow to)"},
                   {"^ {needed}", kIsCut, kNeed},
                   {"^ which is beyond max L1 size of {limit}", kIsCut, kLimit}},
         .recording = "tt-xla"},
        {.id = "tt_circular_buffers_clash",
         .kind = Kind::TtProgram,
         .memory = "l1",
         .begins = {"allocated circular buffers in program"},
         .words = {"static circular buffer region ends"},
         .parts = {{"Statically allocated circular buffers in program (?P<program>[0-9]+) clash with L1 buffers"},
                   {R"(^ on core range (?P<cores>.{1,200}?)\.L1)"},
                   {"buffer allocated at {address_of_the_L1_buffer#}", kIsCut, "the address of the L1 buffer"},
                   {"^ and static circular buffer region ends at {end_of_the_circular_buffers#}", kIsCut,
                    "the end of the circular buffers"}},
         .recording = "tt-xla",
         .complete = findOverlap},
        {.id = "tt_trace_region",
         .kind = Kind::TtAllocation,
         .memory = "trace",
         .begins = {"Creating trace buffers of size"},
         .parts = {{"Creating trace buffers of size {requested}"},
                   {"but only {limit} is allocated for trace region", kIsCut, kLimit}},
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
        // Triton: runtime/errors.py. The compiler of PyTorch names the kernel in place of the memory.
        {.id = "triton_shared_memory",
         .kind = Kind::SharedMemory,
         .memory = "shared",
         .begins = {"out of resource: shared memory", "out of resource: triton_"},
         .parts = {{R"(out of resource: (?:shared memory|triton_\w+?),? Required:)"},
                   {"^ {requested#}", kIsCut, kRequest},
                   {"^,? Hardware limit: {limit#}", kIsCut, kAvailable}}},
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
         .parts = {{"an out of memory trying to allocate {requested}"}},
         .unless = "The caller indicates that this is not a failure",
         .isSecond = true},
        {.id = "gpu_cuda_malloc_async",
         .kind = Kind::GpuShort,
         .family = Family::Bfc,
         .begins = {"cuMemAllocAsync failed to allocate"},
         .parts = {{R"((?P<device>gpu_async_[0-9]+) cuMemAllocAsync failed to allocate {requested})"},
                   {"Free memory/Total memory: {free#}/{limit#}"}}},
        {.id = "gpu_driver",
         .kind = Kind::GpuShort,
         .begins = {"bytes) from device:"},
         .words = {"bytes) from devic"},
         .parts = {{"failed to allocate {requested} from device: (?:CUDA_ERROR_OUT|HIP_ERROR_Out|hipError)"}}},
        {.id = "gpu_pinned_host_memory",
         .kind = Kind::GpuShort,
         .memory = "host",
         .begins = {"bytes on host: CUDA_ERROR_OUT_OF_MEMORY"},
         .parts = {{"failed to alloc {requested} on host: CUDA_ERROR_OUT_OF_MEMORY"}}},
        {.id = "gpu_constant",
         .kind = Kind::GpuShort,
         .begins = {"bytes for new constant"},
         .words = {"for new constant"},
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
         .parts = {{R"((?:[Ee]rror:|handle:) \w{0,12}(?:BLAS|CUDNN)_STATUS_ALLOC_FAILED)"
                    "|cublas handle: the resource allocation failed"}},
         .headline = "No memory is left for a library of the GPU",
         .recording = ""},
        // NCCL: src/include/alloc.h. The second line has the size.
        {.id = "nccl",
         .kind = Kind::GpuShort,
         .begins = {"Cuda failure 'out of memory'", "Cuda failure 2 'out of memory'"},
         .words = {"Cuda failure "},
         .parts = {{"Cuda failure (?:2 )?'out of memory'"},
                   {"NCCL WARN Failed to CUDA (?:host )?(?:calloc|malloc)(?: async)? {requested}"}},
         .recording = ""},
        // CuPy. This form is before gpu_request, which has the same phrase.
        {.id = "cupy",
         .kind = Kind::GpuShort,
         .begins = {"cuda.memory.OutOfMemoryError:"},
         .parts = {{R"(cuda\.memory\.OutOfMemoryError: [Oo]ut of memory (?:allocating|to allocate) {requested})"},
                   {R"(^ \((?:allocated so far:|total) {allocated_by_CuPy})", kIsCut, "the allocated amount"}},
         .recording = ""},
        {.id = "onnxruntime",
         .kind = Kind::GpuShort,
         .begins = {"Failed to allocate memory for requested buffer"},
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
        {.id = "gpu_tensor",
         .kind = Kind::GpuShort,
         .family = Family::Bfc,
         .begins = {"OOM when allocating tensor with shape"},
         .parts = {{R"(OOM when allocating tensor with shape\[(?P<dimensions>[0-9,]+)\])"
                    R"((?: and type (?P<type>\w+?)on/)?)"}},
         .isSecond = true},
        {.id = "gpu_arguments",
         .kind = Kind::GpuPlan,
         .family = Family::Bfc,
         .begins = {"The byte size of input/output arguments"},
         .parts = {{"The byte size of input/output arguments"}},
         .isSecond = true,
         .complete = takeNeedFromArguments},
        {.id = "gpu_program_load",
         .kind = Kind::GpuProgramLoad,
         .begins = {"Failed to load in-memory CUBIN", "Failed to load HSACO"},
         .parts = {{"(?:Failed to load in-memory CUBIN|Failed to load HSACO)"
                    ".{0,100}?(?:CUDA_ERROR_OUT_OF_MEMORY|HIP_ERROR_OutOfMemory|hipErrorOutOfMemory)"}}},
        // PyTorch on GPUs. Source: c10/cuda/CUDACachingAllocator.cpp.
        {.id = "torch",
         .kind = Kind::GpuShort,
         .begins = {"out of memory. Tried to allocate", "larger than 4GB! Tried to allocate"},
         .words = {"Tried to allocate", " total capaci", " already allocated;"},
         .parts = {{"(?:out of memory.|larger than 4GB!) Tried to allocate (?:{requested}|more than 1EB memory)"},
                   {R"(^(?:\.| \() ?(?:GPU (?P<gpu>[0-9]{1,4})|NPU (?P<npu>[0-9]{1,4})))"
                    "(?: has a total capaci?ty of|;)"},
                   {"^ {limit}"},
                   {"^ (?:of which|total capacity;)"},
                   {"^ {allocated_by_PyTorch} already allocated;"},
                   {"^ {in_use_by_tensors} current active;"},
                   {"^ {free} (?:is )?free"},
                   {"this process has {in_use_by_this_process} memory in use"},
                   {R"(^[;.] ?{allowed_by_the_script} allowed;)"},
                   {"Of the allocated memory {allocated_by_PyTorch} is allocated by PyTorch"},
                   {"^, with {allocated_in_private_pools} allocated in private pools"},
                   {R"(^(?:\(e\.g\., CUDA Graphs\))?,? and {reserved_but_not_allocated})"
                    " is reserved by PyTorch but unallocated"},
                   {"^;? {reserved_by_PyTorch} reserved in total by PyTorch"},
                   {R"(^; {cached} cached\))"}},
         .recording = kSnapshot},
        // PyTorch on Apple's GPUs. Source: aten/src/ATen/mps/MPSAllocator.mm.
        {.id = "torch_mps",
         .kind = Kind::GpuShort,
         .begins = {"MPS backend out of memory"},
         .parts = {{"MPS backend out of memory"},
                   {R"(^ \(MPS allocated: {allocated_by_PyTorch})"},
                   {"^, other allocations: {other_allocations}"},
                   {"^, max allowed: {limit}", kIsCut, kLimit},
                   {"Tried to allocate {requested}", kIsCut, kRequest}},
         .recording = ""},
        // PyTorch on CPUs. Source: c10/core/impl/alloc_cpu.cpp.
        {.id = "torch_cpu",
         .kind = Kind::GpuShort,
         .memory = "host",
         .begins = {"DefaultCPUAllocator: not enough memory", "DefaultCPUAllocator: can't allocate memory"},
         .words = {"you tried to allocate"},
         .parts = {{"DefaultCPUAllocator: (?:not enough|can't allocate) memory: you tried to allocate {requested}"}},
         .recording = ""},
        // An error of CUDA itself: nothing is said about sizes.
        {.id = "torch_driver",
         .kind = Kind::GpuShort,
         .begins = {"CUDA error: out of memory", "HIP error: out of memory", "CUDA driver error: out of memory"},
         .parts = {{R"((?:Error|what\(\)): {1,3}(?:CUDA|HIP|CUDA driver) error: out of memory)"}},
         .recording = kSnapshot},
        // AWS Neuron, the runtime.
        {.id = "neuron",
         .kind = Kind::GpuShort,
         .begins = {"Failed to alloc DEVICE memory"},
         .words = {"to alloc DEVICE"},
         .parts = {{"Failed to alloc DEVICE memory: {requested#}"}, {R"(current utilization: \* total: {in_use})"}},
         .recording = ""},
        // vLLM, when a server starts: v1/core/kv_cache_utils.py and v1/worker/utils.py. Tracebacks also show lines of the
        // source, which have no numbers and no colon after the name of the error.
        {.id = "vllm_request",
         .kind = Kind::Serving,
         .begins = {"To serve at least one request with"},
         .words = {"KV cache is needed, which is", "than the available KV cache"},
         .parts = {{R"(To serve at least one request with the models?'s max seq len \([0-9]+\))"},
                   {R"(^, \(?{needed} KV cache is needed)", kIsCut, kNeed},
                   {R"(larger than the available KV cache memory \({limit}\))", kIsCut, kAvailable}},
         .headline = "The KV cache needs {needed} for one request of the model's longest sequence, but {limit} is "
                     "available for it",
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
         .recording = ""},
        {.id = "vllm_no_memory",
         .kind = Kind::Serving,
         .begins = {"ValueError: No available memory for the"},
         .words = {"memory for the cache blocks"},
         .parts = {{"ValueError: No available memory for the cache blocks"}},
         .headline = "No memory is left for the KV cache",
         .recording = ""},
        {.id = "vllm_tokens",
         .kind = Kind::Serving,
         .begins = {"tokens that can be stored in KV cache"},
         .words = {"is larger than the maximum number of", "stored in KV cache"},
         .parts = {{R"(max seq len \([0-9]+\) is larger than the maximum number)"
                    R"( of tokens that can be stored in KV cache \([0-9])"}},
         .headline = "The KV cache holds fewer tokens than one request of the model's longest sequence",
         .recording = ""},
        {.id = "vllm_warm_up",
         .kind = Kind::Serving,
         .begins = {"memory occurred when warming up"},
         .parts = {{R"([A-Z]+ out of memory occurred when warming up \w+ (?:\([^)]{1,40}\) )?with [0-9]+ dummy requests)"}},
         .headline = "The memory ran out when vLLM tried as many requests at once as it may serve",
         .recording = kSnapshot},
        // SGLang: model_executor/model_runner.py.
        {.id = "sglang_no_memory",
         .kind = Kind::Serving,
         .begins = {"RuntimeError: Not enough memory. Please"},
         .words = {"increase --mem-fraction-static"},
         .parts = {{"RuntimeError: Not enough memory. Please try to increase --mem-fraction-static"}},
         .headline = "No memory is left for the KV cache",
         .recording = ""},
        // Memory of a whole program on TPU. These forms are last, because others begin with the same words.
        {.id = "tpu_cores",
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
         .parts = {{R"(an out of memory in memory space {memory}\. It should not be possible)"}}},
        {.id = "tpu_out_of_memory",
         .kind = Kind::Compile,
         .family = Family::Tpu,
         .begins = {"Ran out of memory in", "ran out of memory in"},
         .words = {"ut of memory", "capacity by "},
         .parts = {{"an out of memory in memory space {memory}"},
                   {"Used {needed}", kIsCut, "the used amount"},
                   {"^ of {limit}", kIsCut, kLimit},
                   {"capacity by {exceeded}", kIsCut, kExcess}}},
        {.id = "tpu_total_required",
         .kind = Kind::Compile,
         .family = Family::Tpu,
         .begins = {"Ran out of memory on", "ran out of memory on"},
         .words = {"total memory required for", "exceeds available"},
         .parts = {{"an out of memory on {memory}"},
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
         .isSecond = true},
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

const Form* formWithId(std::string_view id)
{
    return findFirst(forms(), id, &Form::id);
}

std::string recordCommand(const Report& report)
{
    const Form* const form = formWithId(report.form); // null for a fragment without sentences
    if (form && (form->recording.empty() || form->recording == kSnapshot))
        return {};
    const bool isOfXla = !form || form->recording == "xla"; // the default of the option
    return "tidemark-cli record " + (isOfXla ? "" : "--kind " + std::string(form->recording) + " ") + "-- COMMAND";
}

std::string recordingAdvice(const Report& report)
{
    const Form* const form = formWithId(report.form);
    if (form && form->recording == kSnapshot)
        return "A memory snapshot of PyTorch shows every allocation: call torch.cuda.memory._record_memory_history() "
               "before the first allocation, and torch.cuda.memory._dump_snapshot(\"run.pickle\") where the script "
               "catches torch.OutOfMemoryError. Then open run.pickle.";
    const bool isAtRunTime
        = report.kind == Kind::RuntimeAllocation || report.kind == Kind::ProgramLoad || report.kind == Kind::Bfc;
    if (isAtRunTime && recordCommand(report) == "tidemark-cli record -- COMMAND")
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
        R"(by allocator (?P<device>\w{1,60}))",
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
