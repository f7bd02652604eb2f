import { readFileSync } from "node:fs";
import { deepCopy, type JsonObject, printFieldError } from "@kiln/api";
import { parseYaml } from "@kiln/api/yaml";
import { checkSchema, compileSchema, parseJsonSchema } from "@kiln/schema";

const read = (file: string) => parseYaml(readFileSync(`docs/examples/${file}`, "utf8")).value as JsonObject;

// 1. The schema of a CRD's first version.
const { versions } = read("backup-crd.yaml").spec as { versions: { schema: JsonObject }[] };
const { schema } = parseJsonSchema(versions[0]?.schema.openAPIV3Schema ?? {});
console.log(checkSchema(schema)); // []: it is structural, and its marks and unions stand where they may

// 2. Compile it once; use it for every object.
const compiled = compileSchema(schema, { semantics: "kep" });
const old = { ...read("backup.yaml"), typo: true } as JsonObject;
console.log(compiled.prune(old, { tracksRemoved: true }).removed); // ["typo"]
compiled.setDefaults?.(old); // spec.keep is 7 now
compiled.unions?.normalize(old); // spec.target.type is "Bucket" now
console.log(compiled.validate(old)); // []

// 3. Would this update be accepted, and what would be stored?
const wanted = deepCopy(old);
wanted.spec = { volume: "other", keep: 0, target: { type: "Bucket", bucket: "backups-eu", directory: "/backups" } };
compiled.unions?.normalize(wanted, old);
console.log(wanted.spec.target); // { type: "Directory", directory: "/backups" }
for (const error of [...compiled.validateUpdate(wanted, old), ...(compiled.mutability?.(old, wanted) ?? [])]) {
  console.log(printFieldError(error));
}
// spec.keep: Invalid value: 0: spec.keep in body should be greater than or equal to 1
// spec.volume: Invalid value: "other": may not be changed from "data" to "other": spec.volume is marked …
