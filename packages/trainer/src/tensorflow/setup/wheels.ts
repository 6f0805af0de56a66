import { tensorFlowVersion, type Device } from "../addon-folder.js";

/** A package of the Python Package Index from which libraries are taken. Python itself does not run them. */
export interface Wheel {
  readonly name: string;
  readonly version: string;
  readonly sha256: string;
  /** Size of the download. */
  readonly bytes: number;
  /** Size of what is taken from it. */
  readonly unpackedBytes: number;
}

const tensorFlowCpu: Wheel = {
  name: "tensorflow-cpu",
  version: tensorFlowVersion,
  sha256: "c855cb6bf05d32dd5928086b03a5f6b4189b63c22b95e017703cbee4291023ca",
  bytes: 214_055_683,
  unpackedBytes: 633_236_316,
};

const tensorFlowGpu: Wheel = {
  name: "tensorflow",
  version: tensorFlowVersion,
  sha256: "d8798dea8e2281b4a0b569d9c00e7949c0090509be363da271e1ef21828bffae",
  bytes: 590_660_880,
  unpackedBytes: 1_151_740_500,
};

/** What TensorFlow's GPU build opens while it starts: the versions that it names as its own requirements. */
const cuda: readonly Wheel[] = [
  {
    name: "nvidia-cuda-runtime-cu12",
    version: "12.3.101",
    sha256: "04604679ddca6acb96c76a7a9306282cddc16981f92e148e2dfe227078883cda",
    bytes: 867_700,
    unpackedBytes: 763_070,
  },
  {
    name: "nvidia-cublas-cu12",
    version: "12.3.4.1",
    sha256: "9b25b27bd5a5be1cc7e83a7b8004258daa338800798e22986e5b67ee06f0859d",
    bytes: 412_581_912,
    unpackedBytes: 625_826_086,
  },
  {
    name: "nvidia-cudnn-cu12",
    version: "8.9.7.29",
    sha256: "adf4f59ed7a1341103822ed8df6e144f4d47ea8b10d9bf0ea0047ba738fd7b02",
    bytes: 704_741_186,
    unpackedBytes: 1_121_374_758,
  },
  {
    name: "nvidia-cufft-cu12",
    version: "11.0.12.1",
    sha256: "3b2c85d24d7dcc578720fdf39e2823950b5857e85164c3c1dc97184a8a8e0398",
    bytes: 98_790_531,
    unpackedBytes: 178_853_382,
  },
  {
    name: "nvidia-cusolver-cu12",
    version: "11.5.4.101",
    sha256: "783a3279553feaf8e47af12cab1fa769ffd5e644ea876db3dc2252f35f9bf256",
    bytes: 125_182_212,
    unpackedBytes: 198_887_974,
  },
  {
    name: "nvidia-cusparse-cu12",
    version: "12.2.0.103",
    sha256: "fe9e17daf406c98c28fbc8bcf785ecd4db301bf02ce626de6aa1046de66f84bd",
    bytes: 197_492_558,
    unpackedBytes: 267_262_478,
  },
  {
    name: "nvidia-nvjitlink-cu12",
    version: "12.3.101",
    sha256: "64335a8088e2b9d196ae8665430bc6a2b7e6ef2eb877a9c735c804bd4ff6467c",
    bytes: 20_544_772,
    unpackedBytes: 52_249_982,
  },
];

/** The wheels of one build, in the order in which they are fetched. */
export const wheels: Readonly<Record<Device, readonly Wheel[]>> = {
  cpu: [tensorFlowCpu],
  gpu: [tensorFlowGpu, ...cuda],
};
