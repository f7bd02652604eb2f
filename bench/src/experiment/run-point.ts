import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { findPeer } from "../server/start-server.ts";
import { countReferences } from "./model.ts";
import { phases } from "./phases/index.ts";
import { type Run, sleep } from "./phases/phase.ts";
import type { RunForm } from "./plan/forms.ts";
import type { Point } from "./plan/point.ts";
import { syncSeconds } from "./plan/timing.ts";
import { countProcesses, startAgents } from "./processes/agents.ts";
import { startChild } from "./processes/child.ts";
import type { ProxyAnswers } from "./processes/proxy-process.ts";
import { COLUMNS, type Row, Sampler } from "./sampler.ts";
import { Admin } from "./servers/admin.ts";
import { copyDataset, type StartServer } from "./servers/dataset.ts";
import type { Material } from "./servers/material.ts";
import { startTestedKiln, startTestedPeer } from "./servers/tested-server.ts";

export interface RunOptions {
  readonly material: Material;
  /** Folder for data that is deleted after the run. */
  readonly root: string;
  /** Folder of stored objects, created once and copied for each run. */
  readonly datasets: string;
  readonly form: RunForm;
  onPhase?(name: string): void;
}

/** Results of one run. */
export interface RunResult {
  readonly phases: readonly string[];
  readonly figures: Readonly<Record<string, number>>;
  readonly rows: readonly Row[];
}

/** Error of a run, with the figures measured until then. */
export class RunFailure extends Error {
  readonly phase: string;
  readonly figures: Readonly<Record<string, number>>;
  /** Last sample by column. */
  readonly last: Readonly<Record<string, number | null>>;

  constructor(cause: unknown, { phases, figures, rows }: RunResult) {
    super(`phase ${phases.at(-1)}: ${cause}`, { cause });
    this.phase = phases.at(-1) ?? "";
    this.figures = figures;
    this.last = Object.fromEntries(COLUMNS.map((column, index) => [column, rows.at(-1)?.[index] ?? null]));
  }
}

export async function runPoint(point: Point, options: RunOptions): Promise<RunResult> {
  const { material, root, datasets, form } = options;
  const start = serverStarter(point, material);
  const folder = await copyDataset(point, { datasets, root, start });
  const server = await start(folder);
  const proxy = startChild<ProxyAnswers>(join(import.meta.dirname, "processes", "proxy-process.js"));
  const agents = startAgents(countProcesses(countReferences(point).references));
  const sampler = new Sampler({ server, agents, proxy });
  try {
    const pki = (name: string) => readFileSync(join(material.folder, "pki", name), "utf8");
    const [ca, cert, key] = [pki("ca.crt"), pki("server.crt"), pki("server.key")];
    const port = await proxy.ask("start", { ca, cert, key, port: server.target.port });
    const url = `https://127.0.0.1:${port}`;
    const admin = new Admin(server.target);
    const { lengths, renewalFactor } = form;
    const timing = { lengths, renewalFactor, syncPeriodMs: syncSeconds(point) * 1000 };
    const run: Run = { point, server, proxy, agents, sampler, ...timing, admin, url, ca, figures: {} };
    try {
      await runPhases(run, options);
    } catch (error) {
      throw new RunFailure(error, { phases: sampler.phases, figures: run.figures, rows: sampler.rows });
    }
    return { phases: sampler.phases, figures: run.figures, rows: sampler.rows };
  } finally {
    await sampler.stop();
    await agents.close();
    await proxy.close();
    await server.discard();
    rmSync(folder, { recursive: true, force: true });
  }
}

export function serverStarter({ server }: Point, material: Material): StartServer {
  if (server === "kiln") {
    return (folder) => startTestedKiln({ material, folder });
  }
  const peer = findPeer();
  if (peer === undefined) {
    throw new Error("KILN_PEER_APISERVER and KILN_PEER_ETCD name no peer");
  }
  return (folder) => startTestedPeer(peer, { material, folder });
}

/** Time between the start of the server and the first measurement, so that its own start is not counted. */
const BEFORE_MS = 1500;

async function runPhases(run: Run, { form, onPhase }: RunOptions): Promise<void> {
  const { sampler } = run;
  sampler.begin("before");
  await sleep(BEFORE_MS);
  await sampler.sample(run.admin);
  sampler.start();
  for (const phase of phases) {
    if (phase.suits(run.point) && form.phases.includes(phase.name)) {
      onPhase?.(phase.name);
      sampler.begin(phase.name);
      await phase.run(run);
    }
  }
  await sampler.stop();
  run.admin.close();
}
