import { isJsonObject, type JsonObject, type JsonValue, printGroupResource } from "@kiln/api";
import { allFeatures, declarations, nativeUnions, packages, publishedName, type ResourceFacts } from "@kiln/kinds";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../testing/start-test-server.ts";

type Schemas = Readonly<Record<string, JsonObject>>;

let server: TestServer;
let upstream: TestServer;
let v2: Schemas;
let v3: Schemas;

beforeAll(async () => {
  server = await startTestServer();
  upstream = await startTestServer({ semantics: "upstream" });
  v2 = await readV2(server);
  v3 = await readV3(server);
});

afterAll(async () => {
  await server.close();
  await upstream.close();
});

async function readV2({ send }: TestServer): Promise<Schemas> {
  return (await send("GET", "/openapi/v2")).json?.definitions as Schemas;
}

async function readV3({ send }: TestServer): Promise<Schemas> {
  const index = (await send("GET", "/openapi/v3")).json?.paths as Record<string, { serverRelativeURL: string }>;
  const all: Record<string, JsonObject> = {};
  for (const { serverRelativeURL } of Object.values(index)) {
    const { json } = await send("GET", serverRelativeURL);
    const { schemas = {} } = (json?.components ?? {}) as { schemas?: Schemas };
    // Later documents overwrite schemas of earlier ones; core kinds have no x-kubernetes-group-version-kind in
    // documents of other groups.
    Object.assign(all, schemas);
  }
  return all;
}

/** Target of a reference, merged with the keywords beside the reference. */
function resolve(schema: JsonValue | undefined, schemas: Schemas): JsonObject {
  const node = isJsonObject(schema) ? schema : {};
  const [wrapped] = Array.isArray(node.allOf) ? node.allOf : [];
  const ref = node.$ref ?? (isJsonObject(wrapped) ? wrapped.$ref : undefined);
  return typeof ref === "string" ? { ...schemas[ref.slice(ref.lastIndexOf("/") + 1)], ...node } : node;
}

function follow(kind: string, path: string, schemas: Schemas): JsonObject {
  return path
    .replaceAll("[]", ".[]")
    .split(".")
    .reduce<JsonObject>((node, step) => {
      const next = step === "[]" ? node.items : isJsonObject(node.properties) ? node.properties[step] : undefined;
      return resolve(next, schemas);
    }, schemas[kind] ?? {});
}

const markedPaths = packages.flatMap(({ path, group = "", resources }) =>
  (JSON.parse(resources) as ResourceFacts[]).flatMap(({ plural, kind }) => {
    const { marks = {} } =
      declarations.find(({ resource }) => resource === printGroupResource({ group, resource: plural })) ?? {};
    return Object.entries(marks).map(([at, mark]) => ({ kind: publishedName(`${path}.${kind}`), at, mark }));
  }),
);

