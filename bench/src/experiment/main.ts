import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { cpus, release, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { findPeer } from "../server/start-server.ts";
import { type ConductOptions, conduct, provideData } from "./conduct.ts";
import { appendLog, beginLog, type ExperimentData, forgetRuns, readLog, type Setting } from "./experiment-log.ts";
import { FORMS } from "./plan/forms.ts";
import { listPlan } from "./plan/list-plan.ts";
import { makePlan, type PlanOptions } from "./plan/make-plan.ts";
import { datasetKey } from "./plan/point.ts";
import { removeWithParent } from "./processes/guard.ts";
import { printClaims } from "./report/verdict-sections.ts";
import { writeReport } from "./report/write-report.ts";
import { runPoint, serverStarter } from "./run-point.ts";
import { makeDataset } from "./servers/dataset.ts";
import { makeMaterial } from "./servers/material.ts";

const USAGE = `npm run experiment [-- FLAGS], npm run experiment:short [-- FLAGS]

What nodes cost an API server that watch, poll or leave alone the Secrets and ConfigMaps of their pods: hollow agents
against Kiln and, if KILN_PEER_APISERVER and KILN_PEER_ETCD name their programs, against kube-apiserver on etcd.
Goes on where it was stopped. Writes the raw data, the charts and the report.

  --minutes N    how long it may take in all, with what was measured before (default 45, or what was given at first; with
                 --short 5)
  --slice N      end after N minutes, at the latest; the same command goes on from there
  --short        few nodes: decides H1, H3 and H6 on Kiln in five minutes, and a peer's with --minutes 12
  --data DIR     keep the stored objects that runs begin with, for the next slice (default: removed at the end)
  --prepare      measure nothing, make these objects in --data DIR
  --out DIR      where data, charts and report go (default docs/experiments/immutable-config, with --short
                 bench/results/experiment)
  --seed N       the order of the runs (default: the time)
  --fresh        forget what was measured before, and its plan
  --again NAME   forget the runs whose names start with NAME, and measure them again
  --list         measure nothing, say what would be and how long it would take
  --report       measure nothing, write the report from the data
  --claims       measure nothing, decide every claim anew from the data and print what decides it
`;

const HOUSE = join(import.meta.dirname, "..", "..", "..");
/** Number of node tokens to create, more than any plan needs. */
const MOST_NODES = 500;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      minutes: { type: "string" },
      short: { type: "boolean", default: false },
      slice: { type: "string" },
      data: { type: "string" },
      prepare: { type: "boolean", default: false },
      out: { type: "string" },
      seed: { type: "string" },
      fresh: { type: "boolean", default: false },
      again: { type: "string" },
      list: { type: "boolean", default: false },
      report: { type: "boolean", default: false },
      claims: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  const isShort = values.short;
  const folder = values.out ?? join(HOUSE, isShort ? "bench/results/experiment" : "docs/experiments/immutable-config");
  const minutes = Number(values.minutes ?? (isShort ? 5 : 45));
  const seed = Number(values.seed ?? Date.now() % 1_000_000);
  const slice = Number(values.slice ?? minutes);
  if (!(minutes > 0) || !(slice > 0) || !Number.isInteger(seed) || (values.prepare && values.data === undefined)) {
    process.stderr.write(USAGE);
    return 2;
  }
  const file = join(folder, "runs.jsonl");
  const servers = findPeer() === undefined ? (["kiln"] as const) : (["kiln", "kube-apiserver"] as const);
  const plan: PlanOptions = { seed, minutes, isShort, servers };
  const isLonger = values.minutes !== undefined;
  if (values.list) {
    listPlan(makePlan(plan)).forEach(say);
    return 0;
  }
  const data =
    values.report || values.claims
      ? readLog(file)
      : await measure(file, { ...values, plan, isLonger, isFresh: values.fresh, slice });
  if (data === undefined) {
    process.stderr.write(`there are no data in ${file}\n`);
    return 1;
  }
  if (values.claims) {
    printClaims(data).forEach(say);
    return 0;
  }
  if (!values.prepare) {
    say(`wrote ${writeReport(data, folder)}`);
  }
  return 0;
}

