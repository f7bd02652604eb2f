import type { FieldError, JsonValue } from "@kiln/api";
import { type CrdVersion, parseJsonSchema, printJsonSchema } from "@kiln/schema";
import { type GoPlace, type GoType, refuseGoValue } from "./go-type.ts";
import type { SchemaReader } from "./schema-reader.ts";

/** The Go type of a schema, whose keys another reader knows. */
export function schemaType(version: CrdVersion, schemas: SchemaReader): GoType {
  return {
    name: `${version}.JSONSchemaProps`,
    zero: {},
    decode: (value, place) => {
      const { schema, errors, unknown } = parseJsonSchema(value, place.path);
      place.findings.unknown.push(...unknown);
      for (const error of errors) {
        refuseSchemaKey(error, place, version);
      }
      const printed = printJsonSchema(schema);
      schemas.remember(printed, schema);
      return printed;
    },
  };
}

/** The Go types of schema keys; what is not here is a schema or a number of them. */
const SCHEMA_KEY_TYPES: ReadonlyMap<string, (version: CrdVersion) => string> = new Map<
  string,
  (version: CrdVersion) => string
>([
  ["integer", () => "int64"],
  ["number", () => "float64"],
  ["boolean", () => "bool"],
  ["string", () => "string"],
  ["array", (version) => `[]${version}.JSONSchemaProps`],
  ["object", (version) => `${version}.JSONSchemaProps`],
]);

const MAP_KEY = /\.(properties|patternProperties|definitions|dependencies)\.[^.[]+/g;

/** Changes the findings. Go names the struct fields on the way and leaves out indexes and the keys of maps. */
function refuseSchemaKey(error: FieldError, place: GoPlace, version: CrdVersion): void {
  const inside = error.field
    .slice(place.path.toString().length)
    .replace(MAP_KEY, ".$1")
    .replace(/\[\d+\]/g, "");
  const expected = error.detail.replace("must be of type ", "");
  const type = SCHEMA_KEY_TYPES.get(expected);
  if (type === undefined) {
    place.findings.mistyped.push(`json: ${error.detail}`);
    return;
  }
  const name = inside.endsWith(RULES) ? `${version}.ValidationRules` : type(version);
  refuseGoValue(
    { ...place, struct: structOf(inside), field: place.field + inside },
    String(describe(error.value)),
    name,
  );
}

const RULES = ".x-kubernetes-validations";

/** The struct whose field it is. */
function structOf(inside: string): string {
  if (inside === "") {
    return "CustomResourceValidation";
  }
  return inside.includes(`${RULES}.`) ? "ValidationRule" : "JSONSchemaProps";
}

function describe(value: JsonValue | undefined): JsonValue {
  return value === "boolean" ? "bool" : value === "integer" ? "number" : (value ?? "null");
}
