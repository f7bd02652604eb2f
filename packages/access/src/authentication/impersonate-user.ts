import { fieldPath, printFieldErrors, quoteGo, StatusError, type User, validateDomainPrefixedPath } from "@kiln/api";
import { ADMINISTRATORS, type Attributes, type Authorizer } from "../authorization/authorizer.ts";
import { forbidden } from "../authorization/forbidden.ts";
import { ANONYMOUS, AUTHENTICATED, UNAUTHENTICATED } from "./authenticator.ts";
import { type ImpersonationMode, impersonationModes, nodeOf } from "./impersonation-modes.ts";
import { parseServiceAccountUser, serviceAccountGroups } from "./service-account-name.ts";

export interface Impersonation {
  readonly authorizer: Authorizer;
  readonly wanted: User;
  /** Authorization attributes of the impersonating request; its user is the requestor. */
  readonly attributes: Attributes;
}

/** User that the requestor may impersonate. Throws the error of the first impersonation mode if no mode allows it. */
export async function impersonateUser(impersonation: Impersonation): Promise<User> {
  const { wanted, attributes } = impersonation;
  let refusal: unknown;
  for (const mode of impersonationModes.filter(({ applies }) => applies(wanted, attributes.user))) {
    try {
      await checkMode(impersonation, mode);
      return completeUser(wanted, mode);
    } catch (error) {
      if (!(error instanceof StatusError)) {
        throw error;
      }
      refusal ??= error;
    }
  }
  throw refusal;
}

async function checkMode(impersonation: Impersonation, mode: ImpersonationMode): Promise<void> {
  const { attributes, wanted } = impersonation;
  const check = (asked: Attributes) => checkAllowed(impersonation.authorizer, forMode(asked, mode));
  if (mode.name !== "") {
    await check({ ...attributes, verb: `impersonate-on:${mode.name}:${attributes.verb}` });
    refuseConstrained(impersonation, mode);
  }
  for (const asked of thingsToBe(wanted, mode)) {
    await check({ ...NOTHING, ...asked, user: attributes.user, verb: verbOf(mode) });
  }
}

function verbOf({ name }: ImpersonationMode): string {
  return name === "" ? "impersonate" : `impersonate:${name}`;
}

const AUTHENTICATION = { group: "authentication.k8s.io", version: "v1" };
const CORE = { group: "", version: "v1" };
const NOTHING = { isResource: true, path: "", subresource: "", namespace: "", name: "" };

type Asked = Pick<Attributes, "group" | "version" | "resource"> & Partial<Attributes>;

/** Attributes of the user, each of which the requestor needs permission to impersonate. */
function* thingsToBe({ name, uid, groups, extra = {} }: User, mode: ImpersonationMode): Iterable<Asked> {
  const usual = mode.name === "" ? CORE : AUTHENTICATION;
  yield { ...usual, ...userResource(name, mode) };
  if (uid) {
    yield { ...AUTHENTICATION, resource: "uids", name: uid };
  }
  for (const group of groups) {
    yield { ...usual, resource: "groups", name: group };
  }
  for (const [key, values] of Object.entries(extra)) {
    for (const value of values) {
      yield { ...AUTHENTICATION, resource: "userextras", subresource: key, name: value };
    }
  }
}

function userResource(
  name: string,
  mode: ImpersonationMode,
): Pick<Attributes, "resource" | "name"> & Partial<Attributes> {
  const account = parseServiceAccountUser(name);
  if (account !== undefined) {
    return { resource: "serviceaccounts", ...account };
  }
  const node = mode.name === "" ? undefined : nodeOf(name);
  return node === undefined ? { resource: "users", name } : { resource: "nodes", name: node };
}

/**
 * Kubernetes: associated-node impersonation authorizes the name "*", after the node of the requestor was checked
 * (impersonation/mode.go associatedNodeImpersonationAttributes.GetName, v1.36).
 */
function forMode(asked: Attributes, mode: ImpersonationMode): Attributes {
  if (mode.name !== "associated-node") {
    return asked;
  }
  const keys = Object.keys(asked.user.extra ?? {}).sort();
  const user = { ...asked.user, extra: { "authentication.kubernetes.io/associated-node-keys": keys } };
  return { ...asked, user, name: asked.resource === "nodes" && asked.verb === verbOf(mode) ? "*" : asked.name };
}

/** Rejects identities that constrained impersonation never grants: system:masters, and empty names. */
function refuseConstrained({ wanted, attributes }: Impersonation, mode: ImpersonationMode): void {
  const { groups, extra = {} } = wanted;
  const asked = { ...NOTHING, ...AUTHENTICATION, user: attributes.user, verb: verbOf(mode) };
  if (groups.includes("")) {
    throw forbidden({ ...asked, resource: "groups" }, "impersonating the empty string group is not allowed");
  }
  if (groups.includes(ADMINISTRATORS)) {
    const why = "impersonating the system:masters group is not allowed";
    throw forbidden({ ...asked, resource: "groups", name: ADMINISTRATORS }, why);
  }
  for (const [key, values] of Object.entries(extra)) {
    const fault = explainExtra(key, values);
    if (fault !== undefined) {
      throw forbidden({ ...asked, resource: "userextras" }, fault);
    }
  }
}

function explainExtra(key: string, values: readonly string[]): string | undefined {
  if (key === "") {
    return "impersonating the empty string key in extra is not allowed";
  }
  const errors = validateDomainPrefixedPath(fieldPath("extra", "key"), key);
  if (errors.length > 0) {
    return `impersonating an invalid key in extra is not allowed: ${printFieldErrors(errors)}`;
  }
  if (key !== key.toLowerCase()) {
    return `impersonating a non-lowercase key in extra is not allowed: ${quoteGo(key)}`;
  }
  return values.includes("") ? "impersonating the empty string value in extra is not allowed" : undefined;
}

async function checkAllowed(authorizer: Authorizer, attributes: Attributes): Promise<void> {
  const { decision, reason, error } = await authorizer.authorize(attributes);
  if (decision !== "allow") {
    throw forbidden(attributes, [error, reason].filter(Boolean).join(": "));
  }
}

/** User with the groups that the server always adds, such as system:authenticated. */
function completeUser({ name, uid, groups, extra }: User, mode: ImpersonationMode): User {
  const given = groups.length === 0 ? usualGroups(name, mode) : groups;
  const isAnonymous = name === ANONYMOUS.name;
  const group = isAnonymous || given.includes(UNAUTHENTICATED) ? UNAUTHENTICATED : AUTHENTICATED;
  return {
    name,
    groups: given.includes(group) ? given : [...given, group],
    ...(uid ? { uid } : {}),
    ...(extra === undefined || Object.keys(extra).length === 0 ? {} : { extra }),
  };
}

function usualGroups(name: string, mode: ImpersonationMode): readonly string[] {
  const account = parseServiceAccountUser(name);
  if (account !== undefined) {
    return serviceAccountGroups(account.namespace);
  }
  return mode.name !== "" && nodeOf(name) !== undefined ? ["system:nodes"] : [];
}
