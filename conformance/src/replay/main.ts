import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { writeCompatibility } from "../compatibility/write-compatibility.ts";
import { readKubeconfig } from "./connection.ts";
import { readKnownGaps, updateGaps, writeKnownGaps } from "./known-gaps.ts";
import { printScenario, printTotals } from "./print-report.ts";
import { type ReplayOptions, runReplay } from "./run-replay.ts";
import { readScenarios } from "./scenario.ts";

const USAGE =
  "usage: npm run replay -- [--only PREFIX[,PREFIX]] [--semantics upstream|kep] [--http2 own|node] [--verbose] " +
  "[--json FILE] [--kubeconfig FILE] [--write-gaps]";

const CONCURRENCY = 8;

/** Returns the exit code: 1 if a response differs, 2 for invalid arguments. */
async function main(args: readonly string[]): Promise<number> {
  const flags = parseFlags(args);
  if (flags === undefined) {
    console.error(USAGE);
    return 2;
  }
  const scenarios = readScenarios(flags.only);
  if (scenarios.length === 0) {
    console.error(`no recording's name begins with ${flags.only.join(" or ")}`);
    return 2;
  }
  const results = await runReplay(scenarios, {
    ...flags.replay,
    onResult: (result) => console.log(printScenario(result, { isVerbose: flags.isVerbose })),
  });
  if (flags.json !== undefined) {
    writeFileSync(flags.json, `${JSON.stringify(results, null, 1)}\n`);
  }
  if (flags.mayWriteGaps) {
    const gaps = updateGaps(readKnownGaps(), scenarios, results);
    writeKnownGaps(gaps);
    writeCompatibility(gaps);
  }
  console.log(printTotals(results));
  return results.every(({ steps }) => steps.every(({ differences }) => differences.length === 0)) ? 0 : 1;
}

interface Flags {
  readonly only: readonly string[];
  readonly isVerbose: boolean;
  readonly json: string | undefined;
  readonly mayWriteGaps: boolean;
  readonly replay: ReplayOptions;
}

function parseFlags(args: readonly string[]): Flags | undefined {
  const options = {
    only: { type: "string" },
    semantics: { type: "string" },
    http2: { type: "string" },
    json: { type: "string" },
    kubeconfig: { type: "string" },
    verbose: { type: "boolean" },
    "write-gaps": { type: "boolean" },
  } as const;
  try {
    const { values } = parseArgs({ args: [...args], options });
    const { semantics, kubeconfig, http2 } = values;
    if (semantics !== undefined && semantics !== "upstream" && semantics !== "kep") {
      return undefined;
    }
    if (http2 !== undefined && http2 !== "own" && http2 !== "node") {
      return undefined;
    }
    const mayWriteGaps = values["write-gaps"] === true;
    return {
      only: values.only === undefined ? [] : values.only.split(",").map((prefix) => prefix.trim()),
      mayWriteGaps,
      isVerbose: values.verbose === true,
      json: values.json,
      replay: {
        // Scenarios against one and the same server may disturb each other's cluster-wide lists.
        concurrency: kubeconfig === undefined ? CONCURRENCY : 1,
        ...(semantics === undefined ? {} : { semantics }),
        ...(http2 === undefined ? {} : { http2 }),
        ...(kubeconfig === undefined ? {} : { server: readKubeconfig(kubeconfig) }),
      },
    };
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

// The server runs in this process: an unhandled rejection must not end the run, but fails it.
const forgotten: unknown[] = [];
process.on("unhandledRejection", (error) => forgotten.push(error));
const code = await main(process.argv.slice(2));
if (forgotten.length > 0) {
  console.error(`the server left ${forgotten.length} errors unhandled, the first of them:`, forgotten[0]);
}
process.exitCode = forgotten.length > 0 ? 1 : code;
