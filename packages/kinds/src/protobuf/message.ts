import type { JsonValue } from "@kiln/api";
import { DELIMITED, FIXED64, VARINT } from "@kiln/api/protobuf";
import type { FieldFacts, FieldShape, TypeName } from "./message-facts.ts";
import { type Choice, choices } from "./schema-choices.ts";
import { specialCodecs } from "./special-codecs.ts";
import type { ValueCodec } from "./value-codec.ts";

/** A message type as data, which one loop interprets: a closure per field would cost more than the encoding itself. */
export interface Message {
  readonly name: string;
  /** Conversion of a message that JSON encodes as the value of one of its fields. */
  readonly choice: Choice | undefined;
  readonly makeFields: () => readonly MessageField[];
  /** Fields of the message, built by {@link fieldsOf}. */
  fields: MessageFields | undefined;
}

export interface Successors {
  /** Field that followed this one, or came first, in the last encoded object: the guess for the next object. */
  successor: MessageField | undefined;
}

export interface MessageFields extends Successors {
  /** Fields in the order of JSON. */
  readonly inOrder: readonly MessageField[];
  /** Fields written even without a value, the highest number first, because messages are written backwards. */
  readonly always: readonly MessageField[];
  readonly byNumber: readonly (MessageField | undefined)[];
  readonly byName: ReadonlyMap<string, MessageField>;
  /** Fields that JSON always contains. */
  readonly shown: readonly MessageField[];
}

/** Types of values as numbers: a switch over strings would compare one after the other. */
export const STRING = 0;
export const MESSAGE = 1;
export const BOOL = 2;
export const INT32 = 3;
export const INT64 = 4;
export const DOUBLE = 5;
export const BYTES = 6;
export const SPECIAL = 7;

export const SINGLE = 0;
export const LIST = 1;
export const MAP = 2;
export const INLINE = 3;

/** Encodings of an absent field: nothing, a zero byte after its tag, or its empty value. */
export const NOTHING = 0;
export const ZERO_BYTE = 1;
export const EMPTY_VALUE = 2;

export interface MessageField extends Successors {
  readonly name: string;
  readonly number: number;
  /** Cardinality of the field: {@link SINGLE} or one of the constants after it. */
  readonly form: number;
  /** Field number and wire type. */
  readonly tag: number;
  /** Tag of the value in an entry of a map. */
  readonly valueTag: number;
  /** Go's name of the field, for errors. */
  readonly goName: string;
  /** Type of the value: {@link STRING} or one of the constants after it. */
  readonly valueType: number;
  /** Codec of a type with its own JSON form, such as Time or Quantity. */
  readonly codec: ValueCodec | undefined;
  /** Nested message type; undefined for other values. */
  readonly message: Message | undefined;
  /** JSON of a field that a message omits, such as 0 or an empty string; not called for fields of a message type. */
  readonly zero: () => JsonValue | undefined;
  /** Encoding of an absent field: {@link NOTHING} or one of the constants after it. */
  readonly absence: number;
  readonly isShown: boolean;
  /** Value that is omitted from JSON, equal to an absent field. */
  readonly omitted: JsonValue | undefined;
}

export function createMessage(name: string, makeFields: () => readonly MessageField[]): Message {
  return { name, choice: choices.get(name), makeFields, fields: undefined };
}

/** Fields of a message type, built on first use, because message types may be recursive. */
export function fieldsOf(message: Message): MessageFields {
  message.fields ??= arrange(message.makeFields());
  return message.fields;
}

function arrange(inOrder: readonly MessageField[]): MessageFields {
  const byNumber: (MessageField | undefined)[] = [];
  for (const field of inOrder) {
    byNumber[field.number] = field;
  }
  return {
    inOrder,
    always: inOrder.filter(({ absence }) => absence !== NOTHING).sort((a, b) => b.number - a.number),
    // Without holes, because arrays with holes are slower.
    byNumber: Array.from(byNumber),
    byName: new Map(inOrder.filter(({ form }) => form !== INLINE).map((field) => [field.name, field])),
    shown: inOrder.filter(({ isShown }) => isShown),
    successor: undefined,
  };
}

interface ScalarFacts {
  readonly valueType: number;
  readonly wireType: number;
  readonly zero: JsonValue;
}

const SCALARS: ReadonlyMap<string, ScalarFacts> = new Map<string, ScalarFacts>([
  ["string", { valueType: STRING, wireType: DELIMITED, zero: "" }],
  ["bool", { valueType: BOOL, wireType: VARINT, zero: false }],
  ["int32", { valueType: INT32, wireType: VARINT, zero: 0 }],
  ["int64", { valueType: INT64, wireType: VARINT, zero: 0 }],
  ["double", { valueType: DOUBLE, wireType: FIXED64, zero: 0 }],
  ["bytes", { valueType: BYTES, wireType: DELIMITED, zero: "" }],
]);

const FORMS: Readonly<Record<FieldShape, number>> = {
  one: SINGLE,
  optional: SINGLE,
  list: LIST,
  map: MAP,
  inline: INLINE,
};

/** Creates a field. `find` returns the message type of a field that is neither a scalar nor special. */
export function createField(facts: FieldFacts, find: (type: TypeName) => Message): MessageField {
  const { name, number, shape, type } = facts;
  const scalar = SCALARS.get(type.name);
  const codec = specialCodecs.get(type.name);
  const isMessage = scalar === undefined && codec === undefined;
  const isOne = shape === "one" && type.name !== "bytes" && codec?.isOptional !== true;
  const wireType = scalar?.wireType ?? DELIMITED;
  const zero = () => (scalar === undefined ? codec?.zero() : scalar.zero);
  return {
    name,
    number,
    form: FORMS[shape],
    tag: number * 8 + (shape === "map" ? DELIMITED : wireType),
    valueTag: 2 * 8 + wireType,
    goName: goNameOf(facts),
    valueType: scalar?.valueType ?? (isMessage ? MESSAGE : SPECIAL),
    codec,
    message: isMessage ? find(type) : undefined,
    zero,
    absence:
      !isOne && shape !== "inline" ? NOTHING : scalar !== undefined && wireType !== FIXED64 ? ZERO_BYTE : EMPTY_VALUE,
    isShown: shape === "inline" || (isOne && (isMessage || (facts.isShown && zero() !== undefined))),
    omitted: shape === "one" && !isMessage && !facts.isShown ? zero() : undefined,
    successor: undefined,
  };
}

/**
 * Name of a field in errors. Kubernetes: an embedded struct and metadata are named by their types
 * (api/core/v1/generated.pb.go Unmarshal, v1.36).
 */
function goNameOf({ name, shape, type }: FieldFacts): string {
  return shape === "inline" || name === "metadata" ? type.name : name.charAt(0).toUpperCase() + name.slice(1);
}
