import { messageAliases } from "./message-packages.ts";

/** Cardinality of a field. */
export type FieldShape = "one" | "optional" | "list" | "map" | "inline";

export interface FieldFacts {
  /** JSON name of the field; empty for an inline field. */
  readonly name: string;
  readonly number: number;
  readonly shape: FieldShape;
  readonly type: TypeName;
  /** True if JSON contains the field even when it is empty. */
  readonly isShown: boolean;
}

/** Name of a message in a group version, or of a type without a message. */
export interface TypeName {
  readonly apiVersion: string;
  readonly name: string;
}

const FIELD = /^([^=]*)=(\d+):(\*|\[\]|\{\})?(?:([a-z]+)\.)?(\w+)(!?)$/;
const SHAPES: ReadonlyMap<string, FieldShape> = new Map([
  ["*", "optional"],
  ["[]", "list"],
  ["{}", "map"],
]);

/** Splits the text of a group version into fields of each message, by the message's name. */
export function splitMessages(text: string): ReadonlyMap<string, string> {
  const lines = text.trim().split("\n");
  return new Map(
    lines.map((line) => {
      const end = line.indexOf(" ");
      return end < 0 ? [line, ""] : [line.slice(0, end), line.slice(end + 1)];
    }),
  );
}

/** Parses the fields of a message. `apiVersion` applies to types named without one. */
export function parseFields(text: string, apiVersion: string): FieldFacts[] {
  return text === "" ? [] : text.split(" ").map((field) => parseField(field, apiVersion));
}

/** The engine's own copy of a property name: equal to a key of an object by address, without comparing characters. */
function internName(name: string): string {
  const [key] = Object.keys({ [name]: undefined });
  return key as string;
}

function parseField(text: string, apiVersion: string): FieldFacts {
  const [, matched = "", number, mark = "", alias, type = "", shown] = FIELD.exec(text) ?? [];
  const name = internName(matched);
  return {
    name,
    number: Number(number),
    shape: name === "" ? "inline" : (SHAPES.get(mark) ?? "one"),
    type: { apiVersion: alias === undefined ? apiVersion : (messageAliases.get(alias) ?? ""), name: type },
    isShown: shown === "!",
  };
}
