import {
  asInteger,
  asObjects,
  asText,
  asTexts,
  checkDns1123Label,
  duplicate,
  type FieldError,
  type FieldPath,
  fieldPath,
  forbidden,
  getOwn,
  invalid,
  isJsonObject,
  type JsonObject,
  notSupported,
  objectAt,
  required,
} from "@kiln/api";
import { withGoStruct } from "../../natives/print-go-struct.ts";
import { checkLabel, checkSubdomain, checkSupported, requireText } from "../field-checks.ts";
import { findRepeats } from "../find-repeats.ts";

const SPEC = fieldPath("spec");
const MAX_PRECEDENCE = 10_000;

export function validateFlowSchema(schema: JsonObject): FieldError[] {
  const spec = objectAt(schema, "spec");
  const name = asText(objectAt(schema, "metadata").name);
  return [
    ...checkPrecedence(spec, name),
    ...checkMethod(spec),
    ...checkLevel(asText(objectAt(spec, "priorityLevelConfiguration").name)),
    ...asObjects(spec.rules).flatMap((rule, i) => validateRule(rule, SPEC.child("rules").index(i))),
    ...validateConditions(schema),
  ];
}

/** Each condition type at most once. */
export function validateConditions(object: JsonObject): FieldError[] {
  const types = asObjects(objectAt(object, "status").conditions).map(({ type }) => asText(type));
  const isRepeat = findRepeats(types);
  return types.flatMap((type, i) => {
    const path = fieldPath("status", "conditions").index(i).child("type");
    return [...(isRepeat[i] === true ? [duplicate(path, type)] : []), ...requireText(type, path)];
  });
}

function checkPrecedence({ matchingPrecedence }: JsonObject, name: string): FieldError[] {
  const precedence = asInteger(matchingPrecedence);
  const refuse = (why: string) => [invalid(SPEC.child("matchingPrecedence"), precedence, why)];
  return [
    ...(precedence <= 0 ? refuse("must be a positive value") : []),
    ...(precedence > MAX_PRECEDENCE ? refuse(`must not be greater than ${MAX_PRECEDENCE}`) : []),
    ...(Number(precedence) === 1 && name !== "exempt"
      ? refuse("only the schema named 'exempt' may have matchingPrecedence 1")
      : []),
  ];
}

function checkMethod({ distinguisherMethod: method }: JsonObject): FieldError[] {
  const methods = ["ByNamespace", "ByUser"];
  if (!isJsonObject(method) || methods.includes(asText(method.type))) {
    return [];
  }
  const error = notSupported(SPEC.child("distinguisherMethod", "type"), method, methods);
  return [withGoStruct(error, "flowcontrol/v1.FlowDistinguisherMethod")];
}

function checkLevel(name: string): FieldError[] {
  const at = SPEC.child("priorityLevelConfiguration", "name");
  return name === "" ? [required(at, "must reference a priority level")] : checkSubdomain(name, at);
}

function validateRule(rule: JsonObject, path: FieldPath): FieldError[] {
  const [subjects, resources, paths] = ["subjects", "resourceRules", "nonResourceRules"].map((field) =>
    asObjects(rule[field]),
  ) as [JsonObject[], JsonObject[], JsonObject[]];
  return [
    ...(subjects.length === 0
      ? [required(path.child("subjects"), "subjects must contain at least one value")]
      : subjects.flatMap((subject, i) => validateSubject(subject, path.child("subjects").index(i)))),
    ...(resources.length === 0 && paths.length === 0
      ? [required(path, "at least one of resourceRules and nonResourceRules has to be non-empty")]
      : []),
    ...resources.flatMap((each, i) => validateResourceRule(each, path.child("resourceRules").index(i))),
    ...paths.flatMap((each, i) => validatePathRule(each, path.child("nonResourceRules").index(i))),
  ];
}

/** Field of each kind of subject. Sorted by kind in errors, checked in this order. */
const SUBJECTS: readonly (readonly [kind: string, field: string])[] = [
  ["ServiceAccount", "serviceAccount"],
  ["User", "user"],
  ["Group", "group"],
];

