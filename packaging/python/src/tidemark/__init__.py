"""What fills an accelerator's memory, from the files that compilers and profilers write.

    import tidemark
    run = tidemark.open("log/")
    run.summary().occupied_peak_bytes
    run.buffers().to_pandas()

`open` takes what `tidemark-cli` takes. The objects have the names of its JSON fields. All sizes are bytes, as integers;
what a file does not say is None, never 0. A failure is an `Error` with the text of the command line. A warning about a
file is a Python warning of the category `FileWarning`.
"""

from ._documents import Document, Memory, Program, open
from ._fields import (
    Allocation,
    Attribution,
    Buffer,
    BufferEvent,
    BufferGroup,
    Category,
    Check,
    Comparison,
    DevicePeak,
    Figures,
    Finding,
    Gap,
    HistoryStep,
    Message,
    ProgramCheck,
    Report,
    Resident,
    Step,
    Summary,
    Worker,
)
from ._program import Error, FileWarning, program_path
from ._record import Recording, record
from ._tables import Record, Table
from ._version import __version__

__all__ = [
    "__version__",
    "Allocation",
    "Attribution",
    "Buffer",
    "BufferEvent",
    "BufferGroup",
    "Category",
    "Check",
    "Comparison",
    "DevicePeak",
    "Document",
    "Error",
    "Figures",
    "FileWarning",
    "Finding",
    "Gap",
    "HistoryStep",
    "Memory",
    "Message",
    "Program",
    "ProgramCheck",
    "Record",
    "Recording",
    "Report",
    "Resident",
    "Step",
    "Summary",
    "Table",
    "Worker",
    "open",
    "program_path",
    "record",
]
