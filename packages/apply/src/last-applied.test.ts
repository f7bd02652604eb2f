import type { JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { apply, kindOf, scenario, update } from "./testing/scenario.ts";

const map = kindOf("{ type: object, properties: { data: { type: object, additionalProperties: { type: string } } } }");

const ANNOTATION = "kubectl.kubernetes.io/last-applied-configuration";
const annotated = (data: string, applied: string) =>
  `{ metadata: { annotations: { ${ANNOTATION}: '{"apiVersion":"v1","data":${applied},"kind":"Widget"}' } }, data: ${data} }`;

const clientSide = update("kubectl-client-side-apply", annotated("{ a: '1', b: '1' }", '{"a":"1","b":"1"}'));

function annotationOf({ metadata }: JsonObject): unknown {
  return ((metadata as JsonObject).annotations as JsonObject | undefined)?.[ANNOTATION];
}

describe("kubectl, who applied on its own side before", () => {
  it("changes what is as it left it without force, and says anew what it applied", () => {
    const object = scenario(map, [clientSide, apply("kubectl", "{ data: { a: '2', b: '1' } }")], {});
    expect(object.data).toEqual({ a: "2", b: "1" });
    expect(annotationOf(object)).toBe('{"apiVersion":"v1","data":{"a":"2","b":"1"},"kind":"Widget"}\n');
  });

  it("conflicts on fields that another manager has changed since, and on no others", () => {
    const fails = 'Apply failed with 1 conflict: conflict with "editor" using v1: .data.b';
    scenario(
      map,
      [
        clientSide,
        update("editor", annotated("{ a: '1', b: '9' }", '{"a":"1","b":"1"}')),
        apply("kubectl", "{ data: { a: '2', b: '2' } }", { fails }),
      ],
      {},
    );
  });

  it("is treated like anybody without the annotation, or with one of another version", () => {
    const fails = 'Apply failed with 1 conflict: conflict with "old" using v1: .data.a';
    const elsewhere = `{ metadata: { annotations: { ${ANNOTATION}: '{"apiVersion":"v9","data":{"a":"1"}}' } }, data: { a: '1' } }`;
    const broken = `{ metadata: { annotations: { ${ANNOTATION}: 'nonsense' } }, data: { a: '1' } }`;
    for (const live of ["{ data: { a: '1' } }", elsewhere, broken]) {
      scenario(map, [update("old", live), apply("kubectl", "{ data: { a: '2' } }", { fails })], {});
    }
  });

  it("has a privilege that others have not", () => {
    const fails = 'Apply failed with 1 conflict: conflict with "kubectl-client-side-apply" using v1: .data.a';
    scenario(map, [clientSide, apply("flux", "{ data: { a: '2' } }", { fails })], {});
  });
});
