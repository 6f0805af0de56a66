import type { Wheel } from "@evenodds/trainer/tensorflow";

/** The version of onnxruntime-node for which these were chosen: its provider loads into that library alone. */
export const cudaWheelsFor = "1.30.0";

/**
 * The CUDA provider of ONNX Runtime, and what it opens of CUDA 13 and cuDNN 9. The provider's package is for Python,
 * which is not run.
 */
export const cudaWheels: readonly Wheel[] = [
  {
    name: "onnxruntime-gpu",
    version: cudaWheelsFor,
    sha256: "4fbf0c5d7b5fb99266c2e8a802e3e64af68bdc383e0f3c7349b985f1087eedaa",
    bytes: 246_658_419,
    unpackedBytes: 272_403_697,
  },
  {
    name: "nvidia-cuda-runtime",
    version: "13.0.96",
    sha256: "7f82250d7782aa23b6cfe765ecc7db554bd3c2870c43f3d1821f1d18aebf0548",
    bytes: 2_243_632,
    unpackedBytes: 763_550,
  },
  {
    name: "nvidia-cuda-nvrtc",
    version: "13.0.88",
    sha256: "ad9b6d2ead2435f11cbb6868809d2adeeee302e9bb94bcf0539c7a40d80e8575",
    bytes: 90_215_200,
    unpackedBytes: 113_777_942,
  },
  {
    name: "nvidia-cublas",
    version: "13.1.2.11",
    sha256: "e1ad7b57879088bc79e31cc172891a64332f76ae733084d4aaaaa65499b9b3de",
    bytes: 423_122_711,
    unpackedBytes: 596_567_590,
  },
  {
    name: "nvidia-curand",
    version: "10.4.0.35",
    sha256: "1aee33a5da6e1db083fe2b90082def8915f30f3248d5896bcec36a579d941bfc",
    bytes: 59_544_258,
    unpackedBytes: 132_757_590,
  },
  {
    name: "nvidia-cudnn-cu13",
    version: "9.13.0.50",
    sha256: "2150b4850725d30653ec3e365f0732e3e2e3eb8633cf3bd2d3117628dea8b4f9",
    bytes: 348_571_624,
    unpackedBytes: 468_259_966,
  },
];
