import { fieldPath, type JsonObject, rootPath } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { warnOfPod } from "./warn-of-pod.ts";

function container(fields: JsonObject): JsonObject {
  return { containers: [{ name: "c", ...fields }] };
}

describe("advice on Pods", () => {
  it.each<[string, JsonObject, string[]]>([
    ["nothing", {}, []],
    [
      "a variable that hides another",
      container({
        env: [
          { name: "A", value: "1" },
          { name: "A", value: "$(A)2" },
          { name: "A", value: "3" },
        ],
      }),
      ['spec.containers[0].env[2]: hides previous definition of "A", which may be dropped when using apply'],
    ],
    [
      "half a byte",
      container({ resources: { limits: { memory: "1500m" } } }),
      ['spec.containers[0].resources.limits[memory]: fractional byte value "1500m" is invalid, must be an integer'],
    ],
    [
      "ports given twice",
      container({
        ports: [
          { name: "a", containerPort: 80, protocol: "TCP" },
          { name: "a", containerPort: 80, protocol: "TCP", hostPort: 8080 },
          { containerPort: 81, protocol: "TCP", hostIP: "1.2.3.4" },
        ],
      }),
      [
        "spec.containers[0].ports[1]: overlapping port definition with spec.containers[0].ports[0]",
        "spec.containers[0].ports[2]: hostIP set without hostPort: {Name: HostPort:0 ContainerPort:81 Protocol:TCP HostIP:1.2.3.4}",
        'spec.containers[0].ports[1]: duplicate port name "a" with spec.containers[0].ports[0], services and probes that select ports by name will use spec.containers[0].ports[0]',
      ],
    ],
    [
      "volumes that are gone",
      {
        volumes: [
          { name: "v", gitRepo: {} },
          { name: "w", storageos: {} },
        ],
      },
      [
        "spec.volumes[0].gitRepo: deprecated in v1.11, and disabled by default in v1.33+",
        "spec.volumes[1].storageOS: deprecated in v1.22, non-functional in v1.25+",
      ],
    ],
    [
      "files in each other's way",
      {
        volumes: [
          {
            name: "v",
            configMap: {
              name: "m",
              items: [
                { key: "a", path: "x" },
                { key: "b", path: "x/y" },
              ],
            },
          },
        ],
      },
      ['volume "v" (ConfigMap "m"): overlapping paths: "x/y" with "x"'],
    ],
    [
      "old names of labels",
      { nodeSelector: { "beta.kubernetes.io/os": "linux" } },
      ['spec.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use "kubernetes.io/os" instead'],
    ],
    [
      "a selector that selects nothing",
      { topologySpreadConstraints: [{ topologyKey: "z" }] },
      ["spec.topologySpreadConstraints[0].labelSelector: a null labelSelector results in matching no pod"],
    ],
    [
      "secrets given twice or not at all",
      { imagePullSecrets: [{ name: "s" }, { name: "s" }, {}] },
      ['spec.imagePullSecrets[1].name: duplicate name "s"', 'spec.imagePullSecrets[2].name: invalid empty name ""'],
    ],
    [
      "time that runs backwards",
      { terminationGracePeriodSeconds: -1 },
      ["spec.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1"],
    ],
  ])("is given on %s", (_, spec, warnings) => {
    expect(warnOfPod({ spec }, rootPath)).toEqual(warnings);
  });

  it("names fields of a template where they are", () => {
    const annotations = { "security.alpha.kubernetes.io/sysctls": "" };
    expect(warnOfPod({ metadata: { annotations }, spec: {} }, fieldPath("spec", "template"))).toEqual([
      'spec.template.metadata.annotations[security.alpha.kubernetes.io/sysctls]: non-functional in v1.11+; use the "sysctls" field instead',
    ]);
  });
});
