import { someSchema } from "@kiln/schema";
import { type Definition, schemaJsonOf, versionsOf } from "./definition.ts";
import type { SchemaReader } from "./schema-reader.ts";

const WARNING = "x-kubernetes-validations are stored and published, but not run by this server yet";

/** Whoever relies on rules must not find out by objects that should have been refused. */
export function warnOfRules(schemas: SchemaReader, { spec }: Definition): string[] {
  const hasRules = versionsOf(spec).some((version) => {
    const json = schemaJsonOf(version);
    return json !== undefined && someSchema(schemas.read(json), ({ validations }) => validations !== undefined);
  });
  return hasRules ? [WARNING] : [];
}
