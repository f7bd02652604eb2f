import {
  asObject,
  describeGoValue,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseGroupVersion,
  printGroupVersionKind,
  printJson,
  statusFromPlainError,
  textAt,
} from "@kiln/api";
import {
  callWebhook,
  createConversionReview,
  type ReviewVersion,
  readConversionAnswer,
  WebhookCallError,
  type WebhookCaller,
  type WebhookClientConfig,
} from "@kiln/webhook";
import type { Random } from "../services.ts";
import { restoreMetadata } from "./restore-metadata.ts";

export interface WebhookConverterOptions {
  readonly webhookCaller: WebhookCaller;
  readonly random: Random;
  readonly clientConfig: WebhookClientConfig;
  /** Those that the webhook understands, the best first. */
  readonly reviewVersions: readonly string[];
}

/** Kubernetes: the only time limit there is for it. */
const TIMEOUT_MS = 30_000;

/** Objects in a question. Kubernetes: a webhook must be fast for each of them, and its answer comes in one piece. */
const MAX_OBJECTS = 500;

export type RemoteConvert = (objects: readonly JsonObject[], apiVersion: string) => Promise<readonly JsonObject[]>;

/** Asks a webhook, as few times as it can. Rejects with a Status: a 500 that says what went wrong. */
export function createWebhookConverter(options: WebhookConverterOptions): RemoteConvert {
  return async (objects, apiVersion) => {
    const converted: JsonObject[] = [];
    for (let at = 0; at < objects.length; at += MAX_OBJECTS) {
      converted.push(...(await ask(options, objects.slice(at, at + MAX_OBJECTS), apiVersion)));
    }
    return converted;
  };
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
  if (reading.objects.length !== objects.length) {
    throw statusFromPlainError(`${source} returned ${reading.objects.length} objects, expected ${objects.length}`);
  }
  const isList = objects.length > 1;
  return objects.map((original, index) => {
    const converted = reading.objects[index] as JsonValue;
    const undecodable = decodingFault(converted);
    if (undecodable !== undefined) {
      // Kubernetes: of a single object the decoder's words are all there is.
      const where = `${source} returned invalid converted object at index ${index}: `;
      throw statusFromPlainError(isList ? where + undecodable : undecodable);
    }
    const fault = faultOf(original, converted as JsonObject, { desiredAPIVersion, index, isList });
    if (fault !== undefined) {
      throw statusFromPlainError(`${source} returned ${fault}`);
    }
    return converted as JsonObject;
  });
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

interface Place {
  readonly desiredAPIVersion: string;
  readonly index: number;
  /** Kubernetes: says where in a list, and the same of a single object in other words. */
  readonly isList: boolean;
}

/** Why a value is no object of any kind, in the decoder's words. */
function decodingFault(converted: JsonValue): string | undefined {
  if (converted === null) {
    return "unexpected end of JSON input";
  }
  if (!isJsonObject(converted)) {
    return `json: cannot unmarshal ${describeGoValue(converted)} into Go value of type map[string]interface {}`;
  }
  return (converted.kind ?? "") === "" ? `Object 'Kind' is missing in '${printJson(converted)}'` : undefined;
}

/** Changes the converted object: its metadata is restored. */
function faultOf(original: JsonObject, converted: JsonObject, place: Place): string | undefined {
  const { desiredAPIVersion, index, isList } = place;
  const at = ` at index ${index}`;
  const invalid = isList ? `invalid converted object${at}` : "invalid object";
  const wrongType = typeFault(original, converted, desiredAPIVersion);
  if (wrongType !== undefined) {
    return `${isList ? invalid : invalid + at}: ${wrongType}`;
  }
  const wrongIdentity = identityFault(original, converted);
  if (wrongIdentity !== undefined) {
    return `${invalid}: ${wrongIdentity}`;
  }
  const wrongMetadata = restoreMetadata(original, converted);
  return wrongMetadata === undefined
    ? undefined
    : `invalid metadata${isList ? ` in object${at}` : ""}: ${wrongMetadata}`;
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
