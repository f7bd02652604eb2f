import { isReadableValue } from "@kiln/kinds";
import { verifyStore } from "@kiln/store/backup";
import { countOf, createProgress } from "./show-progress.ts";
import { parseStoreFlags } from "./store-flags.ts";

const MOST_SHOWN = 100;

export async function runVerify(args: readonly string[]): Promise<number> {
  const { directory } = parseStoreFlags(args);
  const report = await verifyStore({ directory, isReadable: isReadableValue, onProgress: createProgress("verifying") });
  const { damage, values, revision, unchecked } = report;
  for (const sentence of damage.slice(0, MOST_SHOWN)) {
    process.stdout.write(`${sentence}\n`);
  }
  if (damage.length > MOST_SHOWN) {
    process.stdout.write(`and ${countOf(damage.length - MOST_SHOWN, "more finding")}\n`);
  }
  if (unchecked > 0) {
    process.stdout.write(`${countOf(unchecked, "record")} of an older format without checksum: decoded only\n`);
  }
  if (damage.length === 0) {
    process.stdout.write(`${countOf(values, "value")} at revision ${revision}: no damage found\n`);
    return 0;
  }
  process.stdout.write(ADVICE);
  return 1;
}

const ADVICE = `
What can be done:
  kubectl delete ...                        delete a damaged object, if only values are damaged
  kiln store restore FILE                   go back to a backup
  kiln store backup --skip-damaged FILE     save what can be read, and restore that
`;
