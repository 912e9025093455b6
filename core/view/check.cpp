#include "core/view/check.h"

namespace tidemark {

std::string_view verdictName(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Ok:
        return "ok";
    case Verdict::Fails:
        return "fails";
    case Verdict::Note:
        break;
    }
    return "note";
}

} // namespace tidemark
