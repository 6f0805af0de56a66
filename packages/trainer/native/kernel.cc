#include "kernel.h"

#include <cstdio>

namespace evenodds {

namespace {

void UnknownShape(TF_ShapeInferenceContext* context, TF_Status* status) {
  TF_ShapeInferenceContextSetUnknownShape(context, status);
}

}  // namespace

void Register(const Registration& registration) {
  TF_Status* status = TF_NewStatus();
  TF_OpDefinitionBuilder* definition = TF_NewOpDefinitionBuilder(registration.name);
  for (const char* input : registration.inputs) TF_OpDefinitionBuilderAddInput(definition, input);
  for (const char* attribute : registration.attributes) TF_OpDefinitionBuilderAddAttr(definition, attribute);
  TF_OpDefinitionBuilderAddOutput(definition, registration.output);
  TF_OpDefinitionBuilderSetShapeInferenceFunction(definition, &UnknownShape);
  TF_RegisterOpDefinition(definition, status);
  if (TF_GetCode(status) == TF_OK) {
    TF_KernelBuilder* kernel =
        TF_NewKernelBuilder(registration.name, "CPU", registration.create, registration.compute, registration.destroy);
    TF_RegisterKernelBuilder(registration.name, kernel, status);
  }
  if (TF_GetCode(status) != TF_OK) std::fprintf(stderr, "%s: %s\n", registration.name, TF_Message(status));
  TF_DeleteStatus(status);
}

namespace {

template <typename Value, typename Read>
Value Attribute(TF_OpKernelConstruction* construction, const char* name, const Read& read) {
  TF_Status* status = TF_NewStatus();
  Value value{};
  read(construction, name, &value, status);
  if (TF_GetCode(status) != TF_OK) TF_OpKernelConstruction_Failure(construction, status);
  TF_DeleteStatus(status);
  return value;
}

}  // namespace

float FloatAttribute(TF_OpKernelConstruction* construction, const char* name) {
  return Attribute<float>(construction, name, TF_OpKernelConstruction_GetAttrFloat);
}

bool BoolAttribute(TF_OpKernelConstruction* construction, const char* name) {
  return Attribute<unsigned char>(construction, name, TF_OpKernelConstruction_GetAttrBool) != 0;
}

}  // namespace evenodds
