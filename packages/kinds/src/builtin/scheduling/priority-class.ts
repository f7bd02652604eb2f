import {
  asInteger,
  asText,
  deepEqual,
  type FieldError,
  fieldPath,
  forbidden,
  type JsonObject,
  metadataOf,
  rootPath,
} from "@kiln/api";
import { IMMUTABLE } from "../../natives/marks.ts";
import { areMarked, type Declaration } from "../declaration.ts";
import { checkImmutable } from "../field-checks.ts";
import { fieldRules } from "../field-rules.ts";

export const priorityClass: Declaration = {
  resource: "priorityclasses.scheduling.k8s.io",
  marks: { value: IMMUTABLE, preemptionPolicy: IMMUTABLE },
  types: { "scheduling/v1.PriorityClass": { defaults: { preemptionPolicy: "PreemptLowerPriority" } } },
  strategy: (settings) => ({
    prepareCreate: (object) => {
      metadataOf(object).generation = 1;
    },
    validateCreate,
    validateUpdate: (object, old) => (areMarked(settings) ? [] : checkKept(object, old)),
  }),
};

const VALUE = fieldPath("value");
const POLICY = fieldPath("preemptionPolicy");
const SYSTEM = "system-";
const SYSTEM_CLASSES: ReadonlyMap<string, number> = new Map([
  ["system-node-critical", 2_000_001_000],
  ["system-cluster-critical", 2_000_000_000],
]);
const HIGHEST = 1_000_000_000;

const checkPolicy = fieldRules({ preemptionPolicy: "pointer;required;enum=PreemptLowerPriority|Never" });

function validateCreate(object: JsonObject): FieldError[] {
  return [...validateValue(object), ...checkPolicy(object, rootPath)];
}

function validateValue(object: JsonObject): FieldError[] {
  const name = asText(metadataOf(object).name);
  const value = asInteger(object.value);
  if (!name.startsWith(SYSTEM)) {
    return value > HIGHEST ? [forbidden(VALUE, `maximum allowed value of a user defined priority is ${HIGHEST}`)] : [];
  }
  const fault = systemFault(name, object);
  return fault === undefined
    ? []
    : [
        forbidden(
          fieldPath("metadata", "name"),
          `priority class names with '${SYSTEM}' prefix are reserved for system use only. error: ${fault}`,
        ),
      ];
}

function systemFault(name: string, { value, globalDefault }: JsonObject): string | undefined {
  const known = SYSTEM_CLASSES.get(name);
  if (known === undefined) {
    return `${name} is not a known system priority class`;
  }
  if (Number(asInteger(value)) !== known) {
    return `value of ${name} PriorityClass must be ${known}`;
  }
  return globalDefault === true ? `globalDefault of ${name} PriorityClass must be false` : undefined;
}

function checkKept(object: JsonObject, old: JsonObject): FieldError[] {
  return [
    ...(deepEqual(object.value ?? 0, old.value ?? 0) ? [] : [forbidden(VALUE, "may not be changed in an update.")]),
    ...checkImmutable(object.preemptionPolicy, old.preemptionPolicy, POLICY),
  ];
}
