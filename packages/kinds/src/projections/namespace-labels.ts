import { type JsonObject, objectAt } from "@kiln/api";
import type { Store } from "@kiln/store";
import { peekObject } from "../stored/peek-object.ts";
import { NAMESPACE_PREFIX } from "./namespace-projection.ts";

export function namespaceLabels(services: { readonly store: Store }, namespace: string): JsonObject {
  return objectAt(peekObject(services, NAMESPACE_PREFIX + namespace), "metadata", "labels");
}
