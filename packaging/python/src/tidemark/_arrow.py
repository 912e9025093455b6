"""Arrow and pandas forms of tables. This is the only module of the package that needs pyarrow or pandas."""

import typing
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from ._tables import ProgramId, Record, Table, types_of

if TYPE_CHECKING:
    import pandas

_SCALARS = {int: pa.int64(), ProgramId: pa.uint64(), str: pa.string(), bool: pa.bool_(), float: pa.float64()}


def arrow_type(hint: Any) -> pa.DataType:
    """Returns the Arrow type of a declared field."""
    if hint in _SCALARS:
        return _SCALARS[hint]
    if typing.get_origin(hint) in (list, Table):
        return pa.list_(arrow_type(typing.get_args(hint)[0]))
    if isinstance(hint, type) and issubclass(hint, Record):
        return pa.struct([(name, arrow_type(each)) for name, each in types_of(hint).items()])
    raise TypeError(f"no Arrow type for {hint}")


def table_of(rows: "Sequence[dict[str, Any]]", columns: Sequence[str], kind: "type[Record]") -> pa.Table:
    """Returns the rows with the declared types. A column that is not declared has the type of its values."""
    declared = types_of(kind)
    arrays = []
    for name in columns:
        wanted = arrow_type(declared[name]) if name in declared else None
        arrays.append(pa.array([row.get(name) for row in rows], type=wanted))
    return pa.table(arrays, names=list(columns))


def frame_of(table: pa.Table) -> "pandas.DataFrame":
    """Returns a data frame whose integers and truth values may be missing and stay what they are."""
    import pandas

    exact = {pa.int64(): pandas.Int64Dtype(), pa.uint64(): pandas.UInt64Dtype(), pa.bool_(): pandas.BooleanDtype()}
    return table.to_pandas(types_mapper=exact.get)
