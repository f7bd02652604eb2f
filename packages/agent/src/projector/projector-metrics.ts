import { createFamilies, printMetrics, readNumber } from "@kiln/api";

const METRICS = {
  kiln_project_objects: { type: "gauge", help: "Objects whose content is projected." },
  kiln_project_files: { type: "gauge", help: "Files in all folders." },
  kiln_project_missing: { type: "gauge", help: "What is not there yet: objects and URLs." },
  kiln_project_duplicates: { type: "gauge", help: "Files that two objects have, of which one lost." },
  kiln_project_refused: { type: "gauge", help: "Objects and keys that ask for what they may not have." },
  kiln_project_publications_total: {
    type: "counter",
    help: "Publications of a folder, by what came of them.",
    labels: ["outcome"],
  },
  kiln_project_notifications_total: {
    type: "counter",
    help: "Attempts to tell of a change, by means and outcome.",
    labels: ["means", "outcome"],
  },
  kiln_project_api_errors_total: { type: "counter", help: "Requests to the API server that failed." },
} as const;

export type ProjectorMetric = keyof typeof METRICS;

/** Metrics of a projector. */
export interface ProjectorMetrics {
  /** `labels` are the values of the metric's labels, in their order. */
  add(name: ProjectorMetric, labels?: readonly string[]): void;
  set(name: ProjectorMetric, value: number): void;
  read(name: ProjectorMetric, labels?: readonly string[]): number;
  /** In the text format of Prometheus. */
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
