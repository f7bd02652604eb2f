import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFakeClock, describeStore } from "../testing/index.ts";
import { openLmdbStore } from "./lmdb-store.ts";

describeStore("LmdbStore", {
  open: async () => {
    const directory = mkdtempSync(join(tmpdir(), "kiln-store-"));
    const clock = createFakeClock();
    const store = await openLmdbStore({ directory, clock });
    return {
      store,
      elapse: async (seconds) => clock.advance(seconds * 1000),
      async dispose() {
        await store.close();
        rmSync(directory, { recursive: true });
      },
    };
  },
});
