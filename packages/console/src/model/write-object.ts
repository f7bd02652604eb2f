import { type JsonObject, type KubeObject, objectAt, objectsAt, printYaml, StatusError, textAt } from "@kiln/api";
import type { Client } from "@kiln/client";
import type { SchemaSource } from "@kiln/schema";
import type { Kind } from "../kinds/read-kinds.ts";
import { toApplyConfiguration, withoutServerFields } from "./apply-configuration.ts";

/** Field manager of all writes of the console. */
export const MANAGER = "kiln-console";

/**
 * `update` replaces the object. `apply` sends the changed fields only, and asks the user before it takes over fields of
 * other managers.
 */
export type WriteMode = "create" | "update" | "apply";

export interface Write {
  readonly kind: Kind;
  readonly mode: WriteMode;
  /** The stored object; undefined to create it. */
  readonly live: KubeObject | undefined;
  readonly edited: JsonObject;
  readonly schema: SchemaSource | undefined;
  /** For `apply`: whether to take over fields that others own. */
  readonly isForced: boolean;
}

export interface Written {
  readonly object: KubeObject;
  /** Removed fields that stay, because an apply cannot remove them. */
  readonly kept: readonly string[];
}

/** Writes the object. With `dryRun` the server does everything except storing the object. */
export async function writeObject(
  client: Client,
  write: Write,
  options: { readonly dryRun: boolean },
): Promise<Written> {
  const { kind, mode, live, edited, schema, isForced } = write;
  const dryRun = options.dryRun ? ({ dryRun: "All" } as const) : {};
  const writing = { fieldManager: MANAGER, ...dryRun };
  if (mode === "create" || live === undefined) {
    return { object: await client.create(kind, edited, writing), kept: [] };
  }
  if (mode === "update") {
    return { object: await client.update(kind, edited, writing), kept: [] };
  }
  const { object, kept } = toApplyConfiguration({ live, edited, manager: MANAGER, schema });
  const { namespace, name } = live.metadata;
  const patch = { type: "apply", body: object, force: isForced } as const;
  return { object: await client.patch(kind, { namespace, name }, patch, writing), kept };
}

/** YAML of an object without the fields that every write changes, for diffs. */
export function comparableYaml(object: JsonObject | undefined): string {
  if (object === undefined) {
    return "";
  }
  const { resourceVersion: _, generation: __, ...metadata } = objectAt(withoutServerFields(object), "metadata");
  return printYaml({ ...object, metadata } as JsonObject);
}

/** A field that another manager owns. */
export interface FieldConflict {
  readonly field: string;
  readonly manager: string;
  readonly message: string;
}

/** Fields in conflict; undefined for an error that is no conflict between field managers. */
export function readConflicts(error: unknown): readonly FieldConflict[] | undefined {
  if (!(error instanceof StatusError) || error.status.code !== 409) {
    return undefined;
  }
  const causes = objectsAt(objectAt(error.status, "details"), "causes");
  const conflicts = causes.filter(({ reason }) => reason === "FieldManagerConflict");
  return conflicts.length === 0
    ? undefined
    : conflicts.map((cause) => ({
        field: textAt(cause, "field").replace(/^\./, ""),
        message: textAt(cause, "message"),
        manager: /^conflict with "((?:\\.|[^"\\])*)"/.exec(textAt(cause, "message"))?.[1] ?? "",
      }));
}
