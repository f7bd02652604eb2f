import { deepEqual, generateName, type JsonObject, printTime } from "@kiln/api";
import { metadataOf, type Step, type Write } from "./write.ts";

/** Changes the object: identity and generation, and what a kind does not let clients set. */
export const prepare: Step = (write) => {
  if (write.live === undefined) {
    prepareCreate(write);
  } else {
    prepareUpdate(write, write.live.object);
  }
  return undefined;
};

function prepareCreate({ context, resource, object }: Write): void {
  const { clock, random } = context.services;
  const metadata = metadataOf(object);
  if (isEmpty(metadata.name) && typeof metadata.generateName === "string" && metadata.generateName !== "") {
    metadata.name = generateName(metadata.generateName, random.fraction);
  }
  metadata.uid = random.uuid();
  metadata.creationTimestamp = printTime(clock.now());
  if (resource.hasStatus) {
    delete object.status;
  }
  if (resource.countsGenerations) {
    metadata.generation = 1;
  }
  resource.strategy.prepareCreate?.(object);
}

function prepareUpdate({ resource, object, subresource }: Write, old: JsonObject): void {
  if (subresource === "status") {
    keepAllButStatus(object, old);
  } else if (resource.hasStatus) {
    copyField(old, object, "status");
  }
  resource.strategy.prepareUpdate?.(object, old, subresource);
  if (resource.countsGenerations && isSpecChanged(object, old, resource.hasStatus)) {
    const metadata = metadataOf(object);
    metadata.generation = Number(metadataOf(old).generation ?? 0) + 1;
  }
}

/** Kubernetes: the status endpoint of a custom resource takes nothing but status from the request. */
function keepAllButStatus(object: JsonObject, old: JsonObject): void {
  for (const key of Object.keys(object)) {
    if (key !== "status") {
      delete object[key];
    }
  }
  for (const key of Object.keys(old)) {
    if (key !== "status") {
      copyField(old, object, key);
    }
  }
}

function isSpecChanged(object: JsonObject, old: JsonObject, hasStatus: boolean): boolean {
  const ignored = hasStatus ? ["metadata", "status"] : ["metadata"];
  const keys = new Set([...Object.keys(object), ...Object.keys(old)]);
  return [...keys].some((key) => {
    const before = old[key];
    const after = object[key];
    return !ignored.includes(key) && (before === undefined || after === undefined || !deepEqual(before, after));
  });
}

function copyField(from: JsonObject, to: JsonObject, key: string): void {
  const value = from[key];
  if (value === undefined) {
    delete to[key];
  } else {
    to[key] = value;
  }
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === "" || value === null;
}
