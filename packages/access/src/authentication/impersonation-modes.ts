import { nameIsDns1123Subdomain, type User } from "@kiln/api";
import { parseServiceAccountUser } from "./service-account-name.ts";

/** A mode of impersonation, which determines the permissions it needs. */
export interface ImpersonationMode {
  /** Name of the mode; empty for classic impersonation, which allows all actions of the user. */
  readonly name: string;
  /** Whether the user can be impersonated in this mode. */
  applies(wanted: User, requestor: User): boolean;
}

/** Modes in the order in which they are tried; the first that allows the impersonation is used (KEP-5284). */
export const impersonationModes: readonly ImpersonationMode[] = [
  {
    name: "associated-node",
    applies: (wanted, requestor) =>
      isOnlyName(wanted) && nodeOf(wanted.name) !== undefined && isOnNode(requestor, nodeOf(wanted.name)),
  },
  { name: "arbitrary-node", applies: (wanted) => isOnlyName(wanted) && nodeOf(wanted.name) !== undefined },
  {
    name: "serviceaccount",
    applies: (wanted) => isOnlyName(wanted) && parseServiceAccountUser(wanted.name) !== undefined,
  },
  {
    name: "user-info",
    applies: ({ name }) => nodeOf(name) === undefined && parseServiceAccountUser(name) === undefined,
  },
  { name: "", applies: () => true },
];

const NODE_PREFIX = "system:node:";

/** Node name in a node's user name; undefined for other users. */
export function nodeOf(user: string): string | undefined {
  const name = user.startsWith(NODE_PREFIX) ? user.slice(NODE_PREFIX.length) : "";
  return name !== "" && nameIsDns1123Subdomain(name, "name").length === 0 ? name : undefined;
}

function isOnlyName({ uid, groups, extra }: User): boolean {
  return !uid && groups.length === 0 && Object.keys(extra ?? {}).length === 0;
}

/** Whether the requestor is a service account whose token has the node of its Pod. */
function isOnNode(requestor: User, node: string | undefined): boolean {
  const nodes = requestor.extra?.["authentication.kubernetes.io/node-name"] ?? [];
  return parseServiceAccountUser(requestor.name) !== undefined && nodes.length === 1 && nodes[0] === node;
}
