import type { JsonObject, JsonValue } from "@kiln/api";
import fc from "fast-check";

/** Draws a value of an arbitrary. */
export type Draw = <T>(arbitrary: fc.Arbitrary<T>) => T;

export interface DrawnVersion {
  readonly name: string;
  /** Of the whole object. */
  readonly schema: JsonObject;
}

export interface DrawnDefinition {
  readonly definition: JsonObject;
  readonly versions: readonly DrawnVersion[];
}

const GROUP = "marks.example.com";
const MARKS = ["Immutable", "AddOnly", "RemoveOnly"];
const text = { type: "string" };

/** Draws a CRD with two versions that have some fields in common, and marks and unions wherever they may be. */
export function drawDefinition(draw: Draw): DrawnDefinition {
  const storage = draw(fc.constantFrom("v1", "v2"));
  const versions = ["v1", "v2"].map((name) => ({ name, schema: drawRoot(draw) }));
  const scale = { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" };
  const definition = {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `things.${GROUP}` },
    spec: {
      group: GROUP,
      scope: "Cluster",
      names: { plural: "things", kind: "Thing" },
      versions: versions.map(({ name, schema }) => ({
        name,
        served: true,
        storage: name === storage,
        schema: { openAPIV3Schema: schema },
        subresources: { status: {}, scale },
      })),
    },
  };
  return { definition, versions };
}

function drawRoot(draw: Draw): JsonObject {
  const spec = drawStruct(draw, 2) as { properties: JsonObject };
  return {
    type: "object",
    properties: {
      spec: { ...spec, properties: { ...spec.properties, replicas: { type: "integer" } } },
      status: drawStruct(draw, 1),
    },
  };
}

const isRare = fc.integer({ min: 0, max: 3 }).map((n) => n === 0);

function drawMark(draw: Draw, values: readonly string[] = MARKS): JsonObject {
  return draw(isRare) ? { "x-kubernetes-mutability": draw(fc.constantFrom(...values)) } : {};
}

function drawKeyMark(draw: Draw): JsonObject {
  return draw(isRare) ? { "x-kubernetes-key-mutability": draw(fc.constantFrom(...MARKS)) } : {};
}

/** Fields have the same names and kinds in all versions, if they have them. */
function drawStruct(draw: Draw, depth: number): JsonObject {
  const properties: JsonObject = {};
  for (const [name, make] of Object.entries(depth === 0 ? LEAVES : FIELDS)) {
    if (draw(fc.integer({ min: 0, max: 9 })) < 7) {
      properties[name] = make(draw, depth - 1);
    }
  }
  return { type: "object", properties, ...drawUnions(draw, properties) };
}

type Make = (draw: Draw, depth: number) => JsonObject;

const scalar: Make = (draw) => ({ ...text, ...drawMark(draw) });

const LEAVES: Readonly<Record<string, Make>> = {
  a: scalar,
  b: scalar,
  c: scalar,
  t: (draw) => drawDiscriminator(draw),
};

