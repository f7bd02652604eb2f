import { admissionPlugins, pluginNames, selectPlugins } from "@kiln/admission";
import type { JsonObject } from "@kiln/api";
import { readRequestOrganizations } from "@kiln/kinds";
import { describe, expect, it } from "vitest";
import { settle } from "../testing/settle.ts";
import { startTestServer, type TestServer } from "../testing/start-test-server.ts";

const CORE = "/api/v1/namespaces/default";
const PODS = `${CORE}/pods`;
const MERGE = { "content-type": "application/merge-patch+json" };

async function start(enabled: readonly string[] = []): Promise<TestServer> {
  const server = await startTestServer({ admission: selectPlugins({ enabled }) });
  await settle(server);
  return server;
}

function pod(spec: JsonObject = {}, container: JsonObject = {}): JsonObject {
  const containers = [{ name: "c", image: "i:1", ...container }];
  return { metadata: { name: "p" }, spec: { automountServiceAccountToken: false, containers, ...spec } };
}

async function post({ send }: TestServer, path: string, body: JsonObject): Promise<JsonObject> {
  return (await send("POST", path, { body })).json ?? {};
}

describe("the admission plugins", () => {
  it("come in kube-apiserver's order, under its names", () => {
    const names = admissionPlugins.map(({ name }) => name);
    expect(pluginNames.filter((name) => names.includes(name))).toEqual(names);
  });
});

describe("LimitRanger", () => {
  async function startWith(limits: JsonObject[]) {
    const server = await start();
    await post(server, `${CORE}/limitranges`, { metadata: { name: "l" }, spec: { limits } });
    return server;
  }

  it("gives containers what they do not ask for, and says so", async () => {
    const server = await startWith([{ type: "Container", default: { cpu: "2" }, defaultRequest: { cpu: "1" } }]);
    const { spec, metadata } = await post(server, PODS, pod({}, { resources: { limits: { memory: "1Gi" } } }));
    expect(spec).toMatchObject({
      containers: [{ resources: { limits: { cpu: "2", memory: "1Gi" }, requests: { cpu: "1" } } }],
    });
    expect(metadata).toHaveProperty("annotations", {
      "kubernetes.io/limit-ranger": "LimitRanger plugin set: cpu request for container c; cpu limit for container c",
    });
  });

  it.each<[JsonObject, JsonObject, string]>([
    [
      { type: "Pod", min: { cpu: "1" } },
      { requests: { cpu: "500m" } },
      "minimum cpu usage per Pod is 1, but request is 500m",
    ],
    [{ type: "Pod", max: { memory: "1Gi" } }, {}, "maximum memory usage per Pod is 1Gi.  No limit is specified"],
    [
      { type: "Container", maxLimitRequestRatio: { cpu: "2" } },
      { requests: { cpu: "1" }, limits: { cpu: "3" } },
      "cpu max limit to request ratio per Container is 2, but provided ratio is 3.000000",
    ],
  ])("with %j refuses %j", async (limit, resources, why) => {
    const server = await startWith([limit]);
    const { message } = await post(server, PODS, pod({}, { resources }));
    expect(message).toBe(`pods "p" is forbidden: ${why}`);
  });
});

describe("ServiceAccount", () => {
  it("mounts the token of the default account where programs look for it", async () => {
    const server = await start();
    const { spec } = await post(server, PODS, pod({ automountServiceAccountToken: true }));
    expect(spec).toMatchObject({
      serviceAccountName: "default",
      containers: [{ volumeMounts: [{ readOnly: true, mountPath: "/var/run/secrets/kubernetes.io/serviceaccount" }] }],
      volumes: [
        { projected: { sources: [{ serviceAccountToken: { expirationSeconds: 3607, path: "token" } }, {}, {}] } },
      ],
    });
  });

  it("knows no account that is not there", async () => {
    const server = await start();
    const { message } = await post(server, PODS, pod({ serviceAccountName: "ghost" }));
    expect(message).toBe(
      'pods "p" is forbidden: error looking up service account default/ghost: serviceaccount "ghost" not found',
    );
  });

  it("keeps Pods to the secrets of an account that wants it", async () => {
    const server = await start();
    const metadata = { name: "a", annotations: { "kubernetes.io/enforce-mountable-secrets": "true" } };
    await post(server, `${CORE}/serviceaccounts`, { metadata, secrets: [{ name: "mine" }] });
    const volumes = [{ name: "v", secret: { secretName: "other" } }];
    const { message } = await post(server, PODS, pod({ serviceAccountName: "a", volumes }));
    expect(message).toContain('volume with secret.secretName="other" is not allowed because service account a');
  });
});

