import { StatusError } from "@kiln/api";
import type { Client, ResourceType } from "@kiln/client";
import type { Random } from "../fuzz/random.ts";
import {
  CONTENTS,
  contentOf,
  INVALID_FORMS,
  NAMESPACE,
  SNAPSHOTS,
  type SnapshotForm,
  snapshotOf,
  UNCHECKED,
} from "./objects.ts";

/** Creates, changes and deletes snapshots and contents, one step a call. */
export interface Churn {
  step(): Promise<void>;
  /** Deletes all remaining objects. */
  finish(): Promise<void>;
  /** Number of changes by kind and name. */
  readonly changes: ReadonlyMap<string, number>;
  /** Requests with an unexpected result. */
  readonly surprises: readonly string[];
}

interface Living {
  readonly type: ResourceType;
  readonly name: string;
  isInvalid: boolean;
}

const FORMS: readonly SnapshotForm[] = ["claim", "content", "both", "none", "emptyClass"];
/** Maximum number of objects: more would only make every step slower. */
const MAX_LIVING = 60;

interface State {
  readonly client: Client;
  readonly random: Random;
  readonly living: Living[];
  readonly changes: Map<string, number>;
  readonly surprises: string[];
  created: number;
}

export function createChurn(client: Client, random: Random): Churn {
  const state: State = { client, random, living: [], changes: new Map(), surprises: [], created: 0 };
  const { living, changes, surprises } = state;
  return {
    changes,
    surprises,
    async step() {
      const dice = random.below(10);
      const one = living.length === 0 ? undefined : random.pick(living);
      if (one === undefined || (dice < 4 && living.length < MAX_LIVING)) {
        await create(state);
      } else if (dice === 4) {
        await createDenied(state);
      } else if (dice < 8) {
        await change(state, one);
      } else {
        await remove(state, one);
      }
    },
    async finish() {
      for (const one of [...living]) {
        await remove(state, one);
      }
    },
  };
}

async function create(state: State): Promise<void> {
  const { client, living } = state;
  const name = `s${state.created++}`;
  const form = state.random.pick(FORMS);
  const made: Living[] = [{ type: SNAPSHOTS, name, isInvalid: INVALID_FORMS.includes(form) }];
  if (form === "content" || form === "both") {
    const content = { type: CONTENTS, name, isInvalid: form === "both" };
    note(state, content);
    await attempt(state, `create content ${name}`, () => client.create(CONTENTS, contentOf(name, content.isInvalid)));
    made.push(content);
  }
  note(state, { type: SNAPSHOTS, name });
  await attempt(state, `create snapshot ${name} (${form})`, () => client.create(SNAPSHOTS, snapshotOf(name, form)));
  living.push(...made);
}

/** Sends an object that the webhook must deny. */
async function createDenied(state: State): Promise<void> {
  const name = `denied${state.created++}`;
  const object = { ...snapshotOf(name, state.random.pick(INVALID_FORMS)), metadata: { name, namespace: NAMESPACE } };
  const answer = await state.client.create(SNAPSHOTS, object).then(
    () => "it was created",
    (error: unknown) => (error instanceof StatusError ? String(error.status.code) : String(error)),
  );
  if (answer !== "400") {
    state.surprises.push(`create snapshot ${name} without label ${UNCHECKED}: ${answer}`);
  }
}

/** Half of the changes of a snapshot make it valid or invalid, whichever it is not. */
async function change(state: State, one: Living): Promise<void> {
  const { client, random } = state;
  note(state, one);
  const turns = one.type === SNAPSHOTS && random.below(2) === 0;
  const repaired = { source: { persistentVolumeClaimName: "claim", volumeSnapshotContentName: null } };
  const broken = { source: { persistentVolumeClaimName: "claim", volumeSnapshotContentName: one.name } };
  const spec = one.isInvalid ? { ...repaired, volumeSnapshotClassName: "fast" } : broken;
  const round = String(random.below(1000));
  const body = turns ? { spec } : { metadata: { annotations: { round } } };
  const isDone = await attempt(state, `change ${one.type.plural}/${one.name}`, async () => {
    if (turns) {
      // A write of its own: a webhook is called if the old object or the new one matches its selector.
      const labels = { [UNCHECKED]: "" };
      await client.patch(one.type, placeOf(one), { type: "merge", body: { metadata: { labels } } });
    }
    await client.patch(one.type, placeOf(one), { type: "merge", body });
  });
  if (isDone && turns) {
    one.isInvalid = !one.isInvalid;
  }
}

async function remove(state: State, one: Living): Promise<void> {
  note(state, one);
  state.living.splice(state.living.indexOf(one), 1);
  await attempt(state, `delete ${one.type.plural}/${one.name}`, () => state.client.delete(one.type, placeOf(one)));
}

function placeOf({ type, name }: Living): { name: string; namespace?: string } {
  return { name, ...(type.isNamespaced ? { namespace: NAMESPACE } : {}) };
}

function note({ changes }: State, { type, name }: Pick<Living, "type" | "name">): void {
  const key = `${type.plural}/${name}`;
  changes.set(key, (changes.get(key) ?? 0) + 1);
}

async function attempt({ surprises }: State, what: string, act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    // Another writer changed the object, or it was deleted: the next step takes another one.
    const code = error instanceof StatusError ? error.status.code : 0;
    if (code !== 404 && code !== 409) {
      surprises.push(`${what}: ${error instanceof Error ? error.message : error}`);
    }
    return false;
  }
}
