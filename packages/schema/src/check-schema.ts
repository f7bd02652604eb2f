import { type FieldError, type FieldPath, invalid, rootPath } from "@kiln/api";
import type { RuleEngine } from "./cel/rule-engine.ts";
import { checkDefaults, type DefaultTrials, hasUnprunedDefaults } from "./check-defaults.ts";
import { checkKeywords } from "./check-keywords.ts";
import { checkNullableRoot, checkStatusRoot } from "./check-root.ts";
import { checkStructural } from "./check-structural.ts";
import { conversionFault } from "./conversion-fault.ts";
import { createDefaultTrials } from "./default-trials.ts";
import type { JsonSchema, Semantics } from "./json-schema.ts";
import type { Keyword } from "./keyword.ts";
import { keywords } from "./keywords/index.ts";
import { type CrdVersion, hasDefaults, isNonStructural, schemaGates } from "./schema-gates.ts";
import { usedKeywords } from "./subschemas.ts";

export interface CheckSchemaOptions {
  /** Where the schema stands in the definition. Paths are relative to the schema without it. */
  readonly path?: FieldPath;
  /** The API version of the request, `v1` if not given. */
  readonly crdVersion?: CrdVersion;
  /** On update: the schemas of all versions of the stored definition, whose looseness the new one may keep. */
  readonly oldSchemas?: readonly JsonSchema[];
  /** The schemas of all versions of the new definition; needed if there are others than this one. */
  readonly schemas?: readonly JsonSchema[];
  /** `spec.preserveUnknownFields`: with true, a schema without extensions need not be structural in `v1beta1`. */
  readonly preserveUnknownFields?: boolean;
  /** The version has a status subresource. */
  readonly hasStatus?: boolean;
  /** On update: the stored version has one. */
  readonly hadStatus?: boolean;
  /** By whose rules defaults are pruned, `kep` if not given. */
  readonly semantics?: Semantics;
  /** What judges `x-kubernetes-validations`; without it they are not compiled. */
  readonly rules?: Pick<RuleEngine, "compile" | "check">;
  /** On update: this version's schema is stored like this already, so that it may stay as expensive as it is. */
  readonly isUnchanged?: boolean;
}

/**
 * All that is wrong with the schema of one version of a definition, in Kubernetes' words and order. Never throws for
 * what {@link parseJsonSchema} returns.
 */
export function checkSchema(schema: JsonSchema, options: CheckSchemaOptions = {}): FieldError[] {
  const { path = rootPath, crdVersion = "v1", preserveUnknownFields = false, oldSchemas } = options;
  const schemas = options.schemas ?? [schema];
  const gates = schemaGates({ crdVersion, preserveUnknownFields, schemas, oldSchemas });
  const trials = createDefaultTrials(options.semantics ?? "kep", options.rules?.compile);
  const used = usedKeywords(schema);
  const placements = new Set(PLACED.filter(({ name }) => used.has(name)).map(({ checkPlacement }) => checkPlacement));
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

type Placed = Keyword & Required<Pick<Keyword, "checkPlacement">>;

const PLACED: readonly Placed[] = keywords.filter((keyword): keyword is Placed => keyword.checkPlacement !== undefined);

function checkRulesOf(
  schema: JsonSchema,
  { rules, isUnchanged = false, oldSchemas = [], path }: CheckSchemaOptions & { readonly path: FieldPath },
  faulty: ReadonlySet<JsonSchema>,
): FieldError[] {
  return rules?.check(schema, { path, faulty, isUnchanged, oldSchemas }) ?? [];
}

interface StructureFaults {
  readonly errors: readonly FieldError[];
  /** Why the schema cannot be read as structural. */
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

/** Each stage needs what the one before it has established. */
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
