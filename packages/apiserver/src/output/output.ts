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

/** An object as sent to the client, with resourceVersion: its JSON, or a tree that no longer changes. */
export type Outgoing = Uint8Array | JsonObject;

/** Objects of a list in order, in slices. `metadata` is requested after the last. */
export interface OutgoingList {
  /** The same entries each time: a list may be read twice. */
  slices(): Slices;
  /** Size of entries that stay in memory until they are sent: for responses to writes, which are never refused. */
  readonly heldBytes?: number;
  /** Metadata that no slice can change; absent if it has a continue token. */
  readonly earlyMetadata?: ListMetadata;
  metadata(): ListMetadata | Promise<ListMetadata>;
}

/** The form of a client's responses. Stored bytes are sent unchanged to clients that accept plain JSON. */
export interface Output {
  respondObject(code: number, object: Outgoing): ApiResponse;
  /** A Status is never converted to another kind, only encoded as requested. */
  respondStatus(code: number, status: Status): ApiResponse;
  /** Rejects as long as nothing was sent; later failures end the body with an error. */
  respondList(list: OutgoingList): Promise<ApiResponse>;
  readonly encoding: MediaForm["encoding"];
  /** Equal for all watchers that can share an encoded event; empty for plain JSON. */
  readonly key: string;
  /** Whether the first event of a watch differs: it contains the column definitions of a Table. */
  readonly hasHeadings: boolean;
  /**
   * Object of a watch event, in JSON without line breaks. Column definitions of a Table come with a watcher's first
   * event only.
   */
  encodeEventObject(object: Outgoing, place: { readonly isFirst: boolean }): Uint8Array;
  /** Status as the object of an event: never converted to another kind. */
  encodeEventStatus(status: Status): Uint8Array;
}

export interface OutputOptions {
  readonly resource: Resource;
  readonly form: MediaForm;
  readonly protobuf: Protobuf;
  readonly key: string;
  /**
   * Made on first use. Kubernetes: errors in it show only when there is an object to transform (handlers/response.go
   * doTransformObject, v1.36).
   */
  readonly shape?: () => Shape;
  /** Accounts for the bytes that the response holds; absent: they are not counted. */
  readonly unread: UnreadShare | undefined;
  /** For a list: returns a function that lets other work run between two slices made from trees. */
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
