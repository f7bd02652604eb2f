import {
  asObjects,
  asText,
  asTexts,
  compareGoStrings,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  objectAt,
} from "@kiln/api";
import { type Cells, countOf, NONE, numberOf, textOr, UNSET } from "./cells.ts";
import { printHumanDuration } from "./human-duration.ts";
import { ageOf, nameOf } from "./row-printer.ts";

const webhooks: Cells = (object, now) => [nameOf(object), countOf(object.webhooks), ageOf(object, now)];

function policy(counted: string): Cells {
  return (object, now) => {
    const spec = objectAt(object, "spec");
    const { apiVersion, kind } = objectAt(spec, "paramKind");
    const paramKind = spec.paramKind === undefined ? UNSET : `${asText(apiVersion)}/${asText(kind)}`;
    return [nameOf(object), countOf(spec[counted]), paramKind, ageOf(object, now)];
  };
}

const binding: Cells = (object, now) => {
  const spec = objectAt(object, "spec");
  return [nameOf(object), asText(spec.policyName), printParameters(objectAt(spec, "paramRef")), ageOf(object, now)];
};

function printParameters({ name, namespace, selector }: JsonObject): string {
  if (asText(name) !== "") {
    return `${textOr(namespace, "*")}/${asText(name)}`;
  }
  return isJsonObject(selector) ? printGoSelector(selector) : UNSET;
}

/**
 * Kubernetes: prints the selector as a Go struct, where all other rows print kubectl's form
 * (printers/internalversion/printers.go printValidatingAdmissionPolicyBinding, v1.36).
 */
function printGoSelector({ matchLabels, matchExpressions }: JsonObject): string {
  const labels = Object.entries(isJsonObject(matchLabels) ? matchLabels : {})
    .sort(([a], [b]) => compareGoStrings(a, b))
    .map(([key, value]) => `${key}: ${asText(value)},`)
    .join("");
  const requirements = asObjects(matchExpressions)
    .map(({ key, operator, values }) => {
      const list = asTexts(values).join(" ");
      return `LabelSelectorRequirement{Key:${asText(key)},Operator:${asText(operator)},Values:[${list}],},`;
    })
    .join("");
  return `&LabelSelector{MatchLabels:map[string]string{${labels}},MatchExpressions:[]LabelSelectorRequirement{${requirements}},}`;
}

export const admissionCells: Readonly<Record<string, Cells>> = {
  MutatingAdmissionPolicy: policy("mutations"),
  MutatingAdmissionPolicyBinding: binding,
  MutatingWebhookConfiguration: webhooks,
  ValidatingAdmissionPolicy: policy("validations"),
  ValidatingAdmissionPolicyBinding: binding,
  ValidatingWebhookConfiguration: webhooks,
};

const roleBinding: Cells = (object, now) => {
  const { kind, name } = objectAt(object, "roleRef");
  const subjects = asObjects(object.subjects);
  const named = (wanted: string, print: (subject: JsonObject) => string) =>
    subjects
      .filter((subject) => subject.kind === wanted)
      .map(print)
      .join(", ");
  return [
    nameOf(object),
    `${asText(kind)}/${asText(name)}`,
    ageOf(object, now),
    named("User", (subject) => asText(subject.name)),
    named("Group", (subject) => asText(subject.name)),
    named("ServiceAccount", (subject) => `${asText(subject.namespace)}/${asText(subject.name)}`),
  ];
};

export const rbacCells: Readonly<Record<string, Cells>> = {
  ClusterRoleBinding: roleBinding,
  RoleBinding: roleBinding,
};

function printAmount(value: JsonValue | undefined): string {
  return value === undefined ? "N/A" : String(value);
}

export const policyCells: Readonly<Record<string, Cells>> = {
  PodDisruptionBudget: (object, now) => {
    const { minAvailable, maxUnavailable } = objectAt(object, "spec");
    const { disruptionsAllowed } = objectAt(object, "status");
    return [
      nameOf(object),
      printAmount(minAvailable),
      printAmount(maxUnavailable),
      numberOf(disruptionsAllowed),
      ageOf(object, now),
    ];
  },
};

export const certificatesCells: Readonly<Record<string, Cells>> = {
  CertificateSigningRequest: (object, now) => {
    const { signerName, username, expirationSeconds } = objectAt(object, "spec");
    const asked = expirationSeconds === undefined ? NONE : printHumanDuration(numberOf(expirationSeconds) * 1000);
    return [
      nameOf(object),
      ageOf(object, now),
      textOr(signerName, NONE),
      asText(username),
      asked,
      requestState(objectAt(object, "status")),
    ];
  },
};

function requestState(status: JsonObject): string {
  const types = asObjects(status.conditions).map(({ type }) => type);
  const verdict = types.includes("Denied") ? "Denied" : types.includes("Approved") ? "Approved" : "Pending";
  const failed = types.includes("Failed") ? ",Failed" : "";
  return verdict + failed + (asText(status.certificate) === "" ? "" : ",Issued");
}

export const flowcontrolCells: Readonly<Record<string, Cells>> = {
  FlowSchema: (object, now) => {
    const spec = objectAt(object, "spec");
    const dangling = asObjects(objectAt(object, "status").conditions).find(({ type }) => type === "Dangling");
    return [
      nameOf(object),
      asText(objectAt(spec, "priorityLevelConfiguration").name),
      numberOf(spec.matchingPrecedence),
      spec.distinguisherMethod === undefined ? NONE : asText(objectAt(spec, "distinguisherMethod").type),
      ageOf(object, now),
      dangling === undefined ? "?" : asText(dangling.status),
    ];
  },
  PriorityLevelConfiguration: (object, now) => {
    const spec = objectAt(object, "spec");
    const limited = isJsonObject(spec.limited) ? spec.limited : undefined;
    const { queuing } = limited === undefined ? {} : objectAt(limited, "limitResponse");
    const queue = isJsonObject(queuing) ? queuing : undefined;
    return [
      nameOf(object),
      asText(spec.type),
      limited === undefined ? NONE : (limited.nominalConcurrencyShares ?? null),
      queue === undefined ? NONE : numberOf(queue.queues),
      queue === undefined ? NONE : numberOf(queue.handSize),
      queue === undefined ? NONE : numberOf(queue.queueLengthLimit),
      ageOf(object, now),
    ];
  },
};
