#!/bin/sh
# Builds helm of the release that go.mod names into the file FILE.
set -eu
case "$1" in /*) file=$1 ;; *) file=$PWD/$1 ;; esac
cd "$(dirname "$0")"
go build -o "$file" helm.sh/helm/v3/cmd/helm
