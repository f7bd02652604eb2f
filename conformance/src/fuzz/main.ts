import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createProtobuf } from "@kiln/apiserver";
import { checkContinueToken, TOKEN_CORPUS } from "./check-continue-token.ts";
import { checkJson } from "./check-json.ts";
import { checkProtobuf, messageCorpus } from "./check-protobuf.ts";
import { checkYaml } from "./check-yaml.ts";
import { mutate } from "./mutate.ts";
import { createRandom, type Random } from "./random.ts";

/**
 * Feeds the readers of JSON, YAML, protobuf and continue tokens with mutations of a corpus, for a number of seconds. The seed is printed; the
 * same seed gives the same inputs. Each input that fails is printed in base64.
 */
interface Target {
  readonly name: "json" | "yaml" | "protobuf" | "continue token";
  readonly corpus: readonly Buffer[];
  readonly check: (input: Buffer) => string | undefined;
  /** Far above what is needed, far below what time that grows with the square of the length would take. */
  readonly microsecondsPerByte: number;
}

const protobuf = createProtobuf();
const TARGETS: readonly Target[] = [
  { name: "json", corpus: readCorpus("json"), check: checkJson, microsecondsPerByte: 20 },
  { name: "yaml", corpus: readCorpus("yaml"), check: checkYaml, microsecondsPerByte: 20 },
  { name: "protobuf", corpus: messageCorpus(protobuf), check: checkProtobuf(protobuf), microsecondsPerByte: 100 },
  { name: "continue token", corpus: TOKEN_CORPUS, check: checkContinueToken, microsecondsPerByte: 20 },
];

const ALLOWANCE_MS = 200;
const MAX_FAILURES = 20;

function readCorpus(name: string): readonly Buffer[] {
  const folder = fileURLToPath(new URL(`../../corpus/${name}/`, import.meta.url));
  return readdirSync(folder)
    .sort()
    .map((file) => readFileSync(join(folder, file)));
}

function examine(target: Target, input: Buffer): string | undefined {
  const limit = ALLOWANCE_MS + (input.length * target.microsecondsPerByte) / 1000;
  // A second look, as the machine may have been busy with something else.
  for (let look = 0; look < 3; look++) {
    const start = performance.now();
    const fault = checkSafely(target, input);
    if (fault !== undefined || performance.now() - start < limit) {
      return fault;
    }
  }
  return `took more than ${Math.round(limit)} ms for ${input.length} bytes`;
}

function checkSafely(target: Target, input: Buffer): string | undefined {
  try {
    return target.check(input);
  } catch (error) {
    return `threw ${error instanceof Error ? error.stack : String(error)}`;
  }
}

interface Tally {
  passed: number;
  failed: number;
}

/** Changes `tally`. */
function record(tally: Tally, target: Target, input: Buffer): void {
  const fault = examine(target, input);
  if (fault === undefined) {
    tally.passed++;
    return;
  }
  tally.failed++;
  process.stdout.write(`${target.name} ${input.subarray(0, 3000).toString("base64")}\n  ${fault.slice(0, 2000)}\n`);
}

/** Changes `tally`. */
function fuzz(tally: Tally, random: Random, deadline: number): void {
  for (const target of TARGETS) {
    for (const { corpus } of TARGETS) {
      for (const input of corpus) {
        record(tally, target, input);
      }
    }
  }
  while (performance.now() < deadline && tally.failed < MAX_FAILURES) {
    const target = random.pick(TARGETS);
    record(tally, target, mutate(random, target.corpus));
  }
}

const { values } = parseArgs({ options: { seed: { type: "string" }, seconds: { type: "string", default: "20" } } });
const seed = Number(values.seed ?? Date.now() % 2 ** 31);
process.stdout.write(`seed ${seed}\n`);
const tally: Tally = { passed: 0, failed: 0 };
fuzz(tally, createRandom(seed), performance.now() + Number(values.seconds) * 1000);
process.stdout.write(`${tally.passed} passed, ${tally.failed} failed\n`);
process.exitCode = tally.failed === 0 ? 0 : 1;
