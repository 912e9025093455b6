#pragma once

#include "core/view/amount_text.h"
#include "core/view/view.h"

#include <string>
#include <vector>

namespace tidemark {

/// An argument of a program: its path, its shape without layout, and the size of its memory.
struct ArgumentShape {
    std::string path; // "init_carry[2]"
    std::string shape; // "bf16[26,16,8192,1,256]"
    std::int64_t bytes = 0;
};

/// The arguments that are in the memory of a view and have a path. Cost: identifies each argument once.
std::vector<ArgumentShape> argumentShapes(const View& view);

/// What differs between the arguments of two programs, in words: "init_carry[2] and init_carry[3] have 24 instead of 16
/// in dimension 1 and take 1.62 GiB more". Arguments with the same difference are named together. The difference of the
/// largest arguments is in words, and the other differing arguments are counted. Dimensions count from 0. Empty if all
/// shapes are equal.
AmountText shapeDifference(const std::vector<ArgumentShape>& own, const std::vector<ArgumentShape>& common);

} // namespace tidemark
