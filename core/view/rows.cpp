#include "core/view/rows.h"

#include "core/view/op_path.h"

namespace tidemark {

const std::string& Facts::label() const
{
    return isArgumentPath(argument) ? argument : name;
}

} // namespace tidemark
