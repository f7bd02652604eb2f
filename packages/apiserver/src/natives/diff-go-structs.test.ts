import { describe, expect, it } from "vitest";
import { diffGoStructs } from "./diff-go-structs.ts";

describe("diffGoStructs()", () => {
  it("names fields as Go does, set or not", () => {
    expect(diffGoStructs("core/v1.HostPathVolumeSource", [{ path: "/a" }, { path: "/b" }])).toBe(
      '@@ -1,4 +1,4 @@\n {\n- "Path": "/a",\n+ "Path": "/b",\n  "Type": null\n }\n',
    );
  });
});
