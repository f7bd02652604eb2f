import {
  asObjects,
  asTexts,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type KubeObject,
  StatusError,
} from "@kiln/api";
import type { Client, ResourceType } from "@kiln/client";
import { definitionsOfPhase, type Phase } from "../definitions/definitions-of.ts";
import { audit } from "./audit.ts";

const DEFINITIONS: ResourceType = {
  group: "apiextensions.k8s.io",
  version: "v1",
  plural: "customresourcedefinitions",
  isNamespaced: false,
};

/** Migration phase of a cluster. */
export interface ClusterPhase {
  /** Phase number; 0 without snapshot CRDs, undefined if the CRDs are of different phases or of none. */
  readonly phase: Phase | 0 | undefined;
  /** Served and storage versions of each CRD, one line for each. */
  readonly definitions: readonly string[];
  /** Versions in which objects may be stored, over all kinds. */
  readonly storedVersions: readonly string[];
}

const PHASES: readonly Phase[] = [1, 2, 3, 4];

export async function readPhase(client: Client): Promise<ClusterPhase> {
  const found = await readDefinitions(client);
  const present = found.filter((definition) => definition !== undefined);
  const shapes = present.map(shapeOf);
  const isOf = (phase: Phase) => JSON.stringify(shapes) === JSON.stringify(definitionsOfPhase(phase).map(shapeOf));
  return {
    phase: present.length === 0 ? 0 : PHASES.find(isOf),
    definitions: shapes,
    storedVersions: [...new Set(present.flatMap(({ status }) => storedVersionsOf(status)))].sort(),
  };
}

function storedVersionsOf(status: JsonValue | undefined): string[] {
  return isJsonObject(status) ? asTexts(status.storedVersions) : [];
}

function readDefinitions(client: Client): Promise<(KubeObject | undefined)[]> {
  return Promise.all(
    definitionsOfPhase(1).map(async ({ metadata }) => {
      try {
        return await client.get(DEFINITIONS, { name: (metadata as { name: string }).name });
      } catch (error) {
        if (error instanceof StatusError && error.status.code === 404) {
          return undefined;
        }
        throw error;
      }
    }),
  );
}

/** Name and versions of a CRD, sorted for comparison. */
function shapeOf({ metadata, spec }: JsonObject): string {
  const versions = asObjects((spec as JsonObject).versions)
    .map(({ name, served, storage }) => `${name} ${served ? "served" : "not served"}${storage ? ", stored" : ""}`)
    .sort();
  return `${(metadata as JsonObject).name}: ${versions.join("; ")}`;
}

/**
 * Objects and CRDs that do not allow the phase yet, one sentence each. {@link findWebhookObstacles} checks webhooks.
 */
export async function findObstacles(client: Client, to: Phase): Promise<string[]> {
  const { phase, storedVersions } = await readPhase(client);
  if (phase === undefined) {
    return ["the CRDs are of no phase that is known here; bring them to one by hand first"];
  }
  if (phase === 0 || phase === to) {
    return [];
  }
  return to > phase ? findObstaclesAhead(client, { phase, to, storedVersions }) : findObstaclesBack(to, storedVersions);
}

interface Step {
  readonly phase: Phase;
  readonly to: Phase;
  readonly storedVersions: readonly string[];
}

async function findObstaclesAhead(client: Client, { phase, to, storedVersions }: Step): Promise<string[]> {
  const { invalid } = await audit(client);
  return [
    ...(to > phase + 1 ? [`the cluster is in phase ${phase}; one phase at a time, or there is no way back`] : []),
    ...(invalid > 0
      ? [`${invalid} invalid ${invalid === 1 ? "object is" : "objects are"} left; kiln snapshot audit lists them`]
      : []),
    ...(to === 4 && storedVersions.includes("v1beta1")
      ? ["objects may still be stored in v1beta1; rewrite them in v1 with kiln migrate"]
      : []),
  ];
}

function findObstaclesBack(to: Phase, storedVersions: readonly string[]): string[] {
  return to === 1 && storedVersions.includes("v1")
    ? [
        "objects may be stored in v1, which phase 1 does not serve; go to phase 2 and rewrite them in v1beta1 with kiln migrate",
      ]
    : [];
}

/** Applies the CRDs of a phase, over any existing ones. Call {@link findObstacles} first. */
export async function enterPhase(client: Client, to: Phase): Promise<void> {
  const found = await readDefinitions(client);
  for (const [index, definition] of definitionsOfPhase(to).entries()) {
    const old = found[index];
    if (old === undefined) {
      await client.create(DEFINITIONS, definition);
      continue;
    }
    const own = definition.metadata as JsonObject;
    const annotations = { ...old.metadata.annotations, ...(own.annotations as Record<string, string>) };
    const metadata = { ...old.metadata, annotations } as JsonObject;
    await client.update(DEFINITIONS, { ...definition, metadata });
  }
}
