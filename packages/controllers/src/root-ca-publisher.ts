import { getOwn, type JsonObject, metadataOf } from "@kiln/api";
import { createActor } from "@kiln/kinds";
import type { Controller } from "./controller.ts";
import { ensureInNamespaces } from "./ensure-in-namespaces.ts";

const KEY = "ca.crt";
const ANNOTATION = "kubernetes.io/description";
const DESCRIPTION =
  "Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the " +
  "internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes " +
  "clusters.";

/** Publishes the CA of the server's certificate in every namespace, if there is one. */
export const rootCaPublisher: Controller = {
  name: "root-ca-certificate-publisher-controller",
  start(services) {
    const { rootCertificate } = services;
    if (rootCertificate === undefined) {
      return { stop: () => {} };
    }
    return ensureInNamespaces(services, {
      actor: createActor("root-ca-cert-publisher"),
      plural: "configmaps",
      name: "kube-root-ca.crt",
      controller: "root-ca-certificate-publisher",
      make: () => ({
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { annotations: { [ANNOTATION]: DESCRIPTION } },
        data: { [KEY]: rootCertificate.pem },
      }),
      correct: (object) => correct(object, rootCertificate.pem),
      onChange: rootCertificate.onRenewed,
    });
  },
};

/** Sets the certificate in the ConfigMap. Returns whether it changed. */
function correct(object: JsonObject, rootCertificate: string): boolean {
  const metadata = metadataOf(object);
  const data = (object.data ?? {}) as JsonObject;
  const annotations = (metadata.annotations ?? {}) as JsonObject;
  const isRight = getOwn(data, KEY) === rootCertificate && Object.keys(data).length === 1;
  if (isRight && Object.hasOwn(annotations, ANNOTATION)) {
    return false;
  }
  object.data = { [KEY]: rootCertificate };
  metadata.annotations = { ...annotations, [ANNOTATION]: DESCRIPTION };
  return true;
}
