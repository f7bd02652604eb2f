/** A deliberate difference between Kiln's default and shipped Kubernetes. */
export interface Deviation {
  /** Short code of the decision, used in comments and lists of tests. */
  readonly code: string;
  readonly what: string;
  readonly kiln: string;
  readonly kubernetes: string;
}

/** Differences that `--semantics upstream` switches off; each is one branch in the code. */
export const switched: readonly Deviation[] = [
  {
    code: "P1",
    what: "declared fields below `x-kubernetes-preserve-unknown-fields`",
    kiln: "preservation is handed down until a schema has `properties` of its own",
    kubernetes: "every field named by `properties` or `additionalProperties` is pruned as anywhere else",
  },
  {
    code: "P2",
    what: "types at and below a preserving node",
    kiln: "checked at the node itself and again where a schema with `properties` ends preservation",
    kubernetes: "not checked by pruning at all, only by validation",
  },
  {
    code: "P4",
    what: "list items below a preserving node",
    kiln: "an item schema with `properties` prunes the items",
    kubernetes: "the items keep everything",
  },
  {
    code: "P7",
    what: "a value of the wrong type in a request",
    kiln:
      "400, naming each such field, before validation; on update a value that is stored already is tolerated, " +
      "and reading never fails",
    kubernetes: "422 from validation",
  },
  {
    code: "P8",
    what: "an applied custom object with fields below a `type: object` that has no properties",
    kiln: "pruned first, then validated, as in any other write",
    kubernetes: "validated first, so that `minProperties` counts what is pruned afterwards",
  },
  {
    code: "E1",
    what: "metadata of embedded resources",
    kiln: "nulls are dropped, the rest stays as it was sent",
    kubernetes: "encoded anew on every write, so empty values go as well",
  },
  {
    code: "S1",
    what: "applying another number of replicas to the scale of a custom resource",
    kiln: "scales it",
    kubernetes: "500, because the result is taken for a custom resource that does not convert",
  },
  {
    code: "S2",
    what: "server-side apply: the last field of a container, unknown fields, sets of maps, what does not fit the schema",
    kiln:
      "what is applied away leaves nothing, or the empty list or object that someone applied; unknown fields are pruned " +
      "with a warning, as in any other write; members of a set may be maps; a configuration that does not fit is a 400 " +
      "or 422 with the field; no configuration is a 500",
    kubernetes:
      "422, because a container without fields becomes null; 500 for unknown fields, sets of maps and values of the " +
      "wrong type",
  },
  {
    code: "V1",
    what: "`apiextensions.k8s.io/v1beta1`",
    kiln: "served, as Kubernetes 1.16 to 1.21 served it, and listed by discovery",
    kubernetes: "gone since 1.22; with the switch it is still served, but not listed",
  },
  {
    code: "V2",
    what: "`storagemigration.k8s.io/v1beta1`, whose objects have all objects of a kind written anew",
    kiln: "served, and listed by discovery",
    kubernetes: "served where `--runtime-config` asks for it; with the switch it is still served, but not listed",
  },
  {
    code: "U1",
    what: "unions of built-in kinds: the types of [built-in-unions.md](built-in-unions.md)",
    kiln: "the member that is set anew clears the others, as in definitions",
    kubernetes: "422, more than one may not be set",
  },
  {
    code: "O1",
    what: "OpenAPI of built-in kinds",
    kiln: "publishes the unions and marks that it enforces, and describes them; a type that is marked in one kind only is published twice: `io.k8s.api.core.v1.Pod.PodSpec` is `PodSpec` with the marks of a Pod",
    kubernetes: "publishes six unions, and no marks",
  },
  {
    code: "M1",
    what: "fields of built-in kinds that may not change: the source of a volume, what a claim asked for, the provisioner of a class, the address of a Service and their like",
    kiln: "marked with `x-kubernetes-mutability`; errors name the field and the mark",
    kubernetes: "each kind's own words, some of them about another path",
  },
];

