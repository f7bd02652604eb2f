import { concatBytes } from "@kiln/api";
import type { Entry, EventBatch, StoreEvent } from "@kiln/store";
import type { Selection } from "../list/selection.ts";
import { addLine, type Bookmark, type EventForm, type EventPlace, encodeBookmark } from "./encode-event.ts";
import type { EncodedEvents, Piece } from "./encoded-events.ts";
import { type Change, toChange } from "./to-change.ts";

/** Size of a chunk: large enough to cost little, small enough that a slow client holds little memory. */
const PIECE_BYTES = 128 * 1024;

/** Encodes events for one watcher, on demand. A chunk is a number of whole lines. */
export interface EventView {
  /** Encodes the initial objects. */
  encodeState(entries: readonly Entry[]): Iterable<Uint8Array>;
  encodeBatch(batch: EventBatch): Iterable<Uint8Array>;
  encodeBookmark(bookmark: Bookmark): Uint8Array;
}

export interface EventViewOptions extends EventForm {
  readonly selection: Selection;
  /** Equal for all watches with equal selectors. */
  readonly selectionKey: string;
  /** Encoded events that all watches of the resource share. */
  readonly encoded: EncodedEvents;
}

/**
 * Creates the encoder of one watcher. Watchers with the same selector and form share the chunks of a batch; watchers
 * with other selectors share the lines. Only the first events of a Table watch are not shared.
 */
export function createEventView(options: EventViewOptions): EventView {
  const { selection, encoded, output } = options;
  const key = `${output.key}\n${options.selectionKey}`;
  let isFirst = output.hasHeadings;

  const takePlace = (): EventPlace => {
    const place = { isFirst };
    isFirst = false;
    return place;
  };
  const addChange = (parts: Uint8Array[], change: Change) =>
    addLine(parts, { ...change, form: options, place: takePlace() });
  const addEvent = (parts: Uint8Array[], event: StoreEvent) => {
    const change = toChange(event, options);
    if (change === undefined) {
      return;
    }
    if (isFirst || selection.isEverything) {
      addChange(parts, change);
      return;
    }
    parts.push(encoded.lineOf(event, `${change.type}\n${output.key}`, () => join((line) => addChange(line, change))));
  };

  return {
    *encodeState(entries) {
      const chosen = selection.isEverything ? entries : entries.filter((entry) => selection.matches(entry));
      const add = (parts: Uint8Array[], entry: Entry) => addChange(parts, { type: "ADDED", entry });
      for (let at = 0; at < chosen.length; ) {
        const { bytes, end } = makePiece(chosen, at, add);
        at = end;
        yield bytes;
      }
    },
    *encodeBatch(batch) {
      const pieces: Piece[] = isFirst ? [] : encoded.piecesOf(batch, key);
      for (let i = 0, at = 0; at < batch.events.length; i++) {
        const piece = pieces[i] ?? makePiece(batch.events, at, addEvent);
        pieces[i] = piece;
        at = piece.end;
        if (piece.bytes.byteLength > 0) {
          yield piece.bytes;
        }
      }
    },
    encodeBookmark: (bookmark) => encodeBookmark(options, bookmark, takePlace()),
  };
}

/** Chunk of the items from `at` on, as many as fit. */
function makePiece<T>(items: readonly T[], at: number, add: (parts: Uint8Array[], item: T) => void): Piece {
  let end = at;
  const bytes = join((parts) => {
    for (let size = 0, counted = 0; end < items.length && size < PIECE_BYTES; end++) {
      add(parts, items[end] as T);
      for (; counted < parts.length; counted++) {
        size += (parts[counted] as Uint8Array).byteLength;
      }
    }
  });
  return { bytes, end };
}

function join(fill: (parts: Uint8Array[]) => void): Uint8Array {
  const parts: Uint8Array[] = [];
  fill(parts);
  return concatBytes(parts);
}
