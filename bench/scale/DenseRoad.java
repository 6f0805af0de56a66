import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtSession;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.SparkSession;

/**
 * Seconds of a dense step on Spark with ONNX Runtime in the JVM, on blocks of rows as bytes: the road beside those of
 * dense_roads.py, with the same plan and as many rows. See README.md for how to compile and submit it.
 */
public final class DenseRoad {
  private static final int BLOCK = 1024;

  private DenseRoad() {}

  public static void main(String[] words) throws Exception {
    Path folder = Path.of(words[0]);
    int blocks = (int) (Double.parseDouble(words[1]) / BLOCK);
    JsonNode plan = new ObjectMapper().readTree(folder.resolve("plan.json").toFile());
    JsonNode step = plan.get("steps").get(0);
    int width = plan.get("values").get("x").asInt();
    String output = null;
    for (JsonNode name : step.get("outputs")) {
      if (plan.get("values").get(name.asText()).asInt() == width) output = name.asText();
    }
    byte[] model = Files.readAllBytes(folder.resolve(step.get("file").asText()));
    SparkSession spark = SparkSession.builder().getOrCreate();
    Random random = new Random(1);
    List<byte[]> rows = new ArrayList<>();
    for (int block = 0; block < blocks; block++) {
      ByteBuffer bytes = ByteBuffer.allocate(4 * BLOCK * width).order(ByteOrder.LITTLE_ENDIAN);
      for (int place = 0; place < BLOCK * width; place++) bytes.putFloat(random.nextFloat());
      rows.add(bytes.array());
    }
    Dataset<byte[]> packed = spark.createDataset(rows, Encoders.BINARY()).repartition(2).cache();
    packed.count();
    for (int repeat = 0; repeat < 3; repeat++) {
      long start = System.nanoTime();
      packed.mapPartitions(new RunPart(model, output, width), Encoders.BINARY()).write().format("noop").mode("overwrite").save();
      System.out.printf("ONNX Runtime in the JVM, blocks as bytes: %.2f s%n", (System.nanoTime() - start) / 1e9);
    }
    spark.stop();
  }

  /** Runs the model on every block of a partition, in one session of one thread. */
  private static final class RunPart implements MapPartitionsFunction<byte[], byte[]> {
    private final byte[] model;
    private final String output;
    private final int width;

    RunPart(byte[] model, String output, int width) {
      this.model = model;
      this.output = output;
      this.width = width;
    }

    @Override
    public Iterator<byte[]> call(Iterator<byte[]> blocks) throws Exception {
      OrtEnvironment environment = OrtEnvironment.getEnvironment();
      OrtSession.SessionOptions options = new OrtSession.SessionOptions();
      options.setIntraOpNumThreads(1);
      options.setInterOpNumThreads(1);
      OrtSession session = environment.createSession(model, options);
      ByteBuffer rows = ByteBuffer.allocateDirect(4 * BLOCK * width).order(ByteOrder.LITTLE_ENDIAN);
      FloatBuffer degree = ByteBuffer.allocateDirect(4 * BLOCK).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer();
      while (degree.hasRemaining()) degree.put(1);
      degree.rewind();
      Function<byte[], byte[]> run =
          block -> {
            rows.clear();
            rows.put(block).rewind();
            try (OnnxTensor x = OnnxTensor.createTensor(environment, rows.asFloatBuffer(), new long[] {BLOCK, width});
                OnnxTensor d = OnnxTensor.createTensor(environment, degree, new long[] {BLOCK, 1});
                OrtSession.Result result = session.run(Map.of("x", x, "degree", d), java.util.Set.of(output))) {
              ByteBuffer found = ((OnnxTensor) result.get(0)).getByteBuffer();
              byte[] bytes = new byte[found.remaining()];
              found.get(bytes);
              return bytes;
            } catch (ai.onnxruntime.OrtException error) {
              throw new IllegalStateException(error);
            }
          };
      return new Iterator<>() {
        @Override
        public boolean hasNext() {
          return blocks.hasNext();
        }

        @Override
        public byte[] next() {
          return run.apply(blocks.next());
        }
      };
    }
  }
}
