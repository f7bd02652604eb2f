import {
  type DecodedJson,
  decodeJson,
  decodeJsonSlices,
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
import type { DecodedYaml } from "@kiln/api/yaml";
import { GO_TYPE_META, MEDIA_TYPES, NO_KIND, type ObjectType, type Resource } from "@kiln/kinds";
import { CONTENT_TYPES } from "../http/media-form.ts";
import { contentTypeOf, OBJECT_MEDIA_TYPES } from "../http/read-body.ts";
import type { Context } from "../request/context.ts";
import { isLarge, runSlices } from "../request/large-requests.ts";
import { openMessageDecoder } from "./decode-message.ts";
import type { DecodeBody, DecodedObject } from "./decoded-object.ts";
import { refuseAs, refuseUnrecognized } from "./refuse-body.ts";
import type { Decoding } from "./write.ts";

/** Decoder of a media type. */
interface Decoder {
  readonly decode: (bytes: Uint8Array) => Decoded;
  /** Decodes a large body in slices, between which other requests are served. */
  readonly decodeSlices: (bytes: Uint8Array) => Generator<undefined, Decoded, undefined>;
}

interface Decoded extends Pick<Decoding, "duplicates" | "duplicateErrors" | "duplicatePaths" | "hasSortedKeys"> {
  readonly value: JsonValue;
}

/** Decoder for the Content-Type of the request. Throws 415 for an unsupported media type. */
export async function openDecoder(context: Context, resource: Resource): Promise<DecodeBody> {
  const mediaType = contentTypeOf(context) || "application/json";
  if (mediaType === CONTENT_TYPES.protobuf) {
    return openMessageDecoder(context, resource);
  }
  if (!OBJECT_MEDIA_TYPES.includes(mediaType)) {
    throw statusUnsupportedMediaType(MEDIA_TYPES);
  }
  const decoder = mediaType === "application/yaml" ? await openYaml() : openJson(resource);
  return (bytes) =>
    isLarge(bytes) ? runSlices(decodeObjectSlices(bytes, decoder, resource)) : decodeObject(bytes, decoder, resource);
}

/** Loads the YAML decoder on first use. */
async function openYaml(): Promise<Decoder> {
  const { decodeYaml, decodeYamlSlices } = await import("@kiln/api/yaml");
  return {
    decode: (bytes) => asYaml(decodeYaml(bytes)),
    *decodeSlices(bytes) {
      return asYaml(yield* decodeYamlSlices(bytes));
    },
  };
}

function asYaml({ value, duplicates }: DecodedYaml): Decoded {
  // Kubernetes: the YAML converter reports all duplicates as one error (sigs.k8s.io/yaml/yaml.go YAMLToJSONStrict,
  // v1.36).
  const duplicateErrors = duplicates.length === 0 ? [] : [`yaml: unmarshal errors:\n  ${duplicates.join("\n  ")}`];
  return { value, duplicates, duplicateErrors, hasSortedKeys: true };
}

function openJson({ dialect }: Resource): Decoder {
  const options = { mergesDuplicates: dialect.decoding.mergesDuplicates };
  return {
    decode: (bytes) => asJson(decodeJson(bytes, options)),
    *decodeSlices(bytes) {
      return asJson(yield* decodeJsonSlices(bytes, options));
    },
  };
}

function asJson({ value, duplicates }: DecodedJson): Decoded {
  const named = duplicates.length === 0 ? duplicates : duplicates.map((path) => `duplicate field ${quoteGo(path)}`);
  return { value, duplicates: named, duplicateErrors: named, duplicatePaths: duplicates, hasSortedKeys: false };
}

function decodeObject(bytes: Uint8Array, { decode }: Decoder, resource: Resource): DecodedObject {
  try {
    return checkDecoded(bytes, decode(bytes), resource);
  } catch (error) {
    throw toRefusal(error, bytes, resource);
  }
}

function* decodeObjectSlices(
  bytes: Uint8Array,
  { decodeSlices }: Decoder,
  resource: Resource,
): Generator<undefined, DecodedObject, undefined> {
  try {
    return checkDecoded(bytes, yield* decodeSlices(bytes), resource);
  } catch (error) {
    throw toRefusal(error, bytes, resource);
  }
}

function checkDecoded(bytes: Uint8Array, decoded: Decoded, resource: Resource): DecodedObject {
  const unrecognized = (why: string) => refuseUnrecognized(bytes, resource, why);
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

/** Decoded object, with apiVersion and kind strings or absent. Throws the error of `refuse` for any other value. */
export function toTypedObject(value: JsonValue, refuse: (why: string) => StatusError): JsonObject {
  // Kubernetes: null decodes as an empty object (encoding/json/decode.go literalStore, v1.36).
  const object = isJsonObject(value) ? value : value === null ? {} : undefined;
  if (object === undefined) {
    throw refuse(`${NO_KIND}json: cannot unmarshal ${describeGoValue(value)} into Go value of type ${GO_TYPE_META}`);
  }
  checkTypeMeta(object, refuse);
  return object;
}

/** Status for a syntax error; any other error itself. */
function toRefusal(error: unknown, bytes: Uint8Array, resource: Resource): unknown {
  if (!(error instanceof JsonSyntaxError)) {
    return error;
  }
  if (error.name === "YamlSyntaxError") {
    return refuseUnrecognized(bytes, resource, error.message);
  }
  // Kubernetes: decodes only the kind first, where a number out of range is ignored (serializer/json/meta.go
  // SimpleMetaFactory.Interpret, v1.36).
  return error.fault === "number"
    ? refuseNumber(bytes, resource, error)
    : refuseUnrecognized(bytes, resource, NO_KIND + error.message);
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
