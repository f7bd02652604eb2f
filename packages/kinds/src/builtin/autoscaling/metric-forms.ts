import { getOwn, isJsonObject, type JsonObject, type JsonValue, setOwn } from "@kiln/api";

/** Paths of the same values in autoscaling/v2 and in the annotations of v1, in the order in which v1 prints them. */
type Places = readonly (readonly [v2: string, v1: string])[];

const NAMED: Places = [["metric.name", "metricName"]];
const SELECTED: Places = [["metric.selector", "selector"]];

function utilization(field: "target" | "current"): Places {
  return [
    ["name", "name"],
    [`${field}.averageUtilization`, `${field}AverageUtilization`],
    [`${field}.averageValue`, `${field}AverageValue`],
    ["container", "container"],
  ];
}

/** Paths of a metric, by the type of its source. */
function forms(field: "target" | "current"): Readonly<Record<string, Places>> {
  return {
    object: [
      ["describedObject", "target"],
      ...NAMED,
      [`${field}.value`, `${field}Value`],
      ...SELECTED,
      [`${field}.averageValue`, "averageValue"],
    ],
    pods: [...NAMED, [`${field}.averageValue`, `${field}AverageValue`], ...SELECTED],
    resource: utilization(field),
    containerResource: utilization(field),
    external: [
      ...NAMED,
      ["metric.selector", "metricSelector"],
      [`${field}.value`, `${field}Value`],
      [`${field}.averageValue`, `${field}AverageValue`],
    ],
  };
}

const FORMS = { target: forms("target"), current: forms("current") };

/** Amounts that the annotations of v1 always contain. */
const KEPT: Readonly<Record<string, string>> = {
  "target.object": "targetValue",
  "target.pods": "targetAverageValue",
  "current.object": "currentValue",
  "current.pods": "currentAverageValue",
  "current.resource": "currentAverageValue",
  "current.containerResource": "currentAverageValue",
  "current.external": "currentValue",
};

/** Converts a metric of v2 to the form of the annotations of v1. */
export function toMetricV1(metric: JsonObject, field: "target" | "current"): JsonObject {
  return mapSources(metric, field, (source, places, name) => {
    const out: JsonObject = {};
    for (const [v2, v1] of places) {
      const value = readPath(source, v2) ?? (KEPT[`${field}.${name}`] === v1 ? "0" : undefined);
      if (value !== undefined) {
        setOwn(out, v1, value);
      }
    }
    return out;
  });
}

/** Converts a metric in the form of v1 to v2. */
export function toMetricV2(metric: JsonObject, field: "target" | "current"): JsonObject {
  return mapSources(metric, field, (source, places, name) => {
    const out: JsonObject = {};
    for (const [v2, v1] of places) {
      const value = getOwn(source, v1);
      if (value !== undefined) {
        writePath(out, v2, value);
      }
    }
    if (field === "target") {
      completeTarget(out, name);
    }
    return out;
  });
}

function mapSources(
  metric: JsonObject,
  field: "target" | "current",
  change: (source: JsonObject, places: Places, name: string) => JsonObject,
): JsonObject {
  const out: JsonObject = { type: metric.type ?? "" };
  for (const [name, places] of Object.entries(FORMS[field])) {
    const source = getOwn(metric, name);
    if (isJsonObject(source)) {
      out[name] = change(source, places, name);
    }
  }
  return out;
}

/** Sets the type of the target, which v1 leaves implicit. */
function completeTarget(source: JsonObject, name: string): void {
  const target = isJsonObject(source.target) ? source.target : {};
  if (name === "object" && target.averageValue !== undefined && target.value === "0") {
    delete target.value;
  }
  source.target = { type: targetType(target, name), ...target };
}

function targetType({ averageUtilization, averageValue, value }: JsonObject, name: string): string {
  switch (name) {
    case "object":
      return averageValue === undefined ? "Value" : "AverageValue";
    case "external":
      return value === undefined ? "AverageValue" : "Value";
    default:
      return averageUtilization === undefined ? "AverageValue" : "Utilization";
  }
}

function readPath(object: JsonObject, path: string): JsonValue | undefined {
  return path
    .split(".")
    .reduce<JsonValue | undefined>((value, key) => (isJsonObject(value) ? getOwn(value, key) : undefined), object);
}

/** Sets the value at a path, and creates the objects on the way. */
function writePath(object: JsonObject, path: string, value: JsonValue): void {
  const [first = "", second] = path.split(".");
  if (second === undefined) {
    setOwn(object, first, value);
    return;
  }
  const inner = isJsonObject(object[first]) ? (object[first] as JsonObject) : {};
  setOwn(inner, second, value);
  setOwn(object, first, inner);
}
