import {
  asObjects,
  asTexts,
  checkDns1123Label,
  checkLabelValue,
  type FieldError,
  type FieldPath,
  isJsonObject,
  type JsonObject,
  objectAt,
} from "@kiln/api";
import { checkText } from "../../field-checks.ts";
import { fieldRules, type Scope } from "../../field-rules.ts";
import { validateNodeSelector, validateNodeSelectorTerm } from "../validate-node-selector.ts";
import type { PodLeniency } from "./pod-leniency.ts";
import { NO_POD, type PodSurroundings } from "./pod-surroundings.ts";
import { validateMatchLabelKeys } from "./validate-match-label-keys.ts";

const REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
const PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";

/** Validates node affinity, Pod affinity and Pod anti-affinity. */
export function validateAffinity(
  affinity: JsonObject,
  path: FieldPath,
  { given: { leniency } = NO_POD }: Scope<PodSurroundings>,
): FieldError[] {
  const { allowsInvalidAffinitySelectors: isLenient } = leniency;
  return [
    ...validateNodeAffinity(objectAt(affinity, "nodeAffinity"), path.child("nodeAffinity"), leniency),
    ...validatePodAffinity(objectAt(affinity, "podAffinity"), path.child("podAffinity"), isLenient),
    ...validatePodAffinity(objectAt(affinity, "podAntiAffinity"), path.child("podAntiAffinity"), isLenient),
  ];
}

function validateNodeAffinity(affinity: JsonObject, path: FieldPath, leniency: PodLeniency): FieldError[] {
  const required_ = affinity[REQUIRED];
  const preferred = path.child(PREFERRED);
  return [
    ...(isJsonObject(required_)
      ? validateNodeSelector(required_, path.child(REQUIRED), {
          allowsInvalidValues: leniency.allowsInvalidNodeAffinityValues,
        })
      : []),
    ...asObjects(affinity[PREFERRED]).flatMap((term, i) => [
      ...checkWeight(term, preferred.index(i)),
      ...validateNodeSelectorTerm(objectAt(term, "preference"), preferred.index(i).child("preference"), {
        allowsInvalidValues: true,
      }),
    ]),
  ];
}

const checkWeight = fieldRules({
  weight: "min=1 must be in the range 1-100;max=100 must be in the range 1-100",
});

function validatePodAffinity(affinity: JsonObject, path: FieldPath, isLenient: boolean): FieldError[] {
  const preferred = path.child(PREFERRED);
  return [
    ...asObjects(affinity[REQUIRED]).flatMap((term, i) =>
      validatePodTerm(term, path.child(REQUIRED).index(i), isLenient),
    ),
    ...asObjects(affinity[PREFERRED]).flatMap((term, i) => [
      ...checkWeight(term, preferred.index(i)),
      ...validatePodTerm(objectAt(term, "podAffinityTerm"), preferred.index(i).child("podAffinityTerm"), isLenient),
    ]),
  ];
}

function validatePodTerm(term: JsonObject, path: FieldPath, isLenient: boolean): FieldError[] {
  return [
    ...(isLenient ? [] : validateTermSelectors(term, path)),
    // Kubernetes: the path says namespace for the field namespaces (core/validation/validation.go
    // validatePodAffinityTerm, v1.36).
    ...asTexts(term.namespaces).flatMap((name) => checkText(name, path.child("namespace"), checkDns1123Label)),
    ...validateMatchLabelKeys(term, path),
    ...checkTopologyKey(term, path),
  ];
}

const validateTermSelectors = fieldRules({ "labelSelector,namespaceSelector": "pointer;selector" });
const checkTopologyKey = fieldRules({ topologyKey: "required=can not be empty" }, { topologyKey: "qualifiedName" });

/** Terms of affinity and anti-affinity to other Pods, with their paths. */
export function podTermsOf(affinity: JsonObject, path: FieldPath): { term: JsonObject; path: FieldPath }[] {
  return ["podAffinity", "podAntiAffinity"].flatMap((kind) => [
    ...asObjects(objectAt(affinity, kind)[REQUIRED]).map((term, i) => ({
      term,
      path: path.child(kind, REQUIRED).index(i),
    })),
    ...asObjects(objectAt(affinity, kind)[PREFERRED]).map((weighted, i) => ({
      term: objectAt(weighted, "podAffinityTerm"),
      path: path.child(kind, PREFERRED).index(i).child("podAffinityTerm"),
    })),
  ]);
}

/** Terms of node affinity, with their paths. */
export function nodeTermsOf(
  affinity: JsonObject,
  path: FieldPath,
): { term: JsonObject; path: FieldPath; isPreferred: boolean }[] {
  const node = objectAt(affinity, "nodeAffinity");
  const at = path.child("nodeAffinity");
  return [
    ...asObjects(objectAt(node, REQUIRED).nodeSelectorTerms).map((term, i) => ({
      term,
      path: at.child(REQUIRED, "nodeSelectorTerms").index(i),
      isPreferred: false,
    })),
    ...asObjects(node[PREFERRED]).map((weighted, i) => ({
      term: objectAt(weighted, "preference"),
      path: at.child(PREFERRED).index(i).child("preference"),
      isPreferred: true,
    })),
  ];
}

/** Whether the stored selectors are invalid, which an update may keep. */
export function hasInvalidSelectors(affinity: JsonObject, path: FieldPath): boolean {
  return podTermsOf(affinity, path).some(({ term }) => validateTermSelectors(term, path).length > 0);
}

/** Whether the stored values of node affinity are invalid, which an update may keep. */
export function hasInvalidNodeValues(affinity: JsonObject): boolean {
  const terms = asObjects(objectAt(affinity, "nodeAffinity", REQUIRED).nodeSelectorTerms);
  return terms
    .flatMap(({ matchExpressions }) => asObjects(matchExpressions))
    .some(({ values }) => asTexts(values).some((value) => checkLabelValue(value).length > 0));
}
