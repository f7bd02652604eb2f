import { apiextensionsV1 } from "./apiextensions-v1.ts";
import { apiextensionsV1beta1 } from "./apiextensions-v1beta1.ts";
import { apimachinery } from "./apimachinery.ts";
import { autoscalingV1 } from "./autoscaling-v1.ts";
import { coreV1 } from "./core-v1.ts";

const PACKAGES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "io.k8s.api.autoscaling.v1.": autoscalingV1,
  "io.k8s.api.core.v1.": coreV1,
  "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.": apiextensionsV1,
  "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1beta1.": apiextensionsV1beta1,
  "io.k8s.apimachinery.pkg.": apimachinery,
};

/** What is said by hand of a type, by its published name, or of a field, with its name behind a slash. */
export const descriptions: ReadonlyMap<string, string> = new Map(
  Object.entries(PACKAGES).flatMap(([prefix, words]) =>
    Object.entries(words).map(([name, text]) => [prefix + name, text] as const),
  ),
);
