import { encodeUtf8, type JsonObject } from "@kiln/api";
import { asDefinition, createLifetime, type Resource, type Strategy } from "@kiln/kinds";
import { type CrdOptions, crdToResources } from "./crd-to-resources.ts";

/** CRD of a kind that an embedding program adds: served while the server runs, but not stored. */
export interface ServedDefinition {
  /** Complete CRD: defaulted, with the condition Established. */
  readonly definition: JsonObject;
  /** Behavior of the kind beyond its schema. */
  readonly strategy?: Strategy;
}

export function toServedResources(
  { definition, strategy = {} }: ServedDefinition,
  services: CrdOptions["services"],
): readonly Resource[] {
  const lifetime = createLifetime("served", 0);
  return crdToResources(asDefinition(definition), { services, value: bytesOf(definition), lifetime }).map((each) => ({
    ...each,
    strategy,
  }));
}

/** Encoded CRDs: every fork of a testing server serves the same. */
const encoded = new WeakMap<JsonObject, Uint8Array>();

function bytesOf(definition: JsonObject): Uint8Array {
  const bytes = encoded.get(definition) ?? encodeUtf8(JSON.stringify(definition));
  encoded.set(definition, bytes);
  return bytes;
}
