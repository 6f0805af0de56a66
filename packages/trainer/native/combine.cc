// EvenoddsCombine1, 2, 3: out = the sum of as many terms, and bias in every row; with relu the larger of that and 0.
//
// terms, out: float [nodes, width]; bias: float [width].
#include "kernel.h"
#include "parallel.h"

namespace evenodds {
namespace {

struct Terms {
  const float* term[3];
  const float* bias;
};

template <int Count, bool Relu>
inline __attribute__((always_inline)) void AddRows(const Terms& terms, float* __restrict out, int64_t width,
                                                   int64_t first, int64_t last) {
  for (int64_t n = first; n < last; ++n) {
    const int64_t row = n * width;
    for (int64_t c = 0; c < width; ++c) {
      float sum = terms.term[0][row + c];
      if (Count > 1) sum += terms.term[1][row + c];
      if (Count > 2) sum += terms.term[2][row + c];
      sum += terms.bias[c];
      out[row + c] = Relu && sum < 0 ? 0.0f : sum;  // NaN stays NaN
    }
  }
}

#define EVENODDS_ADD(COUNT)                                                                                     \
  __attribute__((target_clones("arch=x86-64-v4", "arch=haswell", "default"))) void Add##COUNT(                  \
      const Terms& terms, bool relu, float* out, int64_t width, int64_t first, int64_t last) {                  \
    if (relu) AddRows<COUNT, true>(terms, out, width, first, last);                                             \
    else AddRows<COUNT, false>(terms, out, width, first, last);                                                 \
  }
EVENODDS_ADD(1)
EVENODDS_ADD(2)
EVENODDS_ADD(3)

void* Create(TF_OpKernelConstruction* construction) { return new bool(BoolAttribute(construction, "relu")); }
void Delete(void* relu) { delete static_cast<bool*>(relu); }

template <int Count>
void Compute(void* kernel, TF_OpKernelContext* context) {
  Call call(context);
  TF_Tensor* inputs[Count];
  for (int i = 0; i < Count; ++i) inputs[i] = call.Input(i);
  TF_Tensor* bias = call.Input(Count);
  if (!call.Ok()) return call.Report();
  if (TF_NumDims(inputs[0]) != 2) return call.Fail("expected terms [N, H]");
  for (int i = 1; i < Count; ++i) {
    if (!SameShape(inputs[0], inputs[i])) return call.Fail("expected terms of one shape");
  }
  const int64_t nodes = TF_Dim(inputs[0], 0), width = TF_Dim(inputs[0], 1);
  if (TF_TensorElementCount(bias) != width) return call.Fail("expected bias [H] to fit terms [N, H]");
  TF_Tensor* out = call.Output(0, {nodes, width});
  if (!call.Ok()) return call.Report();
  Terms terms{{}, Data<float>(bias)};
  for (int i = 0; i < Count; ++i) terms.term[i] = Data<float>(inputs[i]);
  const bool relu = *static_cast<bool*>(kernel);
  constexpr auto add = Count == 1 ? Add1 : Count == 2 ? Add2 : Add3;
  Parallel(nodes * width, [&](int part, int parts) {
    add(terms, relu, Data<float>(out), width, nodes * part / parts, nodes * (part + 1) / parts);
  });
}

const bool registered = [] {
  Register({"EvenoddsCombine1", {"a: float", "bias: float"}, "out: float", {"relu: bool"}, &Create, &Compute<1>,
            &Delete});
  Register({"EvenoddsCombine2", {"a: float", "b: float", "bias: float"}, "out: float", {"relu: bool"}, &Create,
            &Compute<2>, &Delete});
  Register({"EvenoddsCombine3", {"a: float", "b: float", "c: float", "bias: float"}, "out: float", {"relu: bool"},
            &Create, &Compute<3>, &Delete});
  return true;
}();

}  // namespace
}  // namespace evenodds
