import type { JsonObject } from "@kiln/api";
import type { Entry } from "@kiln/store";
import { concatBytes } from "../concat-bytes.ts";
import type { ResponseBody } from "../http/message.ts";
import { type ChunkWriter, createChunkWriter } from "./chunk-writer.ts";
import { gatherMessage } from "./gather-message.ts";
import { createListWriter, type ListForm, type ListWriter } from "./list-writer.ts";

export interface ListMetadata {
  readonly resourceVersion: string;
  readonly continue?: string;
  readonly remainingItemCount?: number;
}

export interface StreamedList extends ListForm {
  readonly slices: AsyncIterable<readonly Entry[]> | Iterable<readonly Entry[]>;
  /** Asked for after the last slice. */
  metadata(): ListMetadata | Promise<ListMetadata>;
}

interface Progress {
  readonly list: StreamedList;
  readonly writer: ListWriter;
  readonly chunks: ChunkWriter;
  readonly slices: AsyncIterator<readonly Entry[]> | Iterator<readonly Entry[]>;
}

/**
 * The list's body. The first slice is read before it resolves, so that what is wrong with the list is known while it can
 * still be said. A list that ends there comes in one piece; a longer one is read on as the client takes it.
 */
export async function streamList(list: StreamedList): Promise<ResponseBody> {
  if (list.form.encoding === "protobuf") {
    return gatherMessage({ ...list, metadata: async () => toWire(list, await list.metadata()) });
  }
  const iterator =
    Symbol.asyncIterator in list.slices ? list.slices[Symbol.asyncIterator]() : list.slices[Symbol.iterator]();
  const first = await iterator.next();
  const progress: Progress = {
    list,
    writer: createListWriter(list),
    chunks: createChunkWriter(first.done ? [] : first.value),
    slices: iterator,
  };
  progress.writer.open(progress.chunks);
  writeSlice(progress, first);
  // Only now: a slice may use the memory of the one before it.
  const second = await iterator.next();
  if (second.done) {
    await close(progress);
    return concatBytes(progress.chunks.takeAll());
  }
  return streamRest(progress, second);
}

async function* streamRest(progress: Progress, second: IteratorResult<readonly Entry[]>): AsyncGenerator<Uint8Array> {
  const { chunks, slices } = progress;
  try {
    yield* chunks.takeAll();
    for (let next = second; !next.done; next = await slices.next()) {
      writeSlice(progress, next);
      yield* chunks.takeFull();
    }
    await close(progress);
    yield* chunks.takeAll();
  } finally {
    await slices.return?.();
  }
}

function writeSlice({ writer, chunks }: Progress, { done, value }: IteratorResult<readonly Entry[]>): void {
  if (done) {
    return;
  }
  for (const entry of value) {
    writer.item(chunks, entry);
  }
}

async function close({ list, writer, chunks }: Progress): Promise<void> {
  writer.close(chunks, toWire(list, await list.metadata()));
}

function toWire({ resource, shape }: StreamedList, metadata: ListMetadata): JsonObject {
  const { resourceVersion, continue: token = "", remainingItemCount } = metadata;
  return {
    resourceVersion,
    // Kubernetes: lists of custom objects say that there is no more, others say nothing.
    ...(token !== "" || (resource.isCustom && shape === undefined) ? { continue: token } : {}),
    ...(remainingItemCount === undefined ? {} : { remainingItemCount }),
  };
}
