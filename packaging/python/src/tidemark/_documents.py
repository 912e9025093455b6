"""What can be opened, and the questions that it answers."""

import functools
import html
import os
from typing import Any, Optional, Union

from . import _chart
from ._fields import (
    Attribution,
    Buffer,
    BufferEvent,
    BufferGroup,
    Comparison,
    DevicePeak,
    Finding,
    Gap,
    Message,
    Module,
    ProgramCheck,
    Report,
    Resident,
    Space,
    Step,
    Summary,
)
from ._program import Error, ask
from ._remote import Copies, is_remote
from ._tables import ProgramId, Table

Path = Union[str, "os.PathLike[str]"]
_DEFAULT_SPACE = "0"  # of the command line


class _Answers:
    """The questions. Each runs the command line once. Without a program or memory in question, the command line
    chooses: the program with the largest peak, and HBM.

    Every method raises Error if the document does not have the answer: str(error) says what does.
    """

    def __init__(self, paths: "list[str]", choice: "dict[str, str]", copies: Optional[Copies]):
        self._paths = paths
        self._choice = choice
        self._copies = copies
        self._texts: "Optional[list[str]]" = None  # gets the texts of warnings; without it they are Python warnings

    def report(self, *, device: Optional[str] = None) -> Report:
        """Returns one screen: a sentence that says why the peak is there, what it is made of, and what to do next.

        device, as v5e or h100, says whose memory must suffice.
        """
        return Report(self._ask("report", device=device))

    def summary(self, *, device: Optional[str] = None) -> Summary:
        """Returns the figures of a program and memory."""
        return Summary(self._ask("summary", device=device))

    def timeline(self) -> "Table[Step]":
        """Returns the level after every step of the program order, in bytes."""
        return Table(self._ask("timeline"), Step)

    def buffers(self, at: "str | int" = "peak", *, limit: Optional[int] = None) -> "Table[Buffer]":
        """Returns the buffers that are live at a step, "peak" or a number; "all" gives those of all steps.

        With a limit they are the largest ones, else they are in the program's order.
        """
        return Table(self._ask("buffers", at=at, limit=limit), Buffer)

    def groups(self, by: str, at: "str | int" = "peak") -> "Table[BufferGroup]":
        """Returns the buffers of a step, added up by category, op, source, stack, shape or opcode, the largest first.

        Of an allocation history also by during (its annotations), step, and age (the step of the peak, or an earlier or
        later one).
        """
        return Table(self._ask("buffers", **{"group-by": by}, at=at), BufferGroup)

    def history(self, buffer: int) -> "Table[BufferEvent]":
        """Returns where the buffer with this id is defined, used, shared and freed."""
        return Table(self._ask("buffers", id=buffer, history=True), BufferEvent)

    def gaps(self, at: "str | int" = "peak") -> "Table[Gap]":
        """Returns the free ranges between the buffers at a step, the largest first."""
        return Table(self._ask("gaps", at=at), Gap)

    def check(self) -> "Table[ProgramCheck]":
        """Returns pairs of figures that should agree. A document has those of all its programs and memories."""
        return Table(self._ask("check"), ProgramCheck)

    def findings(self, *, device: Optional[str] = None) -> "Table[Finding]":
        """Returns what would save memory, each with the bytes that it saves, the largest first."""
        return Table(self._ask("advise", device=device), Finding)

    def attribution(
        self, at: "str | int" = "peak", *, rules: Optional[Path] = None
    ) -> "Union[Attribution, Table[DevicePeak]]":
        """Returns what the memory of every worker holds, and which workers differ. rules is a file of rules.

        Of allocation histories alone it returns a table with a row for each allocator.
        """
        answer = self._ask("attribution", at=at, rules=rules)
        return Table(answer, DevicePeak) if isinstance(answer, list) else Attribution(answer)

    def compare(self, other: "_Answers", at: "str | int" = "peak", at_other: "str | int" = "peak") -> Comparison:
        """Returns what changed from this to the other: documents, programs or memories, or two steps of one.

        Both sides are about one memory space. Without a choice that is 0, HBM. Raises ValueError if they differ.
        """
        space, space_other = (side._choice.get("space", _DEFAULT_SPACE) for side in (self, other))
        if space != space_other:
            raise ValueError(f"compare takes one memory space for both sides, not {space} and {space_other}.")
        sides: "dict[str, Any]" = {"module": self._choice.get("module"), "module-b": other._choice.get("module")}
        options = _options({**sides, "space": self._choice.get("space"), "at": at, "at-b": at_other})
        paths = [self._one_path(), other._one_path()]
        copies = [each for each in (self._copies, other._copies) if each]
        return Comparison(ask("compare", options, paths, copies))

    def resident(self, *, device: Optional[str] = None) -> Resident:
        """Returns what the programs need if they are on one device together, and whether that fits."""
        return Resident(self._ask("resident", device=device))

    def _one_path(self) -> str:
        """Returns the local path that has the program: the choice of a host would be one for both sides."""
        if len(self._paths) != 1:
            raise ValueError(
                f"compare takes one path of each side, not {len(self._paths)}. Choose one of the programs."
            )
        return self._paths[0]

    def _ask(self, command: str, **options: Any) -> Any:
        copies = [self._copies] if self._copies else []
        return ask(command, _options({**self._choice, **options}), self._paths, copies, self._texts)

    def _repr_html_(self) -> str:
        """Returns the sentence of the report and the memory curve, as far as the document has them."""
        parts = []
        try:
            parts.append(f"<p>{html.escape(self.report().sentence or '')}</p>")
            summary = self.summary()
            name = f"{summary.get('module') or summary.get('memory')}, {summary.space_name}"
            levels = [step.get("occupied_bytes") or step.get("bytes") or 0 for step in self.timeline()]
            parts.append(_chart.curve_svg(levels, name, summary.capacity_bytes))
        except Error as error:
            parts.append(f"<p>{html.escape(str(error))}</p>")
        return "".join(parts)


