import { toFieldType } from "@kiln/apply";
import { compileSchema } from "@kiln/schema";
import { describe, expect, it } from "vitest";
import { declarations } from "../builtin/index.ts";
import { packages } from "./data/index.ts";
import { markSchema } from "./mark-schema.ts";
import { createNativeSchemas } from "./native-schema.ts";
import type { ResourceFacts } from "./package-text.ts";
import { createTypeDefaults } from "./type-defaults.ts";
import { typeLibrary } from "./type-library.ts";
import type { RulesByType } from "./type-rules.ts";

const rules: RulesByType = Object.assign({}, ...declarations.map(({ types }) => types ?? {}));

describe("the types of built-in kinds", () => {
  const schemas = createNativeSchemas();
  const defaultsOf = createTypeDefaults(rules);
  const kinds = packages.flatMap((text) =>
    (JSON.parse(text.resources) as ResourceFacts[]).map(({ kind, plural }) => ({
      kind: `${text.path}.${kind}`,
      plural,
    })),
  );

  it.each(kinds)("have a schema that compiles: $kind", ({ kind }) => {
    const schema = schemas.ofKind(typeLibrary.struct(kind));
    const compiled = compileSchema(schema, { semantics: "kep" });
    expect(() => [compiled.unions, compiled.mutability, toFieldType(schema)]).not.toThrow();
    expect(() => defaultsOf(typeLibrary.struct(kind))?.({})).not.toThrow();
  });

  it.each(Object.keys(rules))("are there where something is said of them: %s", (path) => {
    const type = typeLibrary.findStruct(path);
    const named = Object.keys(rules[path]?.defaults ?? {});
    expect(named.filter((field) => !type?.fields.has(field))).toEqual([]);
    expect(type).toBeDefined();
  });

  it("are one and the same wherever they stand", () => {
    const podIn = (kind: string) =>
      schemas.ofKind(typeLibrary.struct(kind)).properties?.get("spec")?.properties?.get("template");
    expect(podIn("apps/v1.Deployment")).toBe(podIn("apps/v1.DaemonSet"));
  });

  it("are marked in one kind only", () => {
    const pod = schemas.ofKind(typeLibrary.struct("core/v1.Pod"));
    const marked = markSchema(pod, { "spec.containers[].image": { mutability: "Immutable" } });
    const imageOf = (schema: typeof pod) => {
      const containers = schema.properties?.get("spec")?.properties?.get("containers")?.items as typeof pod;
      return containers.properties?.get("image");
    };
    expect([imageOf(marked), imageOf(pod)]).toEqual([{ type: "string", mutability: "Immutable" }, { type: "string" }]);
  });
});
