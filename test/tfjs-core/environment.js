// Imported before the specifications: they are registered once for every environment that is set by then.
import { setTestEnvs } from "@tensorflow/tfjs-core/dist/jasmine_util";
import "@tensorflow/tfjs-core/dist/public/chained_ops/register_all_chained_ops";
import "@tensorflow/tfjs-core/dist/register_all_gradients";

setTestEnvs([{ name: "native", backendName: "tensorflow", flags: {}, isDataSync: true }]);
