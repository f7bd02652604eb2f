import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createProtobuf } from "@kiln/kinds";
import { checkContinueToken, TOKEN_CORPUS } from "./check-continue-token.ts";
import { checkDer, DER_CORPUS } from "./check-der.ts";
import { checkFrames, FRAME_CORPUS } from "./check-frames.ts";
import { checkHpack, HPACK_CORPUS } from "./check-hpack.ts";
import { HTTP1_CORPUS, openHttp1Target } from "./check-http1.ts";
import { checkJson } from "./check-json.ts";
import { checkProtobuf, messageCorpus } from "./check-protobuf.ts";
import { checkYaml } from "./check-yaml.ts";
import { mutate } from "./mutate.ts";
import { createRandom, type Random } from "./random.ts";

/**
 * Feeds the readers of JSON, YAML, protobuf, continue tokens, HTTP/2's frames and headers, HTTP/1.1 and certificate
 * requests with mutations of a corpus, for a number of seconds. The seed is printed; the same seed gives the same inputs. Each input that fails is
 * printed in base64.
 */
interface Target {
  readonly name: string;
  readonly corpus: readonly Buffer[];
  readonly check: (input: Buffer) => string | undefined | Promise<string | undefined>;
  /** Maximum time per byte: far above the needed time, far below that of quadratic work. */
  readonly microsecondsPerByte: number;
}

const protobuf = createProtobuf();
const http1 = await openHttp1Target();
const TARGETS: readonly Target[] = [
  { name: "json", corpus: readCorpus("json"), check: checkJson, microsecondsPerByte: 20 },
  { name: "yaml", corpus: readCorpus("yaml"), check: checkYaml, microsecondsPerByte: 20 },
  { name: "protobuf", corpus: messageCorpus(protobuf), check: checkProtobuf(protobuf), microsecondsPerByte: 100 },
  { name: "continue token", corpus: TOKEN_CORPUS, check: checkContinueToken, microsecondsPerByte: 20 },
  { name: "http2-frames", corpus: FRAME_CORPUS, check: checkFrames, microsecondsPerByte: 50 },
  { name: "hpack", corpus: HPACK_CORPUS, check: checkHpack, microsecondsPerByte: 200 },
  { name: "http1", corpus: HTTP1_CORPUS, check: http1.check, microsecondsPerByte: 100 },
  { name: "der", corpus: DER_CORPUS, check: checkDer, microsecondsPerByte: 20 },
];

const ALLOWANCE_MS = 200;
const MAX_FAILURES = 20;

function readCorpus(name: string): readonly Buffer[] {
  const folder = fileURLToPath(new URL(`../../corpus/${name}/`, import.meta.url));
  return readdirSync(folder)
    .sort()
    .map((file) => readFileSync(join(folder, file)));
}

async function examine(target: Target, input: Buffer): Promise<string | undefined> {
  const limit = ALLOWANCE_MS + (input.length * target.microsecondsPerByte) / 1000;
  // Measured again, because other work may have slowed the machine down.
  for (let look = 0; look < 3; look++) {
    const start = performance.now();
    const fault = await checkSafely(target, input);
    if (fault !== undefined || performance.now() - start < limit) {
      return fault;
    }
  }
  return `took more than ${Math.round(limit)} ms for ${input.length} bytes`;
}

async function checkSafely(target: Target, input: Buffer): Promise<string | undefined> {
  try {
    return await target.check(input);
  } catch (error) {
    return `threw ${error instanceof Error ? error.stack : String(error)}`;
  }
}

interface Tally {
  passed: number;
  failed: number;
}

/** Runs the target with an input; adds the result to `tally`. */
async function record(tally: Tally, target: Target, input: Buffer): Promise<void> {
  const fault = await examine(target, input);
  if (fault === undefined) {
    tally.passed++;
    return;
  }
  tally.failed++;
  process.stdout.write(`${target.name} ${input.subarray(0, 3000).toString("base64")}\n  ${fault.slice(0, 2000)}\n`);
}

/** Runs the targets with random inputs until the time is over; adds the results to `tally`. */
async function fuzz(tally: Tally, targets: readonly Target[], random: Random): Promise<void> {
  const deadline = performance.now() + Number(values.seconds) * 1000;
  for (const target of targets) {
    for (const { corpus } of targets) {
      for (const input of corpus) {
        await record(tally, target, input);
      }
    }
  }
  while (performance.now() < deadline && tally.failed < MAX_FAILURES) {
    const target = random.pick(targets);
    await record(tally, target, mutate(random, target.corpus));
  }
}

const { values } = parseArgs({
  options: { seed: { type: "string" }, seconds: { type: "string", default: "20" }, only: { type: "string" } },
});
const seed = Number(values.seed ?? Date.now() % 2 ** 31);
process.stdout.write(`seed ${seed}\n`);
const tally: Tally = { passed: 0, failed: 0 };
const only = values.only?.split(",");
const targets = TARGETS.filter(({ name }) => only?.includes(name) ?? true);
await fuzz(tally, targets, createRandom(seed));
process.stdout.write(`${tally.passed} passed, ${tally.failed} failed\n`);
await http1.close();
process.exitCode = tally.failed === 0 ? 0 : 1;
