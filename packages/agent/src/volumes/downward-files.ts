import {
  asObjects,
  asText,
  asTextEntries,
  compareGoStrings,
  encodeUtf8,
  getOwn,
  type JsonObject,
  type KubeObject,
  objectAt,
  parseQuantity,
  type Quantity,
  quantityFromJson,
  quantityMilliValue,
  quantitySign,
  quantityValue,
  quoteGo,
} from "@kiln/api";
import { hasField, numberAt } from "../read-fields.ts";
import type { VolumeFile } from "./payload.ts";

export interface DownwardInputs {
  readonly pod: KubeObject;
  /** Allocatable resources of the node, the limit of containers that set none. */
  readonly allocatable: JsonObject | undefined;
  readonly defaultMode: number;
}

/** Files of the downward API. All errors are reported, not only the first. */
export function downwardFiles(
  items: readonly JsonObject[],
  { pod, allocatable, defaultMode }: DownwardInputs,
): { readonly files: ReadonlyMap<string, VolumeFile>; readonly errors: readonly string[] } {
  const files = new Map<string, VolumeFile>();
  const errors: string[] = [];
  for (const item of items) {
    const { text = "", error } = hasField(item, "fieldRef")
      ? readField(pod, asText(objectAt(item, "fieldRef").fieldPath))
      : readResource(pod, objectAt(item, "resourceFieldRef"), allocatable);
    if (error !== undefined) {
      errors.push(error);
    }
    files.set(asText(item.path), { bytes: encodeUtf8(text), mode: numberAt(item, "mode") ?? defaultMode });
  }
  return { files, errors };
}

/** Whether the allocatable resources of the node are needed. */
export function needsAllocatable(items: readonly JsonObject[]): boolean {
  return items.some((item) => asText(objectAt(item, "resourceFieldRef").resource).startsWith("limits."));
}

interface TextOrError {
  readonly text?: string;
  readonly error?: string;
}

function readField({ metadata }: KubeObject, fieldPath: string): TextOrError {
  const [, map, key = ""] = /^metadata\.(labels|annotations)\['(.*)'\]$/s.exec(fieldPath) ?? [];
  if (map !== undefined) {
    return { text: asText(getOwn(objectAt(metadata, map), key)) };
  }
  switch (fieldPath) {
    case "metadata.labels":
      return { text: printMap(metadata.labels ?? {}) };
    case "metadata.annotations":
      return { text: printMap(metadata.annotations ?? {}) };
    case "metadata.name":
    case "metadata.namespace":
    case "metadata.uid":
      return { text: asText(metadata[fieldPath.slice("metadata.".length)]) };
    default:
      return { error: `unsupported fieldPath: ${fieldPath}` };
  }
}

/** Text of labels or annotations: a line for each key, in key order, with values quoted as in Go. */
function printMap(map: JsonObject): string {
  return asTextEntries(map)
    .sort(([a], [b]) => compareGoStrings(a, b))
    .map(([key, value]) => `${key}=${quoteGo(value)}`)
    .join("\n");
}

const WITH_ALLOCATABLE: ReadonlySet<string> = new Set(["cpu", "memory", "ephemeral-storage"]);
const ONE = parseQuantity("1").value as Quantity;

function readResource(pod: KubeObject, field: JsonObject, allocatable: JsonObject | undefined): TextOrError {
  const containerName = asText(field.containerName);
  const spec = objectAt(pod, "spec");
  const container = [...asObjects(spec.containers), ...asObjects(spec.initContainers)].find(
    ({ name }) => name === containerName,
  );
  if (container === undefined) {
    return { error: `container ${containerName} not found` };
  }
  const [, list = "", resource = ""] = /^(limits|requests)\.(.+)$/.exec(asText(field.resource)) ?? [];
  if (!WITH_ALLOCATABLE.has(resource) && !resource.startsWith("hugepages-")) {
    return { error: `unsupported container resource : ${asText(field.resource)}` };
  }
  const own = quantityAt(objectAt(container, "resources", list), resource);
  const isUnset = own === undefined || quantitySign(own) === 0;
  const given = isUnset && list === "limits" && WITH_ALLOCATABLE.has(resource) ? allocatable : undefined;
  const amount = quantityAt(given ?? {}, resource) ?? own;
  const asked = quantityAt(field, "divisor");
  const divisor = asked === undefined || quantitySign(asked) === 0 ? ONE : asked;
  const measure = resource === "cpu" ? quantityMilliValue : quantityValue;
  return { text: amount === undefined ? "0" : String(divideUp(measure(amount), measure(divisor))) };
}

function quantityAt(list: JsonObject, key: string): Quantity | undefined {
  const value = getOwn(list, key);
  return value === undefined ? undefined : quantityFromJson(value).value;
}

function divideUp(amount: bigint, divisor: bigint): bigint {
  return divisor === 0n ? 0n : (amount + divisor - 1n) / divisor;
}
