import {
  appendAll,
  asObject,
  describeGoValue,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseGroupVersion,
  printGroupVersionKind,
  printJson,
  type Random,
  roomAfter,
  statusFromPlainError,
  textAt,
} from "@kiln/api";
import type { RemoteConvert } from "@kiln/kinds";
import {
  callWebhook,
  createConversionReview,
  type ReviewVersion,
  readConversionAnswer,
  WebhookCallError,
  type WebhookCaller,
  type WebhookClientConfig,
} from "@kiln/webhook";
import { restoreMetadata } from "./restore-metadata.ts";

export interface WebhookConverterOptions {
  readonly webhookCaller: WebhookCaller;
  readonly random: Random;
  readonly clientConfig: WebhookClientConfig;
  /** Versions that the webhook supports, the best first. */
  readonly reviewVersions: readonly string[];
}

/**
 * Kubernetes: timeout of conversion webhooks, which is not configurable (util/webhook/authentication.go
 * setGlobalDefaults, v1.36).
 */
const TIMEOUT_MS = 30_000;

/** Objects in one ConversionReview, and their bytes. A large list is split, so that the response is bounded. */
const MAX_OBJECTS = 500;
const MAX_BYTES = 1024 * 1024;

/** Converter that calls a conversion webhook, as few times as possible. Rejects with a 500 that names the failure. */
export function createWebhookConverter(options: WebhookConverterOptions): RemoteConvert {
  return async (objects, apiVersion) => {
    const converted: JsonObject[] = [];
    for (let at = 0; at < objects.length; ) {
      const batch = takeBatch(objects, at);
      appendAll(converted, await ask(options, batch, apiVersion));
      at += batch.length;
    }
    return converted;
  };
}

/** Objects from `at` on for one review, at least one. */
function takeBatch(objects: readonly JsonObject[], at: number): readonly JsonObject[] {
  let room = MAX_BYTES;
  let end = at;
  do {
    room = roomAfter(objects[end] as JsonObject, room);
    end++;
  } while (end < objects.length && end - at < MAX_OBJECTS && room > 0);
  return objects.slice(at, end);
}

async function ask(
  options: WebhookConverterOptions,
  objects: readonly JsonObject[],
  desiredAPIVersion: string,
): Promise<JsonObject[]> {
  const version = options.reviewVersions.find(isReviewVersion);
  if (version === undefined) {
    throw statusFromPlainError("no supported conversion review versions");
  }
  const source = `conversion webhook for ${printKind(objects[0] as JsonObject)}`;
  const uid = options.random.uuid();
  const answer = await call(options, source, createConversionReview(version, { uid, desiredAPIVersion, objects }));
  const reading = readConversionAnswer(answer, { version, uid });
  if ("fault" in reading) {
    throw statusFromPlainError(`${source} failed: ${reading.fault}`);
  }
  if (reading.objects.length === objects.length) {
    return objects.map((original, index) => take(original, reading.objects[index] as JsonValue, desiredAPIVersion));
  }
  if (objects.length === 1) {
    throw statusFromPlainError(`${source} returned ${reading.objects.length} objects, expected 1`);
  }
  return askForEach(options, objects, desiredAPIVersion);
}

/**
 * Calls the webhook once for each object, after it failed to convert the whole list. Kubernetes: stored objects are
 * converted one by one (etcd3/decoder.go DecodeListItem, v1.36), so webhooks may be untested with more.
 */
async function askForEach(
  options: WebhookConverterOptions,
  objects: readonly JsonObject[],
  desiredAPIVersion: string,
): Promise<JsonObject[]> {
  const converted: JsonObject[] = [];
  for (const object of objects) {
    appendAll(converted, await ask(options, [object], desiredAPIVersion));
  }
  return converted;
}

/**
 * Validates a converted object and restores its metadata. Error messages are those of a webhook that was called for one
 * object.
 */
function take(original: JsonObject, converted: JsonValue, desiredAPIVersion: string): JsonObject {
  const undecodable = decodingFault(converted);
  if (undecodable !== undefined) {
    // Kubernetes: the error is only that of the decoder (apiserver/conversion/webhook_converter.go
    // getConvertedObjectsFromResponse, v1.36).
    throw statusFromPlainError(undecodable);
  }
  const fault = faultOf(original, converted as JsonObject, desiredAPIVersion);
  if (fault !== undefined) {
    throw statusFromPlainError(`conversion webhook for ${printKind(original)} returned invalid ${fault}`);
  }
  return converted as JsonObject;
}

async function call(
  { webhookCaller, clientConfig }: WebhookConverterOptions,
  source: string,
  review: JsonObject,
): Promise<JsonObject> {
  try {
    return await callWebhook(webhookCaller, { clientConfig, review, timeoutMs: TIMEOUT_MS });
  } catch (error) {
    throw error instanceof WebhookCallError ? statusFromPlainError(`${source} failed: ${error.message}`) : error;
  }
}

/** Decoding error of a value that is no object of any kind. */
function decodingFault(converted: JsonValue): string | undefined {
  if (converted === null) {
    return "unexpected end of JSON input";
  }
  if (!isJsonObject(converted)) {
    return `json: cannot unmarshal ${describeGoValue(converted)} into Go value of type map[string]interface {}`;
  }
  return (converted.kind ?? "") === "" ? `Object 'Kind' is missing in '${printJson(converted)}'` : undefined;
}

/** Error message for a converted object; undefined if it is valid. Restores its metadata. */
function faultOf(original: JsonObject, converted: JsonObject, desiredAPIVersion: string): string | undefined {
  const wrongType = typeFault(original, converted, desiredAPIVersion);
  if (wrongType !== undefined) {
    return `object at index 0: ${wrongType}`;
  }
  const wrongIdentity = identityFault(original, converted);
  if (wrongIdentity !== undefined) {
    return `object: ${wrongIdentity}`;
  }
  const wrongMetadata = restoreMetadata(original, converted);
  return wrongMetadata === undefined ? undefined : `metadata: ${wrongMetadata}`;
}

function typeFault(original: JsonObject, converted: JsonObject, expected: string): string | undefined {
  const { apiVersion = "", kind = "" } = converted;
  if (apiVersion !== expected) {
    return `invalid groupVersion (expected ${expected}, received ${String(apiVersion)})`;
  }
  return kind === original.kind
    ? undefined
    : `invalid kind (expected ${String(original.kind)}, received ${String(kind)})`;
}

const IDENTITY: readonly (readonly [key: string, called: string])[] = [
  ["name", "name"],
  ["namespace", "namespace"],
  ["uid", "UID"],
];

function identityFault(original: JsonObject, converted: JsonObject): string | undefined {
  for (const [key, called] of IDENTITY) {
    const expected = textAt(asObject(original.metadata), key);
    const received = textAt(asObject(converted.metadata), key);
    if (expected !== received) {
      return `must have the same ${called}: ${expected} != ${received}`;
    }
  }
  return undefined;
}

function isReviewVersion(version: string): version is ReviewVersion {
  return version === "v1" || version === "v1beta1";
}

function printKind({ apiVersion, kind }: JsonObject): string {
  const { group = "", version = "" } = parseGroupVersion(String(apiVersion ?? "")).value ?? {};
  return printGroupVersionKind({ group, version, kind: String(kind ?? "") });
}
