import { readFileSync } from "node:fs";
import type { JsonObject } from "@kiln/api";
import { parseYaml } from "@kiln/api/yaml";
import { apply, type KindFields, printConflicts, printOwner, printPath, toFieldType } from "@kiln/apply";
import { parseJsonSchema } from "@kiln/schema";

// 1. How the fields of a kind are owned, by version: from the schema of a CRD's first version.
const crd = parseYaml(readFileSync("docs/examples/backup-crd.yaml", "utf8")).value as JsonObject;
const { versions } = crd.spec as { versions: { schema: JsonObject }[] };
const type = toFieldType(parseJsonSchema(versions[0]?.schema.openAPIV3Schema ?? {}).schema);
const now = "2026-01-01T00:00:00Z";
const kind: KindFields = { typeOf: (version) => (version === "example.com/v1" ? type : undefined) };

// 2. Alice applies a configuration to nothing; she owns every field that it mentions.
const nothing = { apiVersion: "example.com/v1", kind: "Backup" };
const alice = apply(nothing, { ...nothing, spec: { volume: "data", keep: 7 } }, { kind, manager: "alice", now });
const live = alice.outcome === "applied" ? alice.object : {};
console.log(live.spec); // { volume: "data", keep: 7 }

// 3. Bob wants another value for one of them: a conflict, as data and in Kubernetes' words.
const wanted = { ...nothing, spec: { keep: 30 } };
const bob = apply(live, wanted, { kind, manager: "bob", now });
if (bob.outcome === "conflict") {
  for (const { owner, path } of bob.conflicts) {
    console.log(`${printPath(path)} belongs to ${printOwner(owner)}`); // .spec.keep belongs to "alice"
  }
  console.log(printConflicts(bob.conflicts)); // Apply failed with 1 conflict: conflict with "alice": .spec.keep
}

// 4. Bob insists. What Alice still owns stays; what is now his is no longer hers.
const forced = apply(live, wanted, { kind, manager: "bob", now, force: true });
console.log(forced.outcome === "applied" && forced.object.spec); // { volume: "data", keep: 30 }
