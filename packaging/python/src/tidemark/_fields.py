"""The fields of the answers, as the command line names and orders them.

app/cli/README.md and the guide on numbers define them. Every size is in bytes. None means that the
file does not say.
"""

from typing import Optional

from ._tables import ProgramId, Record, Table


class Space(Record):
    """One memory of a program."""

    space: int
    name: Optional[str]
    peak_bytes: Optional[int]
    occupied_peak_bytes: Optional[int]
    total_bytes: Optional[int]


class Module(Record):
    """A row of the command `modules`."""

    path: str
    host: Optional[str]
    session: Optional[str]
    name: str
    program_id: Optional[ProgramId]
    hlo_bytes: Optional[int]
    has_buffer_assignment: bool
    spaces: Table[Space]
    document: str


class WarningText(Record):
    code: str
    text: str


class Figures(Record):
    """The figures of one program and memory. An allocation history or a log has fewer of them, and others."""

    module: Optional[str]
    program_id: Optional[ProgramId]
    host: Optional[str]
    space: int
    space_name: Optional[str]
    steps: int
    peak_bytes: Optional[int]
    peak_step: Optional[int]
    occupied_peak_bytes: Optional[int]
    occupied_peak_step: Optional[int]
    total_bytes: Optional[int]
    arguments_bytes: Optional[int]
    outputs_bytes: Optional[int]
    aliased_bytes: Optional[int]
    constants_bytes: Optional[int]
    temporaries_bytes: Optional[int]
    temporaries_at_peak_bytes: Optional[int]
    untraced_bytes: Optional[int]
    thread_local_bytes: Optional[int]
    unpadded_peak_bytes: Optional[int]
    padding_bytes: Optional[int]
    fragmentation_bytes: Optional[int]
    max_scoped_bytes: Optional[int]
    max_scoped_instruction: Optional[str]
    needed_bytes: Optional[int]
    device: Optional[str]
    capacity_bytes: Optional[int]
    headroom_bytes: Optional[int]


class Summary(Figures):
    """The figures, and what their reader should know about the file."""

    warnings: Table[WarningText]


class Step(Record):
    """The level after one step. Allocation histories also have time_ps."""

    step: int
    instruction: Optional[str]
    bytes: Optional[int]
    occupied_bytes: Optional[int]
    unpadded_bytes: Optional[int]
    inside_bytes: Optional[int]


class Buffer(Record):
    """A buffer. It is live from start_step until before end_step. certain is False if its category is only probable."""

    id: Optional[int]
    instruction: Optional[str]
    shape_index: Optional[list[int]]
    name: Optional[str]
    shape: Optional[str]
    size_bytes: int
    unpadded_bytes: Optional[int]
    overlap_bytes: Optional[int]
    kind: str
    live_out: bool
    aliased: bool
    category: Optional[str]
    rule: Optional[str]
    op_name: Optional[str]
    opcode: Optional[str]
    source_file: Optional[str]
    source_line: Optional[int]
    start_step: Optional[int]
    end_step: Optional[int]
    allocation: Optional[int]
    offset_bytes: Optional[int]
    role: Optional[str]
    certain: Optional[bool]


class BufferGroup(Record):
    """Buffers of one group. The field named like `by` of groups() has the group: category, op, …"""

    count: int
    occupied_bytes: int
    size_bytes: int


class BufferEvent(Record):
    """What happens to a buffer at a step. event is defined, used, shared or freed."""

    step: Optional[int]
    event: str
    instruction: Optional[str]
    opcode: Optional[str]


class Gap(Record):
    """A free range between buffers."""

    allocation: Optional[int]
    offset_bytes: int
    size_bytes: int


class Finding(Record):
    """A change that saves memory. The row `all` combines the findings."""

    finding: str
    saved_bytes: Optional[int]
    peak_before_bytes: Optional[int]
    peak_after_bytes: Optional[int]
    is_estimate: bool
    assumption: Optional[str]
    source: Optional[str]
    buffers: Optional[list[int]]
    text: Optional[str]
    is_upper_bound: bool
    sentence: Optional[str]


