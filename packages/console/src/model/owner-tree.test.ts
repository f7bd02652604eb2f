import type { KubeObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import type { Kind } from "../kinds/read-kinds.ts";
import { buildTree, type TreeNode } from "./owner-tree.ts";

const kind = (name: string): Kind => ({
  group: "apps",
  version: "v1",
  plural: `${name.toLowerCase()}s`,
  kind: name,
  isNamespaced: true,
  shortNames: [],
  verbs: ["list"],
  subresources: [],
});
const kinds = ["Deployment", "ReplicaSet", "Pod"].map(kind);

function found(kindName: string, name: string, owner?: string) {
  const ownerReferences =
    owner === undefined
      ? []
      : [{ apiVersion: "apps/v1", kind: "ReplicaSet", name: owner, uid: owner, controller: true }];
  const object = { metadata: { name, uid: name, namespace: "default", ownerReferences } } as unknown as KubeObject;
  return { type: kinds.find((each) => each.kind === kindName) as Kind, object };
}

const print = ({ name, isMissing, children }: TreeNode): unknown => ({
  [isMissing ? `${name}?` : name]: children.map(print),
});

describe("buildTree()", () => {
  it("starts at the first owner and shows all that it owns", () => {
    const others = [
      found("Deployment", "web"),
      found("ReplicaSet", "rs", "web"),
      found("Pod", "b", "rs"),
      found("Pod", "x"),
    ];
    expect(print(buildTree(found("Pod", "a", "rs"), others, kinds))).toEqual({ web: [{ rs: [{ a: [] }, { b: [] }] }] });
  });

  it("names an owner that is not there", () => {
    expect(print(buildTree(found("Pod", "a", "gone"), [], kinds))).toEqual({ "gone?": [{ a: [] }] });
  });

  it("ends where objects own each other in a circle", () => {
    const tree = buildTree(found("Pod", "a", "b"), [found("Pod", "b", "a")], kinds);
    expect(JSON.stringify(print(tree)).length).toBeLessThan(60);
  });
});
