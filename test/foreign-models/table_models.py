"""The models on tables, by scikit-learn, XGBoost, LightGBM, CatBoost and Keras, through their usual converters."""

from dataclasses import dataclass
from importlib.metadata import version

import catboost
import lightgbm
import numpy as np
import onnx
import onnxmltools
import skl2onnx
import xgboost
from onnxmltools.convert.common.data_types import FloatTensorType as PlainFloat
from skl2onnx.common.data_types import DoubleTensorType, FloatTensorType, Int64TensorType, StringTensorType
from sklearn.compose import ColumnTransformer
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

from made_up_data import NUMBERS

CONVERTER_OPSET = {"": 18, "ai.onnx.ml": 3}


@dataclass(frozen=True)
class TableModel:
    name: str
    fit: callable
    """From the features and labels of training, the fitted model."""
    convert: callable
    """Writes the fitted model as ONNX."""
    made: str
    data: str = "table-approved"
    columns: tuple = tuple(NUMBERS)
    answer: tuple = ("probabilities", "probabilities")
    """Output and kind."""
    each: bool = False
    """Whether the file has an input for each column."""
    dtype: type = np.float32
    flags: tuple = ()
    tolerance: float = 1e-5
    note: str = ""

    @property
    def label(self):
        return {"table-grade": "grade", "table-rating": "rating"}.get(self.data, "approved")

    def features(self, rows):
        return rows[list(self.columns)] if self.each else rows[list(self.columns)].to_numpy().astype(self.dtype)


def scikit(estimator, scale=True):
    def fit(x, y):
        return (make_pipeline(StandardScaler(), estimator()) if scale else estimator()).fit(x, y)

    return fit


def mixed(x, y):
    columns = ColumnTransformer([("words", OneHotEncoder(), ["city", "education"]), ("numbers", StandardScaler(), NUMBERS)])
    return make_pipeline(columns, LogisticRegression(C=0.5)).fit(x, y)


def forest():
    return RandomForestClassifier(n_estimators=12, max_depth=4, random_state=5)


def one_tensor(kind=FloatTensorType, name="X", **options):
    def convert(model, fitted, path):
        types = [(name, kind([None, len(model.columns)]))]
        last = fitted.steps[-1][1] if hasattr(fitted, "steps") else fitted
        chosen = {id(last): options} if options else None
        save(skl2onnx.convert_sklearn(fitted, model.name, types, options=chosen, target_opset=CONVERTER_OPSET), path)

    return convert


def a_column_each(**options):
    kinds = {"city": StringTensorType, "education": StringTensorType, "age": Int64TensorType, "late": Int64TensorType}

    def convert(model, fitted, path):
        types = [(name, kinds.get(name, FloatTensorType)([None, 1])) for name in model.columns]
        chosen = {id(fitted): options} if options else None
        save(skl2onnx.convert_sklearn(fitted, model.name, types, options=chosen, target_opset=CONVERTER_OPSET), path)

    return convert


def boosted(x, y):
    return xgboost.XGBClassifier(n_estimators=12, max_depth=3, learning_rate=0.3, n_jobs=1, random_state=5).fit(x, y)


def boosted_light(x, y):
    options = dict(n_estimators=12, num_leaves=6, n_jobs=1, random_state=5, deterministic=True, verbose=-1)
    return lightgbm.LGBMClassifier(**options).fit(x, y)


def boosted_cat(x, y):
    options = dict(iterations=15, depth=3, random_seed=5, thread_count=1, verbose=False, allow_writing_files=False)
    return catboost.CatBoostClassifier(**options).fit(x, y)


def from_xgboost(model, fitted, path):
    types = [("float_input", PlainFloat([None, len(model.columns)]))]
    save(onnxmltools.convert_xgboost(fitted, model.name, initial_types=types, target_opset=15), path)


def from_lightgbm(zipmap):
    def convert(model, fitted, path):
        types = [("input", PlainFloat([None, len(model.columns)]))]
        save(onnxmltools.convert_lightgbm(fitted, model.name, initial_types=types, zipmap=zipmap, target_opset=15), path)

    return convert