const FIELDS: Readonly<Record<string, Make>> = {
  ...LEAVES,
  d: (draw) => ({ ...text, default: "given", ...drawMark(draw) }),
  struct: (draw, depth) => ({ ...drawStruct(draw, depth), ...drawMark(draw) }),
  open: (draw) => ({
    ...drawStruct(draw, 0),
    "x-kubernetes-preserve-unknown-fields": true,
    ...drawMark(draw),
  }),
  map: (draw, depth) => ({
    type: "object",
    additionalProperties: { ...drawStruct(draw, Math.min(depth, 0)), ...drawMark(draw) },
    ...drawMark(draw, ["Immutable"]),
    ...drawKeyMark(draw),
  }),
  keyed: (draw, depth) => {
    const item = drawStruct(draw, Math.min(depth, 0)) as { properties: JsonObject };
    const items = { ...item, required: ["k"], properties: { ...item.properties, k: text }, ...drawMark(draw) };
    return list({ items, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"] }, draw);
  },
  set: (draw) => list({ items: { ...text, ...drawMark(draw) }, "x-kubernetes-list-type": "set" }, draw),
  plain: (draw, depth) => list({ items: { ...drawStruct(draw, Math.min(depth, 0)), ...drawMark(draw) } }, draw),
};

function list(rest: JsonObject, draw: Draw): JsonObject {
  return { type: "array", ...rest, ...drawMark(draw, ["Immutable"]), ...drawKeyMark(draw) };
}

const VALUES = ["A", "B", "C"];

function drawDiscriminator(draw: Draw): JsonObject {
  const isClosed = draw(isRare);
  return {
    ...text,
    ...(isClosed ? { enum: [...VALUES, "None"] } : {}),
    ...(draw(isRare) ? { default: draw(fc.constantFrom(...VALUES, "None")) } : {}),
    ...drawMark(draw),
  };
}

function drawUnions(draw: Draw, properties: JsonObject): JsonObject {
  const members = ["a", "b", "c"].filter((name) => properties[name] !== undefined && !draw(isRare));
  if (members.length === 0 || draw(fc.boolean())) {
    return {};
  }
  const hasDiscriminator = properties.t !== undefined && draw(fc.boolean());
  const mapping = Object.fromEntries(members.map((name) => [name, name.toUpperCase()]));
  const union = { ...(hasDiscriminator ? { discriminator: "t" } : {}), "fields-to-discriminateBy": mapping };
  return { "x-kubernetes-unions": [union] };
}

const SCALARS = fc.constantFrom<JsonValue>("1", "2", "3");

/** Draws a value that the schema allows, or, rarely, one with something else in it. */
export function drawValue(draw: Draw, schema: JsonObject): JsonValue {
  if (draw(fc.integer({ min: 0, max: 79 })) === 0) {
    return draw(fc.constantFrom<JsonValue>(null, {}, [], 7, "x", { unknown: "field" }));
  }
  switch (schema.type) {
    case "object":
      return drawObject(draw, schema);
    case "array":
      return drawList(draw, schema);
    case "integer":
      return draw(fc.integer({ min: 0, max: 3 }));
    default:
      return draw(Array.isArray(schema.enum) ? fc.constantFrom(...(schema.enum as string[])) : SCALARS);
  }
}

function drawObject(draw: Draw, schema: JsonObject): JsonObject {
  const { properties = {}, additionalProperties, required = [] } = schema;
  const object: JsonObject = {};
  if (typeof additionalProperties === "object" && additionalProperties !== null) {
    for (const key of draw(fc.subarray(["x", "y"]))) {
      object[key] = drawValue(draw, additionalProperties as JsonObject);
    }
  }
  if (schema["x-kubernetes-preserve-unknown-fields"] === true) {
    for (const name of draw(fc.subarray(["a", "b", "c", "t", "z"], { maxLength: 2 }))) {
      object[name] = draw(SCALARS);
    }
  }
  for (const [name, property] of Object.entries(properties as JsonObject)) {
    const isUnionField = ["a", "b", "c", "t"].includes(name);
    const isThere = draw(fc.integer({ min: 0, max: 9 })) < (isUnionField ? 3 : 6);
    if (isThere || (required as string[]).includes(name)) {
      const inner = property as JsonObject;
      const named = fc.constantFrom<JsonValue>(...VALUES, "None");
      object[name] = name === "t" && inner.enum === undefined ? draw(named) : drawValue(draw, inner);
    }
  }
  return object;
}

function drawList(draw: Draw, { items, "x-kubernetes-list-type": listType }: JsonObject): JsonValue[] {
  const keys = draw(fc.shuffledSubarray(["1", "2", "3"], { maxLength: 2 }));
  return keys.map((key) => {
    const item = listType === "set" ? key : drawValue(draw, items as JsonObject);
    return listType === "map" && typeof item === "object" && item !== null ? { ...item, k: key } : item;
  });
}
