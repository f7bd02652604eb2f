import {
  asNamedString,
  asObjects,
  asText,
  duplicate,
  type FieldError,
  type FieldPath,
  invalid,
  type JsonObject,
  type JsonValue,
  notSupported,
  required,
} from "@kiln/api";
import { fieldRules, type RuleSteps, type Scope } from "../../field-rules.ts";
import { validateContainerResourceName } from "../resource-names.ts";
import { NO_POD, type PodSurroundings } from "./pod-surroundings.ts";
import { VARIABLE, validateEnvFrom } from "./validate-env.ts";
import { validateVolumeDevices, validateVolumeMounts } from "./validate-mounts.ts";
import { validateResources } from "./validate-resources.ts";
import { SECURITY_CONTEXT } from "./validate-security-context.ts";

/** Rules of a container of any kind. */
export const CONTAINER: RuleSteps<PodSurroundings> = [
  {
    name: "required;label",
    image: "required",
    terminationMessagePolicy: "required;enum=File|FallbackToLogsOnError",
    "ports[]": {
      name: "optional;portName;valid;unique",
      containerPort: "nonzero;range=1..65535",
      hostPort: "zero;range=1..65535",
      protocol: "required;enum=SCTP|TCP|UDP",
    },
    "env[]": VARIABLE,
    envFrom: ["optional", validateEnvFrom],
  },
  validateMounts,
  {
    imagePullPolicy: "required;enum=Always|IfNotPresent|Never",
    resources: ["pointer", checkResources],
    resizePolicy: ["optional", validateResizePolicy],
    securityContext: SECURITY_CONTEXT,
  },
];

/** Validates a container of any kind. */
export const validateContainer = fieldRules<PodSurroundings>(...CONTAINER);

function validateMounts(
  container: JsonObject,
  path: FieldPath,
  { given: { volumes } = NO_POD }: Scope<PodSurroundings>,
): FieldError[] {
  if (container.volumeMounts === undefined && container.volumeDevices === undefined) {
    return [];
  }
  const mounts = asObjects(container.volumeMounts);
  const devices = asObjects(container.volumeDevices);
  return [
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
  ];
}

function pathsOf(list: readonly JsonObject[], field: string): ReadonlyMap<string, string> {
  return new Map(list.map((item) => [asText(item.name), asText(item[field])]));
}

function checkResources(
  resources: JsonObject,
  path: FieldPath,
  { given: { claims, leniency } = NO_POD }: Scope<PodSurroundings>,
): FieldError[] {
  return validateResources(resources, path, { validateName: validateContainerResourceName, claims, leniency });
}

/** Kubernetes: only a duplicate policy is reported with its index (validation.go validateResizePolicy, v1.36). */
function validateResizePolicy(
  policies: JsonValue,
  path: FieldPath,
  { given: { spec } = NO_POD }: Scope<PodSurroundings>,
): FieldError[] {
  const seen = new Set<string>();
  return asObjects(policies).flatMap((policy, i) => {
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
