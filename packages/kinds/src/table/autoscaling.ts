import { asObjects, asText, isJsonObject, type JsonObject, type JsonValue, objectAt } from "@kiln/api";
import { type Cells, NONE, numberOf, UNKNOWN, UNSET } from "./cells.ts";
import { ageOf, nameOf } from "./row-printer.ts";

export const autoscalingCells: Readonly<Record<string, Cells>> = {
  Scale: (object, now) => [
    nameOf(object),
    numberOf(objectAt(object, "spec").replicas),
    numberOf(objectAt(object, "status").replicas),
    ageOf(object, now),
  ],
  HorizontalPodAutoscaler: (object, now) => {
    const spec = objectAt(object, "spec");
    const status = objectAt(object, "status");
    const { kind, name } = objectAt(spec, "scaleTargetRef");
    return [
      nameOf(object),
      `${asText(kind)}/${asText(name)}`,
      printMetrics(asObjects(spec.metrics), asObjects(status.currentMetrics)),
      spec.minReplicas === undefined ? UNSET : String(spec.minReplicas),
      numberOf(spec.maxReplicas),
      numberOf(status.currentReplicas),
      ageOf(object, now),
    ];
  },
};

const MAX_METRICS = 2;

function printMetrics(specs: readonly JsonObject[], statuses: readonly JsonObject[]): string {
  if (specs.length === 0) {
    return NONE;
  }
  const printed = specs.map((spec, i) => printMetric(spec, statuses[i] ?? {}));
  const shown = printed.slice(0, MAX_METRICS).join(", ");
  return printed.length > MAX_METRICS ? `${shown} + ${printed.length - MAX_METRICS} more...` : shown;
}

function printMetric(spec: JsonObject, status: JsonObject): string {
  switch (spec.type) {
    case "External":
      return printValue(objectAt(spec, "external"), status.external);
    case "Object":
      return printValue(objectAt(spec, "object"), status.object);
    case "Pods": {
      const current = isJsonObject(status.pods) ? amount(objectAt(status.pods, "current").averageValue) : UNKNOWN;
      return `${current}/${amount(objectAt(spec, "pods", "target").averageValue)}`;
    }
    case "Resource":
      return printUsage(objectAt(spec, "resource"), status.resource);
    case "ContainerResource":
      return printUsage(objectAt(spec, "containerResource"), status.containerResource);
    default:
      return "<unknown type>";
  }
}

function amount(value: JsonValue | undefined): string {
  return asText(value) || "<nil>";
}

function printValue(source: JsonObject, status: JsonValue | undefined): string {
  const target = objectAt(source, "target");
  const current = isJsonObject(status) ? objectAt(status, "current") : undefined;
  if (target.averageValue !== undefined) {
    return `${asText(current?.averageValue) || UNKNOWN}/${amount(target.averageValue)} (avg)`;
  }
  return `${current === undefined ? UNKNOWN : amount(current.value)}/${amount(target.value)}`;
}

function printUsage(source: JsonObject, status: JsonValue | undefined): string {
  const target = objectAt(source, "target");
  const current = isJsonObject(status) ? objectAt(status, "current") : undefined;
  if (target.averageValue !== undefined) {
    const used = current === undefined ? UNKNOWN : amount(current.averageValue);
    return `${asText(source.name)}: ${used}/${amount(target.averageValue)}`;
  }
  const percent = (value: JsonValue | undefined, otherwise: string) =>
    value === undefined ? otherwise : `${String(value)}%`;
  const used = percent(current?.averageUtilization, UNKNOWN);
  return `${asText(source.name)}: ${used}/${percent(target.averageUtilization, "<auto>")}`;
}
