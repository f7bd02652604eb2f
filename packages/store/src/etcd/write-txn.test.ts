import { describe, expect, it } from "vitest";
import type { StoreEvent } from "../store.ts";
import type { WriteRequest } from "../write-request.ts";
import { createWriteTxn, isSurelyRefused } from "./write-txn.ts";

const key = "/registry/a";
const [mine, theirs] = [new Uint8Array([1]), new Uint8Array([2])];
const previous = { key, value: new Uint8Array(), revision: 5 };
const replaced = (value: Uint8Array): StoreEvent => ({ type: "replace", key, revision: 6, value, previous });
const deleted: StoreEvent = { type: "delete", key, revision: 6, previous };
const replace: WriteRequest = { type: "replace", key, value: mine, expected: 5 };
const remove: WriteRequest = { type: "delete", key, expected: 5 };

describe("isSurelyRefused()", () => {
  it.each<[string, boolean, WriteRequest, StoreEvent | undefined]>([
    ["a replace that another replace came before", true, replace, replaced(theirs)],
    ["a replace that a delete came before", true, replace, deleted],
    ["a delete that a replace came before", true, remove, replaced(theirs)],
    ["a replace like one that was made: perhaps it is that one", false, replace, replaced(mine)],
    ["a delete of what was deleted: perhaps it did", false, remove, deleted],
    ["a replace that nothing came before: it may still happen", false, replace, undefined],
    ["a create: it may still happen", false, { type: "create", key, value: mine }, replaced(theirs)],
  ])("judges %s", (_name, isRefused, request, successor) => {
    expect(isSurelyRefused(request, successor)).toBe(isRefused);
  });
});

describe("createWriteTxn()", () => {
  it.each([0, -1, Number.NaN])("never takes an expected revision of %d for a key that is not there", (expected) => {
    const txn = createWriteTxn({ ...replace, expected }, new Uint8Array([97]), undefined);
    expect(txn.compare.modRevision).toBe(Number.MAX_SAFE_INTEGER);
  });
});
