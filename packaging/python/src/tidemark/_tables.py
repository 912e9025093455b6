"""Objects and tables of JSON, with attributes, column types, and conversions to Arrow and pandas."""

import functools
import html
import typing
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Generic, NewType, TypeVar, overload

if TYPE_CHECKING:
    import pandas
    import pyarrow

ProgramId = NewType("ProgramId", int)  # unsigned, 64 bits; every other integer fits into 64 bits with a sign
_SHOWN_ROWS = 20


class Record(dict[str, Any]):
    """A JSON object. Its fields are attributes too: lists of objects are then tables.

    A field that this kind of document does not have raises AttributeError.
    """

    def __getattr__(self, name: str) -> Any:
        if name not in self:
            raise AttributeError(f"{type(self).__name__} has no field {name}. It has: {', '.join(self)}")
        return _typed(self[name], types_of(type(self)).get(name))

    def _repr_html_(self) -> str:
        rows = ((name, value) for name, value in self.items() if not isinstance(value, (list, dict)))
        cells = "".join(f"<tr><th>{html.escape(name)}</th><td>{_cell(name, value)}</td></tr>" for name, value in rows)
        return f"<table>{cells}</table>"


R = TypeVar("R", bound=Record)


@functools.lru_cache(maxsize=None)
def types_of(kind: type) -> "dict[str, Any]":
    """Returns the types of the fields that a kind of record declares, without Optional."""
    return {name: _required(hint) for name, hint in typing.get_type_hints(kind).items()}


def _required(hint: Any) -> Any:
    if typing.get_origin(hint) is typing.Union:
        return next(each for each in typing.get_args(hint) if each is not type(None))
    return hint


def _typed(value: Any, hint: Any) -> Any:
    if isinstance(value, list) and (typing.get_origin(hint) is Table or any(isinstance(each, dict) for each in value)):
        kind = typing.get_args(hint)[0] if typing.get_origin(hint) is Table else Record
        return Table(value, kind)
    if isinstance(value, dict):
        return (hint if isinstance(hint, type) and issubclass(hint, Record) else Record)(value)
    return value


class Table(Sequence[R], Generic[R]):
    """Rows of one kind, in the order of the command line."""

    def __init__(self, rows: "Iterable[dict[str, Any]]", kind: "type[R]"):
        self._kind = kind
        self._rows = [kind(row) for row in rows]

    @property
    def columns(self) -> "list[str]":
        """The names of the columns: those that the rows have, or if there are no rows, those that they would have."""
        names = dict.fromkeys(name for row in self._rows for name in row)
        return list(names or types_of(self._kind))

    def to_arrow(self) -> "pyarrow.Table":
        """Returns a pyarrow.Table. Sizes are int64. Columns have the same types whatever the rows are.

        Raises ImportError without pyarrow.
        """
        from . import _arrow

        return _arrow.table_of(self._rows, self.columns, self._kind)

    def to_pandas(self) -> "pandas.DataFrame":
        """Returns a pandas.DataFrame. Integers stay exact where values are missing: their type is Int64, as of pandas.

        Raises ImportError without pandas and pyarrow.
        """
        from . import _arrow

        return _arrow.frame_of(self.to_arrow())

    @overload
    def __getitem__(self, index: int) -> R: ...
    @overload
    def __getitem__(self, index: slice) -> "Table[R]": ...
    def __getitem__(self, index: "int | slice") -> "R | Table[R]":
        if isinstance(index, slice):
            return Table(self._rows[index], self._kind)
        return self._rows[index]

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[R]:
        return iter(self._rows)

    def __repr__(self) -> str:
        return f"<Table of {len(self)} × {self._kind.__name__}: {', '.join(self.columns)}>"

    def _repr_html_(self) -> str:
        names = [name for name in self.columns if not any(isinstance(row.get(name), (list, dict)) for row in self)]
        head = "".join(f"<th>{html.escape(name)}</th>" for name in names)
        lines = []
        for row in self._rows[:_SHOWN_ROWS]:
            cells = "".join(f"<td>{_cell(name, row.get(name))}</td>" for name in names)
            lines.append(f"<tr>{cells}</tr>")
        more = f"<p>{_SHOWN_ROWS} of {len(self)} rows</p>" if len(self) > _SHOWN_ROWS else ""
        return f"<table><tr>{head}</tr>{''.join(lines)}</table>{more}"


def size_text(size: int) -> str:
    """Returns a size for people: "5.39 GiB"."""
    value, unit = float(size), "B"
    for unit in ("B", "KiB", "MiB", "GiB", "TiB"):
        if abs(value) < 1024 or unit == "TiB":
            break
        value /= 1024
    return f"{size} B" if unit == "B" else f"{value:.2f} {unit}"


def _cell(name: str, value: Any) -> str:
    if value is None:
        return ""
    if name.endswith("bytes") and isinstance(value, int):
        return f'<span title="{value:,} bytes">{size_text(value)}</span>'
    return html.escape(str(value))
