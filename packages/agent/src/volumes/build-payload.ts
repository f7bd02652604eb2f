import { appendAll, encodeUtf8, type JsonObject, type KubeObject, objectAt } from "@kiln/api";
import { numberAt } from "../read-fields.ts";
import type { ObjectRef } from "../references/object-ref.ts";
import type { ConfigVolume, TokenSpec, VolumeSource } from "./config-volume.ts";
import { downwardFiles, needsAllocatable } from "./downward-files.ts";
import { fsUserOf } from "./fs-user-of.ts";
import { objectFiles } from "./object-files.ts";
import type { Payload, VolumeFile } from "./payload.ts";

/** Source of a volume: the object, or the reason for its absence. */
export type Found =
  | { readonly object: KubeObject }
  | { readonly error: string; readonly isMissing: boolean; readonly object?: undefined };

export interface PayloadInputs {
  readonly pod: KubeObject;
  findObject(ref: ObjectRef): Found;
  /** Files of an immutable object that was replaced, which stay unchanged; undefined if it was not replaced. */
  findKept?(ref: ObjectRef): Payload | undefined;
  /** Text of the token, or the error. */
  findToken(token: TokenSpec): { readonly text: string } | { readonly error: string; readonly text?: undefined };
  readonly allocatable?: JsonObject | undefined;
  /** Reason why the allocatable resources of the node are unknown. */
  readonly allocatableError?: string | undefined;
}

export interface BuiltPayload {
  readonly payload: Payload;
  /** Source of each file, by path. */
  readonly origins: ReadonlyMap<string, VolumeSource>;
  /** Errors of all sources. If there are any, the payload must not be published. */
  readonly errors: readonly string[];
}

/** All files of a volume. Later sources take precedence for equal paths. */
export function buildPayload(volume: ConfigVolume, inputs: PayloadInputs): BuiltPayload {
  const payload = new Map<string, VolumeFile>();
  const origins = new Map<string, VolumeSource>();
  const errors: string[] = [];
  for (const source of volume.sources) {
    const part = filesOf(source, volume, inputs);
    appendAll(errors, part.errors);
    for (const [path, file] of part.files) {
      payload.set(path, file);
      origins.set(path, source);
    }
  }
  return { payload, origins, errors };
}

interface Part {
  readonly files: ReadonlyMap<string, VolumeFile>;
  readonly errors: readonly string[];
}

const NO_FILES: ReadonlyMap<string, VolumeFile> = new Map();

function filesOf(source: VolumeSource, { defaultMode }: ConfigVolume, inputs: PayloadInputs): Part {
  switch (source.type) {
    case "object": {
      const kept = inputs.findKept?.(source.ref);
      if (kept !== undefined) {
        return { files: kept, errors: [] };
      }
      const found = inputs.findObject(source.ref);
      if (found.object === undefined) {
        // Kubernetes: an optional object may be missing; any other failure to read it is an error
        // (pkg/volume/secret/secret.go SetUpAt, v1.36).
        return { files: NO_FILES, errors: found.isMissing && source.isOptional ? [] : [found.error] };
      }
      const { files, error } = objectFiles(found.object, { ...source, defaultMode });
      return { files, errors: error === undefined ? [] : [error] };
    }
    case "downwardAPI": {
      const { pod, allocatable, allocatableError } = inputs;
      if (allocatableError !== undefined && needsAllocatable(source.items)) {
        return { files: NO_FILES, errors: [allocatableError] };
      }
      return downwardFiles(source.items, { pod, allocatable, defaultMode });
    }
    case "token":
      return tokenFile(source, defaultMode, inputs);
    case "unsupported":
      return { files: NO_FILES, errors: [`a source of the kind ${source.what} is not supported by this agent`] };
  }
}

function tokenFile(
  { token, path }: VolumeSource & { readonly type: "token" },
  defaultMode: number,
  { pod, findToken }: PayloadInputs,
): Part {
  const found = findToken(token);
  if (found.text === undefined) {
    return { files: NO_FILES, errors: [found.error] };
  }
  const uid = fsUserOf(pod);
  const hasGroup = numberAt(objectAt(pod, "spec", "securityContext"), "fsGroup") !== undefined;
  // A token is readable by its user only, if that user is known.
  const mode = uid !== undefined || hasGroup ? 0o600 : defaultMode;
  const file = { bytes: encodeUtf8(found.text), mode, ...(uid === undefined ? {} : { uid }) };
  return { files: new Map([[path, file]]), errors: [] };
}