class Check(Record):
    """Two figures that should agree. verdict is ok, fails or note."""

    check: str
    left: Optional[str]
    left_bytes: Optional[int]
    right: Optional[str]
    right_bytes: Optional[int]
    verdict: str
    text: Optional[str]


class ProgramCheck(Record):
    """A check, and the program and memory that it is about."""

    path: str
    host: Optional[str]
    module: Optional[str]
    program_id: Optional[ProgramId]
    space: Optional[int]
    check: str
    left: Optional[str]
    left_bytes: Optional[int]
    right: Optional[str]
    right_bytes: Optional[int]
    verdict: str
    text: Optional[str]


class NamedBytes(Record):
    name: str
    bytes: Optional[int]


class Allocation(Record):
    """An allocation that a message lists."""

    number: Optional[int]
    size_bytes: Optional[int]
    unpadded_bytes: Optional[int]
    padding_factor: Optional[float]
    shape: Optional[str]
    op_name: Optional[str]
    op_type: Optional[str]
    source_file: Optional[str]
    source_line: Optional[int]
    label: Optional[str]
    allocation_type: Optional[str]
    address: Optional[int]


class Message(Record):
    """An out-of-memory message of a log. line counts from 1."""

    path: str
    line: int
    rank: Optional[str]
    kind: str
    code: Optional[str]
    module: Optional[str]
    device: Optional[str]
    memory: Optional[str]
    needed_bytes: Optional[int]
    limit_bytes: Optional[int]
    exceeded_bytes: Optional[int]
    requested_bytes: Optional[int]
    free_bytes: Optional[int]
    reserved_bytes: Optional[int]
    reservable_bytes: Optional[int]
    figures: Table[NamedBytes]
    allocations: Table[Allocation]
    checks: Table[Check]
    text: Optional[str]
    times_logged: int
    sentence: str


class ResidentProgram(Record):
    """What a program keeps in memory, and what it needs only while it runs."""

    module: str
    path: str
    arguments_bytes: int
    constants_bytes: int
    while_it_runs_bytes: int
    total_bytes: int


class Bounds(Record):
    """Bytes of several programs: least if they share their arguments, most if each has its own."""

    least: int
    most: int


class Resident(Record):
    """What several programs need on one device. fits is "yes", "no", "maybe", or None if the device is not known."""

    sentence: str
    space_name: Optional[str]
    host: Optional[str]
    total_bytes: Bounds
    arguments_bytes: Bounds
    persistent_bytes: int
    temporaries_bytes: int
    device: Optional[str]
    capacity_bytes: Optional[int]
    fits: Optional[str]
    programs: Table[ResidentProgram]
    not_run: int
    unread: list[str]
    refused: list[str]
    assumptions: list[str]


class Group(Record):
    group: str
    count: int
    occupied_bytes: int
    size_bytes: int


class Role(Record):
    role: Optional[str]
    count: int
    occupied_bytes: int
    size_bytes: int


class Category(Record):
    """What buffers of one category occupy at a step. uncertain_bytes is the part whose category is only probable."""

    category: Optional[str]
    count: int
    occupied_bytes: int
    size_bytes: int
    uncertain_bytes: Optional[int]
    largest: Optional[str]
    roles: Table[Role]


class Worker(Record):
    """The memory of one worker at a step. Equal programs have equal digests."""

    path: str
    host: Optional[str]
    session: Optional[str]
    chips: Optional[int]
    module: str
    program_id: Optional[ProgramId]
    digest: Optional[str]
    space: int
    step: Optional[int]
    peak_bytes: Optional[int]
    occupied_peak_bytes: Optional[int]
    level_bytes: Optional[int]
    arguments_bytes: Optional[int]
    groups: Table[Group]
    categories: Table[Category]
    gradient_hits: Optional[int]
    checks: Table[Check]


class Aggregate(Record):
    module: str
    column: str
    min: Optional[int]
    average: Optional[int]
    max: Optional[int]


class Differing(Record):
    """A worker whose program differs from that of most workers, and by what."""

    path: str
    host: Optional[str]
    session: Optional[str]
    module: str
    program_id: Optional[ProgramId]
    text: str


