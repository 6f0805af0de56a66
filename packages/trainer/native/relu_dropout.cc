// Dropout after a ReLU in one pass, forwards and backwards.
//
// EvenoddsReluDropout:          y = bit ? scale * max(x, 0) : 0      x, y: float, of one shape; bits: int32, eight of them in
//                                                                    each element, the lowest first
// EvenoddsReluDropoutGradient:  dx = y > 0 ? scale * dy : 0
#include <algorithm>

#include "kernel.h"
#include "parallel.h"

namespace evenodds {
namespace {

// The factor of what is kept, and for every byte of eight bits the eight factors that it stands for.
struct Scale {
  explicit Scale(float scale) : value(scale) {
    for (int byte = 0; byte < 256; ++byte) {
      for (int k = 0; k < 8; ++k) factors[byte][k] = (byte >> k) & 1 ? scale : 0.0f;
    }
  }
  float value;
  float factors[256][8];
};

void* Create(TF_OpKernelConstruction* construction) { return new Scale(FloatAttribute(construction, "scale")); }
void Delete(void* scale) { delete static_cast<Scale*>(scale); }

__attribute__((target_clones("arch=x86-64-v4", "arch=haswell", "default"))) void Forward(
    const float* __restrict x, const int32_t* __restrict bits, const Scale& scale, float* __restrict y, int64_t first,
    int64_t last) {
  int64_t at = first;
  for (; at + 8 <= last; at += 8) {
    const float* __restrict factor = scale.factors[bits[at >> 3] & 255];
    for (int k = 0; k < 8; ++k) y[at + k] = (x[at + k] < 0 ? 0.0f : x[at + k]) * factor[k];
  }
  for (; at < last; ++at) y[at] = (x[at] < 0 ? 0.0f : x[at]) * scale.factors[bits[at >> 3] & 255][at & 7];
}

__attribute__((target_clones("arch=x86-64-v4", "arch=haswell", "default"))) void Backward(
    const float* __restrict dy, const float* __restrict y, float scale, float* __restrict dx, int64_t first,
    int64_t last) {
  for (int64_t at = first; at < last; ++at) dx[at] = y[at] > 0 ? scale * dy[at] : 0.0f;
}

// Calls pass(first, last) on parts that begin at multiples of eight.
template <typename Pass>
void InParts(int64_t size, const Pass& pass) {
  Parallel(size, [&](int part, int parts) {
    const auto boundary = [&](int p) { return p == parts ? size : size * p / parts / 8 * 8; };
    pass(boundary(part), boundary(part + 1));
  });
}

void ComputeForward(void* kernel, TF_OpKernelContext* context) {
  Call call(context);
  TF_Tensor *x = call.Input(0), *bits = call.Input(1);
  if (!call.Ok()) return call.Report();
  const int64_t size = TF_TensorElementCount(x);
  if (TF_TensorElementCount(bits) < (size + 7) / 8) return call.Fail("expected a bit for every element of x");
  TF_Tensor* y = call.Output(0, Shape(x));
  if (!call.Ok()) return call.Report();
  const Scale& scale = *static_cast<Scale*>(kernel);
  InParts(size, [&](int64_t first, int64_t last) {
    Forward(Data<float>(x), Data<int32_t>(bits), scale, Data<float>(y), first, last);
  });
}

void ComputeBackward(void* kernel, TF_OpKernelContext* context) {
  Call call(context);
  TF_Tensor *dy = call.Input(0), *y = call.Input(1);
  if (!call.Ok()) return call.Report();
  if (!SameShape(dy, y)) return call.Fail("expected dy and y of one shape");
  TF_Tensor* dx = call.Output(0, Shape(y));
  if (!call.Ok()) return call.Report();
  const float scale = static_cast<Scale*>(kernel)->value;
  InParts(TF_TensorElementCount(y), [&](int64_t first, int64_t last) {
    Backward(Data<float>(dy), Data<float>(y), scale, Data<float>(dx), first, last);
  });
}

const bool registered = [] {
  Register({"EvenoddsReluDropout", {"x: float", "bits: int32"}, "y: float", {"scale: float"}, &Create, &ComputeForward,
            &Delete});
  Register({"EvenoddsReluDropoutGradient", {"dy: float", "y: float"}, "dx: float", {"scale: float"}, &Create,
            &ComputeBackward, &Delete});
  return true;
}();

}  // namespace
}  // namespace evenodds
