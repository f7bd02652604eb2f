/** Packages of a published module whose tests start an envtest environment. */
export interface EnvtestSuite {
  readonly name: string;
  readonly module: string;
  readonly version: string;
  readonly packages: readonly string[];
  /** CRDs that its build takes from templates: the folder with those, and where the tests look for the result. */
  readonly crds?: { readonly from: string; readonly to: string };
}

export const suites: readonly EnvtestSuite[] = [
  {
    name: "controller-runtime",
    module: "sigs.k8s.io/controller-runtime",
    version: "v0.24.1",
    // Without pkg/client/apiutil, which downloads binaries of older releases.
    packages: [
      "./pkg/builder",
      "./pkg/cache",
      "./pkg/client",
      "./pkg/controller",
      "./pkg/controller/controllerutil",
      "./pkg/envtest",
      "./pkg/internal/recorder",
      "./pkg/manager",
      "./pkg/source",
      "./pkg/webhook",
    ],
  },
  {
    name: "jobset",
    module: "sigs.k8s.io/jobset",
    version: "v0.10.1",
    packages: ["./test/integration/webhook", "./test/integration/controller"],
  },
  {
    name: "cert-manager",
    module: "github.com/cert-manager/cert-manager",
    // The last whose module has the integration tests.
    version: "v1.11.0",
    crds: { from: "deploy/crds", to: "_bin/yaml/templated-crds" },
    packages: [
      "./test/integration/validation",
      "./test/integration/webhook",
      "./test/integration/issuers",
      "./test/integration/certificates",
    ],
  },
];
