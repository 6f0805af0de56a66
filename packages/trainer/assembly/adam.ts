/**
 * One step of Adam on `size` f32 values, in place. `parameter`, `first` and `second` (the moments) and `gradient` are
 * addresses. With g = gradient + decay · θ:
 *
 *     m ← β₁ m + (1 − β₁) g,   v ← β₂ v + (1 − β₂) g²,   θ ← θ − stepSize · m / (√v · correction + ε)
 */
export function adam(
  parameter: usize,
  first: usize,
  second: usize,
  gradient: usize,
  size: u32,
  stepSize: f32,
  correction: f32,
  beta1: f32,
  beta2: f32,
  epsilon: f32,
  decay: f32,
): void {
  const keep1 = f32x4.splat(beta1);
  const take1 = f32x4.splat(1 - beta1);
  const keep2 = f32x4.splat(beta2);
  const take2 = f32x4.splat(1 - beta2);
  const step = f32x4.splat(stepSize);
  const corrections = f32x4.splat(correction);
  const least = f32x4.splat(epsilon);
  const decays = f32x4.splat(decay);
  // Arrays are laid out with room for whole blocks of four, so that no entry is left over.
  const end = (<usize>((size + 3) & ~3)) << 2;
  for (let at: usize = 0; at < end; at += 16) {
    const theta = v128.load(parameter + at);
    const g = f32x4.add(v128.load(gradient + at), f32x4.mul(decays, theta));
    const m = f32x4.add(f32x4.mul(keep1, v128.load(first + at)), f32x4.mul(take1, g));
    const v = f32x4.add(f32x4.mul(keep2, v128.load(second + at)), f32x4.mul(take2, f32x4.mul(g, g)));
    const divisor = f32x4.add(f32x4.mul(f32x4.sqrt(v), corrections), least);
    v128.store(first + at, m);
    v128.store(second + at, v);
    v128.store(parameter + at, f32x4.sub(theta, f32x4.div(f32x4.mul(step, m), divisor)));
  }
}
