import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { goSuite } from "./go-suite.ts";
import type { Suite } from "./suite.ts";

/** Published Go modules whose tests start a kube-apiserver through envtest. */
export const goSuites: readonly Suite[] = [
  goSuite({
    name: "controller-runtime",
    title: "controller-runtime",
    about: "all packages, with envtest",
    module: "sigs.k8s.io/controller-runtime",
    version: "v0.24.1",
    runs: [{ packages: ["./pkg/..."] }],
  }),
  goSuite({
    name: "gateway-api",
    title: "Gateway API",
    about: "CEL rules and CRDs of both channels",
    module: "sigs.k8s.io/gateway-api",
    // The last whose module has the tests.
    version: "v1.4.1",
    programs: ["kubectl"],
    runs: ["standard", "experimental"].map((channel) => ({
      packages: ["./pkg/test/cel", "./pkg/test/crd"],
      tags: channel,
      env: { CRD_CHANNEL: channel },
      label: channel,
    })),
    prepare: (folder) => useGivenPrograms(join(folder, "pkg/test")),
  }),
  goSuite({
    name: "cert-manager",
    title: "cert-manager",
    about: "integration tests",
    module: "github.com/cert-manager/cert-manager",
    // The last whose module has the integration tests.
    version: "v1.11.0",
    runs: [{ packages: ["./test/integration/..."] }],
    prepare: (folder) => fillTemplates(join(folder, "deploy/crds"), join(folder, "_bin/yaml/templated-crds")),
  }),
  goSuite({
    name: "jobset",
    title: "JobSet",
    about: "integration tests of webhooks and controllers",
    module: "sigs.k8s.io/jobset",
    version: "v0.11.0",
    runs: [{ packages: ["./test/integration/..."] }],
  }),
  goSuite({
    name: "cluster-api",
    title: "Cluster API",
    about: "server-side apply, patches, CRD migration, reconcilers",
    module: "sigs.k8s.io/cluster-api",
    // The last that is one module.
    version: "v1.13.6",
    runs: [
      {
        packages: [
          ...[
            "./internal/util/ssa/...",
            "./util/patch/...",
            "./controllers/crdmigrator/...",
            "./internal/webhooks/...",
          ],
          ...["./internal/controllers/clusterresourceset/...", "./internal/controllers/machineset/..."],
          ...["./internal/controllers/machinedeployment/...", "./internal/controllers/clusterclass/..."],
          "./internal/controllers/topology/cluster/structuredmerge/...",
        ],
      },
    ],
  }),
];

/** Lines with placeholders of Helm set labels and conditions that the tests do not look at. */
function fillTemplates(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from).filter((each) => each.endsWith(".yaml"))) {
    const text = readFileSync(join(from, name), "utf8");
    const filled = text.replaceAll(/'\{\{[^']*\}\}'/g, "x").replaceAll(/^.*\{\{.*\n/gm, "");
    writeFileSync(join(to, name.replace(/\.yaml$/, ".templated.yaml")), filled);
  }
}

/** The one change to a suite: it takes the programs of KUBEBUILDER_ASSETS in place of a download. */
function useGivenPrograms(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((each) =>
    each.endsWith(".go"),
  )) {
    const file = join(folder, name);
    writeFileSync(
      file,
      readFileSync(file, "utf8").replace(/DownloadBinaryAssets:(\s+)true/, "DownloadBinaryAssets:$1false"),
    );
  }
}
