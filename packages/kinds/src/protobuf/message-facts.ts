import { messageAliases } from "./message-packages.ts";

/** Cardinality of a field. */
export type FieldShape = "one" | "optional" | "list" | "map" | "inline";

export interface FieldFacts {
  /** In JSON; empty for an inline field. */
  readonly name: string;
  readonly number: number;
  readonly shape: FieldShape;
  readonly type: TypeName;
  /** JSON contains it even if it is empty. */
  readonly isShown: boolean;
}

/** A message of a group version, or a type that needs none. */
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

/** The fields of each message, as text, by the message's name. */
export function splitMessages(text: string): ReadonlyMap<string, string> {
  const lines = text.trim().split("\n");
  return new Map(
    lines.map((line) => {
      const end = line.indexOf(" ");
      return end < 0 ? [line, ""] : [line.slice(0, end), line.slice(end + 1)];
    }),
  );
}

/** `apiVersion` is that of messages named without one. */
export function parseFields(text: string, apiVersion: string): FieldFacts[] {
  return text === "" ? [] : text.split(" ").map((field) => parseField(field, apiVersion));
}

function parseField(text: string, apiVersion: string): FieldFacts {
  const [, name = "", number, mark = "", alias, type = "", shown] = FIELD.exec(text) ?? [];
  return {
    name,
    number: Number(number),
    shape: name === "" ? "inline" : (SHAPES.get(mark) ?? "one"),
    type: { apiVersion: alias === undefined ? apiVersion : (messageAliases.get(alias) ?? ""), name: type },
    isShown: shown === "!",
  };
}
