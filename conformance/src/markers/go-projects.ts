/** A project that makes its CRDs from Go types, and publishes both. */
export interface GoProject {
  readonly name: string;
  readonly module: string;
  readonly version: string;
  /** Folders with the types. */
  readonly packages: readonly string[];
  /** Folders with the CRDs. */
  readonly definitions: readonly string[];
  /** Modules that the types refer to, in the versions that go.mod asks for. */
  readonly needs: readonly string[];
  /** Keywords that the project takes out of, or puts into, what its generator makes; not compared. */
  readonly edits?: readonly string[];
}

const KUBERNETES = ["k8s.io/api", "k8s.io/apimachinery", "k8s.io/apiextensions-apiserver"];

export const goProjects: readonly GoProject[] = [
  {
    name: "Gateway API",
    module: "sigs.k8s.io/gateway-api",
    version: "v1.2.1",
    packages: ["apis/v1", "apis/v1alpha2", "apis/v1alpha3", "apis/v1beta1"],
    definitions: ["config/crd/experimental"],
    needs: KUBERNETES,
    // Its own generator cuts what stands between tags.
    edits: ["description"],
  },
  {
    name: "cert-manager",
    module: "github.com/cert-manager/cert-manager",
    version: "v1.16.2",
    packages: ["pkg/apis/certmanager/v1", "pkg/apis/acme/v1"],
    definitions: ["deploy/crds"],
    needs: [...KUBERNETES, "sigs.k8s.io/gateway-api"],
  },
  {
    name: "Cluster API",
    module: "sigs.k8s.io/cluster-api",
    version: "v1.9.3",
    packages: ["api/v1beta1", "exp/api/v1beta1", "exp/ipam/api/v1beta1", "exp/runtime/api/v1alpha1"],
    definitions: ["config/crd/bases"],
    needs: KUBERNETES,
  },
  {
    name: "external-snapshotter",
    module: "github.com/kubernetes-csi/external-snapshotter/client/v8",
    version: "v8.2.0",
    packages: ["apis/volumesnapshot/v1", "apis/volumegroupsnapshot/v1beta1"],
    definitions: ["config/crd"],
    needs: KUBERNETES,
  },
  {
    name: "Kueue",
    module: "sigs.k8s.io/kueue",
    version: "v0.10.0",
    packages: ["apis/kueue/v1beta1", "apis/kueue/v1alpha1"],
    definitions: ["config/components/crd/bases"],
    needs: KUBERNETES,
  },
  {
    name: "Argo CD",
    module: "github.com/argoproj/argo-cd/v2",
    version: "v2.13.3",
    packages: ["pkg/apis/application/v1alpha1"],
    definitions: ["manifests/crds"],
    needs: [...KUBERNETES, "github.com/argoproj/gitops-engine"],
    // Its own tool leaves those of ApplicationSet out.
    edits: ["description"],
  },
  {
    name: "Argo Workflows",
    module: "github.com/argoproj/argo-workflows/v3",
    version: "v3.6.2",
    packages: ["pkg/apis/workflow/v1alpha1"],
    definitions: ["manifests/base/crds/full"],
    needs: KUBERNETES,
    // Its generator is configured to leave them out.
    edits: ["description"],
  },
  {
    name: "Argo Rollouts",
    module: "github.com/argoproj/argo-rollouts",
    version: "v1.7.2",
    packages: ["pkg/apis/rollouts/v1alpha1"],
    definitions: ["manifests/crds"],
    needs: KUBERNETES,
    // Its own tool leaves them out.
    edits: ["description", "title"],
  },
  {
    name: "KEDA",
    module: "github.com/kedacore/keda/v2",
    version: "v2.16.1",
    packages: ["apis/keda/v1alpha1", "apis/eventing/v1alpha1"],
    definitions: ["config/crd/bases"],
    needs: KUBERNETES,
  },
  {
    name: "External Secrets",
    module: "github.com/external-secrets/external-secrets",
    version: "v0.12.1",
    packages: ["apis/externalsecrets/v1beta1", "apis/externalsecrets/v1alpha1", "apis/generators/v1alpha1"],
    definitions: ["config/crds/bases"],
    needs: KUBERNETES,
  },
  {
    name: "Velero",
    module: "github.com/vmware-tanzu/velero",
    version: "v1.15.0",
    packages: ["pkg/apis/velero/v1"],
    definitions: ["config/crd/v1/bases"],
    needs: KUBERNETES,
  },
  {
    name: "Crossplane",
    module: "github.com/crossplane/crossplane",
    version: "v1.18.2",
    packages: ["apis/apiextensions/v1", "apis/pkg/v1"],
    definitions: ["cluster/crds"],
    needs: [...KUBERNETES, "github.com/crossplane/crossplane-runtime"],
  },
];
