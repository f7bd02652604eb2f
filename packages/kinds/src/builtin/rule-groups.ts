import { forbidden, invalid, type JsonObject, required } from "@kiln/api";
import { withGoStruct } from "../go/print-go-struct.ts";
import type { Line } from "./compile-rules.ts";
import type { Frame } from "./rule-frame.ts";
import { isAbsent } from "./rule-words.ts";

interface GroupWord {
  readonly isValid: (count: number) => boolean;
  readonly refuse: typeof forbidden;
}

const WORDS: ReadonlyMap<string, GroupWord> = new Map<string, GroupWord>([
  ["atLeastOne", { isValid: (count) => count > 0, refuse: required }],
  ["atMostOne", { isValid: (count) => count <= 1, refuse: forbidden }],
  ["exactlyOne", { isValid: (count) => count === 1, refuse: required }],
]);

/** A line about fields that exclude each other: `atMostOne=TEXT;atLeastOne=TEXT`. Throws for an unknown word. */
export function compileGroup(fields: readonly string[], rule: string, around: readonly string[]): Line {
  const checks = rule.split(";").map((word) => compileGroupWord(fields, word, around));
  return (object, frame) => {
    let count = 0;
    for (const field of fields) {
      count += isAbsent(object[field]) ? 0 : 1;
    }
    for (const check of checks) {
      check(count, object, frame);
    }
  };
}

const OF_STRUCT = /^([\w/]+\.\w+): (.*)$/s;

function compileGroupWord(fields: readonly string[], text: string, around: readonly string[]) {
  const [name = ""] = text.split("=", 1);
  const word = WORDS.get(name);
  if (word === undefined) {
    throw new Error(`fields ${fields.join("|")}: "${text}" is not a word of rules about several fields`);
  }
  const detail = text.slice(name.length + 1);
  const [, struct, why = detail] = OF_STRUCT.exec(detail) ?? [];
  return (count: number, object: JsonObject, frame: Frame): void => {
    if (!word.isValid(count)) {
      const path = frame.pathTo(around);
      frame.errors.push(
        struct === undefined ? word.refuse(path, detail) : withGoStruct(invalid(path, object, why), struct),
      );
    }
  };
}
