#pragma once

#include "core/view/view.h"

#include <gtest/gtest.h>

#include <string_view>

namespace tidemark::ui {

/// Returns the row of this name. REQUIRES: it exists
inline RowId rowNamed(const View& view, std::string_view name)
{
    for (std::size_t i = 0; i < view.rows.count; ++i)
        if (view.rows.name(RowId::at(i)) == name)
            return RowId::at(i);
    ADD_FAILURE() << "no row " << name;
    return RowId(0);
}

} // namespace tidemark::ui
