import { deepCopy, type JsonObject } from "@kiln/api";
import {
  AGE_COLUMN,
  admissionCells,
  apiVersionOf,
  appsCells,
  autoscalingCells,
  batchCells,
  type Cells,
  certificatesCells,
  column,
  coreCells,
  discoveryCells,
  flowcontrolCells,
  NAME_COLUMN,
  networkingCells,
  otherCells,
  podConditions,
  policyCells,
  type Resource,
  type RowPrinter,
  rbacCells,
  storageCells,
  volumeCells,
} from "@kiln/kinds";
import { createCustomRows } from "./custom-rows.ts";
import { defaultRows } from "./default-rows.ts";

/** Columns of built-in kinds, by group and kind. */
const CELLS: ReadonlyMap<string, Cells> = new Map([
  ...inGroup("", { ...coreCells, ...volumeCells }),
  ...inGroup("admissionregistration.k8s.io", admissionCells),
  ...inGroup("apps", appsCells),
  ...inGroup("autoscaling", autoscalingCells),
  ...inGroup("batch", batchCells),
  ...inGroup("certificates.k8s.io", certificatesCells),
  ...inGroup("discovery.k8s.io", discoveryCells),
  ...inGroup("events.k8s.io", { Event: coreCells.Event as Cells }),
  ...inGroup("flowcontrol.apiserver.k8s.io", flowcontrolCells),
  ...inGroup("networking.k8s.io", networkingCells),
  ...inGroup("policy", policyCells),
  ...inGroup("rbac.authorization.k8s.io", rbacCells),
  ...inGroup("storage.k8s.io", storageCells),
  ...Object.entries(otherCells),
]);

function inGroup(group: string, cells: Readonly<Record<string, Cells>>): [string, Cells][] {
  return Object.entries(cells).map(([kind, print]) => [`${group}/${kind}`, print]);
}

export function findRowPrinter(resource: Resource): RowPrinter {
  if (resource.dialect.reading.hasOwnColumns || resource.table.columns.length > 0) {
    return createCustomRows(resource);
  }
  const kind = `${resource.group}/${resource.names.kind}`;
  const cells = CELLS.get(kind);
  if (cells === undefined) {
    return defaultRows;
  }
  return {
    columns: (resource.table.headings ?? []).map(([name, type, format = "", priority = 0]) => {
      const known = name === "Name" ? NAME_COLUMN : name === "Age" ? AGE_COLUMN : undefined;
      return column(name, type, { format, priority, description: known?.description ?? "" });
    }),
    cells: (object, now) => cells(asStored(resource, object), now),
    ...(kind === "/Pod" ? { conditions: podConditions } : {}),
  };
}

/**
 * Kubernetes: rows are printed from the internal version of a kind (printers/storage/storage.go ConvertToTable, v1.36).
 */
function asStored(resource: Resource, object: JsonObject): JsonObject {
  const { convert, apiVersion } = resource.storage;
  return convert === undefined || apiVersion === apiVersionOf(resource)
    ? object
    : convert(deepCopy(object), apiVersion);
}