def _options(values: "dict[str, Any]") -> "list[str]":
    """Returns the arguments of options. None and False leave an option out, True is a flag, a tuple repeats it."""
    options = []
    for name, value in values.items():
        if value is True:
            options.append(f"--{name}")
        elif value is not None and value is not False:
            each = value if isinstance(value, tuple) else (value,)
            options += [f"--{name}={os.fspath(one) if isinstance(one, os.PathLike) else one}" for one in each]
    return options


class Memory(_Answers):
    """One memory space of a program. Its questions are about this memory."""

    def __init__(self, fields: Space, program: "Program"):
        super().__init__(program._paths, {**program._choice, "space": str(fields.space)}, program._copies)
        self._program = program
        self.space: int = fields.space
        self.name: Optional[str] = fields.name
        self.peak_bytes: Optional[int] = fields.peak_bytes
        self.occupied_peak_bytes: Optional[int] = fields.occupied_peak_bytes
        self.total_bytes: Optional[int] = fields.total_bytes

    def _one_path(self) -> str:
        return self._program._one_path()

    def __repr__(self) -> str:
        return f"<Memory {self.space} {self.name}: occupied_peak_bytes={self.occupied_peak_bytes}>"


class Program(_Answers):
    """One module of one file. Its questions are about this program."""

    def __init__(self, fields: Module, document: "Document"):
        number = "" if fields.program_id is None else f"({fields.program_id})"
        choice = {"module": f"{fields.name}{number}"}
        choice.update({name: fields[name] for name in ("host", "session") if fields[name] is not None})
        super().__init__(document._paths, choice, document._copies)
        self._document = document
        self.path: str = fields.path
        self.host: Optional[str] = fields.host
        self.session: Optional[str] = fields.session
        self.name: str = fields.name
        self.program_id: Optional[ProgramId] = fields.program_id
        self.hlo_bytes: Optional[int] = fields.hlo_bytes
        self.has_buffer_assignment: bool = fields.has_buffer_assignment
        self.document: str = fields.document
        self.memories: "list[Memory]" = [Memory(space, self) for space in fields.spaces]

    def _one_path(self) -> str:
        return self._document._place(self.path)

    def __repr__(self) -> str:
        return f"<Program {self._choice['module']} of {self.path}: {len(self.memories)} memories>"


class Document(_Answers):
    """What was opened. Its questions are about the program with the largest peak."""

    @functools.cached_property
    def modules(self) -> "Table[Module]":
        """The programs of every file and their memories, as one table. Read once; needs no HLO."""
        return Table(self._ask("modules"), Module)

    @functools.cached_property
    def programs(self) -> "list[Program]":
        """The programs of every file, ordered by path, name and program id."""
        return [Program(fields, self) for fields in self.modules]

    def resident(self, *modules: str, device: Optional[str] = None) -> Resident:
        """Returns what programs need if they are on one device together, and whether that fits.

        modules are their names, as jit_step or jit_step(7). Without any these are all that ran in the capture, except
        those that the compiler refused: the field `refused` has their names.
        """
        return Resident(self._ask("resident", module=modules or None, device=device))

    def oom(self) -> "Table[Message]":
        """Returns the out-of-memory messages of logs. Without any the table is empty, and there is a FileWarning."""
        return Table(self._ask("oom"), Message)

    def program(self, name: str) -> Program:
        """Returns the first program that has this name, or this name and id, as jit_step or jit_step(7).

        Raises KeyError, which names the programs that there are.
        """
        for each in self.programs:
            if name in (each.name, each._choice["module"]):
                return each
        raise KeyError(f"no program {name}. There are: {', '.join(each._choice['module'] for each in self.programs)}")

    def _chosen(self, choice: "dict[str, str]", texts: "list[str]") -> _Answers:
        """Returns the questions about a choice. Their warnings are added to texts: threads share Python's warnings."""
        answers = _Answers(self._paths, choice, self._copies)
        answers._texts = texts
        return answers

    def _place(self, path: str) -> str:
        """Returns where a path that an answer names is on this machine."""
        for place, name in self._copies.names.items() if self._copies else ():
            if path == name or path.startswith(name + "/"):
                return place + path[len(name) :]
        return path

    def _file(self, path: str) -> "Document":
        """Returns one of the files as a document of its own."""
        return Document([self._place(path)], {}, self._copies)

    def close(self) -> None:
        """Removes the temporary copies of remote files. They are also removed with the last object that needs them."""
        if self._copies:
            self._copies.close()

    def __enter__(self) -> "Document":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Document {', '.join(self._paths[:3])}{', …' if len(self._paths) > 3 else ''}>"


def open(*paths: Path, events: bool = True) -> Document:
    """Opens files, session folders, log directories and dump folders together.

    A path may be an address that fsspec opens: gs://, s3://, ssh://, memory:// and others. The whole file, or every
    file of the folder, is then copied into a temporary folder. With events=False the events of remote *.xplane.pb files
    are not transferred: that is most of a long capture. Programs answer the same without them, but allocation histories
    and which programs ran are missing. Local files are used as they are.

    Thousands of paths cost one start of the command line for each question, as long as the system passes them: on Linux
    about 2 MiB of text. More raise Error: a folder that has the files is one short path. No local file is read before
    the first question, so a missing one raises Error there.
    """
    texts = [os.fspath(path) for path in paths]
    if not texts:
        raise ValueError("nothing to open: no path was given")
    copies = Copies(events) if any(is_remote(text) for text in texts) else None
    return Document([copies.copy(text) if copies and is_remote(text) else text for text in texts], {}, copies)
