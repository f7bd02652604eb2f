import type { JsonObject, JsonValue } from "@kiln/api";

/** Keywords that a benchmark adds to some of the sample's fields. */
export interface SampleOptions {
  /** Share of the leaf fields that get `x-kubernetes-mutability`, spread evenly. */
  readonly markedShare?: number;
  /** Whether every container and the spec get a union. */
  readonly withUnions?: boolean;
}

/**
 * Custom resources of about 2 KiB and their schema of 60 fields: strings, numbers, enums, patterns, lists, maps,
 * defaults. The objects differ in their optional fields, as those of one kind do.
 */
export interface Sample {
  readonly schema: JsonObject;
  readonly objects: readonly JsonObject[];
}

const OBJECTS = 64;
const REQUIRED: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata", "spec", "selector", "name", "image"]);

export function makeSample(options: SampleOptions = {}): Sample {
  const schema = makeSchema(options.withUnions ?? false);
  markLeaves(schema, options.markedShare ?? 0);
  const random = createRandom();
  const objects = Array.from({ length: OBJECTS }, () => thinOut(makeObject(), random) as JsonObject);
  return { schema, objects };
}

/** Random numbers that are the same in every run, so that runs can be compared. */
function createRandom(): () => number {
  let state = 20_200;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/** Copy without one optional field in ten. */
function thinOut(value: JsonValue, random: () => number): JsonValue {
  if (Array.isArray(value)) {
    return value.map((item) => thinOut(item, random));
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  const kept = Object.entries(value).filter(([name]) => REQUIRED.has(name) || random() > 0.1);
  return Object.fromEntries(kept.map(([name, child]) => [name, thinOut(child, random)]));
}

const text = (extra: JsonObject = {}): JsonObject => ({ type: "string", ...extra });
const integer = (extra: JsonObject = {}): JsonObject => ({ type: "integer", ...extra });
const struct = (properties: JsonObject, extra: JsonObject = {}): JsonObject => ({
  type: "object",
  properties,
  ...extra,
});

function makeSchema(withUnions: boolean): JsonObject {
  const unions = (members: JsonObject): JsonObject =>
    withUnions ? { "x-kubernetes-unions": [{ discriminator: "sourceType", "fields-to-discriminateBy": members }] } : {};
  const container = struct(
    {
      name: text({ pattern: "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$", maxLength: 63 }),
      image: text({ minLength: 1 }),
      pullPolicy: text({ enum: ["Always", "IfNotPresent", "Never"], default: "IfNotPresent" }),
      command: { type: "array", items: text() },
      workingDir: text(),
      env: {
        type: "array",
        items: struct({ name: text(), value: text() }, { required: ["name"] }),
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["name"],
      },
      resources: struct({ limits: intOrStringMap(), requests: intOrStringMap() }),
      ports: {
        type: "array",
        items: struct({ containerPort: integer({ minimum: 1, maximum: 65535 }), protocol: text({ default: "TCP" }) }),
      },
      sourceType: text(),
      inline: struct({ text: text() }),
      reference: struct({ name: text(), key: text() }),
    },
    { required: ["name", "image"], ...unions({ inline: "Inline", reference: "Reference" }) },
  );
  const spec = struct(
    {
      replicas: integer({ minimum: 0, default: 1 }),
      paused: { type: "boolean", default: false },
      strategy: struct({
        type: text({ enum: ["RollingUpdate", "Recreate"] }),
        maxSurge: { "x-kubernetes-int-or-string": true },
      }),
      selector: struct({ matchLabels: stringMap() }),
      template: struct({
        labels: stringMap(),
        annotations: stringMap(),
        containers: { type: "array", items: container },
      }),
      schedule: struct({
        cron: text({ pattern: "^[^ ]+( [^ ]+){4}$" }),
        timeZone: text(),
        suspended: { type: "boolean" },
      }),
      notify: { type: "array", items: struct({ channel: text(), level: text({ enum: ["info", "warn", "error"] }) }) },
      quota: struct({ cpu: text(), memory: text(), storage: text(), objects: integer() }),
      owner: struct({ team: text(), contact: text({ format: "email" }), cost: { type: "number", minimum: 0 } }),
      sourceType: text(),
      git: struct({ url: text(), branch: text({ default: "main" }), depth: integer() }),
      bucket: struct({ name: text(), region: text() }),
    },
    { required: ["selector"], ...unions({ git: "Git", bucket: "Bucket" }) },
  );
  const condition = struct({
    type: text(),
    status: text(),
    reason: text(),
    message: text(),
    observedGeneration: integer(),
  });
  const status = struct({ ready: integer(), phase: text(), conditions: { type: "array", items: condition } });
  return struct({ spec, status });
}

function stringMap(): JsonObject {
  return { type: "object", additionalProperties: text() };
}

function intOrStringMap(): JsonObject {
  return { type: "object", additionalProperties: { "x-kubernetes-int-or-string": true } };
}

/** Sets the mutability keyword on every nth leaf below the root's properties, so that it occurs everywhere. */
function markLeaves(schema: JsonObject, share: number): void {
  if (share === 0) {
    return;
  }
  let owed = 0;
  const visit = (node: JsonObject): void => {
    const properties = node.properties as JsonObject | undefined;
    if (properties !== undefined) {
      for (const child of Object.values(properties)) {
        visit(child as JsonObject);
      }
    } else if (node.type === "array") {
      visit(node.items as JsonObject);
    } else {
      owed += share;
      if (owed >= 1) {
        owed -= 1;
        node["x-kubernetes-mutability"] = "Immutable";
      }
    }
  };
  visit(schema);
}

function makeObject(): JsonObject {
  return {
    apiVersion: "bench.example.com/v1",
    kind: "App",
    metadata: {
      name: "shop-frontend",
      namespace: "shop",
      labels: { app: "shop", tier: "web" },
      annotations: {
        note: "a sample that is long enough to make the whole object about two kilobytes of JSON, as most are",
      },
    },
    spec: {
      replicas: 3,
      paused: false,
      strategy: { type: "RollingUpdate", maxSurge: "25%" },
      selector: { matchLabels: { app: "shop", tier: "web" } },
      template: {
        labels: { app: "shop", tier: "web" },
        annotations: { "example.com/scrape": "true" },
        containers: [makeContainer("web"), makeContainer("proxy")],
      },
      schedule: { cron: "*/5 * * * 1-5", timeZone: "Europe/Berlin", suspended: false },
      notify: [
        { channel: "#shop", level: "warn" },
        { channel: "pager", level: "error" },
      ],
      quota: { cpu: "2", memory: "4Gi", storage: "10Gi", objects: 50 },
      owner: { team: "storefront", contact: "storefront@example.com", cost: 12.5 },
      sourceType: "Git",
      git: { url: "https://git.example.com/shop/frontend.git", branch: "main", depth: 1 },
    },
    status: { ready: 3, phase: "Running", conditions: [makeCondition("Ready"), makeCondition("Progressing")] },
  };
}

function makeContainer(name: string): JsonValue {
  return {
    name,
    image: `registry.example.com/shop/${name}:1.42.0`,
    pullPolicy: "IfNotPresent",
    command: ["/bin/server", "--port=8080", "--log-level=info"],
    env: [
      { name: "REGION", value: "eu-central-1" },
      { name: "FEATURES", value: "cart,search,reviews" },
    ],
    resources: { limits: { cpu: 2, memory: "512Mi" }, requests: { cpu: "500m", memory: "256Mi" } },
    ports: [{ containerPort: 8080, protocol: "TCP" }],
    sourceType: "Inline",
    inline: { text: "a short note" },
  };
}

function makeCondition(type: string): JsonValue {
  return {
    type,
    status: "True",
    reason: "AllReplicasAvailable",
    message: "every replica answers its probe, and has done so for longer than the minimum that is asked for",
    observedGeneration: 4,
  };
}
