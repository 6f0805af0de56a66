// Splits work over threads. Starting and joining one takes up to a tenth of a millisecond, so work below about a millisecond
// stays on the calling thread.
#ifndef EVENODDS_PARALLEL_H_
#define EVENODDS_PARALLEL_H_

#include <cstdint>
#include <cstdlib>
#include <thread>
#include <vector>

namespace evenodds {

// As many threads as TensorFlow's own kernels take: TF_NUM_INTRAOP_THREADS, else one per processor.
inline int ThreadCount() {
  static const int count = [] {
    const char* wanted = std::getenv("TF_NUM_INTRAOP_THREADS");
    const int n = wanted == nullptr ? 0 : std::atoi(wanted);
    return n > 0 ? n : static_cast<int>(std::thread::hardware_concurrency());
  }();
  return count < 1 ? 1 : count;
}

// Calls work(part, parts) for every part, each on its own thread; `cost` is roughly the number of floats touched.
template <typename Work>
void Parallel(int64_t cost, const Work& work) {
  constexpr int64_t kSmall = 1 << 22;
  const int parts = cost < kSmall ? 1 : ThreadCount();
  std::vector<std::thread> threads;
  threads.reserve(parts - 1);
  for (int part = 1; part < parts; ++part) threads.emplace_back([&work, part, parts] { work(part, parts); });
  work(0, parts);
  for (std::thread& thread : threads) thread.join();
}

}  // namespace evenodds

#endif  // EVENODDS_PARALLEL_H_
