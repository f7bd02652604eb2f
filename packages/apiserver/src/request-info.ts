/**
 * What a request is about, read off its method, path and query alone. Kubernetes' names: `verb` is the API verb (get,
 * list, watch, create, update, patch, delete, deletecollection) for resources and the lower-case method otherwise.
 */
export interface RequestInfo {
  readonly isResource: boolean;
  readonly verb: string;
  readonly method: string;
  /** Decoded; without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly group: string;
  readonly version: string;
  /** Empty for cluster-scoped resources and for all namespaces. */
  readonly namespace: string;
  /** The plural. */
  readonly resource: string;
  readonly subresource: string;
  /** Empty for the collection. */
  readonly name: string;
  /** What stands behind the subresource, as in `/proxy/some/path`. */
  readonly rest: readonly string[];
}

const VERBS: ReadonlyMap<string, string> = new Map([
  ["GET", "get"],
  ["HEAD", "get"],
  ["POST", "create"],
  ["PUT", "update"],
  ["PATCH", "patch"],
  ["DELETE", "delete"],
]);

/** Subresources that stand directly on a namespace rather than being a resource inside it. */
const NAMESPACE_SUBRESOURCES: ReadonlySet<string> = new Set(["status", "finalize"]);

const NO_QUERY = new URLSearchParams();

/** Undefined if the path is not decodable (`%zz`). */
export function parseRequestInfo(method: string, target: string): RequestInfo | undefined {
  const mark = target.indexOf("?");
  const rawPath = mark < 0 ? target : target.slice(0, mark);
  const path = decodePath(rawPath);
  if (path === undefined) {
    return undefined;
  }
  const query = mark < 0 ? NO_QUERY : new URLSearchParams(target.slice(mark + 1));
  const segments = splitPath(rawPath);
  if (segments === undefined || (segments[0] !== "api" && segments[0] !== "apis")) {
    return nonResource(method, path, query);
  }
  const isCore = segments[0] === "api";
  const rest = segments.slice(isCore ? 2 : 3);
  if (rest.length === 0) {
    return nonResource(method, path, query);
  }
  const group = isCore ? "" : (segments[1] as string);
  const version = (isCore ? segments[1] : segments[2]) as string;
  return resourceInfo({ method, path, query, group, version }, rest);
}

function nonResource(method: string, path: string, query: URLSearchParams): RequestInfo {
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
    rest: [],
  };
}

type Prefix = Pick<RequestInfo, "method" | "path" | "query" | "group" | "version">;

function resourceInfo(prefix: Prefix, segments: readonly string[]): RequestInfo {
  let rest = segments;
  let isWatchPath = false;
  // Kubernetes: /api/v1/watch/... is the old way to say ?watch=true and still works.
  if (rest[0] === "watch" && rest.length > 1) {
    isWatchPath = true;
    rest = rest.slice(1);
  }
  const { namespace, parts } = splitNamespace(rest);
  const [resource = "", name = "", subresource = "", ...tail] = parts;
  const verb = isWatchPath ? "watch" : apiVerb(prefix, name);
  return { ...prefix, isResource: true, verb, namespace, resource, name, subresource, rest: tail };
}

function splitNamespace(segments: readonly string[]): { namespace: string; parts: readonly string[] } {
  if (segments[0] !== "namespaces" || segments.length < 2) {
    return { namespace: "", parts: segments };
  }
  const namespace = segments[1] as string;
  const isNamespaceItself = segments.length === 2 || NAMESPACE_SUBRESOURCES.has(segments[2] as string);
  // Kubernetes: the Namespace object counts as being inside itself, which authorization depends on.
  return isNamespaceItself && !(segments.length > 3)
    ? { namespace, parts: segments }
    : { namespace, parts: segments.slice(2) };
}

function apiVerb({ method, query }: Prefix, name: string): string {
  const verb = VERBS.get(method) ?? "";
  if (verb === "get" && name === "") {
    return isWatchQuery(query) ? "watch" : "list";
  }
  if (verb === "get" && isWatchQuery(query)) {
    return "watch";
  }
  return verb === "delete" && name === "" ? "deletecollection" : verb;
}

/** Kubernetes: any value of `watch` means yes, except 0 and false. */
export function isWatchQuery(query: URLSearchParams): boolean {
  const watch = query.get("watch");
  return watch !== null && !["0", "false", "FALSE", "False", "f", "F"].includes(watch);
}

/** Undefined where an empty segment in the middle, or an encoded slash, makes the path nobody's. */
function splitPath(rawPath: string): readonly string[] | undefined {
  const trimmed = rawPath.endsWith("/") ? rawPath.slice(1, -1) : rawPath.slice(1);
  const segments = trimmed.split("/");
  if (rawPath.includes("%")) {
    const decoded = segments.map(decodeURIComponent);
    return decoded.some((segment) => segment === "" || segment.includes("/")) ? undefined : decoded;
  }
  return segments.includes("") ? undefined : segments;
}

function decodePath(rawPath: string): string | undefined {
  if (!rawPath.includes("%")) {
    return rawPath;
  }
  try {
    return decodeURIComponent(rawPath);
  } catch {
    return undefined;
  }
}