describe("Priority", () => {
  const classes = "/apis/scheduling.k8s.io/v1/priorityclasses";

  it("takes the value of the class, or of the default one", async () => {
    const server = await start();
    await post(server, classes, { metadata: { name: "high" }, value: 7, globalDefault: true });
    expect((await post(server, PODS, pod())).spec).toMatchObject({ priority: 7, priorityClassName: "high" });
    const { message } = await post(server, classes, { metadata: { name: "x" }, value: 8, globalDefault: true });
    expect(message).toContain("PriorityClass high is already marked as default. Only one default can exist");
  });

  it("rejects a priority chosen by the client", async () => {
    const { message } = await post(await start(), PODS, pod({ priority: 5 }));
    expect(message).toContain("the integer value of priority (5) must not be provided in pod spec");
  });
});

describe("RuntimeClass", () => {
  it("adds what it costs and where it runs", async () => {
    const server = await start();
    const scheduling = { nodeSelector: { kind: "kata" }, tolerations: [{ key: "kata", operator: "Exists" }] };
    const overhead = { podFixed: { cpu: "10m" } };
    const body = { metadata: { name: "kata" }, handler: "kata", overhead, scheduling };
    await post(server, "/apis/node.k8s.io/v1/runtimeclasses", body);
    const { spec } = await post(server, PODS, pod({ runtimeClassName: "kata", nodeSelector: { a: "b" } }));
    expect(spec).toMatchObject({ overhead: { cpu: "10m" }, nodeSelector: { a: "b", kind: "kata" } });
    const refused = await post(server, PODS, pod({ runtimeClassName: "kata", nodeSelector: { kind: "x" } }));
    expect(refused.message).toContain("conflict: runtimeClass.scheduling.nodeSelector[kind] = kata");
  });
});

describe("classes that are the default", () => {
  it("are those of claims, which grow if the class lets them", async () => {
    const server = await start();
    const annotations = { "storageclass.kubernetes.io/is-default-class": "true" };
    const storage = {
      metadata: { name: "fast", annotations },
      provisioner: "example.com/p",
      allowVolumeExpansion: true,
    };
    await post(server, "/apis/storage.k8s.io/v1/storageclasses", storage);
    const claims = `${CORE}/persistentvolumeclaims`;
    const resources = { requests: { storage: "1Gi" } };
    const made = await post(server, claims, {
      metadata: { name: "c" },
      spec: { accessModes: ["ReadWriteOnce"], resources },
    });
    expect(made).toMatchObject({
      metadata: { finalizers: ["kubernetes.io/pvc-protection"] },
      spec: { storageClassName: "fast" },
    });
  });

  it("are those of ingresses", async () => {
    const server = await start();
    const annotations = { "ingressclass.kubernetes.io/is-default-class": "true" };
    const spec = { controller: "example.com/c" };
    const base = "/apis/networking.k8s.io/v1";
    await post(server, `${base}/ingressclasses`, { metadata: { name: "web", annotations }, spec });
    const defaultBackend = { service: { name: "s", port: { number: 80 } } };
    const body = { metadata: { name: "i" }, spec: { defaultBackend } };
    const ingress = await post(server, `${base}/namespaces/default/ingresses`, body);
    expect(ingress.spec).toHaveProperty("ingressClassName", "web");
  });
});

