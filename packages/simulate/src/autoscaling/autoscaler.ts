import type { JsonObject } from "@kiln/api";
import type { Condition, Workload } from "../objects.ts";

export interface AutoscalerSpec {
  scaleTargetRef: { apiVersion?: string; kind: string; name: string };
  minReplicas?: number;
  maxReplicas: number;
  metrics?: JsonObject[];
  behavior?: { scaleDown?: { stabilizationWindowSeconds?: number } };
}

export interface AutoscalerStatus extends JsonObject {
  conditions?: Condition[];
  currentMetrics?: JsonObject[] | null;
  currentReplicas?: number;
  desiredReplicas?: number;
  lastScaleTime?: string;
}

export type Autoscaler = Workload<AutoscalerSpec, AutoscalerStatus>;
