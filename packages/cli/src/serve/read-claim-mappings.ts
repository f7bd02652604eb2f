import { type ClaimMapping, readsClaim, type TokenExpression, type TokenRule, type UserMapping } from "@kiln/access";
import {
  appendAll,
  asObjects,
  asText,
  duplicate,
  type FieldError,
  type FieldPath,
  invalid,
  type JsonObject,
  objectAt,
  required,
  validateDomainPrefixedPath,
} from "@kiln/api";
import type { JwtReading } from "./jwt-reading.ts";
import { compileAt } from "./read-token-rules.ts";

interface MappingReading extends JwtReading {
  readonly claimRules: readonly TokenRule[];
}

/** Decodes the mapping of claims to users; adds to `errors`. The result is valid only if there are none. */
export function readClaimMappings(mappings: JsonObject, reading: MappingReading): UserMapping {
  const path = reading.path.child("claimMappings");
  const username = readMapping(objectAt(mappings, "username"), path.child("username"), reading);
  const groups = readMapping(objectAt(mappings, "groups"), path.child("groups"), reading);
  const uid = readUid(objectAt(mappings, "uid"), path.child("uid"), reading);
  const extra = readExtra(mappings, path.child("extra"), reading);
  if (username === undefined) {
    const { claim, expression } = objectAt(mappings, "username");
    if (asText(claim) + asText(expression) === "") {
      reading.errors.push(required(path.child("username"), "claim or expression is required"));
    }
  } else {
    const others = [...extra.map(({ value }) => value), ...reading.claimRules];
    appendAll(reading.errors, checkEmail(username, others, path.child("username", "expression")));
  }
  return {
    username: username ?? { claim: "", prefix: "" },
    ...(groups === undefined ? {} : { groups }),
    ...(uid === undefined ? {} : { uid }),
    ...(extra.length === 0 ? {} : { extra }),
  };
}

const BOTH = "claim and expression can't both be set";

function readMapping(
  mapping: JsonObject,
  path: FieldPath,
  { expressions, errors }: MappingReading,
): ClaimMapping | TokenExpression | undefined {
  const { prefix } = mapping;
  const [claim, expression] = [asText(mapping.claim), asText(mapping.expression)];
  if (claim !== "" && expression !== "") {
    errors.push(invalid(path, "", BOTH));
    return undefined;
  }
  if (expression !== "") {
    const hasPrefix = typeof prefix === "string";
    if (hasPrefix) {
      errors.push(invalid(path.child("prefix"), prefix, "may not be specified when expression is set"));
    }
    const compiled = compileAt(expression, path.child("expression"), { errors, compile: expressions.compileMapping });
    return hasPrefix ? undefined : compiled[0];
  }
  if (claim === "") {
    return undefined;
  }
  if (typeof prefix !== "string") {
    const why = "prefix is required when claim is set. It can be set to an empty string to disable prefixing";
    errors.push(required(path.child("prefix"), why));
  }
  return { claim, prefix: asText(prefix) };
}

function readUid(
  uid: JsonObject,
  path: FieldPath,
  { expressions, errors }: MappingReading,
): UserMapping["uid"] | undefined {
  const [claim, expression] = [asText(uid.claim), asText(uid.expression)];
  if (claim !== "" && expression !== "") {
    errors.push(invalid(path, "", BOTH));
    return undefined;
  }
  if (expression !== "") {
    return compileAt(expression, path.child("expression"), { errors, compile: expressions.compileMapping })[0];
  }
  return claim === "" ? undefined : { claim };
}

function readExtra(
  mappings: JsonObject,
  around: FieldPath,
  { expressions, errors }: MappingReading,
): NonNullable<UserMapping["extra"]> {
  const seen = new Set<string>();
  return asObjects(mappings.extra).flatMap((mapping, i) => {
    const path = around.index(i);
    const [key, expression] = [asText(mapping.key), asText(mapping.valueExpression)];
    appendAll(errors, checkExtraKey(key, path.child("key")));
    if (seen.has(key)) {
      errors.push(duplicate(path.child("key"), key));
      return [];
    }
    seen.add(key);
    if (expression === "") {
      errors.push(required(path.child("valueExpression"), ""));
      return [];
    }
    const compiling = { errors, compile: expressions.compileMapping };
    return compileAt(expression, path.child("valueExpression"), compiling).map((value) => ({ key, value }));
  });
}

function checkExtraKey(key: string, path: FieldPath): FieldError[] {
  const host = key.includes("/") ? key.slice(0, key.indexOf("/")) : "";
  return [
    ...validateDomainPrefixedPath(path, key),
    ...(key === key.toLowerCase() ? [] : [invalid(path, key, "must be lowercase")]),
    ...(/(^|\.)(kubernetes|k8s)\.io$/.test(host)
      ? [invalid(path, key, "k8s.io, kubernetes.io and their subdomains are reserved for Kubernetes use")]
      : []),
  ];
}

/**
 * Kubernetes: an expression that uses the claim email must also check email_verified
 * (apis/apiserver/validation/validation.go validateClaimMappings, v1.36).
 */
function checkEmail(
  username: ClaimMapping | TokenExpression,
  others: readonly TokenExpression[],
  path: FieldPath,
): FieldError[] {
  if (!("program" in username) || !readsClaim(username, "email")) {
    return [];
  }
  if ([username, ...others].some((each) => readsClaim(each, "email_verified"))) {
    return [];
  }
  const places =
    "claimMappings.username.expression or claimMappings.extra[*].valueExpression or claimValidationRules[*].expression";
  const why = `claims.email_verified must be used in ${places} when claims.email is used in claimMappings.username.expression`;
  return [invalid(path, username.expression, why)];
}
