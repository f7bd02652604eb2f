import { objectNames } from "../plan/point.ts";
import { contentOf, KINDS } from "../servers/objects.ts";
import { quantile } from "../statistics.ts";
import { atRate, type Phase, type Run, sleep } from "./phase.ts";

/** Share of the objects that is written each second. */
const SHARE_PER_SECOND = 0.01;
/** Time after the last write, long enough for its event to arrive twice over. */
const LAST_DELAY_MS = 2500;

/**
 * Writes one object in a hundred each second. For mutable objects the content changes and must arrive on the nodes; for
 * immutable ones the metadata changes and the content must stay.
 */
export const updates: Phase = async (run) => {
  const { agents, figures, lengths } = run;
  const names = objectNames(run.point);
  await agents.delays();
  Object.assign(figures, { updatesTaken: 0, contentRefused: 0, contentTaken: 0, metadataTaken: 0, metadataRefused: 0 });
  const perSecond = Math.max(2, names.length * KINDS.length * SHARE_PER_SECOND);
  await atRate({ perSecond, seconds: lengths.updates }, async (turn) => {
    // The stride is prime to usual numbers of objects, so that all are written.
    const name = names[(turn * 7919) % names.length] ?? "";
    await (name.startsWith("m") ? change(run, turn, name) : tryToChange(run, turn, name));
  });
  await sleep(LAST_DELAY_MS);
  const delays = (await agents.delays()).map((ms) => ms / 1000);
  figures.updatesSeen = delays.length;
  if (delays.length > 0) {
    figures.updateDelayP50 = quantile(delays, 0.5);
    figures.updateDelayP99 = quantile(delays, 0.99);
  }
};

function kindOf(turn: number) {
  return KINDS[turn % KINDS.length] as (typeof KINDS)[number];
}

async function change({ admin, figures }: Run, turn: number, name: string): Promise<void> {
  const { kind, path } = kindOf(turn);
  const data = contentOf(kind, { text: `turn ${turn}`, stampMs: Date.now() });
  await admin.expect([200], "PATCH", `${path}/${name}`, { data });
  add(figures, "updatesTaken");
}

async function tryToChange({ admin, figures }: Run, turn: number, name: string): Promise<void> {
  const { kind, path } = kindOf(turn);
  const data = contentOf(kind, { text: `turn ${turn}`, stampMs: Date.now() });
  const content = await admin.send("PATCH", `${path}/${name}`, { data });
  add(figures, content.status === 422 ? "contentRefused" : "contentTaken");
  const metadata = await admin.send("PATCH", `${path}/${name}`, { metadata: { labels: { turn: String(turn) } } });
  add(figures, metadata.status === 200 ? "metadataTaken" : "metadataRefused");
}

/** Adds an amount to a figure. */
function add(figures: Record<string, number>, name: string): void {
  figures[name] = (figures[name] ?? 0) + 1;
}
