#include "core/view/library_calls.h"

#include <algorithm>
#include <array>

namespace tidemark {
namespace {

struct Calls {
    std::string_view file;
    std::string_view names; // separated by spaces; '*' matches any text
};

/// Sorted by file.
constexpr std::array kCalls = {
    Calls{"_accumulation.py", "MultiSteps ema trace skip_* ShouldSkip*"},
    Calls{"_ad.py", "filter_* _*Wrapper"},
    Calls{"_adding.py", "add_*"},
    Calls{"_attention.py", "MultiheadAttention dot_product_attention*"},
    Calls{"_batch_norm.py", "BatchNorm"},
    Calls{"_casting.py", "tree_*"},
    Calls{"_classification.py", "*"},
    Calls{"_clipping.py", "*clip*"},
    Calls{"_combining.py", "chain named_chain partition"},
    Calls{"_conditionality.py", "apply_if_finite conditionally_*"},
    Calls{"_constraining.py", "keep_params_nonnegative zero_nans"},
    Calls{"_conv.py", "Conv ConvTranspose"},
    Calls{"_dropout.py", "Dropout"},
    Calls{"_embedding.py", "Embedding RotaryPositionalEmbedding"},
    Calls{"_filters.py", "combine filter partition"},
    Calls{"_freezing.py", "freeze selective_transform"},
    Calls{"_inject.py", "inject_* WrappedSchedule"},
    Calls{"_jit.py", "filter_jit _JitWrapper _call"},
    Calls{"_join.py", "join_schedules"},
    Calls{"_linear.py", "Linear Identity"},
    Calls{"_masking.py", "masked"},
    Calls{"_mlp.py", "MLP <lambda>"},
    Calls{"_muon.py", "*"},
    Calls{"_normalisation.py", "GroupNorm LayerNorm RMSNorm"},
    Calls{"_pool.py", "Pool AdaptivePool AvgPool* MaxPool*"},
    Calls{"_prebuilt.py", "BoundMethod Partial"},
    Calls{"_projections.py", "projection_*"},
    Calls{"_random.py", "tree_*"},
    Calls{"_ranking.py", "ranking_softmax_loss"},
    Calls{"_regression.py", "squared_error l2_loss huber_loss log_cosh cosine_*"},
    Calls{"_rnn.py", "GRUCell LSTMCell"},
    Calls{"_schedule.py", "*_schedule exponential_decay"},
    Calls{"_schedule_free.py", "schedule_free*"},
    Calls{"_segmentation.py", "*dice_loss"},
    Calls{"_self_supervised.py", "ntxent triplet_margin_loss"},
    Calls{"_sequential.py", "Sequential Lambda"},
    Calls{"_smoothing.py", "smooth_labels"},
    Calls{"_spectral_norm.py", "SpectralNorm"},
    Calls{"_state_utils.py", "tree_*"},
    Calls{"_tree_math.py", "tree_*"},
    Calls{"_update.py", "apply_updates"},
    Calls{"_vmap_pmap.py", "filter_* _VmapWrapper _PmapWrapper"},
    Calls{"_weight_norm.py", "WeightNorm"},
    Calls{"activation.py", "PReLU"},
    Calls{"activations.py", "PReLU"},
    Calls{"attention.py", "MultiHead* SelfAttention dot_product_attention* make_*_mask combine_masks"},
    Calls{"autodiff.py", "grad value_and_grad vjp jvp custom_vjp remat"},
    Calls{"axes_scan.py", "scan"},
    Calls{"base.py", "with_extra_args_support stateless* set_to_zero identity"},
    Calls{"batch_apply.py", "BatchApply"},
    Calls{"clipping.py", "*clip*"},
    Calls{"combinators.py", "Sequential"},
    Calls{"combine.py", "chain named_chain multi_transform"},
    Calls{"compilation.py", "jit jit_partial shard_map"},
    Calls{"factorized.py", "scale_by_factored_rms"},
    Calls{"fp8_ops.py", "Fp8*"},
    Calls{"helpers.py", "Sequential"},
    Calls{"iteration.py", "scan vmap pmap fori_loop while_loop"},
    Calls{"layer_stack.py", "layer_stack _LayerStack*"},
    Calls{"lift.py", "scan vmap vjp jvp while_loop cond switch checkpoint remat_scan custom_vjp"},
    Calls{"linear.py", "Dense DenseGeneral Linear LinearGeneral Conv ConvLocal ConvTranspose _Conv* Einsum Embed"},
    Calls{"linear_algebra.py", "global_norm power_iteration matrix_inverse_pth_root nnls"},
    Calls{"linesearch.py", "scale_by_*_linesearch"},
    Calls{"lookahead.py", "lookahead"},
    Calls{"lora.py", "LoRA LoRALinear"},
    Calls{"module.py", "wrap_method run_interceptors"},
    Calls{"multi_transform.py", "multi_transform* without_*"},
    Calls{"normalization.py", "BatchNorm GroupNorm InstanceNorm LayerNorm RMSNorm SpectralNorm WeightNorm"},
    Calls{"numerics.py", "safe_* abs_sq"},
    Calls{"pool.py", "avg_pool max_pool"},
    Calls{"pooling.py", "avg_pool max_pool min_pool pool"},
    Calls{"recurrent.py", "*LSTMCell GRUCell MGUCell SimpleCell RNN Bidirectional dynamic_unroll static_unroll"},
    Calls{"schedule.py", "*_schedule exponential_decay"},
    Calls{"stateful.py", "scan map switch cond vmap fori_loop while_loop grad value_and_grad"},
    Calls{"stochastic.py", "Dropout"},
    Calls{"transform.py",
          "scale scale_by_* centralize normalize_by_* apply_every trace ema add_noise add_decayed_weights "
          "transform_with_state with_empty_state without_state"},
    Calls{"transforms.py", "scan vmap jvp vjp remat_scan while_loop cond switch checkpoint custom_vjp"},
    Calls{"update.py", "apply_updates incremental_update periodic_update"},
    Calls{"utils.py", "scale_gradient"},
    Calls{"wrappers.py", "MultiSteps masked flatten apply_if_finite maybe_update"},
};

/// Haiku's layers are called by this function of Haiku.
constexpr std::string_view kHaikuCalls = "run_interceptors";
constexpr std::array kHaikuLayers = {
    Calls{"basic.py", "Linear Sequential BatchApply"},
    Calls{"batch_norm.py", "BatchNorm"},
    Calls{"bias.py", "Bias"},
    Calls{"conv.py", "ConvND ConvNDTranspose"},
    Calls{"depthwise_conv.py", "DepthwiseConvND SeparableDepthwiseConv2D"},
    Calls{"embed.py", "Embed"},
    Calls{"group_norm.py", "GroupNorm"},
    Calls{"layer_norm.py", "LayerNorm"},
    Calls{"mlp.py", "MLP"},
    Calls{"moving_averages.py", "ExponentialMovingAverage"},
    Calls{"pool.py", "AvgPool MaxPool"},
    Calls{"recurrent.py", "LSTM GRU VanillaRNN ConvNDLSTM ResetCore _DeepRNN"},
    Calls{"reshape.py", "Reshape"},
    Calls{"resnet.py", "BlockV1 BlockV2 BlockGroup ResNet"},
    Calls{"rms_norm.py", "RMSNorm"},
    Calls{"spectral_norm.py", "SpectralNorm"},
};

static_assert(std::ranges::is_sorted(kCalls, {}, &Calls::file));
static_assert(std::ranges::is_sorted(kHaikuLayers, {}, &Calls::file));

/// "Dense" of "Dense.__call__".
std::string_view outermostName(std::string_view function)
{
    return function.substr(0, function.find('.'));
}

/// Matches a name with a pattern that has at most one star at either end, or one inside.
bool matchesName(std::string_view name, std::string_view pattern)
{
    const std::size_t star = pattern.find('*');
    if (star == std::string_view::npos)
        return name == pattern;
    const std::string_view begin = pattern.substr(0, star);
    const std::string_view end = pattern.substr(star + 1);
    if (end.ends_with('*'))
        return name.find(end.substr(0, end.size() - 1)) != std::string_view::npos;
    return name.size() >= begin.size() + end.size() && name.starts_with(begin) && name.ends_with(end);
}

bool hasCall(const auto& table, std::string_view file, std::string_view name)
{
    const auto found = std::ranges::lower_bound(table, file, {}, &Calls::file);
    if (found == table.end() || found->file != file)
        return false;
    for (std::string_view names = found->names; !names.empty();) {
        const std::size_t end = std::min(names.find(' '), names.size());
        if (matchesName(name, names.substr(0, end)))
            return true;
        names.remove_prefix(std::min(end + 1, names.size()));
    }
    return false;
}

} // namespace

bool isLibraryCall(std::string_view file, std::string_view function, std::string_view caller)
{
    const std::string_view name = outermostName(function);
    if (name.empty())
        return false;
    // Optax's transformations, one in each file, are nested functions of this name.
    if (file.starts_with('_') && function.find(".<locals>.update_fn") != std::string_view::npos)
        return true;
    return hasCall(kCalls, file, name) || (outermostName(caller) == kHaikuCalls && hasCall(kHaikuLayers, file, name));
}

} // namespace tidemark
