import { isJsonObject, type JsonObject } from "@kiln/api";
import type { VectorCase } from "../vectors/vector-file.ts";

/** Command of kubectl; many requests of one kind are one command. */
export type KubectlVerb =
  | "create"
  | "create --dry-run=server"
  | "replace"
  | "replace --subresource=status"
  | "delete --wait=false";

/** Request of a case, for kubectl on a whole cluster. */
export interface KubectlQuestion {
  readonly id: string;
  readonly verb: KubectlVerb;
  /** Object to store before the rules apply, in v1beta1; undefined if there is none. */
  readonly old: JsonObject | undefined;
  /** Whether the object is terminating when the request is sent. */
  readonly isGoing: boolean;
  readonly object: JsonObject;
  /** Version of the request, which must be served. */
  readonly version: string;
}

/** Cases that no client can send, with the reason. */
export const UNASKABLE: Readonly<Record<string, string>> = {
  "vs-update-missing-old": "an API server sends the object as it was with every update",
  "vs-create-missing-object": "an API server sends the object with every create",
  "wrong-version-v1alpha1": "no phase serves v1alpha1: such a request ends before a webhook is asked",
};

/** Request for a case, with names that end with `suffix`, so that a case can be sent more than once. */
export function questionOf(vector: VectorCase, suffix: string): KubectlQuestion | undefined {
  const request = vector.get("request");
  if (Object.hasOwn(UNASKABLE, vector.id) || !isJsonObject(request)) {
    return undefined;
  }
  const name = `${vector.id}-${suffix}`;
  const { object, oldObject } = request;
  const old = isJsonObject(oldObject) ? prepare(oldObject, name) : undefined;
  const { requestResource = request.resource } = request;
  const { version } = requestResource as { version: string };
  return {
    id: vector.id,
    verb: verbOf(request),
    old: old === undefined ? undefined : inVersion(old, "v1beta1"),
    isGoing: isJsonObject(oldObject) && isGoing(oldObject),
    object: inVersion(isJsonObject(object) ? prepare(object, name) : (old ?? {}), version),
    version,
  };
}

function verbOf({ operation, subResource = "", dryRun }: JsonObject): KubectlVerb {
  if (operation === "UPDATE") {
    return subResource === "status" ? "replace --subresource=status" : "replace";
  }
  if (operation === "DELETE") {
    return "delete --wait=false";
  }
  return dryRun === true ? "create --dry-run=server" : "create";
}

function isGoing({ metadata }: JsonObject): boolean {
  return isJsonObject(metadata) && metadata.deletionTimestamp !== undefined;
}

/** Object with a name of its own, without the fields that only a server may set. */
function prepare(object: JsonObject, name: string): JsonObject {
  const { generateName, labels = {}, annotations = {}, finalizers = [] } = object.metadata as JsonObject;
  const metadata: JsonObject = {
    ...(generateName === undefined ? { name } : { generateName: `${name}-` }),
    ...(object.kind === "VolumeSnapshotContent" ? {} : { namespace: "default" }),
    labels,
    annotations,
    finalizers,
  };
  // A Pod without containers would be rejected before any webhook is called.
  const spec = object.kind === "Pod" ? { containers: [{ name: "c", image: "i" }] } : object.spec;
  return { ...object, metadata, ...(spec === undefined ? {} : { spec }) };
}

function inVersion(object: JsonObject, version: string): JsonObject {
  const group = String(object.apiVersion).split("/").at(-2);
  return { ...object, apiVersion: group === undefined ? version : `${group}/${version}` };
}
