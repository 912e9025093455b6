#include "tests/support/framing.h"

#include <cstdint>
#include <stdexcept>

namespace tidemark::test {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;

class Walk
{
public:
    Walk(std::string_view bytes, const Descriptor* closed)
        : m_bytes(bytes)
        , m_closed(closed)
    { }

    void message(const Descriptor* type, std::size_t end)
    {
        while (m_at < end) {
            const std::uint64_t tag = number(true);
            switch (tag & 7) {
            case 0:
                number(false);
                break;
            case 1:
                m_at += 8;
                break;
            case 2: {
                const std::uint64_t size = number(true);
                content(type ? type->FindFieldByNumber(static_cast<int>(tag >> 3)) : nullptr, m_at + size);
                break;
            }
            case 5:
                m_at += 4;
                break;
            default:
                throw std::invalid_argument("a group or no message");
            }
        }
        if (m_at != end)
            throw std::invalid_argument("no message of this type");
    }

    std::vector<BitPlace> take() { return std::move(m_places); }

private:
    void content(const FieldDescriptor* field, std::size_t end)
    {
        const bool isMessage = field && field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE;
        const bool isPacked = field && field->is_packable() && field->type() != FieldDescriptor::TYPE_DOUBLE
            && field->type() != FieldDescriptor::TYPE_FLOAT;
        if (isMessage && field->message_type() != m_closed)
            message(field->message_type(), end);
        while (isPacked && m_at < end)
            number(false);
        m_at = end;
    }

    std::uint64_t number(bool isFraming)
    {
        std::uint64_t value = 0;
        for (int shift = 0;; shift += 7) {
            const auto byte = static_cast<unsigned char>(m_bytes.at(m_at));
            for (int bit = isFraming ? 0 : 7; bit < 8; ++bit)
                m_places.push_back({m_at, bit});
            ++m_at;
            value |= std::uint64_t{byte & 0x7fU} << shift;
            if (byte < 0x80)
                return value;
        }
    }

    std::string_view m_bytes;
    const Descriptor* m_closed;
    std::size_t m_at = 0;
    std::vector<BitPlace> m_places;
};

} // namespace

std::vector<BitPlace> framingBits(const Descriptor& type, std::string_view bytes, const Descriptor* closed)
{
    Walk walk(bytes, closed);
    walk.message(&type, bytes.size());
    return walk.take();
}

} // namespace tidemark::test
