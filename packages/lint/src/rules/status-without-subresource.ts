import { getOwn, isJsonObject } from "@kiln/api";
import type { LintRule } from "../lint-rule.ts";

export const statusWithoutSubresource: LintRule = {
  id: "status-without-subresource",
  severity: "warning",
  about: "status is a field like any other, which every client may write",
  find: ({ object, versions }) =>
    versions.flatMap(({ json, root, name }) => {
      const spec = isJsonObject(object.spec) ? object.spec : {};
      const subresources = getOwn(json, "subresources") ?? getOwn(spec, "subresources") ?? {};
      const hasSubresource = isJsonObject(subresources) && Object.hasOwn(subresources, "status");
      return root?.schema.properties?.has("status") === true && !hasSubresource
        ? [
            {
              path: [...root.path, "properties", "status"],
              message: `${name} has a status, but no subresource of that name: a client that writes the spec writes the status, too`,
            },
          ]
        : [];
    }),
};
