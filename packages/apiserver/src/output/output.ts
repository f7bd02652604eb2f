import type { JsonObject, Status } from "@kiln/api";
import { concatBytes, encodeJson, encodeUtf8 } from "@kiln/api";
import { decodeStoredJson, type Protobuf, type Resource } from "@kiln/kinds";
import type { ApiResponse } from "@kiln/wire";
import { encodeMessage, encodeTree } from "../http/encode-tree.ts";
import { CONTENT_TYPES, type MediaForm } from "../http/media-form.ts";
import type { UnreadShare } from "../request/unread-bytes.ts";
import type { Shape } from "../table/shape.ts";
import type { Slices } from "./entry-reader.ts";
import { type ListMetadata, streamList } from "./stream-list.ts";

/** Object to send to a client, with its resourceVersion: JSON bytes, or a tree that does not change any more. */
export type Outgoing = Uint8Array | JsonObject;

/** A list to send: its objects in order, in slices. */
export interface OutgoingList {
  /** Slices of the list; a second call returns the same entries, because a list may be read twice. */
  slices(): Slices;
  /** Size of entries that are in memory until they are sent. Set for responses to writes, which are never refused. */
  readonly heldBytes?: number;
  /** Metadata that is known before the last slice; absent if the list has a continue token. */
  readonly earlyMetadata?: ListMetadata;
  metadata(): ListMetadata | Promise<ListMetadata>;
}

/** Form of a client's responses. Clients that accept plain JSON get stored bytes unchanged. */
export interface Output {
  respondObject(code: number, object: Outgoing): ApiResponse;
  /** Responds with a Status, which is never converted to another kind. */
  respondStatus(code: number, status: Status): ApiResponse;
  /** Responds with a list. Rejects if it fails before the first byte; a later failure ends the body with an error. */
  respondList(list: OutgoingList): Promise<ApiResponse>;
  readonly encoding: MediaForm["encoding"];
  /** Equal for all watchers that may share an encoded event; empty for plain JSON. */
  readonly key: string;
  /** True if the first event of a watch differs: in a Table it contains the column definitions. */
  readonly hasHeadings: boolean;
  /**
   * Encodes the object of a watch event, without line breaks in JSON. Only a watcher's first event has the column
   * definitions of a Table.
   */
  encodeEventObject(object: Outgoing, place: { readonly isFirst: boolean }): Uint8Array;
  /** Encodes a Status as the object of an event; it is never converted to another kind. */
  encodeEventStatus(status: Status): Uint8Array;
}

export interface OutputOptions {
  readonly resource: Resource;
  readonly form: MediaForm;
  readonly protobuf: Protobuf;
  readonly key: string;
  /**
   * Target kind, created on first use. Kubernetes: an error in its parameters is reported only if there is an object to
   * transform (handlers/response.go doTransformObject, v1.36).
   */
  readonly shape?: () => Shape;
  /** Accounts for the bytes that the response holds; absent: bytes are not counted. */
  readonly unread: UnreadShare | undefined;
  /** Returns, for one list, a function that waits between two slices encoded from trees, so that other work runs. */
  readonly openTurns: () => () => Promise<void>;
}

const LINE_FEED = encodeUtf8("\n");

export function createOutput(options: OutputOptions): Output {
  const { form, protobuf, key, shape } = options;
  const contentType = CONTENT_TYPES[form.encoding];
  const isPlain = form.encoding === "json" && !form.isPretty;
  const respond = (status: number, body: Uint8Array): ApiResponse => ({
    status,
    headers: { "content-type": contentType },
    body,
  });
  const encodeEvent = (tree: JsonObject) =>
    form.encoding === "protobuf" ? encodeMessage(tree, protobuf) : encodeJson(tree);
  return {
    respondObject(code, object) {
      if (shape === undefined && isPlain) {
        // Kubernetes: JSON in one line ends with a line feed (serializer/json/json.go doEncode, v1.36).
        return respond(code, concatBytes([toBytes(object), LINE_FEED]));
      }
      const tree = toTree(object);
      return respond(code, encodeTree(shape === undefined ? tree : shape().toAnswer(tree), form, protobuf));
    },
    respondStatus: (code, status) => respond(code, encodeTree(status, form, protobuf)),
    async respondList(list) {
      const nextTurn = options.openTurns();
      const body = await streamList({ ...options, nextTurn, shape: shape?.().list(), ...list });
      return { status: 200, headers: { "content-type": contentType }, body };
    },
    encoding: form.encoding,
    key,
    hasHeadings: form.target?.kind === "Table",
    encodeEventObject(object, place) {
      if (shape === undefined && form.encoding !== "protobuf") {
        return toBytes(object);
      }
      const tree = toTree(object);
      return encodeEvent(shape === undefined ? tree : shape().toEvent(tree, place));
    },
    encodeEventStatus: encodeEvent,
  };
}

function toBytes(object: Outgoing): Uint8Array {
  return object instanceof Uint8Array ? object : encodeJson(object);
}

function toTree(object: Outgoing): JsonObject {
  return object instanceof Uint8Array ? decodeStoredJson(object) : object;
}
