import { decodePath } from "./decode-path.ts";
import { parseQuery, type RequestQuery } from "./parse-query.ts";

/**
 * Verb and resource of a request, from its method, path and query alone. Kubernetes' names: `verb` is the API verb (get,
 * list, watch, create, update, patch, delete, deletecollection) for resources and the lower-case method otherwise.
 * A resource requested by a method that is no verb has the empty verb.
 */
export interface RequestInfo {
  readonly isResource: boolean;
  readonly verb: string;
  readonly method: string;
  /** Decoded path, without the query. */
  readonly path: string;
  readonly query: RequestQuery;
  readonly group: string;
  readonly version: string;
  /** Namespace; empty for cluster-scoped resources and for all namespaces. */
  readonly namespace: string;
  /** Plural of the resource. */
  readonly resource: string;
  readonly subresource: string;
  /** Name of the object; empty for the collection. */
  readonly name: string;
  /** Path segments from the resource on: resource, name, subresource and all others. */
  readonly parts: readonly string[];
  /** True if the path contains `/watch/`, the deprecated form of `?watch=true`. */
  readonly isWatchPath: boolean;
}

const VERBS: ReadonlyMap<string, string> = new Map([
  ["GET", "get"],
  ["HEAD", "get"],
  ["POST", "create"],
  ["PUT", "update"],
  ["PATCH", "patch"],
  ["DELETE", "delete"],
]);

/** Path segments before the resource that replace the verb. */
const PATH_VERBS: ReadonlySet<string> = new Set(["proxy", "watch"]);

export function isPathVerb(word: string): boolean {
  return PATH_VERBS.has(word);
}

/** Subresources of a Namespace; other segments after its name are resources in the namespace. */
const NAMESPACE_SUBRESOURCES: ReadonlySet<string> = new Set(["status", "finalize"]);

/** Parses method and target; undefined if the path cannot be decoded (`%zz`), or is no path. */
export function parseRequestInfo(method: string, target: string): RequestInfo | undefined {
  const mark = target.indexOf("?");
  const path = decodePath(mark < 0 ? target : target.slice(0, mark));
  if (path === undefined) {
    return undefined;
  }
  const query = parseQuery(mark < 0 ? "" : target.slice(mark + 1));
  const segments = splitPath(path);
  const [root, second = "", third = ""] = segments;
  if (root === "api" && segments.length > 2) {
    return resourceInfo({ method, path, query, group: "", version: second }, segments.slice(2));
  }
  if (root === "apis" && segments.length > 3) {
    return resourceInfo({ method, path, query, group: second, version: third }, segments.slice(3));
  }
  return nonResource(method, path, query);
}

/** Maximum number of segments: no served path has as many, and a path of 1 MB has half a million. */
const MAX_SEGMENTS = 1000;

/**
 * Splits a path. Kubernetes: any number of slashes at both ends is ignored; empty segments in the middle are kept
 * (endpoints/request/requestinfo.go splitPath, v1.36).
 */
export function splitPath(path: string): readonly string[] {
  let start = 0;
  let end = path.length;
  while (start < end && path[start] === "/") {
    start++;
  }
  while (end > start && path[end - 1] === "/") {
    end--;
  }
  return start === end ? [] : path.slice(start, end).split("/", MAX_SEGMENTS);
}

function nonResource(method: string, path: string, query: RequestQuery): RequestInfo {
  return {
    isResource: false,
    verb: method.toLowerCase(),
    method,
    path,
    query,
    group: "",
    version: "",
    namespace: "",
    resource: "",
    subresource: "",
    name: "",
    parts: [],
    isWatchPath: false,
  };
}

type Prefix = Pick<RequestInfo, "method" | "path" | "query" | "group" | "version">;

function resourceInfo(prefix: Prefix, segments: readonly string[]): RequestInfo {
  const hasPathVerb = PATH_VERBS.has(segments[0] as string) && segments.length > 1;
  const rest = hasPathVerb ? segments.slice(1) : segments;
  const isNamespaced = rest[0] === "namespaces" && rest.length > 1;
  const parts =
    isNamespaced && rest.length > 2 && !NAMESPACE_SUBRESOURCES.has(rest[2] as string) ? rest.slice(2) : rest;
  const name = parts[1] ?? "";
  return {
    isResource: true,
    verb: hasPathVerb ? (segments[0] as string) : apiVerb(prefix.method, name, prefix.query),
    method: prefix.method,
    path: prefix.path,
    query: prefix.query,
    group: prefix.group,
    version: prefix.version,
    // Kubernetes: a Namespace object counts as being in its own namespace, which authorization depends on
    // (endpoints/request/requestinfo.go NewRequestInfo, v1.36).
    namespace: isNamespaced ? (rest[1] as string) : "",
    resource: parts[0] as string,
    subresource: parts[2] ?? "",
    name,
    parts,
    isWatchPath: hasPathVerb && segments[0] === "watch",
  };
}

function apiVerb(method: string, name: string, query: URLSearchParams): string {
  const verb = VERBS.get(method) ?? "";
  if (name !== "") {
    return verb;
  }
  if (verb === "get") {
    return isWatchQuery(query) ? "watch" : "list";
  }
  return verb === "delete" ? "deletecollection" : verb;
}

/**
 * Kubernetes: any value of `watch` except 0 and false is true, also the empty one
 * (apimachinery/pkg/runtime/conversion.go Convert_Slice_string_To_bool, v1.36).
 */
export function isWatchQuery(query: URLSearchParams): boolean {
  const watch = query.get("watch");
  return watch !== null && watch !== "0" && watch.toLowerCase() !== "false";
}
