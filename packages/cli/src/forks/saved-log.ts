import { readFileSync, writeFileSync } from "node:fs";
import { asObject, asObjects, type JsonObject, textAt } from "@kiln/api";
import { UsageError } from "../command.ts";
import { FORKS_PATH, type TestingClient } from "./open-server.ts";

const FORMAT = "kiln-log/1";

/** A run that can be replayed: the origin of its cluster, the faults that acted in it, and its requests. */
export interface SavedLog {
  readonly format: typeof FORMAT;
  /** `spec.from` and `spec.seed` of the fork. */
  readonly spec: JsonObject;
  /** Specs of the faults by name. */
  readonly faults: JsonObject;
  readonly items: readonly JsonObject[];
}

/** Writes the log of a fork with its requests as they were sent. Returns their number. */
export async function saveLog(server: TestingClient, name: string, file: string): Promise<number> {
  const cluster = `/clusters/${encodeURIComponent(name)}`;
  const fork = await server.send("GET", `${FORKS_PATH}/${encodeURIComponent(name)}`);
  const faults = asObjects((await server.send("GET", `${cluster}/apis/testing.kiln.dev/v1/faults`)).items);
  const items = asObjects((await server.send("GET", `${cluster}/testing/log?requests=true`)).items);
  const { from, seed } = asObject(fork.spec);
  const saved: SavedLog = {
    format: FORMAT,
    spec: { ...(from === undefined ? {} : { from }), ...(seed === undefined ? {} : { seed }) },
    faults: Object.fromEntries(
      faults.map(({ metadata, spec }) => [textAt(asObject(metadata), "name"), asObject(spec)]),
    ),
    items,
  };
  writeFileSync(file, `${JSON.stringify(saved, null, 1)}\n`, { mode: 0o600 });
  return items.length;
}

export function readSavedLog(file: string): SavedLog {
  const advice = `${file} is not a saved log: kiln log FORK --save FILE writes one`;
  let saved: SavedLog;
  try {
    saved = JSON.parse(readFileSync(file, "utf8")) as SavedLog;
  } catch (error) {
    throw new UsageError(error instanceof SyntaxError ? advice : `${file} cannot be read: ${(error as Error).message}`);
  }
  if (saved?.format !== FORMAT || !Array.isArray(saved.items)) {
    throw new UsageError(advice);
  }
  const [first] = saved.items;
  if (first !== undefined && first.number !== 1) {
    throw new UsageError(
      `${file} begins with request ${first.number}: the server kept no earlier ones, so it cannot be replayed`,
    );
  }
  return saved;
}
