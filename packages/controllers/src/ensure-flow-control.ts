import type { JsonObject } from "@kiln/api";
import { SERVER_ACTOR } from "@kiln/kinds";
import type { ControllerServices } from "./controller-services.ts";
import { ensureObject } from "./ensure-object.ts";

const GROUP = "flowcontrol.apiserver.k8s.io";

const EVERYTHING: JsonObject = {
  resourceRules: [{ verbs: ["*"], apiGroups: ["*"], resources: ["*"], clusterScope: true, namespaces: ["*"] }],
  nonResourceRules: [{ verbs: ["*"], nonResourceURLs: ["*"] }],
};

function schema(matchingPrecedence: number, level: string, groups: readonly string[]): JsonObject {
  const subjects = groups.map((name) => ({ kind: "Group", group: { name } }));
  return {
    matchingPrecedence,
    priorityLevelConfiguration: { name: level },
    ...(level === "exempt" ? {} : { distinguisherMethod: { type: "ByUser" } }),
    rules: [{ subjects, ...EVERYTHING }],
  };
}

const EVERYBODY = ["system:unauthenticated", "system:authenticated"];

/** Priority levels by name: the defaults, and one that describes Kiln's own scheduling, in which users take turns. */
const LEVELS: Readonly<Record<string, JsonObject>> = {
  exempt: { type: "Exempt", exempt: { nominalConcurrencyShares: 0, lendablePercent: 0 } },
  "catch-all": {
    type: "Limited",
    limited: { nominalConcurrencyShares: 5, lendablePercent: 0, limitResponse: { type: "Reject" } },
  },
  "global-default": {
    type: "Limited",
    limited: {
      nominalConcurrencyShares: 20,
      lendablePercent: 50,
      limitResponse: { type: "Queue", queuing: { queues: 128, handSize: 6, queueLengthLimit: 50 } },
    },
  },
};

const SCHEMAS: Readonly<Record<string, JsonObject>> = {
  exempt: schema(1, "exempt", ["system:masters"]),
  "catch-all": schema(10_000, "catch-all", EVERYBODY),
  "global-default": schema(9_900, "global-default", EVERYBODY),
};

/** The FlowSchemas that responses name, so that clients do not throttle themselves. */
export async function ensureFlowControl(services: ControllerServices): Promise<void> {
  for (const [kind, plural, specs] of [
    ["PriorityLevelConfiguration", "prioritylevelconfigurations", LEVELS],
    ["FlowSchema", "flowschemas", SCHEMAS],
  ] as const) {
    for (const [name, spec] of Object.entries(specs)) {
      const resource = services.registry.find(GROUP, "v1", plural);
      if (resource === undefined) {
        return;
      }
      await ensureObject(services, SERVER_ACTOR, {
        place: { resource, namespace: "", name },
        make: () => ({
          apiVersion: `${GROUP}/v1`,
          kind,
          metadata: { annotations: { "apf.kubernetes.io/autoupdate-spec": "true" } },
          spec: structuredClone(spec),
        }),
      });
    }
  }
}
