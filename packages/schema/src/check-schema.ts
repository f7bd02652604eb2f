import { type FieldError, type FieldPath, invalid, rootPath } from "@kiln/api";
import { checkDefaults, type DefaultTrials, hasUnprunedDefaults } from "./check-defaults.ts";
import { checkKeywords } from "./check-keywords.ts";
import type { CheckSchemaOptions } from "./check-options.ts";
import { checkNullableRoot, checkStatusRoot } from "./check-root.ts";
import { checkStructural } from "./check-structural.ts";
import { conversionFault } from "./conversion-fault.ts";
import { createDefaultTrials } from "./default-trials.ts";
import type { JsonSchema } from "./json-schema.ts";
import { keywords } from "./keywords/index.ts";
import { hasDefaults, isNonStructural, schemaGates } from "./schema-gates.ts";
import { usedKeywords } from "./subschemas.ts";

/**
 * All errors of the schema of one CRD version, with Kubernetes' messages and order. Never throws for a result of {@link
 * parseJsonSchema}.
 */
export function checkSchema(schema: JsonSchema, options: CheckSchemaOptions = {}): FieldError[] {
  const { path = rootPath, crdVersion = "v1", preserveUnknownFields = false, oldSchemas } = options;
  const schemas = options.schemas ?? [schema];
  const gates = schemaGates({ crdVersion, preserveUnknownFields, schemas, oldSchemas });
  const trials = createDefaultTrials(options.semantics ?? "kep", options.rules?.compile);
  const used = usedKeywords(schema);
  const placements = new Set(
    keywords.filter(({ name }) => used.has(name)).flatMap(({ schemas }) => schemas?.root ?? []),
  );
  const structure = gates.requireStructural ? checkStructure(schema, { path, oldSchemas, trials }) : unjudged;
  const uses = checkKeywords(schema, path, gates);
  const errors = [
    ...(options.hasStatus ? checkStatusRoot(schema, path) : []),
    ...checkNullableRoot(schema, path),
    ...structure.errors,
    ...uses.errors,
    ...(structure.isSound ? checkRulesOf(schema, { ...options, path }, uses.faulty) : []),
    ...[...placements].flatMap((check) => check(schema, { ...options, path, gates })),
  ];
  // Kubernetes: the conversion to a structural schema runs whatever was found before; its error repeats the more exact
  // ones (apiextensions/validation/validation.go validateCustomResourceDefinitionValidation, v1.36).
  return errors.length === 0 && structure.conversion !== undefined ? [invalid(path, "", structure.conversion)] : errors;
}

function checkRulesOf(
  schema: JsonSchema,
  { rules, isUnchanged = false, oldSchemas = [], path }: CheckSchemaOptions & { readonly path: FieldPath },
  faulty: ReadonlySet<JsonSchema>,
): FieldError[] {
  return rules?.check(schema, { path, faulty, isUnchanged, oldSchemas }) ?? [];
}

interface StructureFaults {
  readonly errors: readonly FieldError[];
  /** Error that prevents the conversion to a structural schema. */
  readonly conversion?: string;
  /** True if the schema is structural and its defaults are valid. */
  readonly isSound: boolean;
}

const unjudged: StructureFaults = { errors: [], isSound: false };

interface StructureOptions {
  readonly path: FieldPath;
  readonly oldSchemas: readonly JsonSchema[] | undefined;
  readonly trials: DefaultTrials;
}

/** Runs the checks in stages; a stage runs only if the stages before it found no error that it depends on. */
function checkStructure(schema: JsonSchema, { path, oldSchemas = [], trials }: StructureOptions): StructureFaults {
  const conversion = conversionFault(schema);
  if (conversion !== undefined) {
    return { errors: [], conversion, isSound: false };
  }
  const structural = checkStructural(schema, path);
  if (structural.length > 0) {
    return { errors: structural, isSound: false };
  }
  if (!hasDefaults(schema)) {
    return { errors: [], isSound: true };
  }
  const hadUnpruned = oldSchemas.some((old) => !isNonStructural(old) && hasUnprunedDefaults(old, trials));
  const defaults = checkDefaults(schema, { path, trials, requirePruned: !hadUnpruned });
  return { errors: defaults, isSound: defaults.length === 0 };
}