interface MeasureOptions {
  readonly plan: PlanOptions;
  /** Whether the minutes of the plan replace those that an existing plan was given. */
  readonly isLonger: boolean;
  readonly isFresh: boolean;
  /** Duration of this call in minutes. */
  readonly slice: number;
  /** Start of the names of runs to measure again. */
  readonly again?: string | undefined;
  /** Folder in which data sets are kept for later calls. */
  readonly data?: string | undefined;
  /** Whether to create only the data sets. */
  readonly prepare: boolean;
}

async function measure(file: string, options: MeasureOptions): Promise<ExperimentData> {
  if (options.isFresh || !existsSync(file)) {
    beginLog(file, describeSetting(), makePlan(options.plan));
  } else if (!options.prepare) {
    resume(file, options);
  }
  const root = mkdtempSync(join(tmpdir(), "kiln-experiment-"));
  removeWithParent(root);
  try {
    const material = await makeMaterial(join(root, "material"), MOST_NODES);
    const datasets = options.data ?? join(root, "datasets");
    mkdirSync(datasets, { recursive: true });
    const steps: ConductOptions = {
      file,
      now: Date.now,
      say,
      sliceSeconds: options.slice * 60,
      hasData: (point) => existsSync(join(datasets, datasetKey(point))),
      makeData: async (point) => {
        await makeDataset(point, { datasets, start: serverStarter(point, material) });
      },
      run: ({ point, form }) =>
        runPoint(point, {
          material,
          root,
          datasets,
          form: FORMS[form],
          onPhase: (name) => say(`  ${clock()} ${name}`),
        }),
    };
    return options.prepare ? await prepare(steps) : await conduct(steps);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Notes the versions of this call, which may differ from those of the runs before it. */
function resume(file: string, { again, isLonger, plan }: MeasureOptions): void {
  if (again !== undefined) {
    say(`measuring ${forgetRuns(file, again)} runs again`);
  }
  const { startedAt, programs } = describeSetting();
  const minutes = isLonger ? plan.minutes : (readLog(file)?.plan.minutes ?? plan.minutes);
  appendLog(file, { session: { startedAt, programs, minutes } });
}

/** Creates all data sets of the plan. */
async function prepare(steps: ConductOptions): Promise<ExperimentData> {
  const data = readLog(steps.file) as ExperimentData;
  for (const { point } of data.plan.runs) {
    const seconds = await provideData(point, steps, { isPrepared: true });
    if (seconds > 0) {
      say(`made ${datasetKey(point)} in ${seconds} s`);
    }
  }
  return data;
}

function clock(): string {
  return new Date().toISOString().slice(11, 19);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function describeSetting(): Setting {
  const [cpu] = cpus();
  const peer = findPeer();
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  return {
    startedAt: new Date().toISOString(),
    machine: `${cpus().length} cores (${cpu?.model.trim() ?? "unknown"}), ${memory}, Linux ${release()}`,
    programs: {
      node: process.version,
      kiln: `at commit ${firstLine("git", ["-C", HOUSE, "rev-parse", "--short", "HEAD"])}`,
      ...(peer === undefined
        ? {}
        : {
            "kube-apiserver": firstLine(peer.apiserver, ["--version"]) + describeGoSettings(),
            etcd: firstLine(peer.etcd, ["--version"]),
          }),
    },
  };
}

/** Settings of Go's garbage collector that a peer inherits: they limit the memory that it is measured with. */
function describeGoSettings(): string {
  const settings = ["GOGC", "GOMEMLIMIT"].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [`${name}=${value}`];
  });
  return settings.length === 0 ? "" : ` with ${settings.join(" ")}`;
}

/** Version of a program; "unknown" if it is missing. */
function firstLine(program: string, args: readonly string[]): string {
  try {
    const text = execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    return text.split("\n")[0]?.trim() ?? "";
  } catch {
    return "unknown";
  }
}

process.exitCode = await main();
