import {
  asObject,
  asObjects,
  asText,
  deepEqual,
  type FieldError,
  type FieldPath,
  fieldPath,
  forbidden,
  invalid,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  objectAt,
  required,
} from "@kiln/api";
import { withGoStruct } from "../../go/print-go-struct.ts";
import {
  templateLeniency,
  validateTemplate,
  validateTemplateMetadata,
} from "../core/pod-spec/validate-pod-template.ts";
import { withFieldOf } from "../core/pod-spec/validate-pod-update.ts";
import { validateClaimSpec } from "../core/validate-claim-spec.ts";
import { checkLabel, checkNonNegative } from "../field-checks.ts";
import { fieldRules, type Scope } from "../field-rules.ts";
import { checkAtMostAll, checkIntOrPercent, intOrPercentValue } from "./int-or-percent.ts";
import { checkTemplateLabels, invalidSelector, readSelector, validateSelector } from "./validate-selector.ts";
import { checkEndless } from "./validate-workloads.ts";

const SPEC = fieldPath("spec");

/** Errors of stored fields that an update may keep. */
interface StatefulSetLeniency {
  readonly old?: JsonObject;
  readonly skipsTemplate?: boolean;
}

export function validateStatefulSetSpec(spec: JsonObject, given: StatefulSetLeniency = {}): FieldError[] {
  return checkSpec(spec, SPEC, { given });
}

const checkSpec = fieldRules<StatefulSetLeniency>(
  {
    podManagementPolicy: ["required", checkManagement],
    updateStrategy: validateUpdateStrategy,
    "persistentVolumeClaimRetentionPolicy.whenDeleted": "enum=Retain|Delete",
    "persistentVolumeClaimRetentionPolicy.whenScaled": "enum=Retain|Delete",
    volumeClaimTemplates: ["optional", validateClaims],
    "replicas,minReadySeconds,ordinals.start": "count",
    serviceName: ["optional", checkServiceName],
    selector: checkSelector,
  },
  validateStatefulTemplate,
  ({ template }, path) => checkEndless(asObject(template), path.child("template"), "StatefulSet"),
);

function checkManagement(policy: string, path: FieldPath): FieldError[] {
  return policy === "OrderedReady" || policy === "Parallel"
    ? []
    : [invalid(path, policy, "must be 'OrderedReady' or 'Parallel'")];
}

/** Stored names are not validated again: they cannot change. */
function checkServiceName(name: string, path: FieldPath, { given }: Scope<StatefulSetLeniency>): FieldError[] {
  return given?.old === undefined ? checkLabel(name, path) : [];
}

function checkSelector(selector: JsonValue | undefined, path: FieldPath): FieldError[] {
  return validateSelector(selector, path, "statefulset");
}

function validateUpdateStrategy(value: JsonValue | undefined, path: FieldPath): FieldError[] {
  const strategy = asObject(value);
  const { type, rollingUpdate } = strategy;
  const at = path.child("rollingUpdate");
  switch (asText(type)) {
    case "":
      return [required(path, "")];
    case "OnDelete":
      return rollingUpdate === undefined
        ? []
        : [
            withGoStruct(
              invalid(
                at,
                { partition: 0, ...objectAt(strategy, "rollingUpdate") },
                "only allowed for updateStrategy 'RollingUpdate'",
              ),
              "apps/v1.RollingUpdateStatefulSetStrategy",
            ),
          ];
    case "RollingUpdate":
      return isJsonObject(rollingUpdate) ? validateRollingUpdate(rollingUpdate, at) : [];
    default:
      return [
        withGoStruct(
          invalid(path, strategy, "must be 'RollingUpdate' or 'OnDelete'"),
          "apps/v1.StatefulSetUpdateStrategy",
        ),
      ];
  }
}

function validateRollingUpdate({ partition, maxUnavailable }: JsonObject, path: FieldPath): FieldError[] {
  const at = path.child("maxUnavailable");
  const errors = checkNonNegative(partition, path.child("partition"));
  return maxUnavailable === undefined
    ? errors
    : [
        ...errors,
        ...checkIntOrPercent(maxUnavailable, at),
        ...(intOrPercentValue(maxUnavailable) === 0 ? [invalid(at, maxUnavailable, "cannot be 0")] : []),
        ...checkAtMostAll(maxUnavailable, at),
      ];
}

/** Stored templates are not validated again: they cannot change. */
function validateClaims(claims: JsonValue, path: FieldPath, { given }: Scope<StatefulSetLeniency>): FieldError[] {
  return given?.old === undefined
    ? asObjects(claims).flatMap((claim, i) => validateClaimSpec(objectAt(claim, "spec"), path.index(i).child("spec")))
    : [];
}

function validateStatefulTemplate(
  spec: JsonObject,
  _: FieldPath,
  { given: { old, skipsTemplate } = {} }: Scope<StatefulSetLeniency>,
): FieldError[] {
  const selector = readSelector(spec.selector);
  const path = SPEC.child("template");
  if (selector === undefined) {
    return [invalidSelector(spec.selector, SPEC.child("selector"), "")];
  }
  const template = withClaimVolumes(spec);
  const leniency = templateLeniency(old?.template);
  return [
    ...checkTemplateLabels(selector, template, path),
    ...(skipsTemplate === true ? [] : validateTemplate(template, path, leniency)),
    // Kubernetes: validates the metadata of the template twice (apis/apps/validation/validation.go
    // ValidateStatefulSetSpec, v1.36).
    ...validateTemplateMetadata(template, path, leniency),
  ];
}

/** Pod template with a volume for each claim template, as the controller adds them. */
function withClaimVolumes(spec: JsonObject): JsonObject {
  const template = objectAt(spec, "template");
  const { subdomain: _s, hostname: _h, ...rest } = objectAt(template, "spec");
  const claims = new Map(
    asObjects(spec.volumeClaimTemplates).map((claim) => {
      const name = asText(objectAt(claim, "metadata").name);
      return [name, { name, persistentVolumeClaim: { claimName: name } }];
    }),
  );
  const others = asObjects(rest.volumes).filter(({ name }) => !claims.has(asText(name)));
  return claims.size === 0
    ? { ...template, spec: rest }
    : { ...template, spec: { ...rest, volumes: [...claims.values(), ...others] } };
}

/** Validates an update; the errors of a stored template may be kept. */
export function validateStatefulSetChange(now: JsonObject, old: JsonObject): FieldError[] {
  return validateStatefulSetSpec(now, {
    old,
    skipsTemplate: validateStatefulSetSpec(old, { old }).length > 0,
  });
}

const MUTABLE = [
  "replicas",
  "template",
  "updateStrategy",
  "minReadySeconds",
  "ordinals",
  "revisionHistoryLimit",
  "persistentVolumeClaimRetentionPolicy",
];

/** Rejects changes of fields that names of Pods and claims depend on. */
export function checkStatefulSetKept(now: JsonObject, old: JsonObject): FieldError[] {
  const kept = MUTABLE.reduce((spec, field) => withFieldOf(spec, field, old), now);
  return deepEqual(kept, old)
    ? []
    : [
        forbidden(
          SPEC,
          "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden",
        ),
      ];
}

export const STATEFUL_SET_MARKED: readonly string[] = [
  "podManagementPolicy",
  "selector",
  "serviceName",
  "volumeClaimTemplates",
];
