import type { JsonObject } from "@kiln/api";
import { type Entry, yieldTurn } from "@kiln/store";
import { concatBytes } from "../concat-bytes.ts";
import type { ResponseBody } from "../http/message.ts";
import { envelopeAround } from "../protobuf/envelope.ts";
import type { ObjectType } from "../protobuf/protobuf.ts";
import { readLiveObject } from "../read-object.ts";
import { apiVersionOf } from "../resources/resource.ts";
import { createChunkWriter } from "./chunk-writer.ts";
import type { ListForm } from "./list-writer.ts";

export interface GatheredList extends ListForm {
  readonly slices: AsyncIterable<readonly Entry[]> | Iterable<readonly Entry[]>;
  /** Asked for after the last slice. */
  metadata(): Promise<JsonObject>;
}

/** Longer lists are sent in the chunks in which they were written. */
const ONE_PIECE_BYTES = 64 * 1024;
const LIST_META = { apiVersion: "meta.k8s.io/v1", kind: "ListMeta" };

/**
 * A list in protobuf, which is complete before its first byte is sent, because that says how long it is. What is held
 * meanwhile is the encoded list alone, and others have their turn after every slice.
 */
export async function gatherMessage(list: GatheredList): Promise<ResponseBody> {
  const { resource, protobuf, shape } = list;
  const plain = { apiVersion: apiVersionOf(resource), kind: resource.names.listKind };
  const { apiVersion, kind } = (shape?.head as ObjectType | undefined) ?? plain;
  // Kubernetes: the beta version of this one list has its two fields the other way round.
  const [metadataField, itemField] = apiVersion === "meta.k8s.io/v1beta1" ? [2, 1] : [1, 2];
  const chunks = createChunkWriter();
  for await (const slice of list.slices) {
    for (const entry of slice) {
      const { object } = readLiveObject(resource, entry);
      chunks.write(protobuf.encodeField(itemField, shape === undefined ? object : shape.toItem(object)));
    }
    await yieldTurn();
  }
  const items = chunks.takeAll();
  const metadata = protobuf.encodeField(metadataField, await list.metadata(), LIST_META);
  const raw = metadataField < itemField ? [metadata, ...items] : [...items, metadata];
  const { start, end } = envelopeAround({ apiVersion, kind }, sizeOf(raw));
  const parts = [start, ...raw, end];
  return sizeOf(raw) < ONE_PIECE_BYTES ? concatBytes(parts) : oneByOne(parts);
}

function sizeOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((size, part) => size + part.byteLength, 0);
}

async function* oneByOne(parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* parts;
}
