#pragma once

#include "core/history/recording.h"
#include "core/include/tidemark/buffer.h"

#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace tidemark::history {

/// What asked for memory, in words. The texts are valid UTF-8.
struct AskerText {
    std::string name; // "aten::mm", "MmBackward0", "scaled_dot_product_attention"; empty if nothing is known
    std::string place; // "model.py:432": innermost line outside libraries, without folders; empty if unknown
    std::string source; // "src/model.py:432", the same with folders
    std::string path; // the whole stack, outermost first: "train.py:67 main/model.py:432 attention"
    std::string file; // its file
    std::int64_t line = 0;
};

/// "aten::mm (model.py:432)"; one of both if the other is empty.
std::string placedName(const std::string& name, const std::string& place);

/// Words for the askers of a recording. Each is computed when it is first needed. All functions may be called from any
/// thread.
///
/// Python's frames are shown. Frames of C++ below them only give the name of the operation: the outermost call of
/// PyTorch's dispatcher below the first Python frame ("at::_ops::mm::call" → "aten::mm"), or the node of the autograd
/// graph ("torch::autograd::generated::MmBackward0::apply"), which runs on threads without Python.
class AskerTexts
{
public:
    /// REQUIRES: a recording that outlives this object
    explicit AskerTexts(const Names& names);

    const AskerText& of(AskerId asker) const;
    std::string shapeOf(AskerId asker) const;
    /// Fills stack, source, op name, shape and the like. The caller sets the name.
    void describe(AskerId asker, Facts& facts) const;

private:
    AskerText make(const Asker& asker) const;
    std::vector<CallFrame> framesOf(StackId stack) const;
    std::string operationOf(StackId stack) const;

    const Names& m_names;
    mutable std::mutex m_mutex;
    mutable std::vector<std::unique_ptr<const AskerText>> m_texts; // by asker; guarded by m_mutex
    AskerText m_unknown;
};

} // namespace tidemark::history
