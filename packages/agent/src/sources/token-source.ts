import { asText, type Clock, type JsonObject, type KubeObject, objectAt, parseTime } from "@kiln/api";
import type { Client, ResourceType } from "@kiln/client";
import type { TokenSpec } from "../volumes/config-volume.ts";

const SERVICE_ACCOUNTS: ResourceType = { group: "", version: "v1", plural: "serviceaccounts", isNamespaced: true };
const DAY_MS = 24 * 60 * 60 * 1000;
/** Maximum jitter of renewals, so that tokens created together are not renewed together. */
const MAX_JITTER_MS = 10_000;

/** Service account tokens, each bound to a Pod and renewed long before it expires. */
export interface TokenSource {
  /** A valid token. Rejects with the client's error if neither a new nor an earlier one is available. */
  get(pod: KubeObject, token: TokenSpec): Promise<TokenReading>;
  releasePod(podUid: string): void;
}

export interface TokenReading {
  readonly text: string;
  /** Reason why the token was not renewed although it is due. */
  readonly renewalError?: unknown;
}

interface Issued {
  readonly text: string;
  readonly expiresAt: number;
  /** Time of the renewal on the clock's monotonic scale: a jump of the wall clock must not keep an old token. */
  readonly renewAtMs: number;
}

export function createTokenSource({
  client,
  clock,
  fraction,
}: {
  readonly client: Client;
  readonly clock: Clock;
  readonly fraction: () => number;
}): TokenSource {
  const issued = new Map<string, Map<string, Issued>>();

  const request = async (pod: KubeObject, token: TokenSpec): Promise<Issued> => {
    const startMs = clock.monotonicMs();
    const answer = await client.create(SERVICE_ACCOUNTS, toRequest(pod, token), { subresource: "token" });
    const expiresAt = (
      parseTime(asText(objectAt(answer, "status").expirationTimestamp)).value ?? clock.now()
    ).getTime();
    const lifetimeMs = Math.min(Math.max(expiresAt - clock.now().getTime(), 0), tokenMs(answer, token));
    const renewInMs = Math.min(lifetimeMs * 0.8, DAY_MS) - fraction() * Math.min(MAX_JITTER_MS, lifetimeMs * 0.1);
    return { text: asText(objectAt(answer, "status").token), expiresAt, renewAtMs: startMs + renewInMs };
  };

  return {
    async get(pod, token) {
      const { uid = "" } = pod.metadata;
      const ofPod = issued.get(uid) ?? new Map<string, Issued>();
      const key = `${token.expirationSeconds} ${token.audience}`;
      const known = ofPod.get(key);
      const nowMs = clock.now().getTime();
      if (known !== undefined && clock.monotonicMs() < known.renewAtMs && nowMs < known.expiresAt) {
        return { text: known.text };
      }
      try {
        const renewed = await request(pod, token);
        issued.set(uid, ofPod.set(key, renewed));
        return { text: renewed.text };
      } catch (error) {
        if (known !== undefined && clock.now().getTime() < known.expiresAt) {
          return { text: known.text, renewalError: error };
        }
        throw error;
      }
    },
    releasePod: (podUid) => {
      issued.delete(podUid);
    },
  };
}

/** Lifetime that the server granted, which may be longer or shorter than the requested one. */
function tokenMs(answer: KubeObject, { expirationSeconds }: TokenSpec): number {
  return Number(objectAt(answer, "spec").expirationSeconds ?? expirationSeconds) * 1000;
}

function toRequest(pod: KubeObject, { audience, expirationSeconds }: TokenSpec): JsonObject {
  const { name = "", namespace = "", uid = "" } = pod.metadata;
  const account = asText(objectAt(pod, "spec").serviceAccountName);
  return {
    apiVersion: "authentication.k8s.io/v1",
    kind: "TokenRequest",
    metadata: { name: account === "" ? "default" : account, namespace },
    spec: {
      ...(audience === "" ? {} : { audiences: [audience] }),
      expirationSeconds,
      boundObjectRef: { apiVersion: "v1", kind: "Pod", name, uid },
    },
  };
}