/** Features that Kubernetes never had; feature gates switch them off. */
export const additions: readonly Deviation[] = [
  {
    code: "A",
    what: "`x-kubernetes-mutability`, `x-kubernetes-key-mutability` (feature gate FieldMutability)",
    kiln: "updates that change a marked field, or the keys of a marked list or map, are refused",
    kubernetes: "the marks are unknown fields of a schema, and dropped",
  },
  {
    code: "B1",
    what: "`x-kubernetes-unions` (feature gate Unions): a discriminator that is removed, empty, null or not a string",
    kiln: "counts as not changed; it is deduced again from the member that is set",
    kubernetes: "unions are dropped from schemas",
  },
  {
    code: "B2",
    what: "unions: a discriminator that names no member",
    kiln: "clears all members",
    kubernetes: "its library once fell back to the names of fields",
  },
  {
    code: "B3",
    what: "unions: a discriminator on create",
    kiln: "counts as changed: members it does not name are dropped, with a warning",
    kubernetes: "its library refused such objects",
  },
  {
    code: "B6",
    what: "unions: the same several members as before",
    kiln: "accepted with a warning, so that older objects can still be changed and deleted",
    kubernetes: "its library refused them",
  },
  {
    code: "B7",
    what: "unions: one member added beside another",
    kiln: "the added one wins and the others are cleared",
    kubernetes: "its library stopped guessing and refused the object",
  },
  {
    code: "A25",
    what: "the annotations `kiln/marks` and `kiln/conversion` of a definition",
    kiln: "followed as if they stood in the schema, and refused with 422 if they do not fit it",
    kubernetes: "annotations like any other",
  },
];

/** Results that depend on chance or time in Kubernetes, and not in Kiln. */
export const steadier: readonly Deviation[] = [
  {
    code: "T1",
    what: "several validation errors",
    kiln: "in the order of the document",
    kubernetes: "siblings come in any order",
  },
  {
    code: "T2",
    what: "a definition that was just created",
    kiln: "its kind is served when the create is answered",
    kubernetes: "its kind is served a moment later",
  },
];

