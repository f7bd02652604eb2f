#!/bin/sh
# A test of a CRD with a shell and kubectl alone, for a CI job: starts a server, tests the CRD, stops the server.
set -eu
folder=$(mktemp -d)
: > "$folder/log"
"${KILN:-kiln}" serve --store memory --listen 127.0.0.1:0 --data-dir "$folder/data" > "$folder/log" 2>&1 &
server=$!
trap 'kill $server || true; wait $server || true; rm -rf "$folder"' EXIT
until grep -q '^ready ' "$folder/log"; do
  kill -0 $server || { cat "$folder/log" >&2; exit 1; }
  sleep 0.1
done
export KUBECONFIG="$folder/data/kubeconfig"

cd "$(dirname "$0")/.."
kubectl apply -f backup-crd.yaml
kubectl wait --for=condition=Established crd/backups.example.com
kubectl apply -f backup.yaml

if kubectl patch backup nightly --type merge -p '{"spec":{"volume":"other"}}'; then
  echo "the volume may not change" >&2
  exit 1
fi
[ "$(kubectl get backup nightly -o jsonpath='{.spec.keep}')" = 7 ]
echo "all is well"
