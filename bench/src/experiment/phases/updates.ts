import { objectNames } from "../plan/point.ts";
import { contentOf, KINDS } from "../servers/objects.ts";
import { quantile } from "../statistics.ts";
import { atRate, type Phase, type Run, sleep } from "./phase.ts";

/** One in a hundred each second. */
const SHARE_PER_SECOND = 0.01;
/** Long enough for a change to be pushed twice over. */
const LAST_DELAY_MS = 2500;

/**
 * One object in a hundred is written each second. Mutable ones change, and the change has to arrive; of immutable ones
 * the content must stay and the metadata may change.
 */
export const updates: Phase = async (run) => {
  const { agents, figures, lengths } = run;
  const names = objectNames(run.point);
  await agents.delays();
  Object.assign(figures, { updatesTaken: 0, contentRefused: 0, contentTaken: 0, metadataTaken: 0, metadataRefused: 0 });
  const perSecond = Math.max(2, names.length * KINDS.length * SHARE_PER_SECOND);
  await atRate({ perSecond, seconds: lengths.updates }, async (turn) => {
    // A stride that has no factor in common with round numbers visits all of them.
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

/** Changes the figures. */
function add(figures: Record<string, number>, name: string): void {
  figures[name] = (figures[name] ?? 0) + 1;
}
