import { type FieldError, invalid } from "../field/field-error.ts";
import type { FieldPath } from "../field/field-path.ts";
import { printGoJson } from "../go/go-print.ts";
import { appendAll } from "../value/append-all.ts";
import type { JsonObject, JsonValue } from "../value/json-value.ts";
import { once } from "../value/once.ts";
import { asObjects, asText } from "../value/read-json.ts";
import { printGroupVersionKind, toGroupVersionKind } from "./group-version.ts";
import type { ObjectMeta } from "./object.ts";

/**
 * Kubernetes: errors of an item are reported on the list, without its index (api/validation/objectmeta.go
 * ValidateOwnerReferences, v1.36).
 */
export function validateOwnerReferences(references: ObjectMeta["ownerReferences"], path: FieldPath): FieldError[] {
  const list = asObjects(references);
  const errors: FieldError[] = [];
  let controller: string | undefined;
  const printed = once(() => `[${list.map(printReference).join(",")}]`);
  for (const reference of list) {
    appendAll(errors, validateOwnerReference(reference, path));
    if (reference.controller !== true) {
      continue;
    }
    const name = `${asText(reference.kind)}/${asText(reference.name)}`;
    if (controller === undefined) {
      controller = name;
    } else {
      const detail = `Only one reference can have Controller set to true. Found "true" in references for ${controller} and ${name}`;
      errors.push({ ...invalid(path, list, detail), printed: printed() });
    }
  }
  return errors;
}

function validateOwnerReference(reference: JsonObject, path: FieldPath): FieldError[] {
  const apiVersion = asText(reference.apiVersion);
  const kind = asText(reference.kind);
  const gvk = toGroupVersionKind(apiVersion, kind);
  const errors: FieldError[] = [];
  if (gvk.version === "") {
    errors.push(invalid(path.child("apiVersion"), apiVersion, "version must not be empty"));
  }
  for (const [field, value] of Object.entries({ kind, name: asText(reference.name), uid: asText(reference.uid) })) {
    if (value === "") {
      errors.push(invalid(path.child(field), value, "must not be empty"));
    }
  }
  if (gvk.group === "" && gvk.version === "v1" && gvk.kind === "Event") {
    const detail = `${printGroupVersionKind(gvk)} is disallowed from being an owner`;
    errors.push({ ...invalid(path, reference, detail), printed: printReference(reference) });
  }
  return errors;
}

const FIELDS = ["apiVersion", "kind", "name", "uid"] as const;
const FLAGS = ["controller", "blockOwnerDeletion"] as const;

/** Prints a reference with its fields in the order of the Go type; flags only if set. */
function printReference(reference: JsonObject): string {
  const fields: [string, JsonValue][] = FIELDS.map((name) => [name, asText(reference[name])]);
  const flags = FLAGS.map((name): [string, JsonValue] => [name, reference[name] ?? null]).filter(
    ([, flag]) => flag !== null,
  );
  return `{${[...fields, ...flags].map(([name, value]) => `"${name}":${printGoJson(value)}`).join(",")}}`;
}
