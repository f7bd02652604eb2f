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
  /** The same entries each time: a list may be read twice. */
  slices(): Slices;
  /** Size of entries that stay in memory until they are sent: for responses to writes, which are never refused. */
  readonly heldBytes?: number;
  /** Metadata that no slice can change; absent if it has a continue token. */
  readonly earlyMetadata?: ListMetadata;
  /** Called after the last slice. */
  metadata(): ListMetadata | Promise<ListMetadata>;
}

interface Progress {
  readonly list: StreamedList;
  readonly writer: ListWriter;
  readonly chunks: ChunkWriter;
  readonly reader: EntryReader;
  /** Bytes read since other work ran. */
  sinceTurn: number;
}

/** A list up to this size is sent as one chunk, with Content-Length. */
const ONE_PIECE_BYTES = 128 * 1024;
/** Parsing and printing this many stored bytes takes a millisecond or two. */
const TREE_TURN_BYTES = 64 * 1024;

/**
 * Body of the list. Its beginning is written before it resolves, so that errors still become a status. A longer list is
 * read as the client takes it: one slice and one chunk are held meanwhile.
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

/** Beginning of a page. Metadata comes first if the page is complete by then, and last if the page is longer. */
function start(writer: ListWriter, metadata?: JsonObject): Uint8Array[] {
  const chunks = createChunkWriter();
  writer.open(chunks, metadata);
  return chunks.takeAll();
}

/** Batches of chunks, from the first on. */
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

/** All items are written, enough for now, or as many as there was room for. */
type Written = "all" | "enough" | "starved";

/** Continues writing. Earlier chunks belong to the client. */
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
      if (until === "one piece" ? chunks.bytes >= ONE_PIECE_BYTES : chunks.hasFull) {
        reader.hold(chunks.heldBytes);
        return "enough";
      }
    }
    if (!reader.makeRoom(chunks.heldBytes)) {
      reader.hold(chunks.heldBytes);
      return "starved";
    }
  } while (await reader.read(chunks.heldBytes));
  return "all";
}

function toWire({ resource, shape }: StreamedList, metadata: ListMetadata): JsonObject {
  const { resourceVersion, continue: token = "", remainingItemCount } = metadata;
  const remaining = remainingItemCount === undefined ? {} : { remainingItemCount };
  return resource.dialect.reading.sortsListKeys && shape === undefined
    ? { continue: token, ...remaining, resourceVersion }
    : { resourceVersion, ...(token === "" ? {} : { continue: token }), ...remaining };
}
