import type { ApiRequest } from "@kiln/wire";
import { type AcceptClause, parseAccept } from "../http/parse-accept.ts";

/** Form of a page about the server: text, or an object of a version of `config.k8s.io`. */
export type PageForm =
  | { readonly encoding: "text" }
  | { readonly encoding: "json" | "yaml"; readonly version: string; readonly isPretty: boolean };

const GROUP = "config.k8s.io";
const VERSIONS: ReadonlySet<string> = new Set(["v1alpha1", "v1beta1"]);

/** Media types of pages, best first. */
export const PAGE_MEDIA_TYPES: readonly string[] = ["application/json", "application/yaml", "text/plain"];

/**
 * Form that the Accept header requests; undefined if there is none. Kubernetes: JSON and YAML need the group, version
 * and kind as parameters, and text must not have them (server/statusz/negotiate/negotiation.go AllowsMediaTypeTransform,
 * v1.36).
 */
export function negotiatePage({ headers }: Pick<ApiRequest, "headers">, kind: string): PageForm | undefined {
  const accept = (headers.accept ?? "").trim();
  if (accept === "") {
    return { encoding: "text" };
  }
  for (const clause of parseAccept(accept)) {
    for (const mediaType of PAGE_MEDIA_TYPES) {
      const form = isMatch(clause, mediaType) ? toForm(clause, mediaType, kind) : undefined;
      if (form !== undefined) {
        return form;
      }
    }
  }
  return undefined;
}

function isMatch({ type, subtype }: AcceptClause, mediaType: string): boolean {
  const [ownType, ownSubtype] = mediaType.split("/");
  return (type === ownType && (subtype === ownSubtype || subtype === "*")) || (type === "*" && subtype === "*");
}

function toForm({ params }: AcceptClause, mediaType: string, kind: string): PageForm | undefined {
  if (["stream", "sv"].some((name) => (params.get(name) ?? "") !== "")) {
    return undefined;
  }
  const hasTarget = ["as", "g", "v"].some((name) => params.has(name));
  if (mediaType === "text/plain") {
    return hasTarget ? undefined : { encoding: "text" };
  }
  const version = params.get("v") ?? "";
  const isServed = params.get("as") === kind && params.get("g") === GROUP && VERSIONS.has(version);
  const encoding = mediaType === "application/json" ? "json" : "yaml";
  return isServed ? { encoding, version, isPretty: params.get("pretty") === "1" } : undefined;
}