def from_catboost(model, fitted, path):
    fitted.save_model(path, format="onnx", export_parameters={"onnx_domain": "ai.catboost", "onnx_model_version": 1})


def save(model, path):
    onnx.save(model, path)


SKLEARN = f"scikit-learn {version('scikit-learn')}, skl2onnx {version('skl2onnx')}"
XGBOOST = f"XGBoost {version('xgboost')}, onnxmltools {version('onnxmltools')}"
LIGHTGBM = f"LightGBM {version('lightgbm')}, onnxmltools {version('onnxmltools')}"
CATBOOST = f"CatBoost {version('catboost')}, its own save_model"
WORDS = (*NUMBERS, "city", "education")

MODELS = [
    TableModel(
        "sklearn-pipeline", mixed, a_column_each(zipmap=False), SKLEARN, "table-mixed", WORDS, each=True,
        note="A ColumnTransformer: one input per column, of text, int64 and float32.",
    ),  # fmt: skip
    TableModel(
        "sklearn-pipeline-zipmap", mixed, a_column_each(), SKLEARN, "table-mixed", WORDS,
        ("output_probability", "probabilities"), each=True, note="The same with skl2onnx's defaults.",
    ),  # fmt: skip
    TableModel(
        "sklearn-forest-zipmap", scikit(forest, scale=False), one_tensor(), SKLEARN,
        answer=("output_probability", "probabilities"), note="skl2onnx's defaults: a list of maps.",
    ),  # fmt: skip
    TableModel("sklearn-forest", scikit(forest, scale=False), one_tensor(zipmap=False), SKLEARN),
    TableModel(
        "sklearn-forest-columns", scikit(forest, scale=False), one_tensor(zipmap="columns"), SKLEARN, "table-grade",
        answer=(("i0", "i1", "i2"), "probabilities"), note="zipmap='columns': an output [N] per class.",
    ),  # fmt: skip
    TableModel(
        "sklearn-text-labels", scikit(LogisticRegression), one_tensor(name="float_input", zipmap=False), SKLEARN,
        "table-rating", note="scikit-learn sorts the classes: high, low, medium.",
    ),  # fmt: skip
    TableModel(
        "sklearn-text-labels-zipmap", scikit(LogisticRegression), one_tensor(name="float_input"), SKLEARN, "table-rating",
        answer=("output_probability", "probabilities"),
    ),  # fmt: skip
    TableModel(
        "sklearn-double", scikit(LogisticRegression), one_tensor(DoubleTensorType, zipmap=False), SKLEARN, "table-grade",
        dtype=np.float64,
    ),  # fmt: skip
    TableModel(
        "sklearn-network", scikit(lambda: MLPClassifier([6], max_iter=150, random_state=5)), one_tensor(zipmap=False),
        SKLEARN, "table-grade",
    ),  # fmt: skip
    TableModel(
        "sklearn-raw-scores", scikit(LogisticRegression), one_tensor(zipmap=False, raw_scores=True), SKLEARN, "table-grade",
        answer=("probabilities", "logits"), note="raw_scores=True: the output called probabilities holds logits.",
    ),  # fmt: skip
    TableModel("xgboost", boosted, from_xgboost, XGBOOST),
    TableModel("xgboost-three-classes", boosted, from_xgboost, XGBOOST, "table-grade"),
    TableModel("lightgbm", boosted_light, from_lightgbm(False), LIGHTGBM, dtype=np.float64),
    TableModel("lightgbm-zipmap", boosted_light, from_lightgbm(True), LIGHTGBM, "table-grade", dtype=np.float64),
    TableModel("catboost", boosted_cat, from_catboost, CATBOOST),
    TableModel("catboost-three-classes", boosted_cat, from_catboost, CATBOOST, "table-grade"),
    TableModel("catboost-text-labels", boosted_cat, from_catboost, CATBOOST, "table-rating"),
]
