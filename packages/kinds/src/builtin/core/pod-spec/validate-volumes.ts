import {
  asText,
  checkDns1123Subdomain,
  duplicate,
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  isJsonObject,
  type JsonObject,
  quoteGo,
  required,
} from "@kiln/api";
import { checkLabel, requireAnd } from "../../field-checks.ts";
import type { PodLeniency } from "./pod-leniency.ts";
import { volumeSources } from "./volume-sources.ts";

export interface JudgedVolumes {
  readonly errors: readonly FieldError[];
  /** Valid volumes by name, the only ones that can be mounted. */
  readonly volumes: ReadonlyMap<string, JsonObject>;
}

export interface VolumeRules {
  readonly path: FieldPath;
  /** Name of the Pod, part of the names of its claims; empty for a template. */
  readonly podName: string;
  readonly leniency: PodLeniency;
}

export function validateVolumes(given: readonly JsonObject[], rules: VolumeRules): JudgedVolumes {
  const { path, podName } = rules;
  const claims = new Set(
    podName === ""
      ? []
      : given.filter(({ ephemeral }) => isJsonObject(ephemeral)).map(({ name }) => `${podName}-${asText(name)}`),
  );
  const volumes = new Map<string, JsonObject>();
  const errors = given.flatMap((volume, i) => {
    const at = path.index(i);
    const name = asText(volume.name);
    const faults = [
      ...validateSource(volume, at, rules),
      ...requireAnd(name, at.child("name"), checkLabel),
      ...(volumes.has(name) ? [duplicate(at.child("name"), name)] : []),
    ];
    if (faults.length === 0) {
      volumes.set(name, volume);
    }
    return [...faults, ...checkClaim(volume, at, claims)];
  });
  return { errors, volumes };
}

function checkClaim({ persistentVolumeClaim }: JsonObject, path: FieldPath, claims: ReadonlySet<string>): FieldError[] {
  const name = isJsonObject(persistentVolumeClaim) ? asText(persistentVolumeClaim.claimName) : "";
  return claims.has(name)
    ? [
        invalid(
          path.child("persistentVolumeClaim", "claimName"),
          name,
          "must not reference a PVC that gets created for an ephemeral volume",
        ),
      ]
    : [];
}

/** Validates the first source of a volume; each further source is an error. */
function validateSource(volume: JsonObject, path: FieldPath, { podName, leniency }: VolumeRules): FieldError[] {
  const given = volumeSources.filter(({ field }) => isJsonObject(volume[field]));
  if (given.length === 0) {
    return [required(path, "must specify a volume type")];
  }
  return given.flatMap(({ field, told, judged, validate }, i) => [
    ...(i === 0
      ? validate(volume[field] as JsonObject, path.child(judged ?? field), { given: leniency })
      : [forbidden(path.child(told ?? field), "may not specify more than 1 volume type")]),
    ...(field === "iscsi" ? checkInitiatorLength(volume, path) : []),
    ...(field === "ephemeral" && i === 0 ? checkClaimName(asText(volume.name), podName, path) : []),
  ]);
}

const MAX_INITIATOR = 64;

function checkInitiatorLength({ name, iscsi }: JsonObject, path: FieldPath): FieldError[] {
  const { initiatorName, targetPortal } = iscsi as JsonObject;
  const isTooLong = initiatorName !== undefined && `${asText(name)}:${asText(targetPortal)}`.length > MAX_INITIATOR;
  return isTooLong
    ? [
        invalid(
          path.child("name"),
          asText(name),
          "Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.",
        ),
      ]
    : [];
}

function checkClaimName(name: string, podName: string, path: FieldPath): FieldError[] {
  if (podName === "" || name === "") {
    return [];
  }
  const claim = `${podName}-${name}`;
  return checkDns1123Subdomain(claim).map((fault) =>
    invalid(path.child("name"), name, `PVC name ${quoteGo(claim)}: ${fault}`),
  );
}
