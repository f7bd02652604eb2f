// The published Go modules that declare the built-in types, fetched through the Go module proxy.

import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Go import paths by the names of packages in kinds/src/natives/data. */
const ELSEWHERE = new Map([
  ["meta/v1", "k8s.io/apimachinery/pkg/apis/meta/v1"],
  ["meta/v1beta1", "k8s.io/apimachinery/pkg/apis/meta/v1beta1"],
  ["apiextensions/v1", "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"],
  ["apiextensions/v1beta1", "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1beta1"],
  ["apiregistration/v1", "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"],
]);

const MODULES = ["k8s.io/api", "k8s.io/apimachinery", "k8s.io/apiextensions-apiserver", "k8s.io/kube-aggregator"];

/** @param {string} path such as `apps/v1` */
export function importPathOf(path) {
  return ELSEWHERE.get(path) ?? `k8s.io/api/${path}`;
}

/** @param {string} importPath */
export function pathOf(importPath) {
  const known = [...ELSEWHERE].find(([, elsewhere]) => elsewhere === importPath);
  return known?.[0] ?? importPath.replace("k8s.io/api/", "");
}

/**
 * @param {string} version of Kubernetes, such as `v1.36.4`
 * @param {readonly string[]} paths
 * @returns {Map<string, { imports: Record<string, string>, constants: Record<string, string>, types: Map<string, any> }>}
 */
export function readPackages(version, paths) {
  const modules = downloadModules(version);
  const folders = paths.map((path) => {
    const importPath = importPathOf(path);
    const module = MODULES.find((name) => importPath === name || importPath.startsWith(`${name}/`)) ?? "";
    return join(modules.get(module) ?? "", importPath.slice(module.length + 1));
  });
  const reader = join(dirname(fileURLToPath(import.meta.url)), "read-types.go");
  const printed = execFileSync("go", ["run", reader, ...folders], { maxBuffer: 1 << 28, encoding: "utf8" });
  return new Map(
    JSON.parse(printed).map((/** @type {any} */ found, /** @type {number} */ at) => [
      paths[at],
      {
        imports: found.imports,
        constants: found.constants,
        types: new Map(found.types.map((/** @type {any} */ type) => [type.name, type])),
      },
    ]),
  );
}

/**
 * @param {string} version
 * @returns {Map<string, string>} folders by module
 */
function downloadModules(version) {
  const minor = version.match(/^v1\.(\d+\.\d+(?:-[\w.]+)?)$/)?.[1];
  if (minor === undefined) {
    throw new Error(`${version} is no version of Kubernetes: give one such as v1.36.4`);
  }
  const wanted = MODULES.map((name) => `${name}@v0.${minor}`);
  const printed = execFileSync("go", ["mod", "download", "-json", ...wanted], { encoding: "utf8" });
  const found = JSON.parse(`[${printed.replace(/\}\s*\{/g, "},{")}]`);
  return new Map(found.map((/** @type {any} */ { Path, Dir }) => [Path, Dir]));
}
