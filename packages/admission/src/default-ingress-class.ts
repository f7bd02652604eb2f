import { getOwn, objectAt, textAt } from "@kiln/api";
import type { AdmissionPlugin } from "./admission-plugin.ts";
import { findDefaultClass } from "./find-default-class.ts";
import { ensureObject, isKind } from "./read-fields.ts";

const IS_DEFAULT = ["ingressclass.kubernetes.io/is-default-class"];
const CLASS_ANNOTATION = "kubernetes.io/ingress.class";

/** DefaultIngressClass: sets the default class of an Ingress without a class. */
export const defaultIngressClass: AdmissionPlugin = {
  name: "DefaultIngressClass",
  handles: (target) => target.operation === "CREATE" && isKind(target, "networking.k8s.io", "ingresses"),
  admit({ object = {}, services }) {
    const annotations = objectAt(object, "metadata", "annotations");
    const { ingressClassName = null } = objectAt(object, "spec");
    if (ingressClassName !== null || getOwn(annotations, CLASS_ANNOTATION) !== undefined) {
      return undefined;
    }
    const found = findDefaultClass(services.settings.list("ingressClasses", ""), IS_DEFAULT);
    if (found !== undefined) {
      ensureObject(object, "spec").ingressClassName = textAt(objectAt(found, "metadata"), "name");
    }
    return undefined;
  },
};
