#pragma once

#include <cerrno>
#include <initializer_list>

namespace tidemark::sys {

/// The values of errno that say that a network or a device does not answer.
inline constexpr std::initializer_list<int> kNetworkErrors = {
    ESTALE,   ETIMEDOUT, EHOSTDOWN, EHOSTUNREACH, ENETDOWN, ENETUNREACH, ECONNRESET, ENOTCONN, ESHUTDOWN, ENODEV, ENXIO,
#if defined(EREMOTEIO)
    EREMOTEIO
#endif
};

} // namespace tidemark::sys
