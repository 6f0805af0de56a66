// Small wrappers around TensorFlow's C interface for kernels: tensors that free themselves, and registration.
#ifndef EVENODDS_KERNEL_H_
#define EVENODDS_KERNEL_H_

#include <cstdint>
#include <string>
#include <vector>

#include "tensorflow/c/kernels.h"
#include "tensorflow/c/ops.h"
#include "tensorflow/c/tf_status.h"
#include "tensorflow/c/tf_tensor.h"

namespace evenodds {

// One call of a kernel. After the first failure, every further read gives nothing.
class Call {
 public:
  explicit Call(TF_OpKernelContext* context) : context_(context), status_(TF_NewStatus()) {}
  ~Call() {
    for (TF_Tensor* tensor : tensors_) TF_DeleteTensor(tensor);
    TF_DeleteStatus(status_);
  }
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  // The input at `index`, null after a failure.
  TF_Tensor* Input(int index) {
    TF_Tensor* tensor = nullptr;
    TF_GetInput(context_, index, &tensor, status_);
    return Keep(tensor);
  }

  TF_Tensor* Output(int index, const std::vector<int64_t>& shape) {
    int64_t size = 1;
    for (int64_t length : shape) size *= length;
    TF_Tensor* tensor = TF_AllocateOutput(context_, index, TF_FLOAT, shape.data(), static_cast<int>(shape.size()),
                                          static_cast<size_t>(size) * sizeof(float), status_);
    return Keep(tensor);
  }

  bool Ok() const { return TF_GetCode(status_) == TF_OK; }

  void Fail(const char* message) {
    if (Ok()) TF_SetStatus(status_, TF_INVALID_ARGUMENT, message);
    Report();
  }

  void Report() { TF_OpKernelContext_Failure(context_, status_); }

 private:
  TF_Tensor* Keep(TF_Tensor* tensor) {
    if (tensor != nullptr) tensors_.push_back(tensor);
    return tensor;
  }

  TF_OpKernelContext* context_;
  TF_Status* status_;
  std::vector<TF_Tensor*> tensors_;
};

template <typename T>
T* Data(TF_Tensor* tensor) {
  return static_cast<T*>(TF_TensorData(tensor));
}

inline std::vector<int64_t> Shape(const TF_Tensor* tensor) {
  std::vector<int64_t> shape;
  for (int i = 0; i < TF_NumDims(tensor); ++i) shape.push_back(TF_Dim(tensor, i));
  return shape;
}

inline bool SameShape(const TF_Tensor* a, const TF_Tensor* b) { return Shape(a) == Shape(b); }

using Compute = void (*)(void*, TF_OpKernelContext*);
using Create = void* (*)(TF_OpKernelConstruction*);
using Delete = void (*)(void*);

// Makes an operation and its kernel for the CPU known to TensorFlow.
struct Registration {
  const char* name;
  std::vector<const char*> inputs;
  const char* output;
  std::vector<const char*> attributes;
  Create create;
  Compute compute;
  Delete destroy;
};

void Register(const Registration& registration);

// Read an attribute of the operation that is being made.
float FloatAttribute(TF_OpKernelConstruction* construction, const char* name);
bool BoolAttribute(TF_OpKernelConstruction* construction, const char* name);

}  // namespace evenodds

#endif  // EVENODDS_KERNEL_H_
