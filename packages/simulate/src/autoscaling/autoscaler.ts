import type { JsonObject } from "@kiln/api";
import type { Condition, Workload } from "../objects.ts";

export interface AutoscalerSpec {
  scaleTargetRef: { apiVersion?: string; kind: string; name: string };
  minReplicas?: number;
  maxReplicas: number;
  metrics?: JsonObject[];
  behavior?: ScalingBehavior;
}

/** Both directions have rules: the server sets their defaults, except for the window for scaling down. */
export interface ScalingBehavior {
  scaleUp: ScalingRules;
  scaleDown: ScalingRules;
}

export interface ScalingRules {
  stabilizationWindowSeconds?: number;
  selectPolicy: "Max" | "Min" | "Disabled";
  policies: { type: "Pods" | "Percent"; value: number; periodSeconds: number }[];
  tolerance?: string;
}

export interface AutoscalerStatus extends JsonObject {
  conditions?: Condition[];
  currentMetrics?: JsonObject[] | null;
  currentReplicas?: number;
  desiredReplicas?: number;
  lastScaleTime?: string;
}

export type Autoscaler = Workload<AutoscalerSpec, AutoscalerStatus>;
