/** What to do with a graph that `torch.save` wrote: such files can hold programs, so they are not read. */
export const torchHint =
  "write it again in Python: safetensors.torch.save_file({k: v.contiguous() for k, v in data.to_dict().items() if torch.is_tensor(v)}, 'graph.safetensors')";
