import { sameSizeCosts } from "../cost/library-costs.ts";
import { stringType } from "../values/type.ts";
import type { Library } from "./library.ts";

/**
 * Library of the types in expressions that create JSON patches. Kubernetes: only mutating admission policies have them
 * (cel/library/jsonpatch.go JSONPatch, v1.36).
 */
export const jsonPatchLibrary: Library = {
  name: "json patch",
  introduced: "1.0",
  functions: [
    {
      name: "jsonpatch.escapeKey",
      overloads: [
        {
          id: "string_jsonpatch_escapeKey_string",
          args: [stringType],
          result: stringType,
          call: (key) => String(key).replaceAll("~", "~0").replaceAll("/", "~1"),
        },
      ],
      ...sameSizeCosts,
    },
  ],
};
