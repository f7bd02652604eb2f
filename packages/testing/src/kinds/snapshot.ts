import type { JsonObject } from "@kiln/api";
import type { ServedDefinition } from "@kiln/apiserver";
import { definitionOf, prefixOf } from "./definition-of.ts";
import { checkName, checkOrigin, type ForkRules, nameOf, readForkSpec } from "./fork.ts";

export const SNAPSHOT_PREFIX: string = prefixOf("snapshots");

const DEFINITION: JsonObject = definitionOf({
  kind: "Snapshot",
  plural: "snapshots",
  description: "A cluster as it was when the object was made, for forks to start from.",
  spec: {
    type: "object",
    default: {},
    "x-kubernetes-mutability": "Immutable",
    properties: {
      from: {
        type: "object",
        description: "What is kept. Absent: the base cluster.",
        properties: {
          fork: { type: "string", minLength: 1, description: "Name of the fork that is kept." },
          import: { type: "string", minLength: 1, description: "Name of the import that was sent, by kiln import." },
        },
      },
    },
  },
  status: { type: "object" },
  columns: [
    ["From", "string", ".spec.from"],
    ["Age", "date", ".metadata.creationTimestamp"],
  ],
});

export function snapshotKind(rules: Pick<ForkRules, "hasOrigin" | "prepare">): ServedDefinition {
  return {
    definition: DEFINITION,
    strategy: {
      validateCreate: (object) => [...checkName(nameOf(object)), ...checkOrigin(object, rules)],
      allocation: {
        async claim(object, { old, services, key }) {
          if (old === undefined && services.store.peek(key) === undefined) {
            await rules.prepare(nameOf(object), readForkSpec(object).origin);
          }
          return undefined;
        },
      },
    },
  };
}
