import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { printJson } from "@kiln/api";
import { UsageError } from "../command.ts";
import { readKinds } from "../definitions/read-kinds.ts";
import { rejectInvalid } from "../definitions/reject-invalid.ts";
import { makeFolder } from "../make-folder.ts";
import { isDefinition } from "../manifests/is-definition.ts";
import { disk, readManifests } from "../manifests/manifest.ts";
import { toEditorSchema } from "./to-editor-schema.ts";

export interface RunSchemaOptions {
  readonly paths: readonly string[];
  /** Folder to write to; the output is printed if absent. */
  readonly output: string | undefined;
}

export async function runSchema({ paths, output }: RunSchemaOptions): Promise<number> {
  const kinds = readKinds(paths);
  if (kinds.length === 0) {
    throw new UsageError("there are no CRDs");
  }
  if (await rejectInvalid(readManifests(paths, disk).filter(({ object }) => isDefinition(object)))) {
    return 1;
  }
  for (const kind of kinds) {
    const text = `${printJson(toEditorSchema(kind), { pretty: true })}\n`;
    if (output === undefined) {
      process.stdout.write(text);
      continue;
    }
    makeFolder(output);
    const path = join(output, `${kind.kind.toLowerCase()}.${kind.group}_${kind.version}.json`);
    writeFileSync(path, text);
    process.stderr.write(`wrote ${path}\n`);
  }
  return 0;
}
