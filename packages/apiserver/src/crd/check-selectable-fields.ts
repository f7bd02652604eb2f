import { duplicate, type FieldError, type FieldPath, invalid, required, tooMany } from "@kiln/api";
import type { JsonSchema } from "@kiln/schema";

const MAX_FIELDS = 8;
const TYPES: readonly (string | undefined)[] = ["string", "boolean", "integer"];

export interface SelectableFieldOptions {
  readonly path: FieldPath;
  /** Whether the stored CRD exceeds the limit with the same fields already. */
  readonly allowsTooMany: boolean;
}

export function checkSelectableFields(
  fields: readonly { readonly jsonPath: string }[],
  schema: JsonSchema,
  { path, allowsTooMany }: SelectableFieldOptions,
): FieldError[] {
  const seen = new Set<string>();
  const errors = fields.flatMap(({ jsonPath }, index) =>
    checkField(jsonPath, { schema, seen, path: path.index(index).child("jsonPath") }),
  );
  return seen.size > MAX_FIELDS && !allowsTooMany ? [...errors, tooMany(path, seen.size, MAX_FIELDS)] : errors;
}

interface Judging {
  readonly schema: JsonSchema;
  readonly path: FieldPath;
  readonly seen: Set<string>;
}

/** Validates one path; adds it to `seen`. */
function checkField(jsonPath: string, { schema, path, seen }: Judging): FieldError[] {
  if (jsonPath === "") {
    return [required(path, "")];
  }
  const found = followSchema(schema, jsonPath);
  if (typeof found === "string") {
    return [invalid(path, jsonPath, `is an invalid path: ${found}`)];
  }
  const errors: FieldError[] = [];
  if (found.names[0] === "metadata") {
    errors.push(invalid(path, jsonPath, "must not point to fields in metadata"));
  }
  if (!TYPES.includes(found.schema?.type)) {
    const detail =
      "must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.";
    errors.push(invalid(path, jsonPath, detail));
  }
  const name = found.names.join(".");
  if (seen.has(name)) {
    errors.push(duplicate(path, jsonPath));
  }
  seen.add(name);
  return errors;
}

interface Found {
  readonly names: readonly string[];
  /** Schema of the field; undefined for a value without one. */
  readonly schema: JsonSchema | undefined;
}

/** A delimiter, or the text between delimiters. */
const TOKEN = /[.[\]]|[^.[\]]+/g;
const NOWHERE = "does not refer to a valid field";

/** Field at a path, or the reason why the path is invalid. */
function followSchema(root: JsonSchema, path: string): Found | string {
  const tokens = path.match(TOKEN) ?? [];
  const names: string[] = [];
  let schema: JsonSchema | undefined = root;
  for (let next = 0; next < tokens.length; next += 2) {
    const opener = tokens[next];
    const name = tokens[next + 1];
    if (opener === "[") {
      return "array notation is not allowed";
    }
    if (opener !== ".") {
      return `expected [ or . but got: ${opener}`;
    }
    if (name === undefined) {
      return "unexpected end of JSON path";
    }
    const below: { readonly schema: JsonSchema | undefined } | undefined = findBelow(schema, name);
    if (below === undefined) {
      return NOWHERE;
    }
    names.push(name);
    schema = below.schema;
  }
  return { names, schema };
}

function findBelow(schema: JsonSchema | undefined, name: string): { schema: JsonSchema | undefined } | undefined {
  if (schema?.properties !== undefined) {
    const property = schema.properties.get(name);
    return property === undefined ? undefined : { schema: property };
  }
  const rest = schema?.additionalProperties;
  return rest === undefined ? undefined : { schema: typeof rest === "object" ? rest : undefined };
}
