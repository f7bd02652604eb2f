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

export const knownFailures: readonly KnownFailure[] = [
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
