import type { JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { checkConfiguration } from "./check-configuration.ts";

const configuration = (rule: JsonObject): JsonObject => ({
  webhooks: [
    {
      name: "w",
      rules: [
        {
          apiGroups: ["snapshot.storage.k8s.io"],
          apiVersions: ["v1", "v1beta1"],
          operations: ["CREATE", "UPDATE"],
          resources: ["volumesnapshots", "volumesnapshotcontents/status"],
          ...rule,
        },
      ],
    },
  ],
});

describe("checkConfiguration()", () => {
  it.each([
    ["what is answered", {}, []],
    ["what is deleted", { resources: ["pods"], operations: ["DELETE"] }, []],
    ["another resource", { resources: ["pods"] }, ['webhook "w" selects resource "pods", which is not judged here']],
    ["another group", { apiGroups: ["apps"] }, ['webhook "w" selects group "apps", which is not judged here']],
    ["everything", { resources: ["*"] }, ['webhook "w" selects resource "*", which is not judged here']],
    ["another version", { apiVersions: ["v2"] }, ['webhook "w" selects version "v2", which is not judged here']],
  ])("judges rules for %s", (_, rule, faults) => {
    expect(checkConfiguration(configuration(rule))).toEqual(faults);
  });
});
