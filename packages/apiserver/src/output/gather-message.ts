import { concatBytes, type JsonObject } from "@kiln/api";
import { apiVersionOf, envelopeAround, type ObjectType, readLiveObject } from "@kiln/kinds";
import type { Entry } from "@kiln/store";
import { type ResponseBody, unpackBatches } from "@kiln/wire";
import { SLICE_RESERVE_BYTES } from "../request/unread-bytes.ts";
import { type ChunkWriter, createChunkWriter } from "./chunk-writer.ts";
import { EntryReader, type Slices } from "./entry-reader.ts";
import type { ListForm } from "./list-writer.ts";

export interface GatheredList extends ListForm {
  /** Entries of the list; a second call returns the same. */
  slices(): Slices;
  readonly heldBytes?: number;
  /** Metadata of the list; called after the last slice. */
  metadata(): Promise<JsonObject>;
}

/** Maximum size of a list sent as one chunk. */
const ONE_PIECE_BYTES = 64 * 1024;
/**
 * Maximum size of a list that is kept encoded until it is sent. A larger one is encoded twice: once for its size, once
 * to send it.
 */
export const MAX_GATHERED_BYTES: number = 16 * 1024 * 1024;
const TURN_BYTES = 64 * 1024;
const LIST_META = { apiVersion: "meta.k8s.io/v1", kind: "ListMeta" };

/**
 * Encodes a list in protobuf. A protobuf message begins with its length, so all items are encoded before the first byte
 * is sent.
 */
export async function gatherMessage(list: GatheredList): Promise<ResponseBody> {
  const message = describeMessage(list);
  const { size, chunks } = await measure(list, message);
  const metadata = list.protobuf.encodeField(message.metadataField, await list.metadata(), LIST_META);
  const { start, end } = envelopeAround(message.type, size + metadata.byteLength);
  const isMetadataFirst = message.metadataField < message.itemField;
  const before = isMetadataFirst ? [start, metadata] : [start];
  const after = isMetadataFirst ? [end] : [metadata, end];
  if (chunks === undefined) {
    return unpackBatches(encodeAgain(list, message, { before, after, size }));
  }
  const parts = [...before, ...chunks.takeAll(), ...after];
  list.unread?.set(size + (list.heldBytes ?? 0));
  return size < ONE_PIECE_BYTES ? concatBytes(parts) : oneByOne(parts);
}

interface Message {
  readonly type: ObjectType;
  readonly metadataField: number;
  readonly itemField: number;
  /** Encodes an entry; its bytes are valid until `use` returns. */
  encode(entry: Entry, use: (item: Uint8Array) => void): void;
}

function describeMessage({ resource, protobuf, shape }: GatheredList): Message {
  const plain = { apiVersion: apiVersionOf(resource), kind: resource.names.listKind };
  const { apiVersion, kind } = (shape?.head as ObjectType | undefined) ?? plain;
  // Kubernetes: the v1beta1 list has its two protobuf fields in the other order (meta/v1beta1/types.go
  // PartialObjectMetadataList, v1.36).
  const [metadataField, itemField] = apiVersion === "meta.k8s.io/v1beta1" ? [2, 1] : [1, 2];
  return {
    type: { apiVersion, kind },
    metadataField,
    itemField,
    encode(entry, use) {
      const { object } = readLiveObject(resource, entry);
      protobuf.useField(itemField, shape === undefined ? object : shape.toItem(object), use);
    },
  };
}

interface Measured {
  /** Size of all items. */
  readonly size: number;
  /** Encoded items, if there was room to keep them. */
  readonly chunks: ChunkWriter | undefined;
}

async function measure(list: GatheredList, message: Message): Promise<Measured> {
  const reader = new EntryReader(list);
  let chunks: ChunkWriter | undefined;
  let size = 0;
  let sinceTurn = 0;
  const count = (item: Uint8Array) => {
    size += item.byteLength;
    chunks?.write(item);
  };
  try {
    await reader.waitForRoom({ isPatient: list.heldBytes !== undefined });
    chunks = reader.makeRoom(SLICE_RESERVE_BYTES) ? createChunkWriter() : undefined;
    while (await reader.read(SLICE_RESERVE_BYTES + (chunks?.heldBytes() ?? 0))) {
      for (let entry = reader.next(); entry !== undefined; entry = reader.next()) {
        sinceTurn += entry.value.byteLength;
        if (sinceTurn >= TURN_BYTES) {
          sinceTurn = 0;
          await list.nextTurn();
        }
        message.encode(entry, count);
      }
      // Room for a slice stays reserved throughout, so that this never waits for clients.
      if (chunks !== undefined && (chunks.heldBytes() > MAX_GATHERED_BYTES || !reader.makeRoom(chunks.heldBytes()))) {
        chunks = undefined;
      }
    }
    return { size, chunks };
  } finally {
    await reader.close();
  }
}

interface Frame {
  readonly before: readonly Uint8Array[];
  readonly after: readonly Uint8Array[];
  /** Size of all items, which protobuf sends before the items themselves. */
  readonly size: number;
}

/**
 * Encodes the items again, after their size was sent: if an item has changed meanwhile, the response ends with an
 * error.
 */
async function* encodeAgain(
  list: GatheredList,
  message: Message,
  { before, after, size }: Frame,
): AsyncGenerator<Uint8Array[]> {
  const reader = new EntryReader(list);
  const chunks = createChunkWriter();
  let left = size;
  const send = (item: Uint8Array) => {
    left -= item.byteLength;
    chunks.write(item);
  };
  const encode = async (entry: Entry) => {
    await list.nextTurn();
    message.encode(entry, send);
  };
  try {
    yield [...before];
    await reader.waitForRoom({ isPatient: true });
    while (await reader.read(chunks.heldBytes())) {
      while (await encodeChunk(reader, chunks, encode)) {
        reader.hold(chunks.heldBytes());
        yield chunks.takeFull();
      }
      if (!reader.makeRoom(chunks.heldBytes())) {
        yield chunks.takeAll();
        await reader.waitForRoom({ isPatient: true });
      }
    }
    if (left !== 0) {
      throw new Error("a list in protobuf changed while it was sent");
    }
    yield [...chunks.takeAll(), ...after];
  } finally {
    await reader.close();
  }
}

/** Encodes entries until a chunk is full; returns false at the end of the slice. */
async function encodeChunk(
  reader: EntryReader,
  chunks: ChunkWriter,
  encode: (entry: Entry) => Promise<void>,
): Promise<boolean> {
  for (let entry = reader.next(); entry !== undefined; entry = reader.next()) {
    await encode(entry);
    if (chunks.hasFull()) {
      return true;
    }
  }
  return false;
}

async function* oneByOne(parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* parts;
}
