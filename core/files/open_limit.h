#pragma once

namespace tidemark {

/// Lets this process hold as many files open as the system permits: every file of a profile stays open, and a run may
/// have thousands of workers. For main(); a limit that cannot be raised stays.
void raiseOpenFileLimit();

} // namespace tidemark
