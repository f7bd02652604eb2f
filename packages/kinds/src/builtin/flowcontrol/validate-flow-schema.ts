import {
  asObjects,
  asText,
  asTexts,
  checkDns1123Label,
  type FieldError,
  type FieldPath,
  fieldPath,
  forbidden,
  getOwn,
  invalid,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  notSupported,
  objectAt,
  required,
  rootPath,
} from "@kiln/api";
import { withGoStruct } from "../../go/print-go-struct.ts";
import { checkSubdomain, checkSupported } from "../field-checks.ts";
import { fieldRules, type Scope } from "../field-rules.ts";

const SPEC = fieldPath("spec");
const checkSpec = fieldRules<string>({
  matchingPrecedence: ["min=1 must be a positive value;max=10000 must not be greater than 10000", checkPrecedence],
  distinguisherMethod: ["pointer", checkMethod],
  "priorityLevelConfiguration.name": "required=must reference a priority level;subdomain",
  "rules[]": [
    { subjects: "required=subjects must contain at least one value", "subjects[]": validateSubject },
    requireRules,
    { "resourceRules[]": validateResourceRule, "nonResourceRules[]": validatePathRule },
  ],
});

export function validateFlowSchema(schema: JsonObject): FieldError[] {
  const given = asText(objectAt(schema, "metadata").name);
  return [...checkSpec(objectAt(schema, "spec"), SPEC, { given }), ...validateConditions(schema)];
}

const checkConditions = fieldRules({ "status.conditions[]": [{ type: "unique" }, { type: "required" }] });

/** Validates conditions: each type at most once. */
export function validateConditions(object: JsonObject): FieldError[] {
  return checkConditions(object, rootPath);
}

/** Validates matchingPrecedence; `given` is the name of the FlowSchema. */
function checkPrecedence(value: JsonValue | undefined, path: FieldPath, { given }: Scope<string>): FieldError[] {
  return Number(value) === 1 && given !== "exempt"
    ? [invalid(path, 1, "only the schema named 'exempt' may have matchingPrecedence 1")]
    : [];
}

function checkMethod(method: JsonObject, path: FieldPath): FieldError[] {
  const methods = ["ByNamespace", "ByUser"];
  const error = notSupported(path.child("type"), method, methods);
  return methods.includes(asText(method.type)) ? [] : [withGoStruct(error, "flowcontrol/v1.FlowDistinguisherMethod")];
}

function requireRules({ resourceRules, nonResourceRules }: JsonObject, path: FieldPath): FieldError[] {
  return asObjects(resourceRules).length === 0 && asObjects(nonResourceRules).length === 0
    ? [required(path, "at least one of resourceRules and nonResourceRules has to be non-empty")]
    : [];
}

/** Field for each kind of subject, in the order of the checks. Errors list the kinds sorted. */
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
      ? (kind === "ServiceAccount" ? checkAccount : checkWho)(who, path.child(own))
      : [required(path.child(own), `${own} is required when subject kind is '${kind}'`)]),
    ...others.map(([each, field]) =>
      forbidden(path.child(field), `${field} is forbidden when subject kind is not '${each}'`),
    ),
  ];
}

const checkWho = fieldRules({ name: "required" });
const checkAccount = fieldRules(
  { name: "required" },
  ({ name }, path) => (asText(name) === "" || name === "*" ? [] : checkSubdomain(name, path.child("name"))),
  { namespace: "required=must specify namespace for service account;label" },
);

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
