import { describe, expect, it } from "vitest";
import { createNormalize } from "./normalize.ts";

const uid = (digit: string): string => `${digit.repeat(8)}-aaaa-bbbb-cccc-${digit.repeat(12)}`;

function normalize(value: unknown, options: { variables?: [string, string][]; hasManagedFields?: boolean } = {}) {
  const { variables = [], hasManagedFields = false } = options;
  return createNormalize({ variables: new Map(variables), hookUrl: "https://127.0.0.1:7", hasManagedFields })(value);
}

describe("createNormalize()", () => {
  it("names uids and resourceVersions in the order in which they come, equal ones equally", () => {
    const items = [
      { metadata: { name: "a", uid: uid("1"), resourceVersion: "7" } },
      { metadata: { name: "b", uid: uid("2"), resourceVersion: "7" }, message: `owner ${uid("1")}` },
    ];
    expect(normalize(items)).toEqual([
      { metadata: { name: "a", uid: "<uid:1>", resourceVersion: "<rv:1>" } },
      { metadata: { name: "b", uid: "<uid:2>", resourceVersion: "<rv:1>" }, message: "owner <uid:1>" },
    ]);
  });

  it.each([
    { what: "the resourceVersion of a list", value: { resourceVersion: "7" }, becomes: { resourceVersion: "<rv>" } },
    { what: "an empty resourceVersion", value: { resourceVersion: "" }, becomes: { resourceVersion: "" } },
    { what: "a continue token", value: { continue: "abc" }, becomes: { continue: "<continue>" } },
    { what: "times", value: { creationTimestamp: "2020" }, becomes: { creationTimestamp: "<time>" } },
    { what: "a time that is null", value: { creationTimestamp: null }, becomes: { creationTimestamp: null } },
    { what: "prose", value: { description: "Long." }, becomes: { description: "<text>" } },
    { what: "the webhook's address", value: "call https://127.0.0.1:7/x", becomes: "call <hook>/x" },
    { what: "a decoder's words", value: "json: cannot unmarshal string", becomes: "<text>" },
    { what: "managed fields", value: { a: 1, managedFields: [] }, becomes: { a: 1 } },
    {
      what: "a member called __proto__",
      value: JSON.parse('{"__proto__": 1}'),
      becomes: JSON.parse('{"__proto__": 1}'),
    },
  ])("hides what differs from run to run: $what", ({ value, becomes }) => {
    expect(normalize(value)).toEqual(becomes);
  });

  it("keeps managed fields where a scenario compares them", () => {
    expect(normalize({ managedFields: [] }, { hasManagedFields: true })).toEqual({ managedFields: [] });
  });

  it("shows saved names by their variable", () => {
    expect(normalize("thing-x7k2p", { variables: [["name1", "thing-x7k2p"]] })).toBe("<name1>");
  });
});
