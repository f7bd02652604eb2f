import { encodeUtf8, type JsonObject } from "@kiln/api";
import { dumpForHash } from "./dump-for-hash.ts";
import { encodeHash, fnv32, fnv32a } from "./fnv.ts";

/** Value of the label pod-template-hash for a Deployment's template. */
export function podTemplateHash(template: JsonObject, collisionCount: number | undefined): string {
  const hash = fnv32a(encodeUtf8(dumpForHash("core/v1.PodTemplateSpec", template)));
  if (collisionCount === undefined) {
    return encodeHash(hash);
  }
  const count = new DataView(new ArrayBuffer(8));
  count.setUint32(0, collisionCount, true);
  return encodeHash(fnv32a(new Uint8Array(count.buffer), hash));
}

/** Hash of a ControllerRevision: of its data as JSON with sorted keys. */
export function revisionHash(data: string, collisionCount: number | undefined): string {
  return encodeHash(fnv32(encodeUtf8(data + (collisionCount === undefined ? "" : String(collisionCount)))));
}
