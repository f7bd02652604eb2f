import { createFault, type Fault } from "../fault.ts";
import type { Keyword } from "../keyword.ts";
import { countCharacters } from "./count-characters.ts";

export const maxLength: Keyword = {
  wire: "maxLength",
  name: "maxLength",
  encoding: "integer",
  goField: "MaxLength",
  mayBeInBranch: true,
  mayBeAtStatusRoot: true,
  settled: "scalar",
  isInShortcut: true,
  values: {
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
  },
};

/**
 * Kubernetes: counts characters, but the message says bytes and omits the value (validation/validate/values.go
 * MaxLength and apiserver/validation/validation.go kubeOpenAPIResultToFieldErrors, v1.36).
 */
function maxLengthFault(most: number): Fault {
  return createFault({
    reason: "FieldValueTooLong",
    detail: most < 0 ? "value is too long" : `may not be more than ${most} ${most === 1 ? "byte" : "bytes"}`,
  });
}
