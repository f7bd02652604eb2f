import { asObject, asText, isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";
import { printDefinitionTags } from "./print-definition-tags.ts";
import { printComment, printSchemaTags } from "./print-schema-tags.ts";
import { printUnionTags } from "./print-union-tags.ts";

/**
 * Prints a file for each version of a CRD: its kind as a TypeScript type, with JSDoc tags for features that TypeScript
 * lacks.
 */
export function printTypes(definition: JsonObject): Map<string, string> {
  const spec = asObject(definition.spec);
  const { kind = "" } = asObject(spec.names);
  const files = new Map<string, string>();
  for (const version of Array.isArray(spec.versions) ? spec.versions.filter(isJsonObject) : []) {
    const schema = asObject(asObject(version.schema).openAPIV3Schema);
    const printer: Printer = { declarations: [], taken: new Set(), imported: new Set() };
    const tags = printDefinitionTags(definition, version);
    declareObject(printer, schema, { name: String(kind), tags });
    files.set(String(version.name), printFile(printer, String(spec.group), String(version.name)));
  }
  return files;
}

interface Printer {
  /** Printed declarations, in order of first use. */
  readonly declarations: (string | undefined)[];
  readonly taken: Set<string>;
  readonly imported: Set<string>;
}

function printFile({ declarations, imported }: Printer, group: string, version: string): string {
  const head = printComment("", [`groupName ${group}`, `versionName ${version}`], "");
  const names = [...imported].sort().join(", ");
  const imports = names === "" ? "" : `import type { ${names} } from "@kiln/markers/types";\n`;
  return [`${head}${imports}`, ...declarations].join("\n");
}

interface Place {
  readonly name: string;
  /** Tags in addition to those of the schema. */
  readonly tags?: readonly string[];
}

function declareObject(printer: Printer, schema: JsonObject, { name, tags = [] }: Place): string {
  const unique = claimName(printer, name);
  const index = printer.declarations.push(undefined) - 1;
  const properties = asObject(schema.properties);
  const required = Array.isArray(schema.required) ? schema.required : [];
  const lines = Object.entries(properties).map(([field, value]) => {
    const unions = printUnionTags(schema["x-kubernetes-unions"], field);
    return printMember(printer, asObject(value), {
      field,
      owner: unique,
      isRequired: required.includes(field),
      tags: unions,
    });
  });
  const rest = omit(schema, ["type", "properties", "required", "x-kubernetes-unions", "description"]);
  // A required name that is not a declared property has no field whose tags could express it.
  const unnamed = required.filter((field) => typeof field !== "string" || !Object.hasOwn(properties, field));
  const extra = unnamed.length === 0 ? {} : { required };
  const comment = printComment(asText(schema.description), [...tags, ...printSchemaTags({ ...rest, ...extra })], "");
  printer.declarations[index] = `${comment}export interface ${unique} {\n${lines.join("")}}\n`;
  return unique;
}

interface Member {
  readonly field: string;
  readonly owner: string;
  readonly isRequired: boolean;
  readonly tags: readonly string[];
}

function printMember(printer: Printer, schema: JsonObject, { field, owner, isRequired, tags }: Member): string {
  const { type, own } = printType(printer, schema, { name: owner + capitalize(field) });
  const comment = printComment(own.description, [...tags, ...own.tags], "  ");
  const name = /^[A-Za-z_$][\w$]*$/.test(field) ? field : JSON.stringify(field);
  return `${comment}  ${name}${isRequired ? "" : "?"}: ${type};\n`;
}

interface Printed {
  readonly type: string;
  /** Description and tags to print where the type is used, because the type cannot have them. */
  readonly own: { readonly description: string; readonly tags: readonly string[] };
}

const NOTHING = { description: "", tags: [] };

function printType(printer: Printer, schema: JsonObject, place: Place): Printed {
  if (schema.type === "object" && Object.keys(asObject(schema.properties)).length > 0) {
    return { type: declareObject(printer, schema, place), own: NOTHING };
  }
  const [type, said] = printShape(printer, schema, place);
  const tags = printSchemaTags(omit(schema, [...said, "description"]));
  return { type, own: { description: asText(schema.description), tags } };
}

/** Prints a type. Returns it with the keywords that it expresses. */
function printShape(printer: Printer, schema: JsonObject, place: Place): [type: string, said: readonly string[]] {
  const { type, items, additionalProperties: values, enum: allowed, format } = schema;
  if (type === "array" && isJsonObject(items)) {
    return [`${printInner(printer, items, place)}[]`, ["type", "items"]];
  }
  if (type === "object" && isJsonObject(values)) {
    return [`Record<string, ${printInner(printer, values, place)}>`, ["type", "additionalProperties"]];
  }
  if (type === "object" && schema["x-kubernetes-preserve-unknown-fields"] === true) {
    return ["object", ["type", "x-kubernetes-preserve-unknown-fields"]];
  }
  if (type === "object") {
    return [use(printer, "ObjectMeta"), ["type"]];
  }
  const listed = type === "string" && Array.isArray(allowed) ? allowed : [];
  const hasNull = schema.nullable === true && listed.length > 1 && listed.at(-1) === null;
  if (listed.length > 0 && (hasNull ? listed.slice(0, -1) : listed).every((value) => typeof value === "string")) {
    const said = ["type", "enum", ...(hasNull ? ["nullable"] : [])];
    return [listed.map((value) => JSON.stringify(value)).join(" | "), said];
  }
  if (type === "integer" && (format === "int32" || format === "int64")) {
    return [use(printer, format), ["type", "format"]];
  }
  if (type === "integer") {
    return [use(printer, "integer"), ["type"]];
  }
  if (type === "string" || type === "boolean" || type === "number") {
    return [type, ["type"]];
  }
  if (schema["x-kubernetes-int-or-string"] === true && isIntOrString(schema.anyOf)) {
    return [use(printer, "IntOrString"), ["x-kubernetes-int-or-string", "anyOf"]];
  }
  return ["unknown", ["x-kubernetes-preserve-unknown-fields"]];
}

/** Prints the type of list items or map values. Such a type cannot have tags: one that needs some gets a name. */
function printInner(printer: Printer, schema: JsonObject, place: Place): string {
  const { type, own } = printType(printer, schema, place);
  if (own.tags.length === 0 && own.description === "") {
    return type.includes(" | ") ? `(${type})` : type;
  }
  const name = claimName(printer, place.name);
  printer.declarations.push(`${printComment(own.description, own.tags, "")}export type ${name} = ${type};\n`);
  return name;
}

function isIntOrString(anyOf: JsonValue | undefined): boolean {
  return JSON.stringify(anyOf) === '[{"type":"integer"},{"type":"string"}]';
}

function use(printer: Printer, name: string): string {
  printer.imported.add(name);
  return name;
}

function claimName(printer: Printer, wanted: string): string {
  const name = wanted.replace(/[^\w$]/g, "_");
  let unique = name;
  for (let count = 2; printer.taken.has(unique); count++) {
    unique = `${name}${count}`;
  }
  printer.taken.add(unique);
  return unique;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function omit(object: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}
