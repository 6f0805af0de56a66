#!/usr/bin/env bash
# Packs what is published, installs the tarballs in an empty folder outside of the checkout, and uses them there as
# somebody would who has nothing else: the command without the part that trains, with it, and the library in TypeScript.
set -euo pipefail
cd "$(dirname "$0")/.."
checkout=$PWD
tarballs=$checkout/out/packages
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

say() { echo "--- $*" >&2; }
fail() { echo "check-packages: $*" >&2; exit 1; }
# Runs a command that has to end with a code, and leaves what it said in $said.
expect_code() {
  local code=0 wanted=$1
  shift
  said=$("$@" 2>&1) || code=$?
  [ "$code" = "$wanted" ] || fail "$* ended with $code, not $wanted: $said"
}
expect_text() { [[ $said == *"$1"* ]] || fail "expected \"$1\", found: $said"; }

say "pack"
# What was packed before can be checked again without packing it.
[ -n "${EVENODDS_PACKED:-}" ] || npm run --silent pack
version=$(node -p 'require("./package.json").version')
for tarball in "$tarballs"/evenodds-*.tgz; do
  [[ $tarball == *onnxruntime-node* ]] && continue
  node_modules/.bin/publint run "$tarball" --strict >"$folder/publint.log" || { cat "$folder/publint.log" >&2; fail "$tarball"; }
  node_modules/.bin/attw "$tarball" --profile esm-only >"$folder/attw.log" || { cat "$folder/attw.log" >&2; fail "$tarball"; }
done

say "install without the part that trains"
mkdir "$folder/project"
cp -r "$checkout/models/nba-eqgnn/model.onnx" "$checkout/test/pack/counts.csv" "$folder/project/"
cd "$folder/project"
# Nothing of this machine's own settings for npm may help.
export npm_config_userconfig="$folder/npmrc" npm_config_audit=false npm_config_fund=false
unset npm_config_ignore_scripts npm_config_allow_scripts
if [ -f "$HOME/.npmrc" ]; then grep -iE '^(registry|//|@.*:registry|cafile|proxy|https-proxy)' "$HOME/.npmrc" >"$folder/npmrc" || true; fi
echo '{ "private": true, "type": "module" }' >package.json
base=()
for name in core data exporter auditor cli onnxruntime-node; do base+=("$(ls "$tarballs"/evenodds-$name-*.tgz)"); done
npm install --no-progress "${base[@]}" "$tarballs/evenodds-$version.tgz" >"$folder/install.log" 2>&1 ||
  { cat "$folder/install.log" >&2; fail "npm install"; }
[ ! -e node_modules/@tensorflow ] || fail "TensorFlow.js is installed, which an audit does not need"
megabytes=$(du -sm node_modules | cut -f1)
echo "$megabytes MB without the part that trains" >&2
[ "$megabytes" -le 450 ] || fail "node_modules has $megabytes MB"
kilobytes=$(du -sk node_modules/@evenodds/cli/samples | cut -f1)
[ "$kilobytes" -le 300 ] || fail "the sample graph has $kilobytes kB"

say "the command"
expect_code 0 npx evenodds --version
[ "$said" = "$version" ] || fail "--version says $said"
expect_code 1 node_modules/.bin/evenodds audit --counts counts.csv --label y --prediction p --sensitive sex --max-gap 0.1
expect_text "VIOLATED"
samples=node_modules/@evenodds/cli/samples/nba
expect_code 3 node_modules/.bin/evenodds audit model.onnx "$samples" --split test --max-gap 0.25 --out report
expect_text "INCONCLUSIVE"
expect_code 0 node_modules/.bin/evenodds predict model.onnx "$samples" --out predictions.csv
expect_code 0 node_modules/.bin/evenodds inspect model.onnx
expect_code 0 node_modules/.bin/evenodds doctor
expect_text "training is not installed"
for line in "train $samples --out run" "sweep $samples --out runs --seeds 1" "export run --out m.onnx" demo \
  "reproduce table-nba" setup-tensorflow; do
  # shellcheck disable=SC2086
  expect_code 2 node_modules/.bin/evenodds $line
  expect_text "npm install @evenodds/trainer@$version"
  [ "$(echo "$said" | wc -l)" = 1 ] || fail "more than one line: $said"
done

say "the library"
sed -n '/^```ts$/,/^```$/p' "$checkout/README.md" | sed '/^```/d' >example.ts
grep -q auditModel example.ts || fail "the README has no example of the library"
cat >>example.ts <<'END'
import { exportRun, isEvenoddsError, trainGraph } from "evenodds";

const trained = await trainGraph("samples/nba", { method: "gcn", epochs: 2 }).catch((error: unknown) => error);
console.log(isEvenoddsError(trained) ? trained.message : "trained");
void exportRun;
END
mkdir -p models/nba-eqgnn samples
cp model.onnx models/nba-eqgnn/
cp -r "$samples" samples/nba
for resolution in nodenext bundler; do
  module=$([ $resolution = bundler ] && echo esnext || echo nodenext)
  cat >tsconfig.json <<END
{
  "compilerOptions": {
    "strict": true, "skipLibCheck": false, "target": "es2022", "types": [],
    "module": "$module", "moduleResolution": "$resolution", "outDir": "built-$resolution"
  },
  "files": ["example.ts"]
}
END
  node "$checkout/node_modules/typescript/bin/tsc" -p . ||
    fail "the example does not compile with $resolution"
done
expect_code 0 node built-nodenext/example.js
expect_text "INCONCLUSIVE"
expect_text "npm install @evenodds/trainer@$version"

say "the part that trains"
npm install --no-progress "$tarballs/evenodds-trainer-$version.tgz" >"$folder/install.log" 2>&1 ||
  { cat "$folder/install.log" >&2; fail "npm install of the trainer"; }
expect_code 0 node_modules/.bin/evenodds train samples/nba --method gcn --engine wasm --epochs 3 --out run
expect_code 0 node_modules/.bin/evenodds export run --out exported.onnx
expect_code 0 node_modules/.bin/evenodds audit exported.onnx samples/nba --split test
expect_code 0 node_modules/.bin/evenodds sweep samples/nba --out runs --seeds 1,2 --engine wasm --epochs 2 --method gcn \
  --select accuracy --workers 2
expect_code 0 node_modules/.bin/evenodds doctor
expect_text "engine wasm"
expect_code 0 node built-nodenext/example.js
expect_text "trained"
expect_code 0 node_modules/.bin/evenodds demo
expect_text "out/demo/report.html"
say "packages are in order"