describe("what is published of built-in kinds", () => {
  it.each([...nativeUnions.keys()])("has the unions of %s, in v2 and v3", (path) => {
    const name = publishedName(path);
    const published = v2[name]?.["x-kubernetes-unions"] as JsonObject[];
    expect(nativeUnions.get(path)).toEqual(expect.arrayContaining(published));
    expect(v3[name]?.["x-kubernetes-unions"]).toEqual(published);
    // Clients reject a document in which a field is a member of two unions.
    const members = published.flatMap((union) => Object.keys(union["fields-to-discriminateBy"] as JsonObject));
    expect(new Set(members).size).toBe(members.length);
    expect(v3[name]?.description).toMatch(/Union: at most one of .* can be set\./);
    expect(v3[name]?.description).toEqual(v2[name]?.description);
  });

  it("has every mark that is enforced, in v2 and v3", () => {
    expect(markedPaths.length).toBeGreaterThan(100);
    for (const { kind, at, mark } of markedPaths) {
      for (const schemas of [v2, v3]) {
        const node = follow(kind, at, schemas);
        const found = [node["x-kubernetes-mutability"], node["x-kubernetes-key-mutability"]];
        expect([kind, at, ...found]).toEqual([kind, at, mark.mutability, mark.keyMutability]);
      }
    }
  });

  it("marks a field in one kind only", () => {
    const mark = "x-kubernetes-mutability";
    expect(follow("io.k8s.api.core.v1.Pod", "spec.nodeName", v3)[mark]).toBe("Immutable");
    expect(follow("io.k8s.api.apps.v1.Deployment", "spec.template.spec.nodeName", v3)[mark]).toBeUndefined();
    expect(follow("io.k8s.api.batch.v1.CronJob", "spec.jobTemplate.spec.selector", v3)[mark]).toBeUndefined();
    expect(follow("io.k8s.api.batch.v1.Job", "spec.selector", v3)[mark]).toBe("Immutable");
  });

  it("says of marks and unions what kubectl explain can show", () => {
    const described = (kind: string, path: string) => String(follow(kind, path, v3).description);
    expect(described("io.k8s.api.storage.v1.StorageClass", "provisioner")).toMatch(
      / Immutable: cannot be changed once set\.$/,
    );
    expect(described("io.k8s.api.core.v1.Service", "spec.clusterIP")).toMatch(/ AddOnly: can be set later/);
    expect(described("io.k8s.api.core.v1.Pod", "spec.ephemeralContainers")).toMatch(
      / AddOnly items: items can be added/,
    );
    expect(described("io.k8s.api.apps.v1.Deployment", "spec.strategy.type")).toMatch(
      / Discriminator of a union: "RollingUpdate" for rollingUpdate\.$/,
    );
    expect(described("io.k8s.api.core.v1.Probe", "httpGet")).toMatch(
      / Member of a union: setting it clears exec, grpc and tcpSocket\.$/,
    );
  });

  it("refers to nothing that is not there", () => {
    for (const schemas of [v2, v3]) {
      const refs = JSON.stringify(schemas).match(/(?<="\$ref":"[^"]*\/)[^"/]+(?=")/g) ?? [];
      expect(refs.filter((name) => schemas[name] === undefined)).toEqual([]);
    }
  });

  it("is what Kubernetes publishes with --semantics upstream", async () => {
    for (const schemas of [await readV2(upstream), await readV3(upstream)]) {
      const text = JSON.stringify(schemas);
      expect(text).not.toMatch(/"x-kubernetes-(key-)?mutability":"/);
      expect(text).not.toContain("Union: at most one of");
      expect(schemas["io.k8s.api.core.v1.Volume"]?.["x-kubernetes-unions"]).toBeUndefined();
      expect(schemas["io.k8s.api.core.v1.Pod.PodSpec"]).toBeUndefined();
    }
  });
});

describe("what is published of a custom kind", () => {
  const schema = {
    type: "object",
    properties: {
      spec: {
        type: "object",
        description: "Wanted.",
        "x-kubernetes-unions": [{ discriminator: "t", "fields-to-discriminateBy": { a: "A", b: "B" } }],
        properties: {
          t: { type: "string" },
          a: { type: "string", description: "First.", "x-kubernetes-mutability": "Immutable" },
          b: { type: "string" },
          list: { type: "array", items: { type: "string" }, "x-kubernetes-key-mutability": "RemoveOnly" },
          map: { type: "object", additionalProperties: { type: "string" }, "x-kubernetes-key-mutability": "Immutable" },
        },
      },
    },
  };
  const crd = {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "marks.example.com" },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { plural: "marks", kind: "Mark" },
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema } }],
    },
  };
  const CRDS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

  const EXPECTED = {
    "": "Wanted. Union: at most one of a and b can be set. t names it.",
    t: 'Discriminator of a union: "A" for a and "B" for b.',
    a: 'First. Member of a union: setting it clears b. t is "A" with it. Immutable: cannot be changed once set.',
    b: 'Member of a union: setting it clears a. t is "B" with it.',
    list: "RemoveOnly items: items can be removed, and cannot be added.",
    map: "Immutable keys: keys cannot be added or removed.",
  };

  it("describes marks and unions in v2 and v3; the stored CRD stays as it was written", async () => {
    const made = await server.send("POST", CRDS, { body: crd });
    expect(made.status).toBe(201);
    for (const schemas of [await readV2(server), await readV3(server)]) {
      const spec = follow("com.example.v1.Mark", "spec", schemas);
      const fields = Object.entries((spec.properties ?? {}) as Schemas).map(([name, node]) => [name, node.description]);
      expect(Object.fromEntries([["", spec.description], ...fields])).toEqual(EXPECTED);
    }
    const { json } = await server.send("GET", `${CRDS}/marks.example.com`);
    expect(json?.spec).toMatchObject({ versions: [{ schema: { openAPIV3Schema: schema } }] });
  });

  it("describes nothing that a feature gate switched off", async () => {
    const features = { ...allFeatures, FieldMutability: false, Unions: false };
    const off = await startTestServer({ features });
    await off.send("POST", CRDS, { body: crd });
    const spec = follow("com.example.v1.Mark", "spec", await readV3(off));
    expect([spec.description, Object.hasOwn(spec, "x-kubernetes-unions")]).toEqual(["Wanted.", true]);
    await off.close();
  });
});
