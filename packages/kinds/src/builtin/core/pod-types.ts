import { asText, type JsonObject } from "@kiln/api";
import type { RulesByType, TypeRules } from "../../natives/type-rules.ts";
import { imageTag } from "./image-tag.ts";

/** Sets the default pull policy: Always for the tag `latest`, else IfNotPresent. */
function defaultPullPolicy(image: JsonObject, reference: string, field: string): void {
  image[field] ??= imageTag(asText(image[reference])) === "latest" ? "Always" : "IfNotPresent";
}

const container: TypeRules = {
  defaults: { terminationMessagePath: "/dev/termination-log", terminationMessagePolicy: "File" },
  setDefaults: (value) => defaultPullPolicy(value, "image", "imagePullPolicy"),
};

const mode: TypeRules = { defaults: { defaultMode: 0o644 } };

/** Makes a volume without a source an emptyDir. */
function defaultVolume(volume: JsonObject): void {
  if (Object.keys(volume).every((field) => field === "name")) {
    volume.emptyDir = {};
  }
}

/** Sets serviceAccountName and its deprecated alias serviceAccount to the same value; the former takes precedence. */
function nameAccount(spec: JsonObject): void {
  const name = asText(spec.serviceAccountName) || asText(spec.serviceAccount);
  if (name !== "") {
    spec.serviceAccountName = name;
    spec.serviceAccount = name;
  }
}

/** Defaults of the types of a Pod, which apply to every kind with a Pod template. */
export const podTypes: RulesByType = {
  "core/v1.PodSpec": {
    defaults: {
      dnsPolicy: "ClusterFirst",
      restartPolicy: "Always",
      securityContext: {},
      terminationGracePeriodSeconds: 30,
      schedulerName: "default-scheduler",
    },
    setDefaults: nameAccount,
  },
  "core/v1.Container": container,
  "core/v1.EphemeralContainer": container,
  "core/v1.Volume": { setDefaults: defaultVolume },
  "core/v1.ImageVolumeSource": { setDefaults: (value) => defaultPullPolicy(value, "reference", "pullPolicy") },
  "core/v1.Probe": { defaults: { timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 } },
  "core/v1.HTTPGetAction": { defaults: { path: "/", scheme: "HTTP" } },
  "core/v1.SecretVolumeSource": mode,
  "core/v1.ConfigMapVolumeSource": mode,
  "core/v1.DownwardAPIVolumeSource": mode,
  "core/v1.ProjectedVolumeSource": mode,
  "core/v1.ServiceAccountTokenProjection": { defaults: { expirationSeconds: 3600 } },
  "core/v1.HostPathVolumeSource": { defaults: { type: "" } },
  "core/v1.ObjectFieldSelector": { defaults: { apiVersion: "v1" } },
};