class Attribution(Record):
    rules: str
    workers: Table[Worker]
    aggregate: Table[Aggregate]
    differing: Table[Differing]


class DevicePeak(Record):
    """The peak of one allocator of an allocation history. event is the number of the event that reaches it."""

    worker: str
    memory: str
    peak_bytes: int
    above_median_bytes: Optional[int]
    event: Optional[int]
    before_bytes: int
    held_most_bytes: Optional[int]
    held_most_by: Optional[str]


class Side(Record):
    path: str
    module: Optional[str]
    program_id: Optional[ProgramId]
    space: Optional[int]
    step: Optional[int]
    level_bytes: Optional[int]
    occupied_peak_bytes: Optional[int]


class FigureChange(Record):
    name: str
    a_bytes: Optional[int]
    b_bytes: Optional[int]
    change_bytes: Optional[int]


class RoleChange(Record):
    role: Optional[str]
    a_bytes: int
    b_bytes: int
    change_bytes: int


class CategoryChange(Record):
    category: Optional[str]
    a_bytes: int
    b_bytes: int
    change_bytes: int
    roles: Table[RoleChange]


class RowChange(Record):
    """Buffers of one op path, shape and type. state is same, less, more, only_a or only_b."""

    state: str
    op_name: Optional[str]
    shape: Optional[str]
    kind: Optional[str]
    category: Optional[str]
    a_count: int
    b_count: int
    a_bytes: int
    b_bytes: int
    change_bytes: int
    opcode: Optional[str]
    name: Optional[str]


class ComparedWorkers(Record):
    """The worker that is compared, of several that both sides have: its peak grew most. larger and smaller count the
    workers whose peak is larger or smaller in b."""

    host: str
    common: int
    larger: int
    smaller: int
    only_a: int
    only_b: int


class Comparison(Record):
    """What changed from a to b. A change is b - a. workers is None if there are not several."""

    a: Side
    b: Side
    workers: Optional[ComparedWorkers]
    figures: Table[FigureChange]
    categories: Table[CategoryChange]
    rows: Table[RowChange]


class ReportCategory(Record):
    category: Optional[str]
    bytes: int
    uncertain_bytes: Optional[int]


class ReportBuffers(Record):
    """Equal buffers. total_bytes is count times size_bytes."""

    count: int
    size_bytes: int
    total_bytes: int
    shape: Optional[str]
    op: Optional[str]
    category: Optional[str]
    source_file: Optional[str]
    source_line: Optional[int]
    certain: Optional[bool]


class ReportFinding(Record):
    finding: str
    saved_bytes: Optional[int]
    peak_before_bytes: Optional[int]
    peak_after_bytes: Optional[int]
    is_estimate: bool
    text: Optional[str]
    is_upper_bound: bool


class Growth(Record):
    source: str
    change_bytes: int


class HistoryStep(Record):
    """What is in use at the end of a step of an allocation history, and the lines of code that grew most."""

    step: str
    event: int
    live_bytes: int
    change_bytes: int
    grown: Table[Growth]


class Report(Record):
    """One screen: why the peak is there, what it is made of, what to do. fits is None if the device is unknown.

    Only the report of an allocation history with steps has the field steps.
    """

    sentence: Optional[str]
    path: str
    host: Optional[str]
    module: Optional[str]
    program_id: Optional[ProgramId]
    space: Optional[int]
    space_name: Optional[str]
    step: Optional[int]
    peak_bytes: Optional[int]
    failure_step: Optional[int]
    peak_is_lower_bound: bool
    fits: Optional[bool]
    fits_on: Optional[str]
    device: Optional[str]
    capacity_bytes: Optional[int]
    headroom_bytes: Optional[int]
    other_programs: int
    figures: Figures
    categories: Table[ReportCategory]
    buffers: Table[ReportBuffers]
    findings: Table[ReportFinding]
    steps: Table[HistoryStep]
    messages: list[str]
    more_messages: int
    warnings: Table[WarningText]
    next: list[str]
