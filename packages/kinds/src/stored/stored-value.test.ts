import { decodeUtf8, encodeUtf8, type JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { encodeObject, openStoredValue, parseHead, sealObject, toServedJson } from "./stored-value.ts";

const STAMP = "abcdefgh";
const HEAD = { uid: "u", labels: { größe: "ß" } };

const objects: readonly [what: string, object: JsonObject, stored: string][] = [
  [
    "as clients send it",
    { apiVersion: "v1", kind: "K", metadata: { name: "a" }, spec: { b: 1 } },
    '{"apiVersion":"v1","kind":"K","metadata":{"name":"a"},"spec":{"b":1}}',
  ],
  [
    "in another order, with a resourceVersion in the middle",
    { spec: { é: "\u{1f600}" }, metadata: { name: "a", resourceVersion: "5", uid: "u" }, kind: "K", apiVersion: "v1" },
    '{"apiVersion":"v1","kind":"K","metadata":{"name":"a","uid":"u"},"spec":{"é":"\u{1f600}"}}',
  ],
  [
    "with integers beyond what a number holds",
    { apiVersion: "v1", kind: "K", metadata: { name: "a", resourceVersion: "5" }, big: 9007199254740993n },
    '{"apiVersion":"v1","kind":"K","metadata":{"name":"a"},"big":9007199254740993}',
  ],
  [
    "that speaks of metadata before it comes to it",
    { apiVersion: '"metadata":{', kind: "ß", metadata: {}, spec: { metadata: { a: 1 } } },
    '{"apiVersion":"\\"metadata\\":{","kind":"ß","metadata":{},"spec":{"metadata":{"a":1}}}',
  ],
  [
    "with a field that looks like a prototype",
    JSON.parse('{"__proto__":{"a":1},"apiVersion":"v1","kind":"K","metadata":{"name":"a"}}') as JsonObject,
    '{"apiVersion":"v1","kind":"K","metadata":{"name":"a"},"__proto__":{"a":1}}',
  ],
  ["without metadata", { apiVersion: "v1", kind: "K" }, '{"apiVersion":"v1","kind":"K","metadata":{}}'],
];

describe("a stored value", () => {
  it.each(objects)("holds an object %s", (_, object, stored) => {
    const sealed = sealObject(object, HEAD, STAMP);
    const opened = openStoredValue(sealed.value);
    expect([decodeUtf8(opened.body), opened.stamp, parseHead(opened)]).toEqual([stored, STAMP, HEAD]);
    expect(decodeUtf8(sealed.body)).toBe(stored);
    const served = stored.replace(/"metadata":\{(?="?[nu}])/, (start) => `${start}"resourceVersion":"7",`);
    expect(decodeUtf8(toServedJson(opened, { revision: 7 }))).toBe(served.replace('"7",}', '"7"}'));
  });

  it.each(objects)("serves what encoding alone gives, %s", (_, object) => {
    const { body, metadataAt } = sealObject(object, HEAD, STAMP);
    expect({ body, metadataAt }).toEqual(encodeObject(object));
  });

  it("leaves the object as it was", () => {
    const object = { kind: "K", apiVersion: "v1", metadata: { name: "a", resourceVersion: "5" } };
    const before = JSON.stringify(object);
    sealObject(object, HEAD, STAMP);
    expect(JSON.stringify(object)).toBe(before);
  });

  it("may be plain JSON that another program wrote", () => {
    const opened = openStoredValue(encodeUtf8('{"kind":"K"}'));
    expect([opened.stamp, parseHead(opened), decodeUtf8(opened.body)]).toEqual(["", undefined, '{"kind":"K"}']);
  });

  it.each(["12", 'a"b', "größe"])("puts in the version %s as it is", (version) => {
    const served = toServedJson(encodeObject({ metadata: { name: "a" } }), { revision: version });
    expect(JSON.parse(decodeUtf8(served)).metadata).toEqual({ resourceVersion: version, name: "a" });
  });
});
