import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { drawChart } from "../chart/draw-chart.ts";
import type { ExperimentData } from "../experiment-log.ts";
import type { ServerName } from "../plan/point.ts";
import { makeCharts, type NamedChart } from "./charts.ts";
import { methodSection } from "./method-section.ts";
import { extrapolationSection, modelSection } from "./model-sections.ts";
import { pointsSection } from "./points-section.ts";
import { sloSection, verdictSection } from "./verdict-sections.ts";

/** Writes the report and its charts, computed from the data. Returns the path of the report. */
export function writeReport(data: ExperimentData, folder: string): string {
  mkdirSync(folder, { recursive: true });
  const servers = [...new Set(data.runs.map(({ point }) => point.server))].sort();
  const charts = makeCharts(data, servers);
  for (const { name, chart } of charts) {
    writeFileSync(join(folder, `${name}.svg`), drawChart(chart));
  }
  const file = join(folder, "README.md");
  writeFileSync(file, printReport(data, { servers, charts }));
  return file;
}

/** Text of the report: the list of its sections. */
export function printReport(
  data: ExperimentData,
  { servers, charts }: { readonly servers: readonly ServerName[]; readonly charts: readonly NamedChart[] },
): string {
  const sections = [
    INTRODUCTION,
    verdictSection(data, servers),
    sloSection(data, servers),
    chartSection(charts),
    pointsSection(data),
    modelSection(data),
    extrapolationSection(data, servers),
    methodSection(data),
  ];
  return `${sections.join("\n\n")}\n`;
}

const INTRODUCTION = `# What watching ConfigMaps and Secrets costs, and what immutable ones save

Every node watches the ConfigMaps and Secrets of its pods, or asks for them again and again. An object with
\`immutable: true\` needs neither. This page shows what that is worth to an API server: hollow nodes, which are real
agents that do everything but write files, against a real server. It is written by \`npm run experiment\` from the raw
data beside it, [runs.jsonl](runs.jsonl); \`npm run experiment -- --report\` writes it again.

What an agent makes of the mark has steps: with **(i)** a watch ends once it shows that its object is immutable, as with
a kubelet; with **(ii)** objects are read first and immutable ones never watched; with **(iii)** a new pod also makes sure
that a known object was not replaced by another of the same name.`;

function chartSection(charts: readonly NamedChart[]): string {
  const images = charts.map(({ name, chart }) => `![${chart.title}](${name}.svg)`);
  return ["## In pictures", ...images].join("\n\n");
}
