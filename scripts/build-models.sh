#!/usr/bin/env bash
# Trains, exports and audits the models under models/ again, each with one seed and the settings of its card.
set -euo pipefail
cd "$(dirname "$0")/.."
runs=$(mktemp -d)
trap 'rm -rf "$runs"' EXIT
evenodds() { node packages/cli/bin/evenodds.js "$@"; }
for method in gcn eqgnn; do
  folder=models/nba-$method
  mkdir -p "$folder"
  evenodds train samples/nba --engine wasm --method "$method" --sensitive country --lambda 0.1 --gamma 50 --seed 7 --out "$runs/$method"
  evenodds export "$runs/$method" --out "$folder/model.onnx"
  evenodds audit "$folder/model.onnx" samples/nba --split test --json >"$folder/audit.json"
done
