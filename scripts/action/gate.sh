#!/usr/bin/env bash
# The step of action.yml that runs evenodds: writes all that GitHub shows, and what came of it to GITHUB_OUTPUT. It ends
# with 0, because a later step fails the job. Inputs come as variables, so that none of them is read as a command.
set -euo pipefail

evenodds() { node "$EVENODDS_ACTION/packages/cli/bin/evenodds.js" "$@"; }

out="${EVENODDS_OUT:-evenodds-report}"
sarif="$out/evenodds.sarif"
junit="$out/evenodds.junit.xml"
files=(--out "$out" --sarif "$sarif" --junit "$junit" --summary "$GITHUB_STEP_SUMMARY" --annotations)

arguments=()
if [ -n "$EVENODDS_AUDIT" ]; then
  if [ -n "$EVENODDS_FILE$EVENODDS_CHANGED$EVENODDS_TODAY" ]; then
    echo "::error title=evenodds::give either audit, or file, changed and today"
    { echo verdict=error; echo exit-code=2; } >> "$GITHUB_OUTPUT"
    exit 0
  fi
  # xargs takes quotes away and keeps words together, and expands nothing.
  while IFS= read -r word; do arguments+=("$word"); done < <(xargs -n 1 printf '%s\n' <<< "$EVENODDS_AUDIT")
  command=(audit "${arguments[@]}")
else
  if [ -n "$EVENODDS_FILE" ]; then arguments+=("$EVENODDS_FILE"); fi
  if [ -n "$EVENODDS_CHANGED" ]; then
    while IFS= read -r file; do
      if [ -n "$file" ]; then arguments+=("--changed=$file"); fi
    done <<< "$EVENODDS_CHANGED"
  fi
  command=(gate "${arguments[@]+"${arguments[@]}"}" --today "${EVENODDS_TODAY:-$(date -u +%F)}")
fi

# What is there afterwards is of this run.
rm -f "$sarif" "$junit"
code=0
evenodds "${command[@]}" "${files[@]}" || code=$?
case $code in
  0) verdict=pass ;;
  1) verdict=violated ;;
  3) verdict=inconclusive ;;
  *)
    verdict=error
    # Otherwise annotations say what could not be judged.
    if [ ! -e "$sarif" ]; then
      echo "::error title=evenodds::evenodds ended with code $code before it could judge; the log of this step says why"
    fi
    ;;
esac

# From the root of the workspace, where later steps run.
here="$PWD/"
place="${here#"${GITHUB_WORKSPACE:-$PWD}"/}"
[ "$place" != "$here" ] || place=""
{
  echo "verdict=$verdict"
  echo "exit-code=$code"
  echo "folder=$place$out"
  if [ -e "$sarif" ]; then echo "sarif=$place$sarif"; fi
  if [ -e "$junit" ]; then echo "junit=$place$junit"; fi
} >> "$GITHUB_OUTPUT"
