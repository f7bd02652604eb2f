import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { findPeer } from "../server/start-server.ts";
import { phases } from "./phases/index.ts";
import { type Lengths, type Run, sleep } from "./phases/phase.ts";
import type { Point } from "./plan/point.ts";
import type { AgentsAnswers } from "./processes/agents-process.ts";
import { startChild } from "./processes/child.ts";
import type { ProxyAnswers } from "./processes/proxy-process.ts";
import { type Row, Sampler } from "./sampler.ts";
import { Admin } from "./servers/admin.ts";
import { copyDataset, type StartServer } from "./servers/dataset.ts";
import type { Material } from "./servers/material.ts";
import { startTestedKiln, startTestedPeer } from "./servers/tested-server.ts";

export interface RunOptions {
  readonly material: Material;
  /** For data that are thrown away. */
  readonly root: string;
  readonly lengths: Lengths;
  readonly syncPeriodMs: number;
  readonly renewalFactor: number;
  readonly isBrief: boolean;
  onPhase?(name: string): void;
}

/** Everything one run found. */
export interface RunResult {
  readonly phases: readonly string[];
  readonly figures: Readonly<Record<string, number>>;
  readonly rows: readonly Row[];
}

export async function runPoint(point: Point, options: RunOptions): Promise<RunResult> {
  const { material, root, lengths, syncPeriodMs, renewalFactor } = options;
  const start = serverStarter(point, material);
  options.onPhase?.("data");
  const folder = await copyDataset(point, root, start);
  const server = await start(folder);
  const proxy = startChild<ProxyAnswers>(join(import.meta.dirname, "processes", "proxy-process.js"));
  const agents = startChild<AgentsAnswers>(join(import.meta.dirname, "processes", "agents-process.js"));
  const sampler = new Sampler({ server, agents, proxy });
  try {
    const pki = (name: string) => readFileSync(join(material.folder, "pki", name), "utf8");
    const [ca, cert, key] = [pki("ca.crt"), pki("server.crt"), pki("server.key")];
    const port = await proxy.ask("start", { ca, cert, key, port: server.target.port });
    const url = `https://127.0.0.1:${port}`;
    const admin = new Admin(server.target);
    const timing = { lengths, syncPeriodMs, renewalFactor };
    const run: Run = { point, server, proxy, agents, sampler, ...timing, admin, url, ca, figures: {} };
    await runPhases(run, options);
    return { phases: sampler.phases, figures: run.figures, rows: sampler.rows };
  } finally {
    await sampler.stop();
    await agents.close();
    await proxy.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function serverStarter({ server }: Point, material: Material): StartServer {
  if (server === "kiln") {
    return (folder) => startTestedKiln({ material, folder });
  }
  const peer = findPeer();
  if (peer === undefined) {
    throw new Error("KILN_PEER_APISERVER and KILN_PEER_ETCD name no peer");
  }
  return (folder) => startTestedPeer(peer, { material, folder });
}

/** A server that has just started is left alone for so long, so that its own start is not counted. */
const BEFORE_MS = 1500;

async function runPhases(run: Run, { isBrief, onPhase }: RunOptions): Promise<void> {
  const { sampler } = run;
  sampler.begin("before");
  await sleep(BEFORE_MS);
  await sampler.sample(run.admin);
  sampler.start();
  for (const phase of phases) {
    if (phase.suits(run.point) && (phase.isBrief || !isBrief)) {
      onPhase?.(phase.name);
      sampler.begin(phase.name);
      await phase.run(run);
    }
  }
  await sampler.stop();
  run.admin.close();
}
