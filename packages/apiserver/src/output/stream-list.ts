import { concatBytes, type JsonObject } from "@kiln/api";
import { type ResponseBody, unpackBatches } from "@kiln/wire";
import { type ChunkWriter, createChunkWriter } from "./chunk-writer.ts";
import { EntryReader, type Slices } from "./entry-reader.ts";
import { gatherMessage } from "./gather-message.ts";
import { createListWriter, type ListForm, type ListWriter } from "./list-writer.ts";

export interface ListMetadata {
  readonly resourceVersion: string;
  readonly continue?: string;
  readonly remainingItemCount?: number;
}

export interface StreamedList extends ListForm {
  /** Slices of the list; a second call returns the same entries, because a list may be read twice. */
  slices(): Slices;
  /** Size of entries that are in memory until they are sent. Set for responses to writes, which are never refused. */
  readonly heldBytes?: number;
  /** Metadata that is known before the last slice; absent if the list has a continue token. */
  readonly earlyMetadata?: ListMetadata;
  /** Metadata of the list; called after the last slice. */
  metadata(): ListMetadata | Promise<ListMetadata>;
}

interface Progress {
  readonly list: StreamedList;
  readonly writer: ListWriter;
  readonly chunks: ChunkWriter;
  readonly reader: EntryReader;
  /** Stored bytes that were decoded and encoded again since other requests last ran. */
  sinceTurn: number;
}

/** Maximum size of a list that is sent as one chunk, with Content-Length. */
const ONE_PIECE_BYTES = 128 * 1024;
/** Stored bytes that take one or two milliseconds to parse and print; after that many, other work runs. */
const TREE_TURN_BYTES = 64 * 1024;

/**
 * Body of a list. Its first chunk is encoded before the promise resolves, so that an error can still be a Status. A
 * longer list is read as fast as the client reads: one slice and one chunk are in memory.
 */
export async function streamList(list: StreamedList): Promise<ResponseBody> {
  if (list.form.encoding === "protobuf") {
    return gatherMessage({ ...list, metadata: async () => toWire(list, await list.metadata()) });
  }
  const reader = new EntryReader(list);
  try {
    await reader.waitForRoom({ isPatient: list.heldBytes !== undefined });
    await reader.read(0);
    const chunks = createChunkWriter(reader.entries);
    const writer = createListWriter(list);
    const progress: Progress = { list, writer, chunks, reader, sinceTurn: 0 };
    const { earlyMetadata: early } = list;
    if (early !== undefined) {
      writer.open(chunks, toWire(list, early));
    }
    const written = await write(progress, "one piece");
    if (written !== "all") {
      return unpackBatches(streamRest(progress, written, early === undefined ? start(writer) : []));
    }
    const metadata = toWire(list, early ?? (await list.metadata()));
    const before = early === undefined ? start(writer, metadata) : [];
    writer.close(chunks, metadata);
    const body = concatBytes([...before, ...chunks.takeAll()]);
    reader.hold(body.byteLength);
    return body;
  } catch (error) {
    await reader.close();
    throw error;
  }
}

/** First chunks of a list. A complete list has its metadata before the items, a longer one after them. */
function start(writer: ListWriter, metadata?: JsonObject): Uint8Array[] {
  const chunks = createChunkWriter();
  writer.open(chunks, metadata);
  return chunks.takeAll();
}

/** Further chunks, in batches. */
async function* streamRest(
  progress: Progress,
  begun: Written,
  before: readonly Uint8Array[],
): AsyncGenerator<Uint8Array[]> {
  const { list, writer, chunks, reader } = progress;
  try {
    yield [...before, ...chunks.takeAll()];
    for (let written = begun; written !== "all"; written = await write(progress, "full chunk")) {
      yield written === "starved" ? chunks.takeAll() : chunks.takeFull();
      if (written === "starved") {
        await reader.waitForRoom({ isPatient: true });
      }
    }
    writer.close(chunks, toWire(list, await list.metadata()));
    yield chunks.takeAll();
  } finally {
    await reader.close();
  }
}

/** Why writing stopped: all items are written, the chunk is full, or there was no room for another slice. */
type Written = "all" | "enough" | "starved";

/** Writes items until the list or the chunk ends. Chunks returned earlier belong to the client. */
async function write(progress: Progress, until: "one piece" | "full chunk"): Promise<Written> {
  const { list, writer, chunks, reader } = progress;
  const { isMadeFromTrees } = writer;
  do {
    for (let entry = reader.next(); entry !== undefined; entry = reader.next()) {
      if (isMadeFromTrees) {
        progress.sinceTurn += entry.value.byteLength;
        if (progress.sinceTurn >= TREE_TURN_BYTES) {
          progress.sinceTurn = 0;
          await list.nextTurn();
        }
      }
      writer.item(chunks, entry);
      if (until === "one piece" ? chunks.bytes() >= ONE_PIECE_BYTES : chunks.hasFull()) {
        reader.hold(chunks.heldBytes());
        return "enough";
      }
    }
    if (!reader.makeRoom(chunks.heldBytes())) {
      reader.hold(chunks.heldBytes());
      return "starved";
    }
  } while (await reader.read(chunks.heldBytes()));
  return "all";
}

function toWire({ resource, shape }: StreamedList, metadata: ListMetadata): JsonObject {
  const { resourceVersion, continue: token = "", remainingItemCount } = metadata;
  const remaining = remainingItemCount === undefined ? {} : { remainingItemCount };
  return resource.dialect.reading.sortsListKeys && shape === undefined
    ? { continue: token, ...remaining, resourceVersion }
    : { resourceVersion, ...(token === "" ? {} : { continue: token }), ...remaining };
}