function validateSubject(subject: JsonObject, path: FieldPath): FieldError[] {
  const kind = asText(subject.kind);
  const own = SUBJECTS.find(([each]) => each === kind)?.[1];
  if (own === undefined) {
    return checkSupported(kind, path.child("kind"), ["Group", "ServiceAccount", "User"]);
  }
  const who = getOwn(subject, own);
  const others = SUBJECTS.filter(([, field]) => field !== own && subject[field] !== undefined);
  return [
    ...(isJsonObject(who)
      ? validateWho(who, path.child(own), kind)
      : [required(path.child(own), `${own} is required when subject kind is '${kind}'`)]),
    ...others.map(([each, field]) =>
      forbidden(path.child(field), `${field} is forbidden when subject kind is not '${each}'`),
    ),
  ];
}

function validateWho(who: JsonObject, path: FieldPath, kind: string): FieldError[] {
  const errors = requireText(who.name, path.child("name"));
  if (kind !== "ServiceAccount") {
    return errors;
  }
  const at = path.child("namespace");
  return [
    ...errors,
    ...(asText(who.name) === "" || who.name === "*" ? [] : checkSubdomain(who.name, path.child("name"))),
    ...(asText(who.namespace) === ""
      ? [required(at, "must specify namespace for service account")]
      : checkLabel(who.namespace, at)),
  ];
}

const VERBS = ["create", "delete", "deletecollection", "get", "list", "patch", "proxy", "update", "watch"];

function checkVerbs({ verbs }: JsonObject, path: FieldPath): FieldError[] {
  const texts = asTexts(verbs);
  const at = path.child("verbs");
  if (texts.length === 0) {
    return [required(at, "verbs must contain at least one value")];
  }
  if (texts.includes("*")) {
    return checkWildcard(texts, at, "verbs");
  }
  return texts.every((verb) => VERBS.includes(verb)) ? [] : [notSupported(at, texts, VERBS)];
}

function checkWildcard(texts: readonly string[], path: FieldPath, what: string): FieldError[] {
  return texts.includes("*") && texts.length > 1
    ? [invalid(path, [...texts], `if '*' is present, must not specify other ${what}`)]
    : [];
}

function validateResourceRule(rule: JsonObject, path: FieldPath): FieldError[] {
  const lists = [
    ["apiGroups", "api group", "api groups"],
    ["resources", "resource", "resources"],
  ] as const;
  return [
    ...checkVerbs(rule, path),
    ...lists.flatMap(([field, one, many]) => {
      const texts = asTexts(rule[field]);
      return texts.length === 0
        ? [required(path.child(field), `resource rules must supply at least one ${one}`)]
        : checkWildcard(texts, path.child(field), many);
    }),
    ...checkNamespaces(rule, path.child("namespaces")),
  ];
}

function checkNamespaces({ namespaces, clusterScope }: JsonObject, path: FieldPath): FieldError[] {
  const texts = asTexts(namespaces);
  if (texts.length === 0) {
    return clusterScope === true
      ? []
      : [required(path, "resource rules that are not cluster scoped must supply at least one namespace")];
  }
  if (texts.includes("*")) {
    return checkWildcard(texts, path, "namespaces");
  }
  const intro = "each member of this list must be '*' or a DNS-1123 label; ";
  return texts.flatMap((text, i) =>
    checkDns1123Label(text).map((fault) => invalid(path.index(i), text, intro + fault)),
  );
}

function validatePathRule(rule: JsonObject, path: FieldPath): FieldError[] {
  const urls = asTexts(rule.nonResourceURLs);
  const at = path.child("nonResourceURLs");
  const verbs = checkVerbs(rule, path);
  if (urls.length === 0) {
    return [...verbs, required(at, "nonResourceURLs must contain at least one value")];
  }
  if (urls.includes("*")) {
    return [...verbs, ...checkWildcard(urls, at, "non-resource URLs")];
  }
  return [
    ...verbs,
    ...urls.flatMap((url, i) => {
      const fault = faultOfUrl(url);
      return fault === undefined ? [] : [invalid(at.index(i), url, fault)];
    }),
  ];
}

function faultOfUrl(url: string): string | undefined {
  const stars = url.split("*").length - 1;
  const faults: readonly (readonly [isSo: boolean, fault: string])[] = [
    [url === "", "must not be empty"],
    [!url.startsWith("/"), "must start with slash"],
    [url.includes(" "), "must not contain white-space"],
    [url.includes("//"), "must not contain double slash"],
    [stars > 1 || (stars === 1 && !url.endsWith("/*")), "wildcard can only do suffix matching"],
  ];
  return faults.find(([isSo]) => isSo)?.[1];
}
