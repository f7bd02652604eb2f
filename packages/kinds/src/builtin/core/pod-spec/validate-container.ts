import {
  asNamedString,
  asObjects,
  asText,
  checkPortName,
  duplicate,
  type FieldError,
  type FieldPath,
  invalid,
  isJsonObject,
  type JsonObject,
  notSupported,
  objectAt,
  required,
} from "@kiln/api";
import { fieldRules, type Scope } from "../../field-rules.ts";
import { validateContainerResourceName } from "../resource-names.ts";
import type { PodLeniency } from "./pod-leniency.ts";
import { validateEnv, validateEnvFrom } from "./validate-env.ts";
import { validateVolumeDevices, validateVolumeMounts } from "./validate-mounts.ts";
import { checkPullPolicy } from "./validate-pull-policy.ts";
import { validateResources } from "./validate-resources.ts";
import { validateSecurityContext } from "./validate-security-context.ts";

/** Properties of the Pod that the validation of a container depends on. */
export interface PodSurroundings {
  readonly spec: JsonObject;
  /** Valid volumes of the Pod by name. */
  readonly volumes: ReadonlyMap<string, JsonObject>;
  readonly claims: ReadonlySet<string>;
  readonly leniency: PodLeniency;
}

const checkOwnFields = fieldRules({
  name: "required;label",
  image: "required",
  terminationMessagePolicy: "required;enum=File|FallbackToLogsOnError",
});

/** Validates a container of any kind. */
export function validateContainer(container: JsonObject, path: FieldPath, pod: PodSurroundings): FieldError[] {
  const mounts = asObjects(container.volumeMounts);
  const devices = asObjects(container.volumeDevices);
  const { volumes, claims, leniency, spec } = pod;
  return [
    ...checkOwnFields(container, path),
    ...checkPorts(container, path, { given: new Set() }),
    ...validateEnv(asObjects(container.env), path.child("env")),
    ...validateEnvFrom(asObjects(container.envFrom), path.child("envFrom")),
    ...validateVolumeMounts(mounts, path.child("volumeMounts"), {
      container,
      volumes,
      others: pathsOf(devices, "devicePath"),
    }),
    ...validateVolumeDevices(devices, path.child("volumeDevices"), {
      container,
      volumes,
      others: pathsOf(mounts, "mountPath"),
    }),
    ...checkPullPolicy(container.imagePullPolicy, path.child("imagePullPolicy")),
    ...validateResources(objectAt(container, "resources"), path.child("resources"), {
      validateName: validateContainerResourceName,
      claims,
      leniency,
    }),
    ...validateResizePolicy(asObjects(container.resizePolicy), path.child("resizePolicy"), spec),
    ...(isJsonObject(container.securityContext)
      ? validateSecurityContext(container.securityContext, path.child("securityContext"), {
          usesHostUsers: spec.hostUsers !== false,
        })
      : []),
  ];
}

function pathsOf(list: readonly JsonObject[], field: string): ReadonlyMap<string, string> {
  return new Map(list.map((item) => [asText(item.name), asText(item[field])]));
}

/** The names of valid ports so far are passed by the caller. */
const checkPorts = fieldRules<Set<string>>({
  "ports[]": {
    name: ["optional", checkPortsName],
    containerPort: "nonzero;range=1..65535",
    hostPort: "zero;range=1..65535",
    protocol: "required;enum=SCTP|TCP|UDP",
  },
});

/** Validates the name of a port; adds it to the given names and rejects a duplicate. */
function checkPortsName(name: string, path: FieldPath, { given: names }: Scope<Set<string>>): FieldError[] {
  const faults = checkPortName(name);
  if (faults.length > 0) {
    return faults.map((fault) => invalid(path, name, fault));
  }
  const isTaken = names?.has(name) === true;
  names?.add(name);
  return isTaken ? [duplicate(path, name)] : [];
}

/** Kubernetes: only a duplicate policy is reported with its index (validation.go validateResizePolicy, v1.36). */
function validateResizePolicy(policies: readonly JsonObject[], path: FieldPath, spec: JsonObject): FieldError[] {
  const seen = new Set<string>();
  return policies.flatMap((policy, i) => {
    const resource = asText(policy.resourceName);
    const restart = asText(policy.restartPolicy);
    const errors = [
      ...(seen.has(resource) ? [duplicate(path.index(i), resource)] : []),
      ...checkChoice(resource, path, ["cpu", "memory"]),
      ...checkChoice(restart, path, ["NotRequired", "RestartContainer"]),
      ...(spec.restartPolicy === "Never" && restart !== "NotRequired"
        ? [invalid(path, restart, "must be 'NotRequired' when pod `restartPolicy` is 'Never'")]
        : []),
    ];
    seen.add(resource);
    return errors;
  });
}

function checkChoice(text: string, path: FieldPath, choices: readonly string[]): FieldError[] {
  if (text === "") {
    return [required(path, "")];
  }
  return choices.includes(text) ? [] : [asNamedString(notSupported(path, text, choices))];
}
