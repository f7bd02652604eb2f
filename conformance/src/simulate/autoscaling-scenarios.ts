import type { JsonObject } from "@kiln/api";
import { autoscaler, deployment, loadAutoscaler, loadNow, type Scenario, type Step } from "./scenario.ts";

const create = (...objects: readonly JsonObject[]): Step[] => objects.map((object) => ({ create: object }));

/** Longest period of a policy: what one rescale uses up does not come back in a scenario. */
const LONGEST_PERIOD_SECONDS = 1800;
const rate = (type: "Pods" | "Percent", value: number): JsonObject => ({
  ...{ type, value, periodSeconds: LONGEST_PERIOD_SECONDS },
});

/** Four evaluations: a size that doubles is at its maximum after three. */
const SETTLED_GROWTH: Step = { waitSeconds: 65 };

interface Scaled {
  readonly size: number;
  /** Value of the metric, whose target is 50. */
  readonly load: string;
  readonly scaleUp?: JsonObject;
  readonly scaleDown?: JsonObject;
}

function scaled(name: string, { size, load, scaleUp, scaleDown }: Scaled): Scenario {
  const rules = { ...(scaleUp === undefined ? {} : { scaleUp }), ...(scaleDown === undefined ? {} : { scaleDown }) };
  const behavior = Object.keys(rules).length === 0 ? {} : { behavior: rules };
  const scaler = loadAutoscaler("web", load, { maxReplicas: 8, ...behavior });
  return { name, steps: [...create(deployment("web", { replicas: size }), loadNow(load), scaler), SETTLED_GROWTH] };
}

/** kube-controller-manager evaluates autoscalers 15 seconds after their creation and every 15 seconds: after two of them, nothing changes. */
const SETTLED_SCALE: Step = { waitSeconds: 35 };

export const autoscaling: readonly Scenario[] = [
  {
    name: "autoscaler-below-minimum",
    steps: [...create(deployment("web", { replicas: 1 }), autoscaler("web", { minReplicas: 2 })), SETTLED_SCALE],
  },
  {
    name: "autoscaler-above-maximum",
    steps: [...create(deployment("web", { replicas: 7 }), autoscaler("web")), SETTLED_SCALE],
  },
  {
    name: "autoscaler-disabled",
    steps: [...create(deployment("web", { replicas: 0 }), autoscaler("web")), SETTLED_SCALE],
  },
  { name: "autoscaler-without-metrics", steps: [...create(deployment("web"), autoscaler("web")), SETTLED_SCALE] },
  { name: "autoscaler-without-target", steps: [...create(autoscaler("web")), SETTLED_SCALE] },
  scaled("autoscaler-grows", { size: 2, load: "100" }),
  scaled("autoscaler-shrinks-later", { size: 4, load: "10" }),
  scaled("autoscaler-adds-pods", { size: 2, load: "500", scaleUp: { policies: [rate("Pods", 1)] } }),
  scaled("autoscaler-adds-percent", { size: 3, load: "500", scaleUp: { policies: [rate("Percent", 50)] } }),
  scaled("autoscaler-adds-fewest", {
    size: 2,
    load: "500",
    scaleUp: { selectPolicy: "Min", policies: [rate("Pods", 1), rate("Percent", 100)] },
  }),
  scaled("autoscaler-never-grows", { size: 2, load: "500", scaleUp: { selectPolicy: "Disabled" } }),
  scaled("autoscaler-grows-later", { size: 2, load: "500", scaleUp: { stabilizationWindowSeconds: 600 } }),
  scaled("autoscaler-tolerates-load", { size: 2, load: "60", scaleUp: { tolerance: "0.3" } }),
  scaled("autoscaler-default-rates", { size: 1, load: "500", scaleUp: {} }),
  scaled("autoscaler-removes-pods", {
    size: 5,
    load: "1",
    scaleDown: { stabilizationWindowSeconds: 0, policies: [rate("Pods", 1)] },
  }),
  scaled("autoscaler-removes-percent", {
    size: 5,
    load: "1",
    scaleDown: { stabilizationWindowSeconds: 0, policies: [rate("Percent", 30)] },
  }),
  scaled("autoscaler-removes-fewest", {
    size: 5,
    load: "1",
    scaleDown: { stabilizationWindowSeconds: 0, selectPolicy: "Min", policies: [rate("Pods", 3), rate("Percent", 20)] },
  }),
  scaled("autoscaler-removes-all", { size: 5, load: "1", scaleDown: { stabilizationWindowSeconds: 0 } }),
  scaled("autoscaler-never-shrinks", { size: 5, load: "1", scaleDown: { selectPolicy: "Disabled" } }),
  scaled("autoscaler-default-window", { size: 5, load: "1", scaleDown: { policies: [rate("Pods", 1)] } }),
  scaled("autoscaler-tolerates-idleness", {
    size: 5,
    load: "30",
    scaleDown: { stabilizationWindowSeconds: 0, tolerance: "0.5" },
  }),
];
