import { type AdmissionMetrics, createAdmissionMetrics } from "@kiln/admission";
import {
  createCounter,
  createGauge,
  createHistogram,
  type Family,
  type HistogramCell,
  type MetricFamily,
  type NumberCell,
  observe,
} from "@kiln/api";
import type { Resource } from "@kiln/kinds";
import type { Context } from "../request/context.ts";

/** Metrics of the server. Names, labels and buckets are kube-apiserver's. */
export interface ServerMetrics {
  readonly families: readonly MetricFamily[];
  readonly admission: AdmissionMetrics;
  readonly inFlight: Readonly<Record<"readOnly" | "mutating", NumberCell>>;
  countRequest(context: Context, code: number, seconds: number): void;
  /** Gauge of long-running requests of this kind. */
  longRunning(context: Context): NumberCell;
  /** Drops the series of a resource that is no longer served. */
  forget(resource: Resource): void;
}

const ABOUT = ["group", "version", "resource", "subresource", "scope", "component"];
const COMPONENT = "apiserver";
const DURATIONS: readonly number[] = [
  0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60,
];

interface RequestFamilies {
  readonly total: Family<NumberCell>;
  readonly duration: Family<HistogramCell>;
}

/** Metric cells of requests with equal labels except the status code. */
interface RequestCells {
  readonly byCode: Map<number, NumberCell>;
  readonly duration: HistogramCell;
}

export function createServerMetrics(): ServerMetrics {
  const total = createCounter({
    name: "apiserver_request_total",
    help: "Total number of requests, by verb, dry run, group, version, resource, subresource, scope, component and HTTP status code.",
    labels: ["verb", "dry_run", ...ABOUT, "code"],
  });
  const duration = createHistogram(
    {
      name: "apiserver_request_duration_seconds",
      help: "Seconds from the receipt of a request to its response, by verb, dry run, group, version, resource, subresource, scope and component.",
      labels: ["verb", "dry_run", ...ABOUT],
    },
    DURATIONS,
  );
  const longRunning = createGauge({
    name: "apiserver_longrunning_requests",
    help: "Number of open long-running requests such as watches, by verb, group, version, resource, subresource, scope and component.",
    labels: ["verb", ...ABOUT],
  });
  const inFlight = createGauge({
    name: "apiserver_current_inflight_requests",
    help: "Number of requests in flight, by kind (mutating or readOnly), without long-running ones.",
    labels: ["request_kind"],
  });
  const find = createCellFinder({ total, duration });
  const admission = createAdmissionMetrics();
  return {
    families: [total, duration, longRunning, inFlight, ...admission.families],
    admission,
    inFlight: { readOnly: inFlight.cell(["readOnly"]), mutating: inFlight.cell(["mutating"]) },
    countRequest(context, code, seconds) {
      // No series for a request that outlives its CRD: it would never be dropped.
      if (context.resource?.serving.lifetime?.isOver !== true) {
        countRequest(find(context), { total, context, code, seconds });
      }
    },
    longRunning: (context) => longRunning.cell([verbOf(context), ...aboutOf(context)]),
    forget({ group, version, names }) {
      for (const family of [total, duration, longRunning]) {
        const at = family.labels.indexOf("group");
        family.forget(
          (values) => values[at] === group && values[at + 1] === version && values[at + 2] === names.plural,
        );
      }
    },
  };
}

interface Counted {
  readonly total: Family<NumberCell>;
  readonly context: Context;
  readonly code: number;
  readonly seconds: number;
}

/** Adds one request to its cells. */
function countRequest(cells: RequestCells, { total, context, code, seconds }: Counted): void {
  let cell = cells.byCode.get(code);
  if (cell === undefined) {
    cell = total.cell([verbOf(context), dryRunOf(context), ...aboutOf(context), String(code)]);
    cells.byCode.set(code, cell);
  }
  cell.value++;
  observe(cells.duration, seconds);
}

/** Finds cells by resource first: joining all labels for each request would cost more than everything else here. */
function createCellFinder({ duration }: RequestFamilies): (context: Context) => RequestCells {
  const byResource = new WeakMap<Resource, Map<string, RequestCells>>();
  const others = new Map<string, RequestCells>();
  const mapOf = (resource: Resource | undefined) => {
    if (resource === undefined) {
      return others;
    }
    const known = byResource.get(resource) ?? new Map<string, RequestCells>();
    byResource.set(resource, known);
    return known;
  };
  return (context) => {
    const cells = mapOf(context.resource);
    const key = `${verbOf(context)}/${subresourceOf(context)}/${scopeOf(context)}/${dryRunOf(context)}`;
    let found = cells.get(key);
    if (found === undefined) {
      const values = [verbOf(context), dryRunOf(context), ...aboutOf(context)];
      found = { byCode: new Map(), duration: duration.cell(values) };
      cells.set(key, found);
    }
    return found;
  };
}

/** Labels of a request. Only served resources are labels, so that clients cannot create new series. */
function aboutOf(context: Context): readonly string[] {
  const { resource } = context;
  return [
    resource?.group ?? "",
    resource?.version ?? "",
    resource?.names.plural ?? "",
    subresourceOf(context),
    scopeOf(context),
    COMPONENT,
  ];
}

const KNOWN_VERBS: ReadonlyMap<string, string> = new Map([
  ["get", "GET"],
  ["list", "LIST"],
  ["watch", "WATCH"],
  ["create", "POST"],
  ["post", "POST"],
  ["update", "PUT"],
  ["put", "PUT"],
  ["patch", "PATCH"],
  ["delete", "DELETE"],
  ["deletecollection", "DELETECOLLECTION"],
]);

function verbOf({ info, request }: Context): string {
  return info.verb === "patch" && request.headers["content-type"] === "application/apply-patch+yaml"
    ? "APPLY"
    : (KNOWN_VERBS.get(info.verb) ?? "other");
}

const KNOWN_PATHS: ReadonlySet<string> = new Set(["/healthz", "/livez", "/readyz"]);

function subresourceOf({ info, resource }: Context): string {
  if (resource !== undefined) {
    return info.subresource === "status" || info.subresource === "scale" ? info.subresource : "";
  }
  return KNOWN_PATHS.has(info.path) ? info.path : "";
}

function scopeOf({ info, resource }: Context): string {
  if (resource === undefined) {
    return "";
  }
  if (info.name !== "" || info.verb === "create") {
    return "resource";
  }
  return info.namespace === "" ? "cluster" : "namespace";
}

function dryRunOf({ info }: Context): string {
  return info.query.get("dryRun") === "All" ? "All" : "";
}
