/** A test of a published suite that does not pass. The list may only shrink. */
export interface KnownFailure {
  readonly suite: string;
  readonly test: string;
  readonly reason: string;
  /** It needs a kubelet that runs containers. */
  readonly needsContainers?: true;
  /** It also fails now and then where it should pass, for the same reason on kube-apiserver. */
  readonly isFlaky?: true;
}

const OLD_RELEASE = "Downloads kube-apiserver 1.28, whose discovery is not aggregated.";
const EXEC = "Reads logs of a container, or runs a command or a server in it.";

const STATEFUL = "[sig-apps] StatefulSet Basic StatefulSet functionality [StatefulSetBasic]";
const SLICES = "[sig-network] EndpointSlice should support a Service with multiple";

/** Conformance tests of Kubernetes that need a container to run, by what it has to do. */
const CONTAINER_WORK: readonly (readonly [reason: string, tests: readonly string[]])[] = [
  [
    "Its containers answer HTTP requests, or send some.",
    [
      "[sig-apps] ReplicaSet should serve a basic image on each replica with a public image [Conformance]",
      "[sig-apps] ReplicationController should serve a basic image on each replica with a public image [Conformance]",
      `${SLICES} endpoint IPs specified in multiple EndpointSlices [Conformance]`,
      `${SLICES} ports specified in multiple EndpointSlices [Conformance]`,
    ],
  ],
  [
    "Its image must be one that no node can pull.",
    [
      "[sig-apps] Daemon set [Serial] should rollback without unnecessary restarts [Conformance]",
      "[sig-apps] Deployment deployment should support proportional scaling [Conformance]",
    ],
  ],
  [
    "Runs a command in a container that breaks the probe of the container.",
    [
      `${STATEFUL} should perform rolling updates and roll backs of template modifications [Conformance]`,
      `${STATEFUL} Scaling should happen in predictable order and halt if any stateful pod is unhealthy [Slow] [Conformance]`,
      `${STATEFUL} Burst scaling should run to completion even with unhealthy pods [Slow] [Conformance]`,
    ],
  ],
  [
    "The exit code of its containers is that of a script with conditions, or depends on files.",
    [
      "[sig-apps] Job should allow to use the pod failure policy on exit code to fail the job early [Conformance]",
      "[sig-apps] Job should allow to use a pod failure policy to ignore failure matching on DisruptionTarget condition [Conformance]",
      "[sig-apps] Job should execute all indexes despite some failing when using backoffLimitPerIndex [Conformance]",
      "[sig-apps] Job should mark indexes as failed when the FailIndex action is matched in podFailurePolicy [Conformance]",
    ],
  ],
];

export const knownFailures: readonly KnownFailure[] = [
  ...CONTAINER_WORK.flatMap(([reason, tests]) =>
    tests.map((test) => ({ suite: "conformance", test, reason, needsContainers: true as const })),
  ),
  ...["TestApiMachinery", "TestLazyRestMapperProvider"].map((test) => ({
    suite: "controller-runtime",
    test: `pkg/client/apiutil ${test}/aggregatedDiscovery=false`,
    reason: OLD_RELEASE,
  })),
  {
    suite: "gateway-api",
    test: "experimental: pkg/test/cel TestHTTPRouteTimeouts/invalid_timeout_request_200ms_less_than_backendRequest_1s",
    reason: "Expects a text that Kubernetes has changed; fails with kube-apiserver 1.36.4 as well.",
  },
  {
    suite: "cert-manager",
    test: "test/integration/versionchecker",
    reason: "Embeds manifests of older releases, which its build downloads.",
  },
  ...[
    "can_get_pod_logs_and_evict",
    "pod_can_exec_and_write_to_stdin",
    "pod_can_exec_and_write_to_stdin_from_node_proxy",
  ].map((test) => ({
    suite: "kube-rs",
    test: `kube-client test::${test}`,
    reason: EXEC,
    needsContainers: true as const,
  })),
  {
    suite: "python",
    test: "kubernetes.dynamic.test_discovery.TestDiscoverer test_cache_decoder_resource_and_subresource",
    reason: "Compares two forms of a cached answer; fails with kube-apiserver 1.36.4 as well.",
  },
  {
    suite: "kopf",
    test: "tests.e2e.test_examples test_all_examples_are_runnable[17-admission]",
    reason: "The library oscrypto does not know the version of libcrypto of current distributions.",
  },
  ...["cpFromPod", "portForward"].map((test) => ({
    suite: "client-node-2-own",
    test: `test ${test}`,
    reason: EXEC,
    needsContainers: true as const,
  })),
  ...["exit_code", "pod_apis", "pod_exec_close_channel", "portforward_http", "portforward_raw"].map((test) => ({
    suite: "python-e2e",
    test: `kubernetes.e2e_test.test_client.TestClient test_${test}`,
    reason: EXEC,
    needsContainers: true as const,
  })),
];
