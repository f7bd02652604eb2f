import { nameIsDns1123Subdomain, type User } from "@kiln/api";
import { parseServiceAccountUser } from "./service-account-name.ts";

/** A mode of impersonation, with the permissions it needs. */
export interface ImpersonationMode {
  /** Empty for classic impersonation, which allows every action as that user. */
  readonly name: string;
  /** Whether the mode applies to this user. */
  applies(wanted: User, requestor: User): boolean;
}

/** Modes in the order they are tried; the first that allows it decides (KEP-5284). */
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

/** The node name of a node's user; undefined for other users. */
export function nodeOf(user: string): string | undefined {
  const name = user.startsWith(NODE_PREFIX) ? user.slice(NODE_PREFIX.length) : "";
  return name !== "" && nameIsDns1123Subdomain(name, "name").length === 0 ? name : undefined;
}

function isOnlyName({ uid, groups, extra }: User): boolean {
  return !uid && groups.length === 0 && Object.keys(extra ?? {}).length === 0;
}

/** A service account whose token names the node of its Pod. */
function isOnNode(requestor: User, node: string | undefined): boolean {
  const nodes = requestor.extra?.["authentication.kubernetes.io/node-name"] ?? [];
  return parseServiceAccountUser(requestor.name) !== undefined && nodes.length === 1 && nodes[0] === node;
}
