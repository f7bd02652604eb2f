import type { LoggedRequest } from "./handle-types.ts";

export interface SettleOptions {
  /** Time without a write after which the cluster counts as settled. */
  readonly quietMs?: number;
  /** Maximum number of requests, reads included. */
  readonly maxRequests?: number;
  readonly timeoutMs?: number;
}

export interface WriteCount {
  readonly times: number;
  /** Counts only writes of the object with this name. */
  readonly name?: string;
}

type ReadRequests = (after?: number) => Promise<readonly LoggedRequest[]>;

const POLL_MS = 20;

export async function waitUntilSettled(
  requests: ReadRequests,
  { quietMs = 300, maxRequests = Number.POSITIVE_INFINITY, timeoutMs = 10_000 }: SettleOptions = {},
): Promise<readonly LoggedRequest[]> {
  const startMs = performance.now();
  let quietSinceMs = startMs;
  let writes = -1;
  for (;;) {
    const seen = await requests();
    const nowMs = performance.now();
    const written = seen.filter((each) => hasWritten(each)).length;
    if (seen.length > maxRequests) {
      throw new Error(`not settled within ${maxRequests} requests: ${seen.length} were sent`);
    }
    if (written !== writes) {
      writes = written;
      quietSinceMs = nowMs;
    } else if (nowMs - quietSinceMs >= quietMs) {
      return seen;
    }
    if (nowMs - startMs > timeoutMs) {
      throw new Error(`not settled within ${timeoutMs} ms: ${written} of ${seen.length} requests wrote something`);
    }
    await sleep(POLL_MS);
  }
}

export async function expectWrites(
  requests: ReadRequests,
  resource: string,
  { times, name }: WriteCount,
): Promise<void> {
  const wrote = (await requests()).filter((each) => each.resource === resource && hasWritten(each, name));
  if (wrote.length !== times) {
    const object = name === undefined ? resource : `${resource} ${name}`;
    throw new Error(`${times} writes to ${object} expected, ${wrote.length} were made${printRequests(wrote)}`);
  }
}

export async function expectNoWrites(requests: ReadRequests, { forMs = 500 } = {}): Promise<void> {
  const before = (await requests()).at(-1)?.number ?? 0;
  await sleep(forMs);
  const wrote = (await requests(before)).filter((each) => hasWritten(each));
  if (wrote.length > 0) {
    throw new Error(`no writes expected, ${wrote.length} were made${printRequests(wrote)}`);
  }
}

function hasWritten({ writes }: LoggedRequest, name?: string): boolean {
  return writes.some(({ key }) => name === undefined || key.endsWith(`/${name}`));
}

/** Lists requests with their changes, one per line, for the message of a failed test. */
function printRequests(requests: readonly LoggedRequest[]): string {
  return requests
    .map(({ number, verb, resource, namespace, name, user, writes }) => {
      const object = [namespace, name].filter((part) => part !== "").join("/");
      const changes = writes.map(({ type, patch }) => `${type} ${JSON.stringify(patch)}`).join(", ");
      return `\n  ${number} ${verb} ${resource} ${object} by ${user}: ${changes}`;
    })
    .join("");
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
