"""Damaged variants of files, the same in every run: each kind of damage is a function of the bytes of a file and of a Chance."""
import json
import random
import re

NUMBER = re.compile(rb"\d+(?:\.\d+)?")
WORD = re.compile(rb"[A-Za-z_]{2,}")
PREFIXES = (b"[rank%d]: ", b"I0101 12:00:0%d.000000 4242 xla.cc:12] ", b"2026-11-23T01:02:0%d.123Z stderr F ", b"worker-%d | ",
            b"\x1b[36m(train pid=420%d)\x1b[0m ", b"node-%d step one: ", b"    ", b"> ",
            b"alpha of job seven ", b"<%d> what it says ~ ")
SEPARATORS = (b" ", b"  ", b"\\n", b" | ", b"<br>", b"")
VARINT, FIXED64, BYTES, FIXED32 = 0, 1, 2, 5  # wire types


class Chance:
    """Draws from a seed. Only random() is promised to draw the same in every version of Python."""

    def __init__(self, seed):
        self._random = random.Random(seed).random

    def below(self, count):
        return int(self._random() * count)

    def one_of(self, choices):
        return choices[self.below(len(choices))]


def lines_of(data):
    return data.split(b"\n")


def joined(lines):
    return b"\n".join(lines)


def place_in(pattern, data, chance):
    """Begin and end of one match; an empty range at the end if there is none."""
    places = [match.span() for match in pattern.finditer(data)]
    return chance.one_of(places) if places else (len(data), len(data))


def replaced(pattern, data, chance, change):
    begin, end = place_in(pattern, data, chance)
    return data[:begin] + change(data[begin:end]) + data[end:]


# Damage of texts


def cut(data, chance, _):
    return data[: chance.below(len(data) + 1)]


def lost(data, chance, _):
    lines = lines_of(data)
    at = chance.below(len(lines))
    return joined(lines[:at] + lines[at + 1 + chance.below(2):])


def doubled(data, chance, _):
    lines = lines_of(data)
    at = chance.below(len(lines))
    end = at + 1 + chance.below(3)
    return joined(lines[:end] + lines[at:])


