import { createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type LmdbStore, openLmdbStore } from "../../lmdb/lmdb-store.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { type FollowerHost, hostFollowers } from "../host-followers.ts";

interface Owned {
  readonly store: LmdbStore;
  readonly host: FollowerHost;
  readonly clock: ReturnType<typeof createFakeClock>;
}

/**
 * Owns stores for followers that connect to the socket in the folder, until its standard input ends. A line is a command, the
 * directory of a store, and an argument; each is answered by a line.
 */
const [folder = ""] = process.argv.slice(2);
const owned = new Map<string, Owned>();
const commands: Record<string, (directory: string, argument: string) => unknown> = {
  async open(directory) {
    const clock = createFakeClock();
    const store = await openLmdbStore({ directory, clock });
    owned.set(directory, { store, clock, host: hostFollowers(store.followed) });
  },
  /** The next connection belongs to the store. */
  attach(directory) {
    attach = owned.get(directory)!.host.attach;
  },
  elapse: (directory, ms) => owned.get(directory)!.clock.advance(Number(ms)),
  async close(directory) {
    const { store, host } = owned.get(directory)!;
    host.close();
    await store.close();
  },
};
let attach: FollowerHost["attach"] = () => {};
const server = createServer((socket) => attach(socket)).listen(join(folder, "socket"));
for await (const line of createInterface({ input: process.stdin })) {
  const [command = "", directory = "", argument = ""] = line.split(" ");
  await commands[command]!(directory, argument);
  process.stdout.write("done\n");
}
server.close();
process.exit();
