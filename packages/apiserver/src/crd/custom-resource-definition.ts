import type { JsonObject } from "@kiln/api";
import {
  asDefinition,
  type Declaration,
  type Definition,
  type FeatureGates,
  type Strategy,
  storageVersionOf,
} from "@kiln/kinds";
import type { RuleEngine } from "@kiln/schema";
import { createSchemaReader } from "../convert/schema-reader.ts";
import { checkDefinition, checkStatus } from "./check-definition.ts";
import type { CheckOptions } from "./check-spec.ts";
import { prepareDefinitionDelete } from "./clean-up-definition.ts";
import { convertDefinition, DEFINITION_V1, DEFINITION_V1BETA1 } from "./convert-definition.ts";
import { defaultDefinition, defaultDefinitionV1beta1 } from "./default-definition.ts";
import { toInternalSpecV1beta1 } from "./internal-spec.ts";
import { warnOfChangedDefaults } from "./warn-of-changed-defaults.ts";
import { warnOfFormats } from "./warn-of-formats.ts";
import { warnOfIdleMarks } from "./warn-of-idle-marks.ts";
import { warnOfMarks } from "./warn-of-marks.ts";

/**
 * The kind CustomResourceDefinition. Created for one rule engine, because it compiles schemas and rules of other kinds.
 */
export function customResourceDefinition(rules: RuleEngine): Declaration {
  const schemas = createSchemaReader();
  return {
    resource: "customresourcedefinitions.apiextensions.k8s.io",
    metadataRules: { requiresQualifiedFinalizers: false, onUpdate: ["update"] },
    decoding: { onSchema: schemas.remember, keepsEmpty: true },
    storage: {
      apiVersion: DEFINITION_V1,
      apiVersions: [DEFINITION_V1, DEFINITION_V1BETA1],
      isStoredInAny: true,
      convert: convertDefinition,
    },
    strategy: ({ semantics, features }, version) => {
      const options = { semantics, schemas, rules, features };
      return version === "v1" ? definitionStrategy(options) : definitionStrategyV1beta1(options);
    },
    warnings: { v1beta1: DEPRECATION },
    // Kubernetes: v1beta1 is not served since 1.22 and not listed in discovery
    // (apiextensions/v1beta1/zz_generated.prerelease-lifecycle.go APILifecycleRemoved, v1.36).
    unlistedUpstream: ["v1beta1"],
  };
}

/** Deprecation warning of v1beta1, as in Kubernetes 1.21, the last release that served it. */
const DEPRECATION =
  "apiextensions.k8s.io/v1beta1 CustomResourceDefinition is deprecated in v1.16+, unavailable in v1.22+; " +
  "use apiextensions.k8s.io/v1 CustomResourceDefinition";

interface DefinitionOptions extends CheckOptions {
  readonly features: FeatureGates;
}

function definitionStrategy(options: DefinitionOptions): Strategy {
  return {
    setDefaults: defaultDefinition,
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
    deletion: { prepare: prepareDefinitionDelete },
    afterWrite: ({ settleDefinition }, key, object) => settleDefinition(key, object),
  };
}

/** Strategy for CRDs in the form of v1beta1. */
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
    setDefaults: defaultDefinitionV1beta1,
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

/** Adds the storage version to status.storedVersions. */
function addStoredVersion(object: JsonObject): void {
  const { spec, status } = asDefinition(object);
  const name = storageVersionOf(spec)?.name;
  const stored = status.storedVersions ?? [];
  if (name !== undefined && !stored.includes(name)) {
    object.status = { ...(object.status as JsonObject), storedVersions: [...stored, name] };
  }
}
