// out[n] = row_factor[n] * (self * column_factor[n] * h[n] + sum over m in rows(n) of column_factor[m] * h[m])
//
// h, out: float [nodes, width]; pointer: int32 [nodes + 1]; column: int32 [arcs]; the factors: float [nodes]. Neighbours
// are added in their order, so the result does not depend on the number of threads.
#include <algorithm>

#include "kernel.h"
#include "parallel.h"

namespace evenodds {
namespace {

// Sixteen floats; the compiler splits it where the processor has shorter registers.
typedef float Block __attribute__((vector_size(64), aligned(4), may_alias));
constexpr int64_t kBlock = 16;

struct Rows {
  const int32_t* pointer;
  const int32_t* column;
  const float* row_factor;
  const float* column_factor;
  float self;
};

struct Matrix {
  const float* values;
  int64_t width;
};

inline __attribute__((always_inline)) const Block& At(const float* values) {
  return *reinterpret_cast<const Block*>(values);
}

// `Count` blocks of columns that begin at `start[0 … Count)`, for rows first … last. The blocks of a row stay in registers
// while its neighbours are added. The last block may overlap the one before, to end with the row.
template <int Count>
inline __attribute__((always_inline)) void SumBlocks(const Rows& rows, const Matrix& h, float* out,
                                                     const int64_t* start, int64_t first, int64_t last) {
  const int64_t width = h.width;
  for (int64_t n = first; n < last; ++n) {
    const float own = rows.self * rows.column_factor[n], all = rows.row_factor[n];
    Block sum[Count];
    for (int k = 0; k < Count; ++k) sum[k] = own * At(h.values + n * width + start[k]);
    const int32_t end = rows.pointer[n + 1];
    for (int32_t arc = rows.pointer[n]; arc < end; ++arc) {
      const int64_t m = rows.column[arc];
      if (arc + 4 < end) {
        const float* ahead = h.values + static_cast<int64_t>(rows.column[arc + 4]) * width;
        for (int k = 0; k < Count; ++k) __builtin_prefetch(ahead + start[k]);
      }
      const float scale = rows.column_factor[m];
      for (int k = 0; k < Count; ++k) sum[k] += scale * At(h.values + m * width + start[k]);
    }
    for (int k = 0; k < Count; ++k) {
      *reinterpret_cast<Block*>(out + n * width + start[k]) = all * sum[k];
    }
  }
}

// Rows shorter than a block.
template <int Width>
inline __attribute__((always_inline)) void SumNarrow(const Rows& rows, const Matrix& h, float* out,
                                                     int64_t first, int64_t last) {
  for (int64_t n = first; n < last; ++n) {
    const float own = rows.self * rows.column_factor[n], all = rows.row_factor[n];
    float sum[Width];
    for (int c = 0; c < Width; ++c) sum[c] = own * h.values[n * Width + c];
    for (int32_t arc = rows.pointer[n]; arc < rows.pointer[n + 1]; ++arc) {
      const int64_t m = rows.column[arc];
      const float scale = rows.column_factor[m];
      for (int c = 0; c < Width; ++c) sum[c] += scale * h.values[m * Width + c];
    }
    for (int c = 0; c < Width; ++c) out[n * Width + c] = all * sum[c];
  }
}

#define EVENODDS_NARROW(W) \
  case W:                  \
    return SumNarrow<W>(rows, h, out, first, last);
#define EVENODDS_BLOCKS(K) \
  case K:                  \
    return SumBlocks<K>(rows, h, out, start, first, last);

__attribute__((target_clones("arch=x86-64-v4", "arch=haswell", "default"))) void SumRows(
    const Rows& rows, const Matrix& h, float* out, const int64_t* start, int count, int64_t first,
    int64_t last) {
  if (h.width < kBlock) {
    switch (h.width) {
      EVENODDS_NARROW(1) EVENODDS_NARROW(2) EVENODDS_NARROW(3) EVENODDS_NARROW(4) EVENODDS_NARROW(5)
      EVENODDS_NARROW(6) EVENODDS_NARROW(7) EVENODDS_NARROW(8) EVENODDS_NARROW(9) EVENODDS_NARROW(10)
      EVENODDS_NARROW(11) EVENODDS_NARROW(12) EVENODDS_NARROW(13) EVENODDS_NARROW(14) EVENODDS_NARROW(15)
    }
    return;
  }
  switch (count) {
    EVENODDS_BLOCKS(1) EVENODDS_BLOCKS(2) EVENODDS_BLOCKS(3) EVENODDS_BLOCKS(4)
    EVENODDS_BLOCKS(5) EVENODDS_BLOCKS(6) EVENODDS_BLOCKS(7) EVENODDS_BLOCKS(8)
  }
}

// Where the blocks of a row begin: side by side, the last one moved back to end with the row.
std::vector<int64_t> BlockStarts(int64_t width) {
  std::vector<int64_t> starts;
  for (int64_t c = 0; c < width; c += kBlock) starts.push_back(std::max<int64_t>(0, std::min(c, width - kBlock)));
  return starts;
}

void Propagate(const Rows& rows, const Matrix& h, float* out, int64_t nodes) {
  if (nodes == 0 || h.width == 0) return;
  const std::vector<int64_t> starts = BlockStarts(h.width);
  const int64_t arcs = rows.pointer[nodes];
  Parallel((arcs + nodes) * h.width, [&](int part, int parts) {
    // Parts of equal work: arcs and nodes count alike.
    const auto boundary = [&](int p) {
      const int64_t wanted = (arcs + nodes) * p / parts;
      int64_t low = 0, high = nodes;
      while (low < high) {
        const int64_t middle = (low + high) / 2;
        if (rows.pointer[middle] + middle < wanted) low = middle + 1;
        else high = middle;
      }
      return low;
    };
    const int64_t first = boundary(part), last = part + 1 == parts ? nodes : boundary(part + 1);
    for (size_t at = 0; at < starts.size(); at += 8) {
      const int count = static_cast<int>(std::min<size_t>(8, starts.size() - at));
      SumRows(rows, h, out, starts.data() + at, count, first, last);
    }
  });
}

struct Attributes {
  float self;
};

void* CreateKernel(TF_OpKernelConstruction* construction) {
  return new Attributes{FloatAttribute(construction, "self")};
}

void DeleteKernel(void* kernel) { delete static_cast<Attributes*>(kernel); }

void Compute(void* kernel, TF_OpKernelContext* context) {
  Call call(context);
  TF_Tensor *h = call.Input(0), *pointer = call.Input(1), *column = call.Input(2);
  TF_Tensor *row_factor = call.Input(3), *column_factor = call.Input(4);
  if (!call.Ok()) return call.Report();
  if (TF_NumDims(h) != 2 || TF_NumDims(pointer) != 1 || TF_NumDims(column) != 1 || TF_NumDims(row_factor) != 1 ||
      TF_NumDims(column_factor) != 1) {
    return call.Fail("expected h [N, H], pointer [N + 1], column [E], row_factor [N], column_factor [N]");
  }
  const int64_t nodes = TF_Dim(h, 0), width = TF_Dim(h, 1);
  if (TF_Dim(pointer, 0) != nodes + 1 || TF_Dim(row_factor, 0) != nodes || TF_Dim(column_factor, 0) != nodes) {
    return call.Fail("expected pointer [N + 1] and the factors [N] to fit h [N, H]");
  }
  TF_Tensor* out = call.Output(0, {nodes, width});
  if (!call.Ok()) return call.Report();
  const Rows rows{Data<int32_t>(pointer), Data<int32_t>(column), Data<float>(row_factor), Data<float>(column_factor),
                  static_cast<Attributes*>(kernel)->self};
  Propagate(rows, {Data<float>(h), width}, Data<float>(out), nodes);
}

const bool registered = [] {
  Register({"EvenoddsPropagate",
            {"h: float", "pointer: int32", "column: int32", "row_factor: float", "column_factor: float"},
            "out: float",
            {"self: float"},
            &CreateKernel,
            &Compute,
            &DeleteKernel});
  return true;
}();

}  // namespace
}  // namespace evenodds
