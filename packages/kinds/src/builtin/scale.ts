import {
  asObject,
  fromLabelSelectorObject,
  getOwn,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  printLabelSelector,
  setOwn,
  statusFromPlainError,
} from "@kiln/api";
import type { KindFields } from "@kiln/apply";
import { autoscalingV1 } from "../natives/data/autoscaling-v1.ts";
import type { ResourceFacts } from "../natives/package-text.ts";
import { allFeatures } from "../resource/feature-gates.ts";
import { accessorFault, followFieldPath } from "../resource/field-path-value.ts";
import type { Column, ColumnFacts, Resource, ScalePaths } from "../resource/resource.ts";
import { AGE } from "../table/age-column.ts";
import { nativeResources } from "./native-resources.ts";

const SCALES: ResourceFacts = { plural: "scales", singular: "scale", kind: "Scale" };

/** Scale, the kind of the scale subresource. Never stored. */
const scaleResource = nativeResources([{ ...autoscalingV1, resources: JSON.stringify([SCALES]) }], [], {
  semantics: "kep",
  features: allFeatures,
})[0] as Resource;

export const SCALE_KIND = { group: "autoscaling", version: "v1", kind: "Scale" };

/** Field ownership of Scale objects. */
export const scaleFields: KindFields = { typeOf: scaleResource.storage.typeOf };

/** Scale resource at the path of a scalable resource. */
export function scaleOf(parent: Resource): Resource {
  const scale = { ...scaleResource, isNamespaced: parent.isNamespaced };
  return parent.dialect.reading.hasOwnColumns
    ? { ...scale, table: { columns: CUSTOM_COLUMNS } }
    : { ...scale, table: { columns: [], headings: BUILT_IN_COLUMNS } };
}

/**
 * Columns of `kubectl get --subresource=scale`. Kubernetes: custom and built-in kinds have printers of their own
 * (printers/internalversion/printers.go printScale, v1.36).
 */
const CUSTOM_COLUMNS: readonly Column[] = [
  { name: "Desired", type: "integer", description: "Number of desired replicas", jsonPath: ".spec.replicas" },
  { name: "Available", type: "integer", description: "Number of actual replicas", jsonPath: ".status.replicas" },
  AGE,
];
const BUILT_IN_COLUMNS: readonly ColumnFacts[] = [
  ["Name", "string"],
  ["Desired", "integer"],
  ["Available", "integer"],
  ["Age", "string"],
];

/** Scale of an object, and whether the object sets the number of replicas. */
export interface ScaleView {
  readonly scale: JsonObject;
  readonly hasReplicas: boolean;
}

/**
 * Scale of an object. Throws Kubernetes' error for a value of the wrong type at one of the paths: a 500 without a
 * reason.
 */
export function viewScale(paths: ScalePaths, object: JsonObject): ScaleView {
  const wanted = readReplicas(object, paths.specReplicasPath);
  const replicas = readReplicas(object, paths.statusReplicasPath) ?? 0;
  const selector = paths.labelSelectorPath === undefined ? "" : readSelector(object, paths.labelSelectorPath);
  const scale: JsonObject = {
    kind: "Scale",
    apiVersion: "autoscaling/v1",
    metadata: scaleMetadata(object.metadata),
    // Replicas as Go encodes them: 0 is omitted in spec, and written in status.
    spec: wanted === undefined || wanted === 0 ? {} : { replicas: wanted },
    status: { replicas, ...(selector === "" ? {} : { selector }) },
  };
  return { scale, hasReplicas: wanted !== undefined };
}

const METADATA: readonly string[] = ["name", "namespace", "uid", "resourceVersion", "creationTimestamp"];

function scaleMetadata(metadata: JsonValue | undefined): JsonObject {
  const given = asObject(metadata);
  return Object.fromEntries(METADATA.flatMap((key) => (given[key] === undefined ? [] : [[key, given[key]]])));
}

function readReplicas(object: JsonObject, path: string): number | undefined {
  const { value, fault } = followFieldPath(object, path);
  if (fault !== undefined) {
    throw statusFromPlainError(fault);
  }
  if (value === undefined) {
    return undefined;
  }
  if (typeof value !== "bigint" && !Number.isInteger(value)) {
    throw statusFromPlainError(accessorFault(path, value, "int64"));
  }
  return Number(BigInt.asIntN(32, BigInt(value as number)));
}

/**
 * Selector of a scalable object as a string: built-in kinds have an object or a map of labels, custom resources a
 * string.
 */
function readSelector(object: JsonObject, path: string): string {
  const { value = "", fault } = followFieldPath(object, path);
  if (isJsonObject(value)) {
    const isSelector = isJsonObject(value.matchLabels) || Array.isArray(value.matchExpressions);
    const selector = fromLabelSelectorObject(isSelector ? value : { matchLabels: value });
    return printLabelSelector(selector.value ?? []);
  }
  if (fault !== undefined || typeof value !== "string") {
    throw statusFromPlainError(fault ?? accessorFault(path, value, "string"));
  }
  return value;
}

/** Sets the replicas at a path. Throws Kubernetes' error for a value of the wrong type on the path. */
export function setReplicas(object: JsonObject, path: string, replicas: number): void {
  const names = path.replace(/^\./, "").split(".");
  let holder = object;
  for (const [i, name] of names.slice(0, -1).entries()) {
    const next = getOwn(holder, name) ?? (Object.hasOwn(holder, name) ? null : {});
    if (!isJsonObject(next)) {
      const reached = names.slice(0, i + 1).join(".");
      throw statusFromPlainError(`value cannot be set because .${reached} is not a map[string]interface{}`);
    }
    setOwn(holder, name, next);
    holder = next;
  }
  setOwn(holder, names[names.length - 1] as string, replicas);
}
