"""Keras networks on tables, through tf2onnx."""

from importlib.metadata import version

import keras
import numpy as np
import onnx
import tensorflow as tf
import tf2onnx

from made_up_data import NUMBERS
from table_models import TableModel

tf.config.threading.set_intra_op_parallelism_threads(1)
tf.config.threading.set_inter_op_parallelism_threads(1)


class Fitted:
    """A trained network with the methods of scikit-learn that the other models have."""

    def __init__(self, network, classes, each):
        self.network, self.classes_, self.each = network, classes, each

    def predict_proba(self, rows):
        y = self.network(arrays(rows, self.each), training=False).numpy()
        return np.hstack([1 - y, y]) if y.shape[1] == 1 else y

    def predict(self, rows):
        p = self.predict_proba(rows)
        return self.classes_[p.argmax(1) if p.shape[1] > 2 else (p[:, 1] >= 0.5).astype(int)]


def arrays(rows, each):
    return [rows[[name]].to_numpy().astype(np.float32) for name in NUMBERS] if each else rows


def dense(outputs, last, each=False):
    def fit(x, y):
        keras.utils.set_random_seed(5)
        scale = keras.layers.Normalization()
        values = np.hstack(arrays(x, True)) if each else x
        scale.adapt(values)
        inputs = [keras.Input((1,), name=name) for name in NUMBERS] if each else keras.Input((len(NUMBERS),), name="input_1")
        h = keras.layers.Concatenate()(inputs) if each else inputs
        h = keras.layers.Dense(8, activation="relu")(scale(h))
        network = keras.Model(inputs, keras.layers.Dense(outputs, activation=last, name="output")(h))
        loss = "binary_crossentropy" if outputs == 1 else "sparse_categorical_crossentropy"
        network.compile(keras.optimizers.Adam(0.02), loss)
        network.fit(arrays(x, each), y, epochs=15, batch_size=32, shuffle=False, verbose=0)
        return Fitted(network, np.arange(max(outputs, 2)), each)

    return fit


def convert(model, fitted, path):
    names = NUMBERS if model.each else ["input_1"]
    signature = [tf.TensorSpec((None, 1 if model.each else len(NUMBERS)), tf.float32, name=name) for name in names]
    converted, _ = tf2onnx.convert.from_keras(fitted.network, input_signature=signature, opset=15)
    onnx.save(converted, path)


MADE = f"TensorFlow {version('tensorflow-cpu')}, Keras {version('keras')}, tf2onnx {version('tf2onnx')}"
MODELS = [
    TableModel("keras-softmax", dense(3, "softmax"), convert, MADE, "table-grade", answer=("output", "probabilities")),
    TableModel("keras-sigmoid", dense(1, "sigmoid"), convert, MADE, answer=("output", "one-probability")),
    TableModel(
        "keras-input-per-column", dense(3, "softmax", each=True), convert, MADE, "table-grade",
        answer=("output", "probabilities"), each=True,
    ),  # fmt: skip
]
