import { deepEqual, objectAt, objectsAt, textAt } from "@kiln/api";
import { peekObject } from "@kiln/kinds";
import type { AdmissionAttributes, AdmissionPlugin } from "./admission-plugin.ts";
import { forbid } from "./forbid.ts";
import { isChangedOnNode } from "./is-changed-on-node.ts";

/** NodeDeclaredFeatureValidator: denies changes of a Pod that need a feature its node does not declare. */
export const nodeDeclaredFeatureValidator: AdmissionPlugin = {
  name: "NodeDeclaredFeatureValidator",
  handles: ({ operation, resource, subresource }) =>
    operation === "UPDATE" &&
    resource.group === "" &&
    resource.names.plural === "pods" &&
    (subresource === "" || subresource === "resize"),
  validate(attributes) {
    const { object, services } = attributes;
    const needed = isChangedOnNode(attributes) ? neededFeatures(attributes) : [];
    if (needed.length === 0) {
      return undefined;
    }
    const name = textAt(objectAt(object, "spec"), "nodeName");
    const node = peekObject(services, `/registry/core/nodes/${name}`);
    if (node === undefined) {
      throw forbid(attributes, `node ${JSON.stringify(name)} not found`);
    }
    const { declaredFeatures } = objectAt(node, "status");
    const declared = Array.isArray(declaredFeatures) ? declaredFeatures : [];
    const missing = needed.filter((feature) => !declared.includes(feature));
    if (missing.length > 0) {
      const why = `pod update requires features ${missing.join(", ")} which are not available on node ${JSON.stringify(name)}`;
      throw forbid(attributes, why);
    }
    return undefined;
  },
};

/**
 * Features that an update of a Pod needs. Kubernetes: two of the declared features concern updates
 * (nodedeclaredfeatures/features/registry.go AllFeatures, v1.36).
 */
function neededFeatures({ object, oldObject }: AdmissionAttributes): string[] {
  const spec = objectAt(object, "spec");
  const before = objectAt(oldObject, "spec");
  const isWholeResized = !deepEqual(spec.resources ?? null, before.resources ?? null);
  const now = objectsAt(spec, "initContainers");
  const isInitResized = objectsAt(before, "initContainers").some(
    ({ restartPolicy, resources }, i) =>
      restartPolicy !== "Always" && !deepEqual(resources ?? null, now[i]?.resources ?? null),
  );
  return [
    ...(isWholeResized ? ["InPlacePodLevelResourcesVerticalScaling"] : []),
    ...(isInitResized ? ["InPlacePodVerticalScalingInitContainers"] : []),
  ];
}
