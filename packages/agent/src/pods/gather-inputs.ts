import { appendAll, type JsonObject, type KubeObject } from "@kiln/api";
import { type ObjectRef, refKey } from "../references/object-ref.ts";
import { SourceError, toSourceError } from "../sources/feed.ts";
import type { NodeFacts } from "../sources/node-facts.ts";
import type { Reading } from "../sources/object-source.ts";
import type { Sources } from "../sources/open-sources.ts";
import type { TokenSource } from "../sources/token-source.ts";
import type { PayloadInputs } from "../volumes/build-payload.ts";
import type { ConfigVolume, TokenSpec } from "../volumes/config-volume.ts";
import { needsAllocatable } from "../volumes/downward-files.ts";

export interface InputSources {
  readonly sources: Sources;
  readonly tokens: TokenSource;
  readonly node: NodeFacts;
}

/** Content of a volume's files that is available now. */
export interface GatheredInputs extends PayloadInputs {
  readonly readings: ReadonlyMap<string, Reading>;
  /** Objects that do not exist according to the server. */
  readonly missing: ReadonlySet<string>;
  /** Whether the missing inputs are expected soon. */
  readonly isPassing: boolean;
  /** Reasons why tokens of the volume are missing or were not renewed. */
  readonly tokenErrors: readonly string[];
}

export async function gatherInputs(
  { sources, tokens, node }: InputSources,
  pod: KubeObject,
  volume: ConfigVolume,
): Promise<GatheredInputs> {
  const { uid = "" } = pod.metadata;
  const readings = new Map<string, Reading>();
  const failures = new Map<string, SourceError>();
  const issued = new Map<TokenSpec, string | SourceError>();
  const tokenErrors: string[] = [];
  let allocatable: JsonObject | undefined;
  let allocatableError: string | undefined;
  const fail = (key: string) => (error: unknown) => {
    failures.set(key, error instanceof SourceError ? error : toSourceError(error));
  };
  const tasks = volume.sources.map(async (source) => {
    if (source.type === "object") {
      const key = refKey(source.ref);
      await sources.read(source.ref, uid).then((reading) => readings.set(key, reading), fail(key));
    } else if (source.type === "token") {
      const { text, renewalError } = await tokens
        .get(pod, source.token)
        .catch((error: unknown): { text: SourceError; renewalError: unknown } => ({
          text: toSourceError(error),
          renewalError: error,
        }));
      issued.set(source.token, text);
      appendAll(tokenErrors, renewalError === undefined ? [] : [toSourceError(renewalError).message]);
    } else if (source.type === "downwardAPI" && needsAllocatable(source.items)) {
      allocatable = await node.allocatable().catch((error: unknown) => {
        allocatableError = toSourceError(error).message;
        return undefined;
      });
    }
  });
  await Promise.all(tasks);
  return {
    pod,
    readings,
    missing: new Set([...failures].filter(([, { isMissing }]) => isMissing).map(([key]) => key)),
    isPassing: failures.size > 0 && [...failures.values()].every(({ isPassing }) => isPassing),
    tokenErrors,
    allocatable,
    allocatableError,
    findObject: (ref) => findObject(ref, readings, failures),
    findToken(token) {
      const found = issued.get(token);
      return typeof found === "string" ? { text: found } : { error: found?.message ?? "no token" };
    },
  };
}

function findObject(
  ref: ObjectRef,
  readings: ReadonlyMap<string, Reading>,
  failures: ReadonlyMap<string, SourceError>,
): ReturnType<PayloadInputs["findObject"]> {
  const key = refKey(ref);
  const object = readings.get(key)?.object;
  const { message = "not read", isMissing = false } = failures.get(key) ?? {};
  return object === undefined ? { error: message, isMissing } : { object };
}
