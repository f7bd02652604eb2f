import type { FieldError, JsonObject } from "@kiln/api";
import type { CompiledSchema } from "@kiln/schema";
import { checkDefinition, checkStatus } from "../../crd/check-definition.ts";
import type { CheckOptions } from "../../crd/check-spec.ts";
import { prepareDefinitionDelete } from "../../crd/clean-up-definition.ts";
import { definitionPrune } from "../../crd/decode-definition.ts";
import { defaultDefinition } from "../../crd/default-definition.ts";
import { asDefinition, type Definition, storageVersionOf } from "../../crd/definition.ts";
import { definitionFields } from "../../crd/definition-fields.ts";
import { createSchemaReader, type SchemaReader } from "../../crd/schema-reader.ts";
import { settleDefinition } from "../../crd/settle-definition.ts";
import { warnOfFormats } from "../../crd/warn-of-formats.ts";
import { warnOfMarks } from "../../crd/warn-of-marks.ts";
import { warnOfRules } from "../../crd/warn-of-rules.ts";
import { lazyFieldTypes } from "../lazy-field-types.ts";
import type { Resource, Strategy } from "../resource.ts";
import type { BuiltIn } from "./built-in.ts";

/** Not for pruning: what stands in a schema is itself a schema, which no schema of finite size describes. */
const anyObject = { type: "object", "x-kubernetes-preserve-unknown-fields": true };

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
  schema: { type: "object", properties: { spec: anyObject, status: anyObject } },
  complete: (resource, { semantics }) => {
    const schemas = createSchemaReader();
    const schema = definitionSchema(resource.schema, schemas);
    return {
      ...resource,
      schema,
      storage: {
        ...resource.storage,
        schema,
        typeOf: lazyFieldTypes([resource.storage.apiVersion], definitionFields),
      },
      strategy: definitionStrategy({ semantics, schemas }),
    } satisfies Resource;
  },
};

/** Decodes by Go types; rules of its own judge it, not a schema. */
function definitionSchema(compiled: CompiledSchema, schemas: SchemaReader): CompiledSchema {
  const prune = definitionPrune(compiled.prune, schemas);
  const nothing = (): FieldError[] => [];
  return {
    prune,
    setDefaults: defaultDefinition,
    mutability: undefined,
    unions: undefined,
    isSettled: () => false,
    validate: nothing,
    validateUpdate: nothing,
    validateStatusUpdate: nothing,
    roundtrip: (object) => {
      prune(object, { isStored: true });
      defaultDefinition(object);
      return object;
    },
  };
}

function definitionStrategy(options: CheckOptions): Strategy {
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
    warn: (object, old) => warnings(options.schemas, asDefinition(object), old && asDefinition(old)),
    prepareDelete: prepareDefinitionDelete,
    afterWrite: settleDefinition,
  };
}

function warnings(schemas: SchemaReader, definition: Definition, old?: Definition): string[] {
  return [
    ...warnOfFormats(schemas, definition, old),
    ...warnOfMarks(schemas, definition, old),
    ...warnOfRules(schemas, definition),
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
