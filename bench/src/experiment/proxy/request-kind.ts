/** Verb and resource of a request. */
export interface RequestKind {
  readonly verb: string;
  readonly resource: string;
  /** Name of the object; for lists and watches the name in the field selector. Empty if there is none. */
  readonly name: string;
}

const WRITES: ReadonlyMap<string, string> = new Map([
  ["POST", "create"],
  ["PUT", "update"],
  ["PATCH", "patch"],
  ["DELETE", "delete"],
]);

const OTHER = "other";

/** Verb and resource of a request, by its request line alone. */
export function requestKind(method: string, target: string): RequestKind {
  const url = new URL(target, "http://witness");
  const { resource, name } = readPath(url.pathname);
  const write = WRITES.get(method);
  if (write !== undefined || resource === OTHER) {
    return { verb: write ?? "get", resource, name };
  }
  const isWatch = ["true", "1"].includes(url.searchParams.get("watch") ?? "");
  const selected = /(?:^|,)metadata\.name==?([^,]+)/.exec(url.searchParams.get("fieldSelector") ?? "")?.[1] ?? "";
  const reading = name === "" ? "list" : "get";
  return { verb: isWatch ? "watch" : reading, resource, name: name === "" ? selected : name };
}

function readPath(path: string): { readonly resource: string; readonly name: string } {
  const parts = path.split("/").filter((part) => part !== "");
  const afterVersion = parts[0] === "api" ? parts.slice(2) : parts[0] === "apis" ? parts.slice(3) : [];
  const isInNamespace = afterVersion[0] === "namespaces" && afterVersion.length > 2;
  const [resource = OTHER, name = ""] = isInNamespace ? afterVersion.slice(2) : afterVersion;
  return { resource, name };
}
