#!/usr/bin/env bash
# The only step of the action. Input: KILN_PACKAGE, KILN_RUN, KILN_PATHS, KILN_BASE and KILN_FLAGS.
set -euo pipefail

if [ -n "$KILN_PACKAGE" ]; then
  prefix="${RUNNER_TEMP:?}/kiln-npm"
  npm install --silent --no-audit --no-fund --global --prefix "$prefix" "$KILN_PACKAGE"
  export PATH="$prefix/bin:$PATH"
  echo "$prefix/bin" >> "$GITHUB_PATH"
fi

# Paths and flags are lists separated by spaces.
read -ra paths <<< "$KILN_PATHS"
read -ra flags <<< "$KILN_FLAGS"

case "$KILN_RUN" in
serve)
  data="$RUNNER_TEMP/kiln"
  mkdir -p "$data"
  : > "$data/log"
  nohup kiln serve --store memory --listen 127.0.0.1:0 --data-dir "$data" "${flags[@]}" > "$data/log" 2>&1 &
  server=$!
  until grep -q '^ready ' "$data/log"; do
    kill -0 "$server" 2> /dev/null || { cat "$data/log"; echo "::error title=kiln::kiln serve ended before it was ready"; exit 1; }
    sleep 0.1
  done
  echo "KUBECONFIG=$data/kubeconfig" >> "$GITHUB_ENV"
  grep '^ready ' "$data/log"
  ;;
envtest)
  echo "KUBEBUILDER_ASSETS=$(kiln envtest --dir "$RUNNER_TEMP/kiln-envtest" "${flags[@]}")" >> "$GITHUB_ENV"
  ;;
lint)
  kiln lint "${paths[@]}" --output github "${flags[@]}"
  ;;
diff-crd)
  kiln diff-crd "$KILN_BASE" "${paths[@]}" --output github "${flags[@]}"
  ;;
*)
  echo "::error title=kiln::run takes serve, envtest, lint or diff-crd, not \"$KILN_RUN\""
  exit 2
  ;;
esac
