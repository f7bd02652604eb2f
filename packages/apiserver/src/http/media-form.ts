import type { RequestHeaders } from "@kiln/wire";
import { type AcceptClause, parseAccept } from "./parse-accept.ts";

/** Encoding and kind of a response, from the Accept header. */
export interface MediaForm {
  readonly encoding: "json" | "yaml" | "protobuf";
  readonly isPretty: boolean;
  /** Kind that objects are converted to, such as Table. */
  readonly target?: Target;
}

export interface Target {
  readonly kind: "Table" | "PartialObjectMetadata" | "PartialObjectMetadataList";
  /** API version of the kind: `meta.k8s.io/v1` or `meta.k8s.io/v1beta1`. */
  readonly apiVersion: string;
}

export const CONTENT_TYPES = {
  json: "application/json",
  yaml: "application/yaml",
  protobuf: "application/vnd.kubernetes.protobuf",
} as const;

/**
 * Content type of a stream of events. Kubernetes: only JSON keeps its plain name (handlers/watch.go serveWatchHandler,
 * v1.36).
 */
export const STREAM_CONTENT_TYPES = {
  json: "application/json",
  protobuf: "application/vnd.kubernetes.protobuf;stream=watch",
} as const;

/** Supported encodings, best first: the choice for `*` in an Accept header. */
const ENCODINGS = ["json", "yaml", "protobuf"] as const;
const SUBTYPES = { json: "json", yaml: "yaml", protobuf: "vnd.kubernetes.protobuf" } as const;
const TARGET_KINDS = ["Table", "PartialObjectMetadata", "PartialObjectMetadataList"] as const;
const TARGET_VERSIONS: ReadonlySet<string> = new Set(["v1", "v1beta1"]);

interface Asked {
  readonly headers: RequestHeaders;
  readonly query: URLSearchParams;
  /** Whether the response may be converted to another kind: errors never are. */
  readonly allowsTargets: boolean;
  /** False for responses that cannot be printed as a Table. */
  readonly hasTable?: boolean;
  /** Whether the response has a protobuf message. Called only for clients that accept protobuf. */
  readonly hasMessage: () => boolean;
}

/** Form of the response; undefined if the Accept header names no supported one. */
export function chooseMediaForm(asked: Asked): MediaForm | undefined {
  const { headers, query } = asked;
  const accept = headers.accept ?? "";
  const isPretty = isPrettyAsked(headers, query);
  if (accept === "" || accept === "application/json") {
    return { encoding: "json", isPretty };
  }
  for (const clause of parseAccept(accept)) {
    for (const encoding of ENCODINGS) {
      const form = matchClause(clause, encoding, asked);
      if (form !== undefined) {
        return isPretty && encoding === "json" ? { ...form, isPretty } : form;
      }
    }
  }
  return undefined;
}

function matchClause(clause: AcceptClause, encoding: MediaForm["encoding"], asked: Asked): MediaForm | undefined {
  const { type, subtype, params } = clause;
  const { allowsTargets, hasMessage } = asked;
  const isMatch =
    type === "application" ? subtype === SUBTYPES[encoding] || subtype === "*" : type === "*" && subtype === "*";
  if (!isMatch || !isStreamAllowed(params.get("stream"), encoding) || !isVersionAllowed(params, allowsTargets)) {
    return undefined;
  }
  const isPretty = encoding === "json" && params.get("pretty") === "1";
  if (!params.has("as") && !params.has("g") && !params.has("v")) {
    return encoding !== "protobuf" || hasMessage() ? { encoding, isPretty } : undefined;
  }
  const target = allowsTargets ? toTarget(params) : undefined;
  // Kubernetes: a Table has no protobuf encoding (handlers/response.go doTransformObject, v1.36).
  return target === undefined || (target.kind === "Table" && (encoding === "protobuf" || asked.hasTable === false))
    ? undefined
    : { encoding, isPretty, target };
}

function toTarget(params: ReadonlyMap<string, string>): Target | undefined {
  const kind = TARGET_KINDS.find((known) => known === params.get("as"));
  const version = params.get("v") ?? "";
  return kind !== undefined && params.get("g") === "meta.k8s.io" && TARGET_VERSIONS.has(version)
    ? { kind, apiVersion: `meta.k8s.io/${version}` }
    : undefined;
}

function isStreamAllowed(stream: string | undefined, encoding: MediaForm["encoding"]): boolean {
  return stream === undefined || (stream === "watch" && encoding !== "yaml");
}

/** Whether the Accept parameter `sv`, the version of Status and other meta kinds, is v1 or absent. */
function isVersionAllowed(params: ReadonlyMap<string, string>, allowsTargets: boolean): boolean {
  const version = params.get("sv");
  return version === undefined || (allowsTargets && version === "v1");
}

const TRUE: ReadonlySet<string> = new Set(["1", "t", "T", "TRUE", "true", "True"]);

/**
 * Kubernetes: curl, Wget and browsers get indented JSON by default (handlers/negotiation/negotiate.go isPrettyPrint,
 * v1.36).
 */
export function isPrettyAsked(headers: RequestHeaders, query: URLSearchParams): boolean {
  const asked = query.get("pretty");
  if (asked) {
    return TRUE.has(asked);
  }
  return /^(?:curl|Wget|Mozilla\/5\.0)/.test(headers["user-agent"] ?? "");
}
