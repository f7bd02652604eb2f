import {
  decodeJson,
  decodeJsonSlices,
  describeGoValue,
  type FieldError,
  fieldPath,
  invalid,
  isJsonObject,
  type JsonObject,
  JsonSyntaxError,
  type JsonValue,
  notSupported,
  once,
  quoteGo,
  statusBadRequest,
  statusInvalid,
  statusUnsupportedMediaType,
} from "@kiln/api";
import { compileNativePrune, type DeleteOptions, GO_TYPE_META, MEDIA_TYPES, NO_KIND, typeLibrary } from "@kiln/kinds";
import { CONTENT_TYPES } from "../http/media-form.ts";
import { contentTypeOf, OBJECT_MEDIA_TYPES, readBodyBytes } from "../http/read-body.ts";
import { isTrue, readInteger } from "../list/list-options.ts";
import type { Context } from "../request/context.ts";
import { isLarge, restIfLarge, runSlices } from "../request/large-requests.ts";
import { checkTypeMeta } from "../write/decode-body.ts";
import { readOrRefuse } from "../write/decode-message.ts";

/**
 * Kubernetes: delete options come from the body, or from the query if there is none; never from both
 * (handlers/delete.go DeleteResource, v1.36).
 */
export async function readDeleteOptions(context: Context): Promise<DeleteOptions> {
  const bytes = await readBodyBytes(context);
  return checkOptions(bytes.byteLength > 0 ? await decodeOptions(context, bytes) : queryOptions(context.info.query));
}

/** Options as sent, of which only the types of the values were checked. */
interface GivenOptions extends JsonObject {
  dryRun?: string[];
  preconditions?: { uid?: string; resourceVersion?: string };
  propagationPolicy?: string;
  orphanDependents?: boolean;
  gracePeriodSeconds?: number | bigint;
}

/** Decodes delete options inside another object. Throws a Status if they are invalid. */
export function toDeleteOptions(given: JsonObject): DeleteOptions {
  return checkOptions(given as GivenOptions);
}

function queryOptions(query: URLSearchParams): GivenOptions {
  const gracePeriodSeconds = readInteger(query, "gracePeriodSeconds");
  const policy = query.get("propagationPolicy");
  const orphan = query.get("orphanDependents");
  return {
    dryRun: query.getAll("dryRun"),
    ...(policy === null ? {} : { propagationPolicy: policy }),
    ...(orphan === null ? {} : { orphanDependents: isTrue(orphan) }),
    ...(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds }),
    preconditions: {
      ...(query.get("uid") ? { uid: query.get("uid") as string } : {}),
      ...(query.get("resourceVersion") ? { resourceVersion: query.get("resourceVersion") as string } : {}),
    },
  };
}

const decodeFields = once(() => compileNativePrune(typeLibrary.struct("meta/v1.DeleteOptions")));

async function decodeOptions(context: Context, bytes: Uint8Array): Promise<GivenOptions> {
  const value = await decodeValue(context, bytes);
  const rest = restIfLarge(context);
  if (rest !== undefined) {
    await rest;
  }
  const object = value ?? {};
  if (!isJsonObject(object)) {
    throw statusBadRequest(
      `${NO_KIND}json: cannot unmarshal ${describeGoValue(object)} into Go value of type ${GO_TYPE_META}`,
    );
  }
  checkType(object);
  const [mismatch] = decodeFields()(object).mismatches;
  if (mismatch !== undefined) {
    throw statusBadRequest(mismatch.detail ?? "");
  }
  return object as GivenOptions;
}

async function decodeValue(context: Context, bytes: Uint8Array): Promise<JsonValue> {
  const mediaType = contentTypeOf(context) || "application/json";
  if (mediaType === CONTENT_TYPES.protobuf) {
    const assumed = { apiVersion: "v1", kind: "DeleteOptions" };
    return readOrRefuse(() => context.services.protobuf.open(bytes, assumed).read(), statusBadRequest);
  }
  if (!OBJECT_MEDIA_TYPES.includes(mediaType)) {
    throw statusUnsupportedMediaType(MEDIA_TYPES);
  }
  return mediaType === CONTENT_TYPES.yaml ? decodeFromYaml(bytes) : decodeFromJson(bytes);
}

function decodeFromJson(bytes: Uint8Array): Promise<JsonValue> {
  return decodeOrRefuse(() => (isLarge(bytes) ? runSlices(decodeJsonSlices(bytes)) : decodeJson(bytes)));
}

/** Loads the YAML library on first use: it takes longer than the rest of the server. */
async function decodeFromYaml(bytes: Uint8Array): Promise<JsonValue> {
  const { decodeYaml, decodeYamlSlices } = await import("@kiln/api/yaml");
  return decodeOrRefuse(() => (isLarge(bytes) ? runSlices(decodeYamlSlices(bytes)) : decodeYaml(bytes)));
}

interface Decoded {
  readonly value: JsonValue;
}

async function decodeOrRefuse(decode: () => Decoded | Promise<Decoded>): Promise<JsonValue> {
  try {
    return (await decode()).value;
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) {
      throw error;
    }
    throw statusBadRequest(error.name === "YamlSyntaxError" ? error.message : NO_KIND + error.message);
  }
}

/**
 * Kubernetes: options of any group version are accepted, and options without apiVersion and kind (meta/v1/register.go
 * AddToGroupVersion, v1.36).
 */
function checkType(object: JsonObject): void {
  checkTypeMeta(object, statusBadRequest);
  const kind = object.kind || "DeleteOptions";
  if (kind !== "DeleteOptions") {
    throw statusBadRequest(
      `no kind ${quoteGo(String(kind))} is registered for version ${quoteGo(String(object.apiVersion || "v1"))} in scheme ` +
        '"k8s.io/apimachinery/pkg/apis/meta/internalversion/scheme/register.go:27"',
    );
  }
}

const PROPAGATIONS = ["Foreground", "Background", "Orphan"] as const;

function checkOptions({ dryRun = [], preconditions = {}, ...given }: GivenOptions): DeleteOptions {
  const { propagationPolicy: policy, orphanDependents } = given;
  const errors: FieldError[] = [];
  const path = fieldPath("propagationPolicy");
  if (policy !== undefined && orphanDependents !== undefined) {
    errors.push(invalid(path, policy, "orphanDependents and deletionPropagation cannot be both set"));
  }
  const propagation = PROPAGATIONS.find((known) => known === policy);
  if (policy !== undefined && propagation === undefined) {
    errors.push(notSupported(path, policy, [...PROPAGATIONS, "nil"]));
  }
  if (dryRun.some((value) => value !== "All")) {
    errors.push(notSupported(fieldPath("dryRun"), dryRun, ["All"]));
  }
  if (errors.length > 0) {
    throw statusInvalid({ group: "meta.k8s.io", kind: "DeleteOptions" }, "", errors);
  }
  return {
    isDryRun: dryRun.length > 0,
    preconditions,
    ...(propagation === undefined ? {} : { propagation }),
    ...(orphanDependents === undefined ? {} : { orphansDependents: orphanDependents }),
    ...graceOf(given.gracePeriodSeconds),
  };
}

/** Kubernetes: a negative grace period means one second (registry/rest/delete.go BeforeDelete, v1.36). */
function graceOf(seconds: number | bigint | undefined): Pick<DeleteOptions, "gracePeriodSeconds"> {
  return seconds === undefined ? {} : { gracePeriodSeconds: seconds < 0 ? 1 : Number(seconds) };
}
