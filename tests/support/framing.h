#pragma once

#include <google/protobuf/descriptor.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark::test {

/// One bit of a serialized message.
struct BitPlace {
    std::size_t byte = 0;
    int bit = 0;
};

/// Returns the bits that determine where the fields of a message and of its nested messages begin and end: all bits of
/// tags and lengths, and of every other number the bit that makes it longer or shorter. `bytes` must be a message of
/// that type. Messages of the type `closed` are not entered.
std::vector<BitPlace> framingBits(const google::protobuf::Descriptor& type, std::string_view bytes,
                                  const google::protobuf::Descriptor* closed = nullptr);

inline void flip(std::string& bytes, BitPlace place)
{
    bytes[place.byte] = static_cast<char>(bytes[place.byte] ^ (1 << place.bit));
}

} // namespace tidemark::test
