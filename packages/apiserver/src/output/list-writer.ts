import { encodeUtf8, type JsonObject, printJson, printYaml } from "@kiln/api";
import { apiVersionOf, findMetadata, type Protobuf, type Resource, readEncoded, readLiveObject } from "@kiln/kinds";
import type { Entry } from "@kiln/store";
import type { MediaForm } from "../http/media-form.ts";
import type { UnreadShare } from "../request/unread-bytes.ts";
import type { ListShape } from "../table/shape.ts";
import type { ChunkWriter } from "./chunk-writer.ts";

/** Writes a list in parts: {@link open} once, then the items, then {@link close}. */
export interface ListWriter {
  /** True if each item is parsed and printed, which takes much longer than copying stored bytes. */
  readonly isMadeFromTrees: boolean;
  /** Writes the fields before the items; metadata among them if it is known and the kind is built-in. */
  open(to: ChunkWriter, metadata?: JsonObject): void;
  item(to: ChunkWriter, entry: Entry): void;
  close(to: ChunkWriter, metadata: JsonObject): void;
}

export interface ListForm {
  readonly resource: Resource;
  readonly form: MediaForm;
  readonly protobuf: Protobuf;
  readonly shape: ListShape | undefined;
  /** Accounts for the bytes that the response holds; absent: bytes are not counted. */
  readonly unread: UnreadShare | undefined;
  /** Resolves in a later turn of the event loop: other requests run between two slices of a large list. */
  readonly nextTurn: () => Promise<void>;
}

/** Writer of a JSON or YAML list; a protobuf list begins with its length and needs another. */
export function createListWriter(list: ListForm): ListWriter {
  if (list.form.encoding === "yaml") {
    return yamlWriter(list);
  }
  return list.shape === undefined && !list.form.isPretty ? bytesWriter(list.resource) : jsonWriter(list);
}

const QUOTE = 0x22;

/** Writer that copies stored bytes and inserts the resourceVersion, without parsing. */
function bytesWriter(resource: Resource): ListWriter {
  const apiVersion = apiVersionOf(resource);
  const { kind, listKind } = resource.names;
  const { storage } = resource;
  const isStoredVersion = apiVersion === storage.apiVersion;
  // Computed on first use, so that an empty list of a new kind does not compile its schema.
  let stamp: string | undefined;
  const type = `"apiVersion":${JSON.stringify(apiVersion)},"kind":${JSON.stringify(kind)},`;
  const { itemsHaveType, sortsListKeys } = resource.dialect.reading;
  const itemStart = encodeUtf8(`{${itemsHaveType ? type : ""}"metadata":{`);
  const frame = createFrame({ kind: listKind, apiVersion }, sortsListKeys);
  let count = 0;
  return {
    isMadeFromTrees: false,
    open: (to, metadata) => to.writeText(`${printJson(frame.before(metadata)).slice(0, -1)},"items":[`),
    item(to, { value, revision, key }) {
      stamp ??= storage.stamp();
      const at = isStoredVersion ? findMetadata(value, stamp) : -1;
      const tail = at < 0 ? readTail(resource, { value, revision, key }) : value.subarray(at);
      if (count++ > 0) {
        to.writeAscii(",");
      }
      to.write(itemStart);
      to.writeAscii(`"resourceVersion":"${revision}"${tail[0] === QUOTE ? "," : ""}`);
      to.writeStored(tail);
    },
    close: (to, metadata) => to.writeText(`]${printRest(frame.after(metadata))}}\n`),
  };
}

/** Fields of a list before its items, and after them. */
interface Frame {
  before(metadata: JsonObject | undefined): JsonObject;
  after(metadata: JsonObject): JsonObject;
}

/**
 * Kubernetes: built-in lists have kind, apiVersion, metadata, items, as Go declares them; lists of custom resources have
 * their fields in the order of the alphabet (serializer/json/collections.go streamEncodeCollections, v1.36).
 */
function createFrame({ kind = "", apiVersion = "", ...more }: JsonObject, isSorted: boolean): Frame {
  if (isSorted) {
    return { before: () => ({ apiVersion }), after: (metadata) => ({ kind, metadata }) };
  }
  let isEarly = false;
  return {
    before(metadata) {
      isEarly = metadata !== undefined;
      return { kind, apiVersion, ...(metadata === undefined ? {} : { metadata }), ...more };
    },
    after: (metadata) => (isEarly ? {} : { metadata }),
  };
}

/** JSON of fields that follow others: with a leading comma, without braces. */
function printRest(fields: JsonObject): string {
  const text = printJson(fields).slice(1, -1);
  return text === "" ? "" : `,${text}`;
}

/** JSON after `"metadata":{` of an object whose stored bytes must be decoded with its schema first. */
function readTail(resource: Resource, entry: Entry): Uint8Array {
  const { body, metadataAt } = readEncoded(resource, entry);
  return body.subarray(metadataAt);
}

function jsonWriter({ resource, form, shape }: ListForm): ListWriter {
  const { isPretty: pretty } = form;
  const { head, itemsField, toItem, isEmptyNull } = shape ?? plainShape(resource);
  const frame = createFrame(head, resource.dialect.reading.sortsListKeys && shape === undefined);
  const [line, itemLine, colon] = pretty ? ["\n  ", "\n    ", ": "] : ["", "", ":"];
  let count = 0;
  return {
    isMadeFromTrees: true,
    open(to, metadata) {
      const text = printJson(frame.before(metadata), { pretty });
      to.writeText(`${text.slice(0, pretty ? -2 : -1)},${line}"${itemsField}"${colon}`);
    },
    item(to, entry) {
      const text = printJson(toItem(readLiveObject(resource, entry).object), { pretty });
      to.writeText((count++ === 0 ? "[" : ",") + itemLine + (pretty ? text.replaceAll("\n", itemLine) : text));
    },
    close(to, metadata) {
      const end = count > 0 ? `${line}]` : isEmptyNull ? "null" : "[]";
      const fields = Object.entries(frame.after(metadata)).map(([name, value]) => {
        const text = printJson(value, { pretty });
        return `,${line}"${name}"${colon}${pretty ? text.replaceAll("\n", line) : text}`;
      });
      to.writeText(end + fields.join("") + (pretty ? "\n}" : "}\n"));
    },
  };
}

function yamlWriter({ resource, shape }: ListForm): ListWriter {
  const { head, itemsField, toItem, isEmptyNull } = shape ?? plainShape(resource);
  const { kind, ...before } = head;
  let count = 0;
  return {
    isMadeFromTrees: true,
    open: (to) => to.writeText(printYaml(before)),
    item(to, entry) {
      const text = printYaml([toItem(readLiveObject(resource, entry).object)]);
      to.writeText(count++ === 0 ? `${itemsField}:\n${text}` : text);
    },
    close(to, metadata) {
      const none = isEmptyNull ? "null" : "[]";
      to.writeText((count > 0 ? "" : `${itemsField}: ${none}\n`) + printYaml({ kind: kind ?? "", metadata }));
    },
  };
}

/** Shape of a list whose objects are not converted. */
function plainShape(resource: Resource): ListShape {
  return {
    head: { kind: resource.names.listKind, apiVersion: apiVersionOf(resource) },
    itemsField: "items",
    isEmptyNull: false,
    toItem({ apiVersion, kind, ...rest }) {
      return resource.dialect.reading.itemsHaveType
        ? { apiVersion: apiVersion ?? "", kind: kind ?? "", ...rest }
        : rest;
    },
  };
}
