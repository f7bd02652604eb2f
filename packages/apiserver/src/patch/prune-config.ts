import { appendAll, deepCopy, type JsonObject } from "@kiln/api";
import { dropUndeclared } from "@kiln/apply";
import { apiVersionOf, type Resource } from "@kiln/kinds";
import type { TypeMismatch } from "@kiln/schema";
import type { Context } from "../request/context.ts";
import type { FieldValidation } from "../write/options.ts";
import { refuseAs } from "../write/refuse-body.ts";
import type { SentConfig } from "./read-config.ts";

export interface Pruning {
  readonly context: Context;
  readonly resource: Resource;
  readonly fieldValidation: FieldValidation;
  /** Live object: a value of the wrong type may be applied if it is stored already. */
  readonly live: JsonObject | undefined;
}

/**
 * Removes unknown fields from the configuration, as from any write: silently, with a warning, or with a 400. With
 * `--semantics upstream`, or if the configuration is of another kind, nothing is removed.
 */
export function pruneConfig(config: SentConfig, { context, resource, fieldValidation, live }: Pruning): SentConfig {
  const { apiVersion, kind } = config.object;
  const isOfKind = apiVersion === apiVersionOf(resource) && kind === resource.names.kind;
  if (context.services.semantics !== "kep" || !isOfKind) {
    return config;
  }
  const object = deepCopy(config.object);
  const { removed, mismatches } = prune(object, resource, live);
  const refuse = (why: string) => refuseAs({ apiVersion: String(apiVersion), kind: String(kind) }, resource, why);
  const [first] = mismatches;
  if (first !== undefined) {
    throw refuse(mismatches.map(describe).join(", "));
  }
  const unknown = fieldValidation === "Ignore" ? [] : removed.map((path) => `unknown field "${path}"`);
  if (unknown.length > 0 && fieldValidation === "Strict") {
    throw refuse(`strict decoding error: ${unknown.join(", ")}`);
  }
  const said = new Set(context.warnings);
  appendAll(
    context.warnings,
    unknown.filter((warning) => !said.has(warning)),
  );
  return { ...config, object };
}

interface Pruned {
  readonly removed: readonly string[];
  readonly mismatches: readonly TypeMismatch[];
}

/**
 * Prunes the object in place by its type only: defaults that the decoder of a built-in kind would add must not become
 * owned by the applier.
 */
function prune(object: JsonObject, resource: Resource, live: JsonObject | undefined): Pruned {
  if (!resource.dialect.decoding.prunesBySchema) {
    const type = resource.storage.typeOf(apiVersionOf(resource));
    return { removed: type === undefined ? [] : dropUndeclared(type, object), mismatches: [] };
  }
  return resource.schema.prune(object, { tracksRemoved: true, ...(live === undefined ? {} : { old: live }) });
}

function describe({ path, expected, found, detail }: TypeMismatch): string {
  return detail ?? `${path}: must be of type ${expected}, found ${found}`;
}
