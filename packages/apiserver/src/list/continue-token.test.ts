import { describe, expect, it } from "vitest";
import { parseContinueToken, printContinueToken } from "./continue-token.ts";

const encode = (text: string) => btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");

function refusal(text: string): string {
  try {
    parseContinueToken(text);
    return "none";
  } catch (error) {
    return (error as Error).message.replace("invalid continue token: continue key is not valid", "…");
  }
}

describe("continue tokens", () => {
  it.each([
    { revision: 7, start: "default/a\0" },
    { revision: -1, start: "ünïcode\0" },
  ])("are read as they were written: %j", (token) => {
    expect(parseContinueToken(printContinueToken(token))).toEqual(token);
  });

  it("look as Kubernetes writes them", () => {
    expect(printContinueToken({ revision: 5, start: "p1\0" })).toBe(
      encode('{"v":"meta.k8s.io/v1","rv":5,"start":"p1\\u0000"}'),
    );
  });

  it("are read as Go reads a struct: names in any case, unknown fields, nulls", () => {
    const text = '{"V":"meta.k8s.io/v1","RV":-1,"Start":"/a","x":1,"start":null}';
    expect(parseContinueToken(encode(text))).toEqual({ revision: -1, start: "a" });
  });

  const misfit = (found: string, field: string, type: string) =>
    `…: json: cannot unmarshal ${found} into Go struct field continueToken.${field} of type ${type}`;

  it.each([
    ['{"v":1,"rv":"5"}', misfit("number", "v", "string")],
    ['{"v":"meta.k8s.io/v1","rv":"5","start":"a"}', misfit("string", "rv", "int64")],
    ['{"v":"meta.k8s.io/v1","rv":1.5,"start":"a"}', misfit("number 1.5", "rv", "int64")],
    ['{"v":"meta.k8s.io/v1","rv":1,"start":{}}', misfit("object", "start", "string")],
    ["null", "…: server does not recognize this encoded version "],
    ["[]", "…: json: cannot unmarshal array into Go value of type storage.continueToken"],
  ])("that do not fit are refused as Go refuses them: %s", (text, expected) => {
    expect(refusal(encode(text))).toBe(expected);
  });

  it.each([
    ["garbage", "…: invalid character '\\u0081' looking for beginning of value"],
    ["a b", "…: illegal base64 data at input byte 1"],
    [encode('{"v":"v2"}'), "…: server does not recognize this encoded version v2"],
    [
      encode('{"v":"meta.k8s.io/v1","start":"a"}'),
      "…: incorrect encoded start resourceVersion (version meta.k8s.io/v1)",
    ],
    [encode('{"v":"meta.k8s.io/v1","rv":1}'), "…: encoded start key empty (version meta.k8s.io/v1)"],
    [encode('{"v":"meta.k8s.io/v1","rv":1,"start":"../x"}'), "…: ../x"],
    [encode('{"v":"meta.k8s.io/v1","rv":1,"start":"a//b"}'), "…: a//b"],
  ])("that are none are refused: %s", (text, expected) => {
    expect(refusal(text)).toBe(expected);
  });
});
