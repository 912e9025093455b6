#pragma once

#include <string>
#include <sys/types.h>

namespace tidemark::sys {

/// The path of the program that runs. Empty if the system does not say it.
std::string ownProgram();

/// The folder that lists the descriptors of this process by number.
extern const char* const kOwnDescriptors;

/// Makes the calling process, a child of `parent`, end together with it, where the system can do that. Returns false if
/// the parent has ended already.
bool endWithParent(pid_t parent);

} // namespace tidemark::sys
