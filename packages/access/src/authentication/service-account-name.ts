import { nameIsDns1123Label, nameIsDns1123Subdomain } from "@kiln/api";

export interface ServiceAccountName {
  readonly namespace: string;
  readonly name: string;
}

const PREFIX = "system:serviceaccount:";

export function serviceAccountUser({ namespace, name }: ServiceAccountName): string {
  return `${PREFIX}${namespace}:${name}`;
}

/** Groups of all service accounts in the namespace. */
export function serviceAccountGroups(namespace: string): string[] {
  return ["system:serviceaccounts", `system:serviceaccounts:${namespace}`];
}

/** Service account of a user name; undefined for other users. */
export function parseServiceAccountUser(user: string): ServiceAccountName | undefined {
  const [namespace = "", name = "", ...rest] = user.startsWith(PREFIX) ? user.slice(PREFIX.length).split(":") : [];
  const isName =
    rest.length === 0 &&
    nameIsDns1123Label(namespace, "name").length === 0 &&
    nameIsDns1123Subdomain(name, "name").length === 0;
  return isName ? { namespace, name } : undefined;
}
