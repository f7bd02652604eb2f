import type { Keyword } from "../check.ts";
import { findFormat } from "../formats/index.ts";
import { typeFault } from "./type.ts";

/** `format` of strings; what formats do to numbers is part of {@link numberRange}. */
export const format: Keyword = {
  name: "format",
  kinds: ["string"],
  compile(schema) {
    const isOfFormat = findFormat(schema);
    if (isOfFormat === undefined) {
      return undefined;
    }
    const name = schema.format as string;
    return (value) => (isOfFormat(value as string) ? undefined : [typeFault(name, value as string)]);
  },
};
