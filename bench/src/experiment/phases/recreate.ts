import { objectNameOf, objectNames, podsOf } from "../plan/point.ts";
import { forEachAtOnce } from "../servers/admin.ts";
import { configObject, KINDS, PODS, podObject } from "../servers/objects.ts";
import { type Phase, waitUntil } from "./phase.ts";

const COUNT = 20;

/**
 * Deletes immutable objects and creates them again under the same names with other content, which is possible though
 * discouraged. New Pods request them on nodes where older Pods still use the old ones.
 */
export const recreate: Phase = async (run) => {
  const { point, admin, agents, figures, lengths } = run;
  const names = objectNames(point)
    .filter((name) => name.startsWith("i"))
    .slice(0, COUNT);
  const places = podsOf(point);
  const newPods: string[] = [];
  let deleted = 0;
  await forEachAtOnce(names, async (name) => {
    for (const { kind, path } of KINDS) {
      const { status } = await admin.send("DELETE", `${path}/${name}`);
      deleted += status === 200 ? 1 : 0;
      await admin.expect([201], "POST", path, configObject(kind, name, { text: "new", bytes: point.bytes }));
    }
    const node = places.find((place) => objectNameOf(point, place.node, place.pod) === name)?.node ?? 0;
    const pod = podObject({ name: `again-${name}`, node, objectName: name, consumption: "volume" });
    newPods.push((await admin.expect([201], "POST", PODS, pod)).metadata?.uid ?? "");
  });
  const read = () => agents.pods(newPods);
  await waitUntil(async () => (await read()).every(({ readyAt }) => readyAt !== undefined), lengths.patience / 3);
  const texts = (await read()).flatMap((pod) => pod.texts);
  figures.recreatedDeletesTaken = deleted;
  figures.recreatedDeletesRefused = names.length * KINDS.length - deleted;
  figures.recreatedReadNew = texts.filter((text) => text === "new").length;
  figures.recreatedReadOld = texts.filter((text) => text === "old").length;
  figures.recreatedMissing = newPods.length * KINDS.length - texts.length;
};
