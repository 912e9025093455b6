#pragma once

namespace tidemark {

/// Switches texts of numbers to a no-break space before the unit and to U+2212 for a minus, as windows show them.
/// Without this call they have a plain space and "-", so that people can search for them in a terminal. REQUIRES: no
/// other thread runs yet
void useTypographicNumbers();

} // namespace tidemark
