import { nodeNameOf } from "@kiln/access";
import type { AdmissionPlugin, AdmissionTarget } from "../admission-plugin.ts";
import { forbid } from "../forbid.ts";
import {
  judgeAccounts,
  judgeClaims,
  judgeCsiNodes,
  judgeLeases,
  judgeNodes,
  judgePods,
  judgeResourceSlices,
  type NodeRule,
} from "./node-rules.ts";

/** Rules for requests of nodes, by group and plural. */
const RULES: ReadonlyMap<string, NodeRule> = new Map([
  ["/pods", judgePods],
  ["/nodes", judgeNodes],
  ["/persistentvolumeclaims", judgeClaims],
  ["/serviceaccounts", judgeAccounts],
  ["coordination.k8s.io/leases", judgeLeases],
  ["storage.k8s.io/csinodes", judgeCsiNodes],
  ["resource.k8s.io/resourceslices", judgeResourceSlices],
]);

/** NodeRestriction: limits kubelets to their own Node and the objects of its Pods, whatever their permissions. */
export const nodeRestriction: AdmissionPlugin = {
  name: "NodeRestriction",
  isOffByDefault: true,
  handles: (target) => ruleFor(target) !== undefined,
  admit(attributes) {
    const node = nodeNameOf(attributes.requester.user);
    if (node === undefined) {
      return undefined;
    }
    const why =
      node === ""
        ? `could not determine node from user ${JSON.stringify(attributes.requester.user.name)}`
        : ruleFor(attributes)?.(node, attributes);
    if (why !== undefined) {
      throw forbid(attributes, why);
    }
    return undefined;
  },
};

function ruleFor({ resource }: AdmissionTarget): NodeRule | undefined {
  return RULES.get(`${resource.group}/${resource.names.plural}`);
}
