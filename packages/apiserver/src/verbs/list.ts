import { encodeUtf8 } from "@kiln/api";
import { concatBytes } from "../concat-bytes.ts";
import { jsonResponse } from "../http/respond.ts";
import { readServedBytes } from "../read-object.ts";
import { apiVersionOf, type Resource } from "../resources/resource.ts";
import { withStoreErrors } from "../store-errors.ts";
import type { Verb } from "./verb.ts";

const COMMA = encodeUtf8(",");
const END = encodeUtf8("]}");

export const list: Verb = async ({ services, info }, resource) => {
  const prefix = listPrefix(resource, info.namespace);
  const range = await withStoreErrors(resource, "", () => services.store.range({ prefix }));
  const head = JSON.stringify({
    kind: resource.names.listKind,
    apiVersion: apiVersionOf(resource),
    metadata: { resourceVersion: String(range.revision) },
  });
  const parts: Uint8Array[] = [encodeUtf8(`${head.slice(0, -1)},"items":[`)];
  for await (const slice of range) {
    for (const entry of slice.entries) {
      if (parts.length > 1) {
        parts.push(COMMA);
      }
      parts.push(readServedBytes(resource, entry));
    }
  }
  parts.push(END);
  return jsonResponse(200, concatBytes(parts));
};

/** The part of the store that a list or a watch is about. */
export function listPrefix(resource: Resource, namespace: string): string {
  return resource.isNamespaced && namespace !== ""
    ? `${resource.storage.prefix}${namespace}/`
    : resource.storage.prefix;
}
