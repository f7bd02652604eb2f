import { closeSync, cpSync, mkdtempSync, openSync, readFileSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { type KilnProcess, startKilnProcess } from "../faults/kiln-process.ts";
import { send } from "./honest-client.ts";
import { CANARY, SECRET, SECRET_TEXT, type Template, TOKENS } from "./prepare-target.ts";
import { readProcessorMs } from "./read-process.ts";
import { GAP_MS, MEGABYTES, type Row, SECONDS, type Target } from "./row.ts";
import { type RunningProbe, startProbe } from "./start-probe.ts";

export interface Outcome {
  readonly row: Row;
  readonly peakMegabytes: number;
  /** Growth that remains after the clients have disconnected. */
  readonly leftMegabytes: number;
  readonly gapMs: number;
  readonly wallMs: number;
  readonly processorMs: number;
  readonly seconds: number;
  readonly complaints: readonly string[];
}

export interface Force {
  /** Share of a row's bytes and requests that is sent. */
  readonly scale: number;
  /** Factor on the bound of gaps. */
  readonly gapSlack: number;
}

const WARM_UP_REQUESTS = 200;
/** Time for the server to notice that clients disconnected, before memory is measured again. */
const SETTLE_MS = 300;

/** A server under attack, with the probe. */
export class Victim {
  readonly kiln: KilnProcess;
  readonly #folder: string;
  readonly #template: Template;
  readonly #logFile: string;
  readonly #probe: RunningProbe;
  #baseMegabytes = 0;

  private constructor(kiln: KilnProcess, options: { folder: string; logFile: string; template: Template }) {
    this.kiln = kiln;
    this.#folder = options.folder;
    this.#logFile = options.logFile;
    this.#template = options.template;
    const pid = kiln.child.pid as number;
    this.#probe = startProbe({ connection: kiln.connection, pid, path: CANARY, token: TOKENS.other });
  }

  static async start(template: Template): Promise<Victim> {
    const folder = mkdtempSync(join(dirname(template.folder), "row-"));
    cpSync(template.folder, folder, { recursive: true });
    const logFile = `${folder}.log`;
    const victim = new Victim(await startLogged(template, folder, logFile), { folder, logFile, template });
    await victim.#warmUp();
    return victim;
  }

  async #warmUp(): Promise<void> {
    const target = this.#target(1, 0);
    for (let i = 0; i < WARM_UP_REQUESTS / 10; i++) {
      const path = i % 2 === 0 ? "/api/v1/namespaces/many/configmaps?limit=50" : CANARY;
      await send(target, { path, token: "certificate" });
    }
    await this.#probe.report();
    this.#baseMegabytes = this.kiln.anonymousMegabytes();
  }

  #target(scale: number, endsAtMs: number): Target {
    const url = new URL(this.kiln.connection.url);
    const pid = this.kiln.child.pid as number;
    return {
      admin: this.kiln.connection,
      host: url.hostname,
      port: Number(url.port),
      tokens: TOKENS,
      folder: this.#folder,
      scale,
      leftMs: () => Math.max(0, endsAtMs - Date.now()),
      logBytes: () => statSync(this.#logFile).size,
      logFrom: (byte) => readFileSync(this.#logFile).toString("utf8", byte),
      processorMs: () => readProcessorMs(pid),
    };
  }

  get isAlive(): boolean {
    return this.kiln.child.exitCode === null && this.kiln.child.signalCode === null;
  }

  async suffer(row: Row, { scale, gapSlack }: Force): Promise<Outcome> {
    const startMs = Date.now();
    const target = this.#target(scale, startMs + (row.seconds ?? SECONDS) * 1000);
    await this.#probe.report();
    const processorMs = target.processorMs();
    const complaints = [...(await attackSafely(row, target))];
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    if (!this.isAlive) {
      const { exitCode, signalCode } = this.kiln.child;
      complaints.push(`the server ended: ${signalCode ?? exitCode}`);
    } else {
      complaints.push(...(await checkAfter(target)));
    }
    const seen = await this.#probe.report();
    const outcome = {
      row,
      peakMegabytes: seen.peakMegabytes - this.#baseMegabytes,
      leftMegabytes: this.isAlive ? this.kiln.anonymousMegabytes() - this.#baseMegabytes : 0,
      gapMs: seen.gapMs,
      wallMs: seen.wallMs,
      processorMs: this.isAlive ? target.processorMs() - processorMs : 0,
      seconds: (Date.now() - startMs) / 1000,
    };
    return { ...outcome, complaints: [...complaints, ...seen.failures, ...judge(row, outcome, gapSlack)] };
  }

  /** Kills the server and starts it on the same data. Resolves with violations. */
  async reopen(): Promise<readonly string[]> {
    this.#probe.stop();
    await this.kiln.kill();
    try {
      const again = await startLogged(this.#template, this.#folder, this.#logFile);
      try {
        const url = new URL(again.connection.url);
        const target = { ...this.#target(1, 0), admin: again.connection, port: Number(url.port) };
        return (await checkAfter(target)).map((text) => `after kill -9: ${text}`);
      } finally {
        await again.kill();
      }
    } catch (error) {
      return [`after kill -9: ${error instanceof Error ? error.message : String(error)}`];
    } finally {
      rmSync(this.#folder, { recursive: true, force: true });
      rmSync(this.#logFile, { force: true });
    }
  }
}

async function startLogged(template: Template, folder: string, logFile: string): Promise<KilnProcess> {
  const log = openSync(logFile, "a");
  try {
    return await startKilnProcess(template.flags, { folder, log });
  } finally {
    closeSync(log);
  }
}

async function attackSafely(row: Row, target: Target): Promise<readonly string[]> {
  try {
    return await row.attack(target);
  } catch (error) {
    return [error instanceof Error ? `${error.message}` : String(error)];
  }
}

/** Conditions after every attack: health, unchanged objects of others, and new connections. */
async function checkAfter(target: Target): Promise<readonly string[]> {
  const complaints: string[] = [];
  const expect = async (path: string, token: string | undefined, text: string) => {
    try {
      const answer = await send(target, { path, ...(token === undefined ? {} : { token }), timeoutMs: 10_000 });
      if (answer.status !== 200 || !answer.text.includes(text)) {
        complaints.push(`afterwards GET ${path}: ${answer.status} ${answer.text.slice(0, 100)}`);
      }
    } catch (error) {
      complaints.push(`afterwards GET ${path}: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  await expect("/readyz", undefined, "ok");
  await expect("/livez", undefined, "ok");
  await expect(CANARY, TOKENS.other, "canary");
  await expect(SECRET, "certificate", SECRET_TEXT);
  return complaints;
}

function judge(
  row: Row,
  { peakMegabytes, gapMs }: Pick<Outcome, "peakMegabytes" | "gapMs">,
  gapSlack: number,
): readonly string[] {
  const megabytes = row.megabytes ?? MEGABYTES[row.identity];
  const maxGapMs = (row.gapMs ?? GAP_MS) * gapSlack;
  return [
    ...(peakMegabytes > megabytes ? [`memory grew by ${Math.round(peakMegabytes)} MB, more than ${megabytes}`] : []),
    ...(gapMs > maxGapMs
      ? [`another client waited for ${Math.round(gapMs)} ms of processor time, more than ${maxGapMs}`]
      : []),
  ];
}
