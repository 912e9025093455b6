#pragma once

namespace tidemark {

/// From now on texts of numbers have a no-break space before the unit and U+2212 for a minus, as a window needs them.
/// Without this call they have a plain space and "-", so that people can search for them in a terminal. REQUIRES: no
/// other thread runs yet
void useTypographicNumbers();

} // namespace tidemark