describe("ResourceQuota", () => {
  async function startWith(hard: JsonObject, rest: JsonObject = {}) {
    const server = await start();
    await post(server, `${CORE}/resourcequotas`, { metadata: { name: "q" }, spec: { hard, ...rest } });
    await settle(server, { ms: 50 });
    return server;
  }

  const used = async ({ send }: TestServer) =>
    ((await send("GET", `${CORE}/resourcequotas/q`)).json?.status as JsonObject | undefined)?.used;

  it("counts objects, also of custom kinds it never heard of", async () => {
    const server = await startWith({ "count/secrets": "1", "count/widgets.example.com": "1" });
    expect((await post(server, `${CORE}/secrets`, { metadata: { name: "a" } })).kind).toBe("Secret");
    const { message } = await post(server, `${CORE}/secrets`, { metadata: { name: "b" } });
    expect(message).toBe(
      'secrets "b" is forbidden: exceeded quota: q, requested: count/secrets=1, used: count/secrets=1, limited: ' +
        "count/secrets=1",
    );
    expect(await used(server)).toMatchObject({ "count/secrets": "1" });
    await server.send("DELETE", `${CORE}/secrets/a`);
    await settle(server, { ms: 50 });
    expect(await used(server)).toMatchObject({ "count/secrets": "0" });
  });

  it("charges nothing for a name that is taken, nor for a rehearsal", async () => {
    const server = await startWith({ "count/secrets": "2" });
    await post(server, `${CORE}/secrets`, { metadata: { name: "a" } });
    await post(server, `${CORE}/secrets`, { metadata: { name: "a" } });
    await post(server, `${CORE}/secrets?dryRun=All`, { metadata: { name: "b" } });
    expect(await used(server)).toMatchObject({ "count/secrets": "1" });
  });

  it("never lets more in than it allows, however many come at once", async () => {
    const server = await startWith({ "count/secrets": "3" });
    const names = ["a", "b", "c", "d", "e"];
    const answers = await Promise.all(names.map((name) => post(server, `${CORE}/secrets`, { metadata: { name } })));
    expect(answers.filter(({ kind }) => kind === "Secret")).toHaveLength(3);
    expect(await used(server)).toMatchObject({ "count/secrets": "3" });
  });

  it("measures what Pods ask for, and wants them to say", async () => {
    const server = await startWith({ "requests.cpu": "1", pods: "5" });
    const { message } = await post(server, PODS, pod());
    expect(message).toBe('pods "p" is forbidden: failed quota: q: must specify requests.cpu for: c');
    await post(server, PODS, pod({}, { resources: { requests: { cpu: "600m" } } }));
    expect(await used(server)).toEqual({ pods: "1", "requests.cpu": "600m" });
  });

  it("looks only at Pods of its scopes", async () => {
    const server = await startWith({ pods: "0" }, { scopes: ["Terminating"] });
    expect((await post(server, PODS, pod())).kind).toBe("Pod");
    const { message } = await post(server, PODS, { ...pod({ activeDeadlineSeconds: 5 }), metadata: { name: "q" } });
    expect(message).toContain("exceeded quota: q, requested: pods=1, used: pods=0, limited: pods=0");
  });
});

describe("plugins that are off by default", () => {
  it("AlwaysPullImages asks the registry every time", async () => {
    const { spec } = await post(await start(["AlwaysPullImages"]), PODS, pod());
    expect(spec).toMatchObject({ containers: [{ imagePullPolicy: "Always" }] });
  });

  it("ExtendedResourceToleration lets Pods go where their devices are", async () => {
    const amount = { "example.com/gpu": "1" };
    const body = pod({}, { resources: { limits: amount, requests: amount } });
    const { spec } = await post(await start(["ExtendedResourceToleration"]), PODS, body);
    const { tolerations = [] } = (spec ?? {}) as JsonObject;
    expect(tolerations).toContainEqual({ key: "example.com/gpu", operator: "Exists", effect: "NoSchedule" });
  });

  it("AlwaysDeny denies", async () => {
    const { message } = await post(await start(["AlwaysDeny"]), `${CORE}/configmaps`, { metadata: { name: "c" } });
    expect(message).toBe('configmaps "c" is forbidden: admission control is denying all modifications');
  });

  it("PodNodeSelector keeps Pods to the nodes of their namespace", async () => {
    const server = await start(["PodNodeSelector"]);
    const annotations = { "scheduler.alpha.kubernetes.io/node-selector": "env=test" };
    await server.send("PATCH", CORE, { body: { metadata: { annotations } }, headers: MERGE });
    expect((await post(server, PODS, pod())).spec).toHaveProperty("nodeSelector", { env: "test" });
    const { message } = await post(server, PODS, pod({ nodeSelector: { env: "prod" } }));
    expect(message).toContain("pod node label selector conflicts with its namespace node label selector");
  });
});

