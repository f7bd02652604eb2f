import { createFamilies, printMetrics, readNumber } from "@kiln/api";

const METRICS = {
  kiln_project_objects: { type: "gauge", help: "Number of objects whose content is projected." },
  kiln_project_files: { type: "gauge", help: "Number of files in all folders." },
  kiln_project_missing: { type: "gauge", help: "Number of objects and URLs that are configured and missing." },
  kiln_project_duplicates: {
    type: "gauge",
    help: "Number of files that two objects claim, of which one is published.",
  },
  kiln_project_refused: { type: "gauge", help: "Number of objects and keys whose target path or URL is not allowed." },
  kiln_project_publications_total: {
    type: "counter",
    help: "Total number of publications of a folder, by result.",
    labels: ["outcome"],
  },
  kiln_project_notifications_total: {
    type: "counter",
    help: "Total number of notifications about a change, by kind and result.",
    labels: ["means", "outcome"],
  },
  kiln_project_api_errors_total: { type: "counter", help: "Total number of failed requests to the API server." },
} as const;

export type ProjectorMetric = keyof typeof METRICS;

/** Metrics of a projector. */
export interface ProjectorMetrics {
  /** Increments a metric. `labels` are the values of its labels, in their order. */
  add(name: ProjectorMetric, labels?: readonly string[]): void;
  set(name: ProjectorMetric, value: number): void;
  read(name: ProjectorMetric, labels?: readonly string[]): number;
  /** All metrics in the text format of Prometheus. */
  print(): string;
}

export function createProjectorMetrics(): ProjectorMetrics {
  const families = createFamilies(METRICS);
  return {
    add(name, labels = []) {
      families[name].cell(labels).value++;
    },
    set: (name, value) => {
      families[name].cell([]).value = value;
    },
    read: (name, labels = []) => readNumber(families[name], labels),
    print: () => printMetrics(Object.values(families)),
  };
}
