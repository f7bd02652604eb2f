import { type JsonObject, printFieldError } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { validateNewPod } from "./validate-pod.ts";

const CONTAINER: JsonObject = {
  name: "c",
  image: "i:1",
  imagePullPolicy: "Always",
  terminationMessagePolicy: "File",
  resources: {},
};

const SPEC: JsonObject = {
  containers: [CONTAINER],
  dnsPolicy: "ClusterFirst",
  restartPolicy: "Always",
  securityContext: {},
  serviceAccountName: "default",
  terminationGracePeriodSeconds: 30,
};

/** Errors of a Pod that is valid except for `spec` and `metadata`. */
function judge(spec: JsonObject, metadata: JsonObject = {}): string[] {
  const pod = { metadata: { name: "p", ...metadata }, spec: { ...SPEC, ...spec } };
  return validateNewPod(pod).map(printFieldError);
}

function withContainer(fields: JsonObject, spec: JsonObject = {}): string[] {
  return judge({ containers: [{ ...CONTAINER, ...fields }], ...spec });
}

const C = "spec.containers[0]";

describe("Pods", () => {
  it("have nothing wrong if they are complete", () => {
    expect(judge({})).toEqual([]);
  });

  it.each<[string, JsonObject, string[]]>([
    ["no containers", { containers: null }, ["spec.containers: Required value"]],
    [
      "names given twice",
      { containers: [CONTAINER, CONTAINER], initContainers: [CONTAINER] },
      ['spec.containers[1].name: Duplicate value: "c"', 'spec.initContainers[0].name: Duplicate value: "c"'],
    ],
    [
      "unknown policies",
      { restartPolicy: "Sometimes", dnsPolicy: "Odd" },
      [
        'spec.restartPolicy: Unsupported value: "Sometimes": supported values: "Always", "OnFailure", "Never"',
        'spec.dnsPolicy: Unsupported value: "Odd": supported values: "ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"',
      ],
    ],
    [
      "a deadline of nothing",
      { activeDeadlineSeconds: 0 },
      ["spec.activeDeadlineSeconds: Invalid value: 0: must be between 1 and 2147483647, inclusive"],
    ],
    [
      "containers for debugging",
      { ephemeralContainers: [{ ...CONTAINER, name: "e", resources: {} }] },
      ["spec.ephemeralContainers: Forbidden: cannot be set on create"],
    ],
    [
      "a node and a gate",
      { nodeName: "n", schedulingGates: [{ name: "g" }, { name: "g" }] },
      [
        'spec.schedulingGates[1]: Duplicate value: "g"',
        "spec.nodeName: Forbidden: cannot be set until all schedulingGates have been cleared",
      ],
    ],
    [
      "no server to ask for names",
      { dnsPolicy: "None" },
      ["spec.dnsConfig: Required value: must provide `dnsConfig` when `dnsPolicy` is None"],
    ],
    [
      "servers that are none",
      { dnsConfig: { nameservers: ["x", "1.1.1.1", "2.2.2.2", "3.3.3.3"], options: [{}] } },
      [
        'spec.dnsConfig.nameservers: Invalid value: ["x","1.1.1.1","2.2.2.2","3.3.3.3"]: must not have more than 3 nameservers',
        'spec.dnsConfig.nameservers[0]: Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
        "spec.dnsConfig.options[0]: Required value: must not be empty",
      ],
    ],
    [
      "tolerations of nothing",
      {
        tolerations: [
          { operator: "Equal" },
          { key: "a", operator: "Exists", value: "b" },
          { key: "a", operator: "Gt" },
        ],
      },
      [
        'spec.tolerations[0].operator: Invalid value: "Equal": operator must be Exists when `key` is empty, which means "match all values and all keys"',
        "spec.tolerations[1].operator: Invalid value: \"b\": value must be empty when `operator` is 'Exists'",
        'spec.tolerations[2].operator: Unsupported value: "Gt": supported values: "Equal", "Exists", "Lt", "Gt"',
      ],
    ],
    [
      "a time for tolerations that need none",
      { tolerations: [{ key: "a", operator: "Exists", effect: "NoSchedule", tolerationSeconds: 1 }] },
      [
        "spec.tolerations[0].effect: Invalid value: \"NoSchedule\": effect must be 'NoExecute' when `tolerationSeconds` is set",
      ],
    ],
    [
      "uneven spreading",
      {
        topologySpreadConstraints: [
          { maxSkew: 0, topologyKey: "z", whenUnsatisfiable: "ScheduleAnyway", minDomains: 2 },
          { maxSkew: 1, topologyKey: "z", whenUnsatisfiable: "ScheduleAnyway", matchLabelKeys: ["a"] },
        ],
      },
      [
        "spec.topologySpreadConstraints[0].maxSkew: Invalid value: 0: must be greater than zero",
        'spec.topologySpreadConstraints[0].{topologyKey, whenUnsatisfiable}: Duplicate value: "{z, ScheduleAnyway}"',
        "spec.topologySpreadConstraints[0].minDomains: Invalid value: 2: can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ScheduleAnyway",
        "spec.topologySpreadConstraints[1].matchLabelKeys: Forbidden: must not be specified when labelSelector is not set",
      ],
    ],
    [
      "affinity to nothing",
      {
        affinity: {
          nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: {} },
          podAffinity: {
            preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 0, podAffinityTerm: { topologyKey: "z" } }],
          },
        },
      },
      [
        "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms: Required value: must have at least one node selector term",
        "spec.affinity.podAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].weight: Invalid value: 0: must be in the range 1-100",
      ],
    ],
    [
      "sysctls of the host",
      { hostNetwork: true, securityContext: { sysctls: [{ name: "net.ipv4.ip_forward" }, { name: "Net" }] } },
      [
        "spec.securityContext.sysctls[0].name: Invalid value: \"net.ipv4.ip_forward\": may not be specified when 'hostNetwork' is true",
        'spec.securityContext.sysctls[1].name: Invalid value: "Net": must have at most 253 characters and match regex ^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$',
      ],
    ],
    [
      "users that are not on the host",
      { hostUsers: false, hostNetwork: true, hostPID: true },
      ["spec.hostNetwork: Forbidden: when `hostUsers` is false", "spec.HostPID: Forbidden: when `hostUsers` is false"],
    ],
    [
      "a system that cannot do it",
      { os: { name: "windows" }, hostPID: true, securityContext: { runAsUser: 1 } },
      [
        "spec.hostPID: Forbidden: cannot be set for a windows pod",
        "spec.securityContext.runAsUser: Forbidden: cannot be set for a windows pod",
      ],
    ],
    [
      "an unknown system",
      { os: { name: "beos" } },
      ['spec.os: Unsupported value: "beos": supported values: "linux", "windows"'],
    ],
    [
      "claims for resources that say nothing",
      { resourceClaims: [{ name: "r" }, { name: "r", resourceClaimName: "x" }] },
      [
        'spec.resourceClaims[0]: Invalid value: {"Name":"r","ResourceClaimName":null,"ResourceClaimTemplateName":null}: must specify one of: `resourceClaimName`, `resourceClaimTemplateName`',
        'spec.resourceClaims[1].name: Duplicate value: "r"',
      ],
    ],
    [
      "less as a whole than in parts",
      {
        containers: [{ ...CONTAINER, resources: { requests: { cpu: "2" }, limits: { cpu: "3" } } }],
        resources: { requests: { cpu: "1", "example.com/x": "1" }, limits: { cpu: "2", "example.com/x": "1" } },
      },
      [
        'spec.resources.limits[example.com/x]: Unsupported value: "example.com/x": supported values: "cpu", "hugepages-", "memory"',
        'spec.resources.requests[example.com/x]: Unsupported value: "example.com/x": supported values: "cpu", "hugepages-", "memory"',
        'spec.resources.requests[cpu]: Invalid value: "1": must be greater than or equal to aggregate container requests of 2',
        'spec.resources.containers[0][cpu].limits: Invalid value: "3": must be less than or equal to pod limits of 2',
      ],
    ],
  ])("are refused with %s", (_, spec, errors) => {
    expect(judge(spec)).toEqual(errors);
  });

  it.each<[string, JsonObject, string[]]>([
    ["no image", { image: "" }, [`${C}.image: Required value`]],
    [
      "blanks around the image",
      { image: " i" },
      [`${C}.image: Invalid value: " i": must not have leading or trailing whitespace`],
    ],
    [
      "an odd pull policy",
      { imagePullPolicy: "Maybe" },
      [`${C}.imagePullPolicy: Unsupported value: "Maybe": supported values: "Always", "IfNotPresent", "Never"`],
    ],
    [
      "ports that are none",
      {
        ports: [
          { containerPort: 0, protocol: "TCP" },
          { containerPort: 70000, protocol: "ICMP" },
        ],
      },
      [
        `${C}.ports[0].containerPort: Required value`,
        `${C}.ports[1].containerPort: Invalid value: 70000: must be between 1 and 65535, inclusive`,
        `${C}.ports[1].protocol: Unsupported value: "ICMP": supported values: "SCTP", "TCP", "UDP"`,
      ],
    ],
    [
      "ports of the host given twice",
      { ports: [1, 2].map((containerPort) => ({ containerPort, hostPort: 80, protocol: "TCP" })) },
      [`${C}.ports[1].hostPort: Duplicate value: "TCP//80"`],
    ],
    [
      "variables from nowhere",
      {
        env: [
          { name: "", value: "x" },
          { name: "A", valueFrom: {} },
          { name: "B", value: "x", valueFrom: { secretKeyRef: { name: "s", key: "k" } } },
        ],
      },
      [
        `${C}.env[0].name: Required value`,
        `${C}.env[1].valueFrom: Invalid value: "": must specify one of: \`fieldRef\`, \`resourceFieldRef\`, \`configMapKeyRef\`, \`secretKeyRef\` or \`fileKeyRef\``,
        `${C}.env[2].valueFrom: Invalid value: "": may not be specified when \`value\` is not empty`,
      ],
    ],
    [
      "fields that cannot be decoded",
      {
        env: [
          { name: "A", valueFrom: { fieldRef: { apiVersion: "v1", fieldPath: "spec.oops" } } },
          { name: "B", valueFrom: { fieldRef: { apiVersion: "v1", fieldPath: "metadata.labels" } } },
          { name: "C", valueFrom: { resourceFieldRef: { resource: "limits.cpu", divisor: "3" } } },
        ],
      },
      [
        `${C}.env[0].valueFrom.fieldRef.fieldPath: Invalid value: "spec.oops": error converting fieldPath: field label not supported: spec.oops`,
        `${C}.env[1].valueFrom.fieldRef.fieldPath: Unsupported value: "metadata.labels": supported values: "metadata.name", "metadata.namespace", "metadata.uid", "spec.nodeName", "spec.serviceAccountName", "status.hostIP", "status.hostIPs", "status.podIP", "status.podIPs"`,
        `${C}.env[2].valueFrom.resourceFieldRef.divisor: Invalid value: "limits.cpu": only divisor's values 1m and 1 are supported with the cpu resource`,
      ],
    ],
    [
      "whole maps from nowhere",
      { envFrom: [{ prefix: "a=" }] },
      [
        `${C}.envFrom[0].prefix: Invalid value: "a=": a valid environment variable name must consist only of printable ASCII characters other than '='`,
        `${C}.envFrom: Invalid value: "": must specify one of: \`configMapRef\` or \`secretRef\``,
      ],
    ],
    [
      "mounts of nothing",
      {
        volumeMounts: [
          { name: "nov", mountPath: "/m" },
          { name: "", mountPath: "/m", subPath: "/up" },
        ],
      },
      [
        `${C}.volumeMounts[0].name: Not found: "nov"`,
        `${C}.volumeMounts[1].name: Required value`,
        `${C}.volumeMounts[1].name: Not found: ""`,
        `${C}.volumeMounts[1].mountPath: Invalid value: "/m": must be unique`,
        `${C}.volumeMounts.subPath: Invalid value: "/up": must be a relative path`,
      ],
    ],
    [
      "more asked for than allowed",
      { resources: { requests: { cpu: "2", "example.com/gpu": "1" }, limits: { cpu: "1" } } },
      [
        `${C}.resources.requests: Invalid value: "2": must be less than or equal to cpu limit of 1`,
        `${C}.resources.limits: Required value: Limit must be set for non overcommitable resources`,
      ],
    ],
    [
      "resources that are none",
      { resources: { limits: { pods: "1", "bad!": "1", memory: "-1", "hugepages-2Mi": "3Mi" } } },
      [
        `${C}.resources.limits[pods]: Invalid value: "pods": must be a standard resource for containers`,
        expect.stringContaining(
          `${C}.resources.limits[bad!]: Invalid value: "bad!": name part must consist of`,
        ) as unknown as string,
        `${C}.resources.limits[bad!]: Invalid value: "bad!": must be a standard resource for containers`,
        `${C}.resources.limits[memory]: Invalid value: "-1": must be greater than or equal to 0`,
        `${C}.resources.limits[hugepages-2Mi]: Invalid value: "3Mi": 3Mi is not positive integer multiple of hugepages-2Mi`,
      ],
    ],
    [
      "probes without a question",
      {
        livenessProbe: { successThreshold: 2 },
        readinessProbe: { exec: {}, tcpSocket: { port: "" }, periodSeconds: -1 },
      },
      [
        `${C}.livenessProbe: Required value: must specify a handler type`,
        `${C}.livenessProbe.successThreshold: Invalid value: 2: must be 1`,
        `${C}.readinessProbe.exec.command: Required value`,
        `${C}.readinessProbe.tcpSocket: Forbidden: may not specify more than 1 handler type`,
        `${C}.readinessProbe.periodSeconds: Invalid value: -1: must be greater than or equal to 0`,
      ],
    ],
    [
      "a long sleep",
      { lifecycle: { preStop: { sleep: { seconds: 31 } } } },
      [
        `${C}.lifecycle.preStop.sleep: Invalid value: 31: must be non-negative and less than terminationGracePeriodSeconds (30)`,
      ],
    ],
    [
      "power that it denies itself",
      { securityContext: { allowPrivilegeEscalation: false, privileged: true, runAsUser: -1 } },
      [
        `${C}.securityContext.runAsUser: Invalid value: -1: must be between 0 and 2147483647, inclusive`,
        `${C}.securityContext: Invalid value: {"Capabilities":null,"Privileged":true,"SELinuxOptions":null,"WindowsOptions":null,"RunAsUser":-1,"RunAsGroup":null,"RunAsNonRoot":null,"ReadOnlyRootFilesystem":null,"AllowPrivilegeEscalation":false,"ProcMount":null,"SeccompProfile":null,"AppArmorProfile":null}: cannot set \`allowPrivilegeEscalation\` to false and \`privileged\` to true`,
      ],
    ],
    [
      "profiles that are not there",
      { securityContext: { seccompProfile: { type: "Localhost" }, appArmorProfile: { type: "Odd" } } },
      [
        `${C}.securityContext.seccompProfile.localhostProfile: Required value: must be set when seccomp type is Localhost`,
        `${C}.securityContext.appArmorProfile.type: Unsupported value: "Odd": supported values: "Localhost", "RuntimeDefault", "Unconfined"`,
      ],
    ],
    [
      "rules for starting again without a policy",
      { restartPolicyRules: [{ action: "Odd" }] },
      [
        `${C}.restartPolicy: Required value: must specify restartPolicy when restart rules are used`,
        `${C}.restartPolicyRules[0].action: Unsupported value: "Odd": supported values: "Restart", "RestartAllContainers"`,
        `${C}.restartPolicyRules[0].exitCodes: Required value: must be specified`,
      ],
    ],
  ])("are refused with a container that has %s", (_, container, errors) => {
    expect(withContainer(container)).toEqual(errors);
  });

  it("may have containers that run first, and not all that others have", () => {
    const probe = { exec: { command: ["x"] }, successThreshold: 1 };
    const init = { ...CONTAINER, name: "i", livenessProbe: probe, lifecycle: {} };
    expect(judge({ initContainers: [init] })).toEqual([
      "spec.initContainers[0].lifecycle: Forbidden: may not be set for init containers without restartPolicy=Always",
      "spec.initContainers[0].livenessProbe: Forbidden: may not be set for init containers without restartPolicy=Always",
    ]);
    expect(judge({ initContainers: [{ ...init, restartPolicy: "Always" }] })).toEqual([]);
  });

  it("are judged by their annotations where those mean something", () => {
    const annotations = {
      "controller.kubernetes.io/pod-deletion-cost": "+1",
      "container.apparmor.security.beta.kubernetes.io/x": "odd",
      "seccomp.security.alpha.kubernetes.io/pod": "odd",
    };
    expect(judge({}, { annotations })).toEqual([
      'metadata.annotations[controller.kubernetes.io/pod-deletion-cost]: Invalid value: "+1": must be a 32bit integer',
      'metadata.annotations.seccomp.security.alpha.kubernetes.io/pod: Invalid value: "odd": must be a valid seccomp profile',
      'metadata.annotations[container.apparmor.security.beta.kubernetes.io/x]: Invalid value: "x": container not found',
      'metadata.annotations[container.apparmor.security.beta.kubernetes.io/x]: Invalid value: "odd": invalid AppArmor profile name: "odd"',
    ]);
  });
});
