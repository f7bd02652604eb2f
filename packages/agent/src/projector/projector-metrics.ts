const METRICS = {
  kiln_project_objects: { type: "gauge", help: "Objects whose content is projected." },
  kiln_project_files: { type: "gauge", help: "Files in all folders." },
  kiln_project_missing: { type: "gauge", help: "What is not there yet: objects and URLs." },
  kiln_project_duplicates: { type: "gauge", help: "Files that two objects have, of which one lost." },
  kiln_project_refused: { type: "gauge", help: "Objects and keys that ask for what they may not have." },
  kiln_project_publications_total: { type: "counter", help: "Publications of a folder, by what came of them." },
  kiln_project_notifications_total: { type: "counter", help: "Attempts to tell of a change, by means and outcome." },
  kiln_project_api_errors_total: { type: "counter", help: "Requests to the API server that failed." },
} as const;

export type ProjectorMetric = keyof typeof METRICS;

/** Counts what a projector does. */
export interface ProjectorMetrics {
  /** `labels` is their text, such as `outcome="written"`. */
  add(name: ProjectorMetric, labels?: string): void;
  set(name: ProjectorMetric, value: number): void;
  read(name: ProjectorMetric, labels?: string): number;
  /** In the text format of Prometheus. */
  print(): string;
}

export function createProjectorMetrics(): ProjectorMetrics {
  const values = new Map<string, number>();
  const keyOf = (name: ProjectorMetric, labels = "") => (labels === "" ? name : `${name}{${labels}}`);
  return {
    add(name, labels) {
      values.set(keyOf(name, labels), (values.get(keyOf(name, labels)) ?? 0) + 1);
    },
    set: (name, value) => void values.set(name, value),
    read: (name, labels) => values.get(keyOf(name, labels)) ?? 0,
    print: () =>
      Object.entries(METRICS)
        .flatMap(([name, { type, help }]) => [
          `# HELP ${name} ${help}`,
          `# TYPE ${name} ${type}`,
          ...[...values].filter(([key]) => key.split("{")[0] === name).map(([key, value]) => `${key} ${value}`),
          "",
        ])
        .join("\n"),
  };
}
