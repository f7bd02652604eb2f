import { describe, expect, it } from "vitest";
import { resolveFolder, rootOf } from "./resolve-folder.ts";

describe("resolveFolder()", () => {
  const roots = ["/etc/app", "/srv/more"];
  it.each([
    ["sub", "/etc/app/sub"],
    ["sub//deep/./x/", "/etc/app/sub/deep/x"],
    [".", "/etc/app"],
    ["/etc/app", "/etc/app"],
    ["/srv/more/x", "/srv/more/x"],
    ["/etc/application", undefined],
    ["/etc", undefined],
    ["/", undefined],
    ["", undefined],
    ["..", undefined],
    ["../app", undefined],
    ["sub/../..", undefined],
    ["..data", undefined],
    ["sub/..data", undefined],
    ["/srv/more/../../etc", undefined],
    ["zero\0byte", undefined],
  ])("%j becomes %j", (wanted, folder) => {
    expect(resolveFolder(wanted, "/etc/app", roots)).toBe(folder);
  });

  it("finds the innermost root", () => {
    expect(rootOf("/a/b/c", ["/", "/a", "/a/b", "/a/b/cd"])).toBe("/a/b");
  });
});
