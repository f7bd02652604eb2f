import { stringType } from "../check/type.ts";
import { sameSizeCosts } from "../cost/library-costs.ts";
import type { Library } from "./library.ts";

/** For expressions that write JSON patches. Kubernetes: only those of mutating policies have it. */
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
