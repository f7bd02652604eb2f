import type { JsonValue } from "@kiln/api";
import { DELIMITED, FIXED64, VARINT } from "@kiln/api/protobuf";
import type { FieldFacts, FieldShape, TypeName } from "./message-facts.ts";
import { type Choice, choices } from "./schema-choices.ts";
import { specialCodecs } from "./special-codecs.ts";
import type { ValueCodec } from "./value-codec.ts";

/** A message as data that one loop interprets: calls through a closure a field cost more than the bytes do. */
export interface Message {
  readonly name: string;
  /** Set for a message that JSON writes as the value of one of its fields. */
  readonly choice: Choice | undefined;
  readonly makeFields: () => readonly MessageField[];
  /** See {@link fieldsOf}. */
  fields: MessageFields | undefined;
}

export interface MessageFields {
  /** In the order of JSON. */
  readonly inOrder: readonly MessageField[];
  /** Those that are written without a value too, the highest number first: messages are written from end to start. */
  readonly always: readonly MessageField[];
  readonly byNumber: readonly (MessageField | undefined)[];
  readonly byName: ReadonlyMap<string, MessageField>;
  /** Those that JSON always has. */
  readonly shown: readonly MessageField[];
}

/** Numbers: a switch over texts compares one after the other. */
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

/** The encoding of a field without a value: nothing, a zero byte after its tag, or its empty value. */
export const NOTHING = 0;
export const ZERO_BYTE = 1;
export const EMPTY_VALUE = 2;

export interface MessageField {
  readonly name: string;
  readonly number: number;
  /** {@link SINGLE} and those that follow it. */
  readonly form: number;
  /** Of the wire: the number and the wire type. */
  readonly tag: number;
  /** The tag of the value in an entry of a map. */
  readonly valueTag: number;
  /** Its name in errors. */
  readonly goName: string;
  /** {@link STRING} and those that follow it. */
  readonly valueType: number;
  /** Of special values alone. */
  readonly codec: ValueCodec | undefined;
  /** Of messages alone. */
  readonly message: Message | undefined;
  /** JSON of a value that was never set, for all but messages. */
  readonly zero: () => JsonValue | undefined;
  /** {@link NOTHING} and those that follow it. */
  readonly absence: number;
  readonly isShown: boolean;
  /** Absent from JSON, and the same as an absent field, if it has this value. */
  readonly omitted: JsonValue | undefined;
}

export function createMessage(name: string, makeFields: () => readonly MessageField[]): Message {
  return { name, choice: choices.get(name), makeFields, fields: undefined };
}

/** The fields are made when the first message is encoded or decoded: messages may hold themselves. */
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
    // Without holes, which are slower to look up.
    byNumber: Array.from(byNumber),
    byName: new Map(inOrder.filter(({ form }) => form !== INLINE).map((field) => [field.name, field])),
    shown: inOrder.filter(({ isShown }) => isShown),
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

/** `find` finds the message of a type that is neither a scalar nor special. */
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
  };
}

/** Kubernetes: errors name an embedded struct and metadata by their types (api/core/v1/generated.pb.go Unmarshal, v1.36). */
function goNameOf({ name, shape, type }: FieldFacts): string {
  return shape === "inline" || name === "metadata" ? type.name : name.charAt(0).toUpperCase() + name.slice(1);
}
