import {
  decodeJson,
  decodeUtf8,
  describeGoValue,
  isJsonObject,
  type JsonObject,
  JsonSyntaxError,
  type JsonValue,
  quoteGo,
  type StatusError,
  statusUnsupportedMediaType,
} from "@kiln/api";
import { GO_TYPE_META, NO_KIND, type ObjectType, type Resource } from "@kiln/kinds";
import { CONTENT_TYPES, MEDIA_TYPES } from "../http/media-form.ts";
import { contentTypeOf, OBJECT_MEDIA_TYPES } from "../http/read-body.ts";
import type { Context } from "../request/context.ts";
import { openMessageDecoder } from "./decode-message.ts";
import type { DecodeBody, DecodedObject } from "./decoded-object.ts";
import { refuseAs, refuseUnrecognized } from "./refuse-body.ts";
import type { Decoding } from "./write.ts";

interface Decoded extends Pick<Decoding, "duplicates" | "duplicateErrors" | "duplicatePaths" | "hasSortedKeys"> {
  readonly value: JsonValue;
}

/** Throws 415 for an unsupported media type. */
export async function openDecoder(context: Context, resource: Resource): Promise<DecodeBody> {
  const mediaType = contentTypeOf(context) || "application/json";
  if (mediaType === CONTENT_TYPES.protobuf) {
    return openMessageDecoder(context, resource);
  }
  if (!OBJECT_MEDIA_TYPES.includes(mediaType)) {
    throw statusUnsupportedMediaType(MEDIA_TYPES);
  }
  const decode = mediaType === "application/yaml" ? await openYaml() : openJson(resource);
  return (bytes) => decodeObject(bytes, decode, resource);
}

/** The YAML decoder is loaded by the first request that needs it. */
async function openYaml(): Promise<(bytes: Uint8Array) => Decoded> {
  const { decodeYaml } = await import("@kiln/api/yaml");
  return (bytes) => {
    const { value, duplicates } = decodeYaml(bytes);
    // Kubernetes: the YAML converter reports all duplicates as one error (sigs.k8s.io/yaml/yaml.go YAMLToJSONStrict,
    // v1.36).
    const duplicateErrors = duplicates.length === 0 ? [] : [`yaml: unmarshal errors:\n  ${duplicates.join("\n  ")}`];
    return { value, duplicates, duplicateErrors, hasSortedKeys: true };
  };
}

function openJson(resource: Resource): (bytes: Uint8Array) => Decoded {
  return (bytes) => {
    const { value, duplicates } = decodeJson(bytes, { mergesDuplicates: resource.dialect.decoding.mergesDuplicates });
    const named = duplicates.length === 0 ? duplicates : duplicates.map((path) => `duplicate field ${quoteGo(path)}`);
    return { value, duplicates: named, duplicateErrors: named, duplicatePaths: duplicates, hasSortedKeys: false };
  };
}

function decodeObject(bytes: Uint8Array, decode: (bytes: Uint8Array) => Decoded, resource: Resource): DecodedObject {
  const unrecognized = (why: string) => refuseUnrecognized(bytes, resource, why);
  const decoded = decodeOrRefuse(bytes, decode, { resource, unrecognized });
  const object = toTypedObject(decoded.value, unrecognized);
  const decoding: Decoding = {
    duplicates: decoded.duplicates,
    duplicateErrors: decoded.duplicateErrors,
    ...(decoded.duplicatePaths === undefined ? {} : { duplicatePaths: decoded.duplicatePaths }),
    hasSortedKeys: decoded.hasSortedKeys,
    text: () => decodeUtf8(bytes),
    refuse: (why) => ((object.kind ?? "") === "" ? unrecognized(why) : refuseAs(typeOf(object), resource, why)),
  };
  return { object, decoding };
}

/** Decoded object, if it has a kind. */
export function toTypedObject(value: JsonValue, refuse: (why: string) => StatusError): JsonObject {
  // Kubernetes: null decodes as an empty object (encoding/json/decode.go literalStore, v1.36).
  const object = isJsonObject(value) ? value : value === null ? {} : undefined;
  if (object === undefined) {
    throw refuse(`${NO_KIND}json: cannot unmarshal ${describeGoValue(value)} into Go value of type ${GO_TYPE_META}`);
  }
  checkTypeMeta(object, refuse);
  return object;
}

interface Refusal {
  readonly resource: Resource;
  readonly unrecognized: (why: string) => StatusError;
}

function decodeOrRefuse(
  bytes: Uint8Array,
  decode: (bytes: Uint8Array) => Decoded,
  { resource, unrecognized }: Refusal,
): Decoded {
  try {
    return decode(bytes);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) {
      throw error;
    }
    if (error.name === "YamlSyntaxError") {
      throw unrecognized(error.message);
    }
    // Kubernetes: decodes the kind first, where a number out of range does not matter (serializer/json/meta.go
    // SimpleMetaFactory.Interpret, v1.36).
    throw error.fault === "number" ? refuseNumber(bytes, resource, error) : unrecognized(NO_KIND + error.message);
  }
}

function refuseNumber(bytes: Uint8Array, resource: Resource, error: JsonSyntaxError): StatusError {
  const object: unknown = JSON.parse(decodeUtf8(bytes));
  const isTyped = isJsonObject(object as JsonValue) && typeof (object as JsonObject).kind === "string";
  return isTyped
    ? refuseAs(typeOf(object as JsonObject), resource, error.message)
    : refuseUnrecognized(bytes, resource, error.message);
}

/** Throws the error of `unrecognized` if apiVersion or kind is invalid. */
export function checkTypeMeta(object: JsonObject, unrecognized: (why: string) => StatusError): void {
  for (const key of ["apiVersion", "kind"]) {
    const value = object[key] ?? "";
    if (typeof value !== "string") {
      throw unrecognized(
        `${NO_KIND}json: cannot unmarshal ${describeGoValue(value)} into Go struct field .${key} of type string`,
      );
    }
  }
  const apiVersion = String(object.apiVersion ?? "");
  if (apiVersion.indexOf("/") !== apiVersion.lastIndexOf("/")) {
    throw unrecognized(`unexpected GroupVersion string: ${apiVersion}`);
  }
}

function typeOf({ apiVersion, kind }: JsonObject): ObjectType {
  return { apiVersion: String(apiVersion ?? ""), kind: String(kind) };
}
