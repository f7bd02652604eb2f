import type { FieldError, JsonObject } from "@kiln/api";
import {
  asDefinition,
  type BuiltIn,
  type Definition,
  type FeatureGates,
  lazyFieldTypes,
  type Resource,
  type Storage,
  type Strategy,
  storageVersionOf,
} from "@kiln/kinds";
import type { CompiledSchema, CrdVersion } from "@kiln/schema";
import { createSchemaReader, type SchemaReader } from "../convert/schema-reader.ts";
import { checkDefinition, checkStatus } from "./check-definition.ts";
import type { CheckOptions } from "./check-spec.ts";
import { prepareDefinitionDelete } from "./clean-up-definition.ts";
import { convertDefinition, DEFINITION_V1, DEFINITION_V1BETA1 } from "./convert-definition.ts";
import { definitionPrune } from "./decode-definition.ts";
import { defaultDefinition, defaultDefinitionV1beta1 } from "./default-definition.ts";
import { definitionFields } from "./definition-fields.ts";
import { toInternalSpecV1beta1 } from "./internal-spec.ts";
import { warnOfChangedDefaults } from "./warn-of-changed-defaults.ts";
import { warnOfFormats } from "./warn-of-formats.ts";
import { warnOfIdleMarks } from "./warn-of-idle-marks.ts";
import { warnOfMarks } from "./warn-of-marks.ts";

/**
 * Not for pruning: a schema contains schemas, which no schema of finite size describes. Their Go types have the errors
 * for values that are no objects.
 */
const anything = { "x-kubernetes-preserve-unknown-fields": true };

export const customResourceDefinition: BuiltIn = {
  group: "apiextensions.k8s.io",
  version: "v1",
  names: {
    plural: "customresourcedefinitions",
    singular: "customresourcedefinition",
    kind: "CustomResourceDefinition",
    listKind: "CustomResourceDefinitionList",
    shortNames: ["crd", "crds"],
    categories: ["api-extensions"],
  },
  isNamespaced: false,
  hasStatus: true,
  countsGenerations: true,
  allowsUnconditionalUpdate: false,
  emptyFields: {
    spec: { group: "", names: { plural: "", kind: "" }, scope: "", versions: null },
    status: { conditions: null, acceptedNames: { plural: "", kind: "" }, storedVersions: null },
  },
  schema: { type: "object", properties: { spec: anything, status: anything } },
  versions: (resource, { semantics, rules, features }) => {
    const schemas = createSchemaReader();
    const options = { semantics, schemas, rules, features };
    const schema = definitionSchema(resource.schema, schemas, "v1");
    const schemaV1beta1 = definitionSchema(resource.schema, schemas, "v1beta1");
    const storage: Storage = {
      ...resource.storage,
      schema,
      schemas: new Map([
        [DEFINITION_V1, schema],
        [DEFINITION_V1BETA1, schemaV1beta1],
      ]),
      typeOf: lazyFieldTypes([DEFINITION_V1, DEFINITION_V1BETA1], definitionFields),
      convert: convertDefinition,
    };
    const v1: Resource = { ...resource, schema, storage, strategy: definitionStrategy(options) };
    return [
      v1,
      {
        ...v1,
        version: "v1beta1",
        schema: schemaV1beta1,
        strategy: definitionStrategyV1beta1(options),
        emptyFields: () => ({ ...v1.emptyFields?.(), spec: { group: "", names: { plural: "", kind: "" }, scope: "" } }),
        warning: DEPRECATION,
        // Kubernetes: v1beta1 is not served since 1.22 and not listed in discovery
        // (apiextensions/v1beta1/zz_generated.prerelease-lifecycle.go APILifecycleRemoved, v1.36).
        isUnlisted: semantics === "upstream",
      },
    ];
  },
};

/** In the words of the last Kubernetes that served it. */
const DEPRECATION =
  "apiextensions.k8s.io/v1beta1 CustomResourceDefinition is deprecated in v1.16+, unavailable in v1.22+; " +
  "use apiextensions.k8s.io/v1 CustomResourceDefinition";

/** Decodes by Go types; validated by rules of its own, not by a schema. */
function definitionSchema(compiled: CompiledSchema, schemas: SchemaReader, version: CrdVersion): CompiledSchema {
  const prune = definitionPrune(compiled.prune, schemas, version);
  const setDefaults = version === "v1" ? defaultDefinition : defaultDefinitionV1beta1;
  const nothing = (): FieldError[] => [];
  return {
    prune,
    setDefaults,
    mutability: undefined,
    unions: undefined,
    isSettled: () => false,
    validate: nothing,
    validateUpdate: nothing,
    validateStatusUpdate: nothing,
    roundtrip: (object) => {
      prune(object, { isStored: true });
      setDefaults(object);
      return object;
    },
  };
}

interface DefinitionOptions extends CheckOptions {
  readonly features: FeatureGates;
}

function definitionStrategy(options: DefinitionOptions): Strategy {
  return {
    prepareCreate(object) {
      object.status = { conditions: null, acceptedNames: { plural: "", kind: "" }, storedVersions: null };
      addStoredVersion(object);
    },
    prepareUpdate(object, _old, subresource) {
      if (subresource === "") {
        addStoredVersion(object);
      }
    },
    validateCreate: (object) => checkDefinition(asDefinition(object), options),
    validateUpdate: (object, old, subresource) =>
      subresource === "status"
        ? checkStatus(asDefinition(object))
        : checkDefinition(asDefinition(object), options, asDefinition(old)),
    warn: (object, old) => warnings(options, asDefinition(object), old && asDefinition(old)),
    prepareDelete: prepareDefinitionDelete,
    afterWrite: ({ settleDefinition }, key, object) => settleDefinition(key, object),
  };
}

/** The same, for objects that say it in the form of v1beta1. */
function definitionStrategyV1beta1(options: DefinitionOptions): Strategy {
  const strategy = definitionStrategy(options);
  const toV1 = (object: JsonObject) => asDefinition(convertDefinition(object, DEFINITION_V1));
  const optionsFor = ({ spec }: JsonObject): CheckOptions => ({
    ...options,
    crdVersion: "v1beta1",
    internal: toInternalSpecV1beta1(spec as JsonObject, options.schemas),
  });
  return {
    ...strategy,
    validateCreate: (object) => checkDefinition(toV1(object), optionsFor(object)),
    validateUpdate: (object, old, subresource) =>
      subresource === "status"
        ? checkStatus(toV1(object))
        : checkDefinition(toV1(object), optionsFor(object), toV1(old)),
    warn: (object, old) => warnings(options, toV1(object), old && toV1(old)),
  };
}

function warnings(options: DefinitionOptions, definition: Definition, old?: Definition): string[] {
  const { schemas } = options;
  return [
    ...warnOfFormats(schemas, definition, old),
    ...warnOfMarks(schemas, definition, old),
    ...warnOfChangedDefaults(schemas, definition, old),
    ...warnOfIdleMarks(options, definition, old),
  ];
}

/** Changes the status: whatever becomes the storage version is remembered as one that was stored. */
function addStoredVersion(object: JsonObject): void {
  const { spec, status } = asDefinition(object);
  const name = storageVersionOf(spec)?.name;
  const stored = status.storedVersions ?? [];
  if (name !== undefined && !stored.includes(name)) {
    object.status = { ...(object.status as JsonObject), storedVersions: [...stored, name] };
  }
}
