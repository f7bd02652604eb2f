import { fieldPath, printFieldError } from "@kiln/api";
import { expect, it } from "vitest";
import { validatePodResources } from "./validate-pod-resources.ts";

it("rejects claims of a Pod's own resources, also an empty list", () => {
  const rules = { claims: new Set<string>(), leniency: {} } as unknown as Parameters<typeof validatePodResources>[2];
  const errors = validatePodResources({ containers: [], resources: { claims: [] } }, fieldPath("resources"), rules);
  expect(errors.map(printFieldError)).toEqual([
    "resources.claims: Forbidden: claims may not be set for Resources at pod-level",
  ]);
});
