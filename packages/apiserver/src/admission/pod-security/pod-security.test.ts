import { evaluatePod, type LevelVersion, printViolations, readSecurityPolicy } from "@kiln/admission";
import type { JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { settle } from "../../testing/settle.ts";
import { startTestServer } from "../../testing/start-test-server.ts";

const LABEL = "pod-security.kubernetes.io/";
const NAMESPACES = "/api/v1/namespaces";
const LATEST = Number.POSITIVE_INFINITY;
const BASELINE: LevelVersion = { level: "baseline", minor: LATEST };
const RESTRICTED: LevelVersion = { level: "restricted", minor: LATEST };

const UNRESTRICTED =
  'allowPrivilegeEscalation != false (container "c" must set securityContext.allowPrivilegeEscalation=false), ' +
  'unrestricted capabilities (container "c" must set securityContext.capabilities.drop=["ALL"]), ' +
  'runAsNonRoot != true (pod or container "c" must set securityContext.runAsNonRoot=true), ' +
  'seccompProfile (pod or container "c" must set securityContext.seccompProfile.type to "RuntimeDefault" or ' +
  '"Localhost")';

function pod(spec: JsonObject, container: JsonObject = {}, annotations: JsonObject = {}) {
  return { metadata: { annotations }, spec: { containers: [{ name: "c", image: "i:1", ...container }], ...spec } };
}

function secured(securityContext: JsonObject): JsonObject {
  return { securityContext };
}

const HARDENED: JsonObject = {
  allowPrivilegeEscalation: false,
  capabilities: { drop: ["ALL"] },
  runAsNonRoot: true,
  seccompProfile: { type: "RuntimeDefault" },
};

describe("evaluatePod()", () => {
  it.each<[LevelVersion, ReturnType<typeof pod>, string]>([
    [BASELINE, pod({}), ""],
    [RESTRICTED, pod({}), UNRESTRICTED],
    [RESTRICTED, pod({}, secured(HARDENED)), ""],
    [{ level: "privileged", minor: LATEST }, pod({ hostPID: true }), ""],
    [
      BASELINE,
      pod({ hostNetwork: true, hostIPC: true }, secured({ privileged: true })),
      'host namespaces (hostNetwork=true, hostIPC=true), privileged (container "c" must not set ' +
        "securityContext.privileged=true)",
    ],
    [
      BASELINE,
      pod({ volumes: [{ name: "v", hostPath: { path: "/" } }] }, { ports: [{ hostPort: 80 }, { hostPort: 8 }] }),
      'hostPath volumes (volume "v"), hostPort (container "c" uses hostPorts 8, 80)',
    ],
    [
      BASELINE,
      pod({}, secured({ capabilities: { add: ["SYS_ADMIN", "CHOWN", "NET_RAW"] } })),
      'non-default capabilities (container "c" must not include "NET_RAW", "SYS_ADMIN" in ' +
        "securityContext.capabilities.add)",
    ],
    [
      BASELINE,
      pod({ securityContext: { seccompProfile: { type: "Unconfined" }, sysctls: [{ name: "kernel.msgmax" }] } }),
      'seccompProfile (pod must not set securityContext.seccompProfile.type to "Unconfined"), forbidden sysctls ' +
        "(kernel.msgmax)",
    ],
    [
      BASELINE,
      pod(
        { securityContext: { seLinuxOptions: { type: "odd_t" } } },
        secured({ seLinuxOptions: { user: "u", role: "r" }, procMount: "Unmasked" }),
      ),
      'procMount (container "c" must not set securityContext.procMount to "Unmasked"), seLinuxOptions (pod and ' +
        'container "c" set forbidden securityContext.seLinuxOptions: type "odd_t"; user may not be set; role may not ' +
        "be set)",
    ],
    [
      BASELINE,
      pod({}, {}, { "container.apparmor.security.beta.kubernetes.io/c": "unconfined" }),
      "forbidden AppArmor profile (annotation must not set AppArmor profile type to " +
        '"container.apparmor.security.beta.kubernetes.io/c="unconfined"")',
    ],
    [
      BASELINE,
      pod({}, { livenessProbe: { httpGet: { host: "h" } }, lifecycle: { preStop: { tcpSocket: { host: "k" } } } }),
      'probe or lifecycle host (container "c" uses probe or lifecycle hosts "h", "k")',
    ],
    [{ level: "baseline", minor: 33 }, pod({}, { livenessProbe: { httpGet: { host: "h" } } }), ""],
    [
      BASELINE,
      pod({ securityContext: { windowsOptions: { hostProcess: true } } }),
      "hostProcess (pod must not set securityContext.windowsOptions.hostProcess=true)",
    ],
    [
      RESTRICTED,
      pod({ volumes: [{ name: "v", nfs: {} }], securityContext: { runAsUser: 0 } }, secured(HARDENED)),
      'restricted volume types (volume "v" uses restricted volume type "nfs"), runAsUser=0 (pod must not set ' +
        "runAsUser=0)",
    ],
    [RESTRICTED, pod({ hostUsers: false, securityContext: { runAsUser: 0 } }, secured(HARDENED)), ""],
    [RESTRICTED, pod({ os: { name: "windows" } }, secured({ runAsNonRoot: true })), ""],
    [
      { level: "restricted", minor: 7 },
      pod({}, secured({ runAsNonRoot: false })),
      'runAsNonRoot != true (container "c" must not set securityContext.runAsNonRoot=false)',
    ],
  ])("at %j says of %j: %s", (level, given, violations) => {
    expect(printViolations(evaluatePod(level, given))).toBe(violations);
  });
});

describe("readSecurityPolicy()", () => {
  it("warns of what it refuses unless told otherwise", () => {
    const { policy } = readSecurityPolicy({ [`${LABEL}enforce`]: "baseline", [`${LABEL}enforce-version`]: "v1.20" });
    expect(policy.warn).toEqual({ level: "baseline", minor: 20 });
    expect(policy.audit.level).toBe("privileged");
  });

  it("takes what it cannot read for the strictest where it refuses, and for nothing elsewhere", () => {
    const { policy, errors } = readSecurityPolicy({ [`${LABEL}enforce`]: "x", [`${LABEL}warn`]: "y" });
    expect(policy).toMatchObject({ enforce: { level: "restricted" }, warn: { level: "privileged" } });
    expect(errors).toHaveLength(2);
  });
});

describe("PodSecurity", () => {
  async function start(labels: JsonObject) {
    const server = await startTestServer();
    await server.send("POST", NAMESPACES, { body: { metadata: { name: "n", labels } } });
    await settle(server);
    const spec = { containers: [{ name: "c", image: "i:1" }], automountServiceAccountToken: false };
    return { ...server, spec };
  }

  it("refuses Pods, and warns of workloads", async () => {
    const { send, spec } = await start({ [`${LABEL}enforce`]: "restricted" });
    const refused = await send("POST", `${NAMESPACES}/n/pods`, { body: { metadata: { name: "p" }, spec } });
    expect(refused.json).toMatchObject({
      code: 403,
      message: `pods "p" is forbidden: violates PodSecurity "restricted:latest": ${UNRESTRICTED}`,
    });
    const metadata = { labels: { a: "b" } };
    const workload = { selector: { matchLabels: { a: "b" } }, template: { metadata, spec } };
    const path = "/apis/apps/v1/namespaces/n/deployments";
    const warned = await send("POST", path, { body: { metadata: { name: "d" }, spec: workload } });
    expect(warned.status).toBe(201);
    expect(JSON.stringify(warned.headers)).toContain("would violate PodSecurity");
  });

  it("judges the labels of namespaces", async () => {
    const { send } = await start({});
    const body = { metadata: { name: "m", labels: { [`${LABEL}enforce`]: "strict" } } };
    const { json } = await send("POST", NAMESPACES, { body });
    expect(json).toMatchObject({
      code: 422,
      message:
        'Namespace "m" is invalid: metadata.labels[pod-security.kubernetes.io/enforce]: Invalid value: "strict": must ' +
        "be one of privileged, baseline, restricted",
    });
  });

  it("warns of Pods that are there when a namespace becomes stricter", async () => {
    const { send, spec } = await start({});
    for (const name of ["b", "a"]) {
      await send("POST", `${NAMESPACES}/n/pods`, { body: { metadata: { name }, spec } });
    }
    const headers = { "content-type": "application/merge-patch+json" };
    const body = { metadata: { labels: { [`${LABEL}enforce`]: "restricted" } } };
    const { headers: answered } = await send("PATCH", `${NAMESPACES}/n`, { body, headers });
    expect(JSON.stringify(answered)).toContain("a (and 1 other pod): allowPrivilegeEscalation != false");
  });
});
