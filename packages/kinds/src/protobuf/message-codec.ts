import { getOwn, isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";
import type { FieldCodec, Slot } from "./field-codec.ts";
import { countMessage, DELIMITED, type Reader, readTag, skipField } from "./reader.ts";
import type { ValueCodec } from "./value-codec.ts";
import type { Writer } from "./writer.ts";

interface Fields {
  /** In the order of JSON. */
  readonly inOrder: readonly FieldCodec[];
  /** The highest number first, as writing goes from the end to the start. */
  readonly descending: readonly FieldCodec[];
  /** Places in {@link inOrder}, by number. */
  readonly places: readonly (number | undefined)[];
}

/** The fields are made when the first message is written or read: messages may hold themselves. */
export function createMessageCodec(name: string, makeFields: () => readonly FieldCodec[]): ValueCodec {
  let made: Fields | undefined;
  const fields = () => {
    made ??= arrange(makeFields());
    return made;
  };
  return {
    wireType: DELIMITED,
    write: (writer, value) => writeMessage(writer, fields(), value),
    read: (reader) => readMessage(reader, fields(), name),
    zero: () => finish(fields(), [], undefined),
    isMerged: true,
  };
}

function arrange(inOrder: readonly FieldCodec[]): Fields {
  const places: number[] = [];
  for (const [place, { number }] of inOrder.entries()) {
    places[number] = place;
  }
  return { inOrder, places, descending: [...inOrder].sort((a, b) => b.number - a.number) };
}

function writeMessage(writer: Writer, { descending }: Fields, value: JsonValue | undefined): void {
  const object = isJsonObject(value) ? value : {};
  for (const field of descending) {
    field.write(writer, field.shape === "inline" ? object : getOwn(object, field.name));
  }
}

function readMessage(reader: Reader, fields: Fields, name: string): JsonObject {
  countMessage(reader);
  const slots: Slot[] = new Array(fields.inOrder.length);
  while (reader.at < reader.end) {
    const tag = readTag(reader, name);
    const place = fields.places[tag >>> 3];
    if (place === undefined) {
      skipField(reader, tag & 7);
    } else {
      slots[place] = (fields.inOrder[place] as FieldCodec).read(reader, tag & 7, slots[place]);
    }
  }
  return finish(fields, slots, reader);
}

function finish({ inOrder }: Fields, slots: readonly Slot[], reader: Reader | undefined): JsonObject {
  const object: JsonObject = {};
  for (let place = 0; place < inOrder.length; place++) {
    const field = inOrder[place] as FieldCodec;
    const value = field.finish(slots[place], reader);
    if (field.shape === "inline") {
      Object.assign(object, value);
    } else if (value !== undefined) {
      object[field.name] = value;
    }
  }
  return object;
}
