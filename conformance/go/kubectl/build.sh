#!/bin/sh
# Builds kubectl of the release that go.mod names into the file FILE. It must say its version, or it refuses to compare
# it with the server's.
set -eu
case "$1" in /*) file=$1 ;; *) file=$PWD/$1 ;; esac
cd "$(dirname "$0")"
minor=$(sed -n 's/.*k8s.io\/kubectl v0\.\([0-9]*\)\..*/\1/p' go.mod)
patch=$(sed -n 's/.*k8s.io\/kubectl v0\.[0-9]*\.\([0-9]*\).*/\1/p' go.mod)
package=k8s.io/component-base/version
go build -o "$file" -ldflags \
  "-X $package.gitMajor=1 -X $package.gitMinor=$minor -X $package.gitVersion=v1.$minor.$patch" .
