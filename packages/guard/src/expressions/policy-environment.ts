import { type CelType, createEnvironment, dynType, type Environment, stringType } from "@kiln/cel";

const PATCH_FIELDS: ReadonlyMap<string, CelType> = new Map([
  ["op", stringType],
  ["path", stringType],
  ["value", dynType],
]);

/** CEL environment of admission policies: the object, the old object, and JSON patches. */
export function createPolicyEnvironment(version?: string): Environment {
  return createEnvironment({
    ...(version === undefined ? {} : { version }),
    variables: { object: dynType, oldObject: dynType },
    types: {
      hasType: (name) => name === "JSONPatch",
      findField: (_, name) => {
        const type = PATCH_FIELDS.get(name);
        return type === undefined ? undefined : { type };
      },
      create: (_, fields) => Object.fromEntries(fields),
    },
  });
}
