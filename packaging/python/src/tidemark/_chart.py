"""The memory curve as SVG, without any library."""

import html
from collections.abc import Sequence
from typing import Optional

from ._tables import size_text

_WIDTH, _HEIGHT, _TOP = 720, 180, 18


def curve_svg(levels: Sequence[int], title: str, capacity: Optional[int] = None) -> str:
    """Returns a picture of the level after every step. Each pixel column shows the highest level of its steps, so that
    no peak is lost. A dashed line is the capacity, where it is close enough to be in the picture."""
    if not levels:
        return ""
    peak = max(levels)
    drawn_capacity = capacity if capacity is not None and capacity <= 2 * peak else None
    highest = max(peak, drawn_capacity or 0) or 1
    columns = min(len(levels), _WIDTH)

    def height(level: int) -> float:
        return round(_TOP + _HEIGHT * (1 - level / highest), 1)

    points = [f"M0,{_TOP + _HEIGHT}"]
    for column in range(columns):
        steps = levels[column * len(levels) // columns : (column + 1) * len(levels) // columns]
        points.append(f"V{height(max(steps))}H{round((column + 1) * _WIDTH / columns, 1)}")
    points.append(f"V{_TOP + _HEIGHT}Z")
    at = levels.index(peak)
    parts = [
        f'<path d="{"".join(points)}" fill="#4c8bb5"/>',
        f'<text x="0" y="12">{html.escape(title)}: peak {size_text(peak)} at step {at} of {len(levels)}</text>',
    ]
    if drawn_capacity is not None:
        y = height(drawn_capacity)
        parts.append(f'<path d="M0,{y}H{_WIDTH}" stroke="#c0392b" stroke-dasharray="6 4"/>')
        parts.append(f'<text x="{_WIDTH}" y="{y + 13}" text-anchor="end">{size_text(drawn_capacity)}</text>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_TOP + _HEIGHT}" width="{_WIDTH}" '
        f'font-family="sans-serif" font-size="12" fill="currentColor">{"".join(parts)}</svg>'
    )
