import { createFault, type Fault } from "../fault.ts";
import type { Keyword } from "../keyword.ts";
import { countCharacters } from "./count-characters.ts";

export const minLength: Keyword = {
  wire: "minLength",
  name: "minLength",
  encoding: "integer",
  goField: "MinLength",
  mayBeInBranch: true,
  mayBeAtStatusRoot: true,
  settled: "scalar",
  isInShortcut: true,
  values: {
    kinds: ["string"],
    compile({ minLength: least }) {
      if (least === undefined || least <= 0) {
        return undefined;
      }
      // A character takes at most two code units.
      const surelyEnough = least * 2 - 1;
      return (value) => {
        const text = value as string;
        return text.length >= surelyEnough || countCharacters(text) >= least
          ? undefined
          : [minLengthFault(text, least)];
      };
    },
  },
};

function minLengthFault(value: string, least: number): Fault {
  return createFault({
    reason: "FieldValueInvalid",
    value,
    detail: (path) => `${path} in body should be at least ${least} chars long`,
  });
}
