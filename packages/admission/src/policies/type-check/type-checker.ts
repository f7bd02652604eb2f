import {
  asObjects,
  asText,
  asTexts,
  compareGoStrings,
  isJsonObject,
  type JsonObject,
  parseGroupVersion,
} from "@kiln/api";
import {
  authorizerType,
  type CelType,
  createEnvironment,
  dynType,
  type Environment,
  type TypeProvider,
} from "@kiln/cel";
import { admissionTypes, namespaceType, type Registry, type Resource, requestType, variablesType } from "@kiln/kinds";
import { type JsonSchema, type NamedTypes, nameObjectTypes } from "@kiln/schema";
import { createNativeDeclarations } from "./declare-native.ts";

/** One entry of a policy's `status.typeChecking.expressionWarnings`. */
export interface ExpressionWarning extends JsonObject {
  fieldRef: string;
  warning: string;
}

/** Finds type errors in the validations of a policy, by the schemas of the objects that it matches. */
export interface TypeChecker {
  check(spec: JsonObject): ExpressionWarning[];
}

/**
 * Kubernetes: limit of kinds that are type-checked per policy (policy/validating/typechecking.go maxTypesToCheck,
 * v1.36).
 */
const MAX_KINDS = 10;

interface Kind {
  readonly name: string;
  readonly types: NamedTypes | undefined;
}

export function createTypeChecker(registry: Registry): TypeChecker {
  const natives = createNativeDeclarations();
  const typesOf = (resource: Resource): NamedTypes | undefined => {
    const { group, version, names } = resource;
    const { published } = resource.serving;
    const schema =
      published === undefined
        ? natives.find({ group, version, kind: names.kind })
        : withMetadata(published.readSchema(), natives.metadata);
    return schema && nameObjectTypes(schema, names.kind);
  };
  return {
    check(spec) {
      const kinds = findKinds(registry, spec)
        .map((resource): Kind => ({ name: nameOf(resource), types: typesOf(resource) }))
        .filter(({ types }) => types !== undefined);
      const params = findParams(registry, spec);
      const environments = kinds.map(({ name, types }) => ({
        name,
        environment: createTyped(spec, { object: types, params: params && typesOf(params) }),
      }));
      const warn = (expression: string, fieldRef: string): ExpressionWarning[] => {
        const warnings = environments.flatMap(({ name, environment }) => judge(environment, expression, name));
        return warnings.length === 0 ? [] : [{ fieldRef, warning: warnings.join("\n") }];
      };
      return asObjects(spec.validations).flatMap(({ expression, messageExpression }, i) => [
        ...warn(asText(expression), `spec.validations[${i}].expression`),
        ...(asText(messageExpression) === ""
          ? []
          : warn(asText(messageExpression), `spec.validations[${i}].messageExpression`)),
      ]);
    },
  };
}

/**
 * Kubernetes: only compile errors count, not errors of constant parts that show when they are evaluated
 * (policy/validating/typechecking.go CheckExpression, v1.36).
 */
function judge(environment: Environment, expression: string, kind: string): string[] {
  const { fault } = environment.compile(expression);
  return fault === undefined || fault.kind === "program" ? [] : [`${kind}: ${fault.text}\n`];
}

function nameOf({ group, version, names }: Resource): string {
  return `${group}/${version}, Kind=${names.kind}`;
}

/** Schema of a custom resource with the metadata that every object has. */
function withMetadata(schema: JsonSchema | undefined, metadata: JsonSchema): JsonSchema | undefined {
  if (schema === undefined) {
    return undefined;
  }
  const text: JsonSchema = { type: "string" };
  const properties = new Map([
    ...(schema.properties ?? []),
    ["apiVersion", text],
    ["kind", text],
    ["metadata", metadata],
  ] as const);
  return { ...schema, type: "object", properties };
}

/** Kinds that the rules of the policy list explicitly, without wildcards. */
function findKinds(registry: Registry, { matchConstraints }: JsonObject): Resource[] {
  const found = new Map<string, Resource>();
  for (const rule of asObjects(isJsonObject(matchConstraints) ? matchConstraints.resourceRules : undefined)) {
    const named = findNamed(registry, rule);
    for (const resource of named.slice(0, MAX_KINDS)) {
      found.set(nameOf(resource), resource);
    }
    if (named.length >= MAX_KINDS) {
      break;
    }
  }
  return [...found.values()].sort(
    (a, b) =>
      compareGoStrings(a.group, b.group) ||
      compareGoStrings(a.version, b.version) ||
      compareGoStrings(a.names.kind, b.names.kind),
  );
}

function findNamed(registry: Registry, rule: JsonObject): Resource[] {
  const named = (field: string) => [...asTexts(rule[field])].sort(compareGoStrings);
  const [groups, versions] = [named("apiGroups"), named("apiVersions")];
  if ([...groups, ...versions].some((name) => name.includes("*"))) {
    return [];
  }
  const plurals = named("resources").filter((name) => !/[*/]/.test(name));
  return groups.flatMap((group) =>
    versions.flatMap((version) => plurals.flatMap((plural) => registry.find(group, version, plural) ?? [])),
  );
}

/** Resource of the policy's paramKind; undefined if it has none, or it is not served. */
function findParams(registry: Registry, { paramKind }: JsonObject): Resource | undefined {
  if (!isJsonObject(paramKind)) {
    return undefined;
  }
  const { group = "", version = "" } = parseGroupVersion(asText(paramKind.apiVersion)).value ?? {};
  const served = registry.versionsOf(group).find((one) => one.version === version);
  return [...(served?.resources.values() ?? [])].find(({ names }) => names.kind === asText(paramKind.kind));
}

interface Typed {
  readonly object: NamedTypes | undefined;
  readonly params: NamedTypes | undefined;
}

/**
 * CEL environment with typed `object` and `params`. Kubernetes: type checking has no `authorizer.requestResource`, and
 * a variable that does not compile is dynamic (policy/validating/typechecking.go buildEnvSet, v1.36).
 */
function createTyped(spec: JsonObject, { object, params }: Typed): Environment {
  const known = new Map<string, CelType>();
  const providers = [object?.provider, params?.provider].filter((provider) => provider !== undefined);
  const environment = createEnvironment({
    types: joinTypes([admissionTypes({ variables: known, hasPatchTypes: false }), ...providers]),
    variables: {
      object: object?.self ?? dynType,
      oldObject: object?.self ?? dynType,
      namespaceObject: namespaceType,
      request: requestType,
      authorizer: authorizerType,
      variables: variablesType,
      ...(isJsonObject(spec.paramKind) ? { params: params?.self ?? dynType } : {}),
    },
  });
  for (const { name, expression } of asObjects(spec.variables)) {
    known.set(asText(name), environment.compile(asText(expression)).program?.type ?? dynType);
  }
  return environment;
}

function joinTypes(providers: readonly TypeProvider[]): TypeProvider {
  return {
    hasType: (name) => providers.some((provider) => provider.hasType(name)),
    findField(typeName, field) {
      const provider = providers.find((one) => one.hasType(typeName));
      return provider?.findField(typeName, field);
    },
  };
}
