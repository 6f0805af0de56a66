"""Reads many CSV texts with Python's csv module: a JSON object per line in, a JSON object per line out.

In: {"text": base64 of the bytes, "delimiter": ","}. Out: {"rows": [[...]], "strict": null or what csv's strict mode refuses}.
"""
import base64
import csv
import io
import json
import sys

csv.field_size_limit(1 << 30)


def read(text, delimiter, strict):
    return list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=strict))


for line in sys.stdin:
    request = json.loads(line)
    text = base64.b64decode(request["text"]).decode("utf-8-sig")
    answer = {"rows": [], "strict": None}
    try:
        answer["rows"] = read(text, request["delimiter"], False)
        read(text, request["delimiter"], True)
    except csv.Error as error:
        answer["strict"] = str(error)
    print(json.dumps(answer))
