import type { Keyword } from "../check.ts";
import { createFault, type Fault } from "../fault.ts";
import { countCharacters } from "./count-characters.ts";

export const maxLength: Keyword = {
  name: "maxLength",
  kinds: ["string"],
  compile({ maxLength: most }) {
    if (most === undefined) {
      return undefined;
    }
    return (value) => {
      const text = value as string;
      return text.length <= most || countCharacters(text) <= most ? undefined : [maxLengthFault(most)];
    };
  },
};

/** Kubernetes: counts characters, says bytes, and does not show the value. */
function maxLengthFault(most: number): Fault {
  return createFault({
    reason: "FieldValueTooLong",
    detail: most < 0 ? "value is too long" : `may not be more than ${most} ${most === 1 ? "byte" : "bytes"}`,
  });
}