describe("NamespaceAutoProvision", () => {
  const there = "/api/v1/namespaces/new/configmaps";
  const body = { metadata: { name: "c" } };

  it("makes the namespace of a new object, with all that belongs to one", async () => {
    const server = await start(["NamespaceAutoProvision"]);
    expect(await post(server, there, body)).toMatchObject({ kind: "ConfigMap", metadata: { namespace: "new" } });
    expect((await server.send("GET", "/api/v1/namespaces/new")).json).toMatchObject({
      metadata: { labels: { "kubernetes.io/metadata.name": "new" } },
      spec: { finalizers: ["kubernetes"] },
      status: { phase: "Active" },
    });
  });

  it("makes it for an object that is applied, too", async () => {
    const server = await start(["NamespaceAutoProvision"]);
    const headers = { "content-type": "application/apply-patch+yaml" };
    const config = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "c" } };
    const answer = await server.send("PATCH", `${there}/c?fieldManager=me`, { body: config, headers });
    expect(answer.status).toBe(201);
  });

  it("makes none for a dry run, nor one with a name that is none", async () => {
    const server = await start(["NamespaceAutoProvision"]);
    expect((await post(server, `${there}?dryRun=All`, body)).message).toBe('namespaces "new" not found');
    const { message } = await post(server, "/api/v1/namespaces/Bad/configmaps", body);
    expect(message).toContain('configmaps "c" is forbidden: Namespace "Bad" is invalid: metadata.name');
  });

  it("is off by default", async () => {
    expect((await post(await start(), there, body)).message).toBe('namespaces "new" not found');
  });
});

describe("NamespaceExists", () => {
  const there = "/api/v1/namespaces/old";

  it.each([
    [["NamespaceExists"], 404],
    [[], 200],
  ])("with %j answers changes of what has outlived its namespace by %j", async (enabled, expected) => {
    const server = await start(enabled);
    await post(server, "/api/v1/namespaces", { metadata: { name: "old" } });
    await post(server, `${there}/configmaps`, { metadata: { name: "c" } });
    const key = "/registry/core/namespaces/old";
    await server.store.delete(key, { revision: server.store.peek(key)?.revision ?? 0 });
    const change = { body: { data: { a: "1" } }, headers: MERGE };
    expect((await server.send("PATCH", `${there}/configmaps/c`, change)).status).toBe(expected);
    expect((await server.send("DELETE", `${there}/configmaps/c`)).status).toBe(expected);
  });
});

describe("readRequestOrganizations()", () => {
  const der = (tag: number, ...parts: number[][]) => [tag, parts.flat().length, ...parts.flat()];
  const text = (value: string) => [...new TextEncoder().encode(value)];
  const attribute = (oid: number, value: string, [tag, bytes]: [number, number[]] = [0x0c, text(value)]) =>
    der(0x31, der(0x30, der(0x06, [85, 4, oid]), der(tag, bytes)));
  const request = (...names: number[][]) => {
    const info = der(0x30, der(0x02, [0]), der(0x30, ...names));
    const body = btoa(String.fromCharCode(...der(0x30, info)));
    return btoa(`-----BEGIN CERTIFICATE REQUEST-----\n${body}\n-----END CERTIFICATE REQUEST-----\n`);
  };

  it("finds the organizations of a request", () => {
    const given = request(attribute(3, "me"), attribute(10, "system:masters"), attribute(10, "b"));
    expect(readRequestOrganizations(given)).toEqual(["system:masters", "b"]);
  });

  it("finds organizations in every kind of text that Go reads", () => {
    const wide = [..."system:masters"].flatMap((char) => [0, char.charCodeAt(0)]);
    const given = request(attribute(10, "", [0x1e, wide]), attribute(10, "", [0x13, text("b")]));
    expect(readRequestOrganizations(given)).toEqual(["system:masters", "b"]);
  });

  it("finds no request in two, nor in one whose subject is not whole", () => {
    const innocent = atob(request(attribute(10, "a")));
    const guilty = atob(request(attribute(10, "system:masters")));
    expect(readRequestOrganizations(btoa(guilty.replace("-\n", "-\nA: b\n\n") + innocent))).toBeUndefined();
    expect(readRequestOrganizations(btoa(` ${innocent}${guilty}`))).toBeUndefined();
    expect(readRequestOrganizations(request([0x31, 0x7f, 0x30], attribute(10, "system:masters")))).toBeUndefined();
  });

  it.each([
    "",
    "%%%",
    btoa("nothing"),
    btoa("-----BEGIN CERTIFICATE REQUEST-----\nMIIB\n-----END CERTIFICATE REQUEST-----"),
  ])("finds none in %j", (given) => {
    expect(readRequestOrganizations(given)).toBeUndefined();
  });
});
