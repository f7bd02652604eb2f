import { fieldPath, printFieldError } from "@kiln/api";
import { expect, it } from "vitest";
import { validatePodResources } from "./validate-pod-resources.ts";

it("rejects claims of a Pod's own resources, also an empty list", () => {
  const errors = validatePodResources({ claims: [] }, fieldPath("resources"), {});
  expect(errors.map(printFieldError)).toEqual([
    "resources.claims: Forbidden: claims may not be set for Resources at pod-level",
  ]);
});
