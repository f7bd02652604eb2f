import { describe, expect, it } from "vitest";
import { createEnvironment } from "../environment.ts";
import { dynType, mapType, stringType } from "../values/type.ts";
import { readsField } from "./reads-field.ts";

const environment = createEnvironment({ variables: { claims: mapType(stringType, dynType) } });

describe("readsField()", () => {
  it.each([
    ["claims.email", true],
    ["claims.?email.orValue('')", true],
    ["has(claims.email) ? 'a' : 'b'", true],
    ["['x'].exists(x, x == claims.email)", true],
    ["{'a': claims.email}.a", true],
    ["claims.sub", false],
    ["claims.sub.email", false],
    ["claims['email']", false],
    ["'claims.email'", false],
  ])("%s: %s", (expression, expected) => {
    const { program } = environment.compile(expression);
    expect(program !== undefined && readsField(program, "claims", "email")).toBe(expected);
  });
});
