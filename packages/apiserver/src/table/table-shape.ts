import {
  fieldPath,
  getOwn,
  invalid,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  printFieldError,
  statusBadRequest,
} from "@kiln/api";
import { metadataField, type Resource } from "@kiln/kinds";
import { findRowPrinter } from "./find-row-printer.ts";
import { type PartialForm, toPartialMetadata } from "./partial-metadata.ts";
import type { Shape } from "./shape.ts";

export type IncludeObject = "None" | "Metadata" | "Object";

export interface TableOptions {
  /** API version of the Table: `meta.k8s.io/v1` or `meta.k8s.io/v1beta1`. */
  readonly apiVersion: string;
  readonly includeObject: IncludeObject;
  readonly now: () => Date;
}

/** Shape of a Table: objects as rows of text, as `kubectl get` prints them. */
export function tableShape(resource: Resource, { apiVersion, includeObject, now }: TableOptions): Shape {
  const printer = findRowPrinter(resource);
  const head = { kind: "Table", apiVersion };
  const columnDefinitions = [...printer.columns];
  const toRow = (object: JsonObject, at = now()): JsonObject => {
    const conditions = printer.conditions?.(object);
    return {
      cells: printer.cells(object, at),
      ...(conditions === undefined ? {} : { conditions }),
      object: includedObject(object, includeObject, { apiVersion, resource }),
    };
  };
  const alone = (object: JsonObject, columns: JsonValue): JsonObject => ({
    ...head,
    metadata: versionOf(object),
    columnDefinitions: columns,
    rows: [toRow(object)],
  });
  return {
    toAnswer: (object) => alone(object, columnDefinitions),
    toEvent: (object, { isFirst }) => alone(object, isFirst ? columnDefinitions : null),
    list: () => {
      // One time for all ages, so that encoding the list twice gives the same bytes.
      const at = now();
      return {
        head: { ...head, columnDefinitions },
        itemsField: "rows",
        isEmptyNull: printer.isEmptyNull ?? false,
        toItem: (object) => toRow(object, at),
      };
    },
  };
}

function versionOf(object: JsonObject): JsonObject {
  const resourceVersion = metadataField(object, "resourceVersion");
  return typeof resourceVersion === "string" && resourceVersion !== "" ? { resourceVersion } : {};
}

/**
 * Kubernetes: the bookmark that ends the initial events keeps its metadata in every form (handlers/response.go asTable,
 * v1.36).
 */
const INITIAL_EVENTS_END = "k8s.io/initial-events-end";

function includedObject(object: JsonObject, includeObject: IncludeObject, form: PartialForm): JsonValue {
  if (includeObject === "Object") {
    return object;
  }
  return includeObject === "Metadata" || isInitialEventsEnd(object) ? toPartialMetadata(object, form) : null;
}

function isInitialEventsEnd(object: JsonObject): boolean {
  const annotations = metadataField(object, "annotations");
  return isJsonObject(annotations) && getOwn(annotations, INITIAL_EVENTS_END) === "true";
}

/** Parses the includeObject parameter; throws for an unknown value. */
export function parseIncludeObject(query: URLSearchParams): IncludeObject {
  const asked = query.get("includeObject") ?? "";
  if (asked === "" || asked === "None" || asked === "Metadata" || asked === "Object") {
    return asked || "Metadata";
  }
  const fault = invalid(fieldPath("includeObject"), asked, "must be 'Metadata', 'Object', 'None', or empty");
  throw statusBadRequest(`Unable to convert to Table as requested: ${printFieldError(fault)}`);
}