def swapped(data, chance, _):
    lines = lines_of(data)
    one, other = chance.below(len(lines)), chance.below(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return joined(lines)


def made_one(data, chance, _):
    lines = lines_of(data)
    at = chance.below(len(lines))
    return joined(lines[:at] + [chance.one_of(SEPARATORS).join(lines[at:at + 2])] + lines[at + 2:])


def flat(data, chance, _):
    return chance.one_of(SEPARATORS).join(lines_of(data))


def wrapped(data, chance, _):
    width = 60 + chance.below(60)
    return joined([line[at:at + width] for line in lines_of(data) for at in range(0, max(len(line), 1), width)])


def prefixed(data, chance, _):
    """All lines, those after the first, or those before a place: from one writer, or from two that take turns."""
    prefix, lines = chance.one_of(PREFIXES), lines_of(data)
    begin, end = chance.one_of(((0, len(lines)), (0, len(lines)), (1, len(lines)), (0, chance.below(len(lines)))))
    of_two = chance.below(3) == 0
    named = [prefix % (number % 2 if of_two else 1) if b"%d" in prefix else prefix for number in range(len(lines))]
    return joined([named[number] + line if begin <= number < end else line for number, line in enumerate(lines)])


def digits(data, chance, _):
    return replaced(NUMBER, data, chance, lambda number: bytes(48 + chance.below(10) if 48 <= c < 58 else c for c in number))


def signed(data, chance, _):
    return replaced(NUMBER, data, chance, lambda number: chance.one_of((b"-" + number, b"+" + number, b"", number + b".5", b"." + number,
                                                                        b"0", b"1", b"nan", b"?", b"0x" + number)))


def huge(data, chance, _):
    return replaced(NUMBER, data, chance, lambda number: chance.one_of(
        (b"9" * (15 + chance.below(12)), b"9223372036854775807", b"9223372036854775808", b"-9223372036854775808", b"18446744073709551615",
         number + b"0" * 30, b"0" * 300 + number, b"1e308", number + b"e3")))


def spaced(data, chance, _):
    """Blank lines, or other ends of lines."""
    lines = lines_of(data)
    way = chance.below(4)
    if way == 0:
        return b"\n\n".join(lines)
    if way == 1:
        return b"\r\n".join(lines)
    at = chance.below(len(lines))
    return joined(lines[:at] + [b""] * (1 + chance.below(4)) + lines[at:])


def worded(data, chance, _):
    return replaced(WORD, data, chance, lambda word: chance.one_of((b"", word + b" " + word, word.upper(), word.lower(), word[:-1],
                                                                    word + b"\xff", word[:1] + b"\xcc\x81" + word[1:])))


def marked(data, chance, _):
    """A punctuation mark more, fewer or another."""
    return replaced(re.compile(rb"[^\w\s]"), data, chance, lambda mark: chance.one_of((b"", mark * 2, b" ", b"\t", b"(", b"\"", b":", b"]")))


def quoted(data, chance, _):
    text = json.dumps(data.decode("latin-1")).encode()
    return chance.one_of((text, b'{"time": 1, "log": ' + text + b'}\n', b"Traceback: " + repr(data)[1:].encode(),
                          b"<pre>" + data.replace(b"&", b"&amp;").replace(b"<", b"&lt;") + b"</pre>"))


def beside(data, chance, others):
    """The content of another file before it, after it, in its middle or interleaved with it."""
    other, way = chance.one_of(others), chance.below(4)
    if way == 0:
        return other + data
    if way == 1:
        return data + other
    ours, theirs = lines_of(data), lines_of(other)
    if way == 2:
        at = chance.below(len(ours))
        return joined(ours[:at] + theirs + ours[at:])
    turns = [pair for pair in zip(ours, theirs)]
    return joined([line for pair in turns for line in pair] + ours[len(turns):] + theirs[len(turns):])


def again(data, chance, others):
    """Two damages in one."""
    for _ in range(2):
        data = chance.one_of((lost, doubled, swapped, made_one, wrapped, prefixed, digits, signed, spaced, worded, marked))(
            data, chance, others)
    return data


def nested(data, chance, _):
    depth = 1 + chance.below(20)
    return replaced(re.compile(rb"(?<=: )[\d\"][^,\n}\]]*"), data, chance, lambda value: b"[" * depth + value + b"]" * depth)


TEXT = (cut, lost, doubled, swapped, made_one, flat, wrapped, prefixed, digits, signed, huge, spaced, worded, marked, quoted, beside, again)
JSON = (cut, lost, doubled, swapped, digits, signed, huge, worded, marked, nested, again)


# Damage of messages in the wire format


def number_at(data, at):
    """A varint and where it ends; None if there is none."""
    value = 0
    for shift in range(0, 70, 7):
        if at >= len(data):
            return None
        value |= (data[at] & 0x7F) << shift
        at += 1
        if data[at - 1] < 0x80:
            return value, at
    return None


def number_of(value):
    data = bytearray()
    value &= (1 << 64) - 1
    while value >= 0x80:
        data.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes(data) + bytes([value])


def fields_of(data):
    """Lists of tag and payload, which is bytes, a number, or again such a list where it can be read as one; None for no message."""
    fields, at = [], 0
    while at < len(data):
        tag = number_at(data, at)
        if not tag or not 8 <= tag[0] < 1 << 18:
            return None
        at, kind = tag[1], tag[0] & 7
        if kind in (FIXED64, FIXED32):
            size = 8 if kind == FIXED64 else 4
            payload, at = data[at:at + size], at + size
        elif kind in (VARINT, BYTES):
            number = number_at(data, at)
            if not number:
                return None
            payload, at = number
            if kind == BYTES:
                payload, at = data[at:at + payload], at + payload
                payload = (len(payload) > 1 and fields_of(payload)) or payload
        else:
            return None
        if at > len(data):
            return None
        fields.append([tag[0], payload])
    return fields


def message_of(fields):
    parts = []
    for tag, payload in fields:
        if isinstance(payload, int):
            parts.append(number_of(tag) + number_of(payload))
            continue
        payload = message_of(payload) if isinstance(payload, list) else payload
        parts.append(number_of(tag) + (number_of(len(payload)) if tag & 7 == BYTES else b"") + payload)
    return b"".join(parts)


def some_message(fields, chance):
    """A random field. At each nested message it is equally likely to enter it and to stop there."""
    while True:
        inside = [payload for _, payload in fields if isinstance(payload, list)]
        if not inside or chance.below(4) == 0:
            return fields
        fields = chance.one_of(inside)


def rewritten(change):
    def damage(data, chance, _):
        fields = fields_of(data) or [[10, data]]
        message = some_message(fields, chance)
        change(message, chance.below(len(message)), chance)
        return message_of(fields)

    return damage


def renumber(fields, at, chance):
    numbers = [index for index, (_, payload) in enumerate(fields) if isinstance(payload, int)]
    at = chance.one_of(numbers) if numbers else at
    old = fields[at][1]
    if isinstance(old, int):
        fields[at][1] = chance.one_of((0, 1, old + 1, old - 1, old * 2, -1, 1 << 31, (1 << 63) - 1, 1 << 63, chance.below(64)))
    elif isinstance(old, bytes):
        fields[at][1] = bytes(chance.below(256) for _ in old) if fields[at][0] & 7 != BYTES else chance.one_of(
            (b"", old + old, old[1:], old[:-1], b"\xff" + old, old.upper()))


def retag(fields, at, chance):
    fields[at][0] = (fields[at][0] & 7) | (1 + chance.below(40)) << 3


def unknown(fields, at, chance):
    for place in (at, chance.below(len(fields) + 1)):
        fields.insert(place, chance.one_of(([8 * 1999 + VARINT, 5], [8 * 1999 + BYTES, b"unknown"], [8 * 1998 + FIXED64, b"12345678"],
                                            [8 * 1997 + FIXED32, b"1234"])))


def drop(fields, at, chance):
    del fields[at:at + 1 + chance.below(2)]


def double(fields, at, chance):
    fields.insert(chance.below(len(fields) + 1), fields[at])


def exchange(fields, at, chance):
    other = chance.below(len(fields))
    fields[at], fields[other] = fields[other], fields[at]


def flipped(data, chance, _):
    at = chance.below(len(data))
    return data[:at] + bytes([data[at] ^ 1 << chance.below(8)]) + data[at + 1:]


def overwritten(data, chance, _):
    at, size = chance.below(len(data)), 1 + chance.below(6)
    return data[:at] + chance.one_of((b"\0", b"\xff", b"\x80", b"\x0a")) * size + data[at + size:]


def shifted(data, chance, _):
    at, size = chance.below(len(data)), 1 + chance.below(9)
    return chance.one_of((data[:at] + data[at + size:], data[:at] + data[at:at + size] + data[at:]))


BINARY = (cut, flipped, overwritten, shifted, *(rewritten(change) for change in (renumber, retag, unknown, drop, double, exchange)))
NAMES = {function: name for function, name in zip(BINARY[4:], ("renumbered", "retagged", "unknown", "dropped", "repeated", "exchanged"))}


def name_of(kind):
    return NAMES.get(kind) or kind.__name__