/** Other differences, on which no client depends; there is no switch. */
export const chosen: readonly Deviation[] = [
  {
    code: "C1",
    what: "requests without a credential",
    kiln: "401, but for health and version; `--anonymous-auth=true` or an authentication configuration changes that, and `kiln envtest` does as Kubernetes",
    kubernetes: "the user `system:anonymous`, mostly 403",
  },
  {
    code: "C2",
    what: "the audit log of Secrets, ConfigMaps, tokens and token reviews",
    kiln: "never more than metadata, whatever the policy says",
    kubernetes: "what the policy says",
  },
  {
    code: "C3",
    what: "tokens of a service account that is deleted, or bound to an object that is",
    kiln: "end at once",
    kubernetes: "end within seconds, because verdicts are cached",
  },
  {
    code: "C4",
    what: "the service of a webhook",
    kiln: "`--service-resolver`, then ExternalName, then a ready endpoint, then the cluster IP",
    kubernetes: "the cluster IP, or ExternalName",
  },
  {
    code: "C5",
    what: "several validating webhooks that deny",
    kiln: "the first in the order of their configurations is heard",
    kubernetes: "the first to answer is heard",
  },
  {
    code: "C6",
    what: "a webhook's answer",
    kiln: "refused beyond 16 MiB",
    kubernetes: "not bounded",
  },
  {
    code: "C7",
    what: "a namespace that is deleted",
    kiln: "emptied after half a second; Pods on a node that does not exist go at once, because no kubelet would end them",
    kubernetes:
      "emptied after five seconds; Pods on a node that does not exist go after their grace period, by the Pod garbage collector",
  },
  {
    code: "C8",
    what: "a custom resource sent in protobuf",
    kiln: "415",
    kubernetes: "the connection is dropped",
  },
  {
    code: "C9",
    what: "exec, attach, logs and port-forward of a Pod whose Node object is missing",
    kiln: "501: needs a node, and this server has none; with a Node, its kubelet is asked as in Kubernetes",
    kubernetes: "404 for the node",
  },
  {
    code: "C27",
    what: "requests that are passed on to kubelets, Pods and Services",
    kiln: "bodies of at most 3 MiB; links of compressed HTML are left alone, as are those in a tag of more than 8 KiB",
    kubernetes: "bodies of any size; links of any HTML lead through the proxy",
  },
  {
    code: "C28",
    what: "deleting the APIService of a built-in group version",
    kiln: "the group version is still served and listed; the object is back after the next start",
    kubernetes: "the group version is not served until the next start, which brings the object back",
  },
  {
    code: "C29",
    what: "a page (`limit`) of built-in objects above 128 KiB in JSON or YAML",
    kiln: "its metadata follows the items, as in every list of custom resources, so that the page need not be held; smaller pages, whole lists and protobuf have it first",
    kubernetes:
      "metadata before items; lists of custom resources have their fields in the order of the alphabet, so that metadata follows",
  },
  {
    code: "C30",
    what: "the state of a server",
    kiln: "`/flagz` lists the flags that were set; the Lease of a server is renewed every ten minutes, so that an idle server seldom writes; there are no health checks `log` and `poststarthook/*`",
    kubernetes: "`/flagz` lists all flags with their defaults; the Lease is renewed every ten seconds",
  },
  {
    code: "C10",
    what: "type checking of a policy about CustomResourceDefinition itself",
    kiln: "nothing is warned of",
    kubernetes: "warnings as for any other kind",
  },
  {
    code: "C11",
    what: "encryption at rest by a key service (`kms`)",
    kiln: "the configuration is refused; `aesgcm`, `aescbc` and `secretbox` work",
    kubernetes: "asks the key service",
  },
  {
    code: "C12",
    what: "addresses of Services",
    kiln: "from the IPv4 range of `--service-cluster-ip-range`; IPv6 ranges and further ServiceCIDRs give no addresses",
    kubernetes: "from `--service-cluster-ip-range` and every ServiceCIDR that is ready",
  },
  {
    code: "C13",
    what: "a protobuf body with more than 200,000 messages in one object",
    kiln: "400",
    kubernetes: "read, as long as it has no more than 3 MiB",
  },
  {
    code: "C14",
    what: "the audit log, at level RequestResponse, of an answer beyond 4 MiB or one that its client did not read to the end",
    kiln: "without the answer, and marked with the annotation `audit.k8s.io/truncated`",
    kubernetes: "the whole answer, unless `--audit-log-truncate-enabled` bounds it",
  },
  {
    code: "C15",
    what: "authentication and authorization configurations",
    kiln:
      "read when the server starts; claims that are kept elsewhere, `egressSelectorType` and the connection " +
      "`InClusterConfig` are not supported, and the latter two are refused",
    kubernetes: "read again whenever the file changes",
  },
  {
    code: "C16",
    what: "flow control",
    kiln:
      "FlowSchemas and priority levels are stored without effect: beyond the limits of requests in flight, " +
      "users take turns, each with at most 300 requests that wait for up to a quarter of their time; answers name the " +
      "FlowSchema `exempt` to administrators and `global-default` to all others",
    kubernetes: "queues by them, and names the one that counted",
  },
  {
    code: "C17",
    what: "the selectors of devices in one ResourceClaim, ResourceClaimTemplate or DeviceClass",
    kiln: "compiled up to 64 KiB in all; what comes after is kept as it is",
    kubernetes: "all compiled",
  },
  {
    code: "C18",
    what: "the status of ResourceClaims",
    kiln: "needs the right to update resourceclaims/status",
    kubernetes:
      "allocations need the right to resourceclaims/binding as well, and devices that to resourceclaims/driver",
  },
  {
    code: "C19",
    what: "numbers that are written in another way: `5.0`, `5e0`",
    kiln: "equal to `5`: an integer, and no change where `5` is stored",
    kubernetes:
      "no integer where a field is Kubernetes' own, such as `maxLength` of a definition; a custom object that has the one is changed by the other",
  },
  {
    code: "C20",
    what: "`minimum`, `maximum` and `multipleOf` beyond the integers of 64 bits, and `-0` in them",
    kiln: "taken as they are; `-0` is `0`",
    kubernetes: "wrap around to the lowest integer on most machines; `-0` keeps its sign",
  },
  {
    code: "C22",
    what: "a webhook that redirects to a URL without TLS",
    kiln: "a failure: the object would be sent in the clear",
    kubernetes: "the redirect is followed",
  },
  {
    code: "C23",
    what: "deleting a CRD with objects stored in a version that it no longer has",
    kiln: "they go with it",
    kubernetes: "it stays, with the reason InstanceDeletionFailed, until it has the version again",
  },
  {
    code: "C24",
    what: "an object above etcd's 1.5 MiB that is also invalid, or sent with `dryRun=All`",
    kiln: "`etcdserver: request is too large`; annotations and data that are too large are a 422 as ever",
    kubernetes: "422 with all its faults; a dry run succeeds",
  },
  {
    code: "C25",
    what: "validation errors of more than 1 MiB of text in one answer",
    kiln: "the causes up to there, and how many more there are",
    kubernetes: "all of them",
  },
  {
    code: "C26",
    what: "an object whose stored value is damaged, or cannot be decrypted or decoded",
    kiln: "lists leave it out and it is logged; a read is a 500 that names its key; `kubectl delete` removes it, with a warning",
    kubernetes:
      "a list of its kind is a 500; it can be deleted with `ignoreStoreReadErrorWithClusterBreakingPotential` if the feature gate is on",
  },
];
