import { appendAll, type KubeObject } from "@kiln/api";
import { refKey } from "../references/object-ref.ts";
import { openVolume, type Volume } from "../writer/volume.ts";
import { followNamed } from "./follow-named.ts";
import { followSelected } from "./follow-selected.ts";
import type { Follower, FollowOptions } from "./follower.ts";
import { printManifest, readManifest, writeManifest } from "./manifest.ts";
import { type FolderPlan, type Plan, planFolders, refOf } from "./plan-folders.ts";
import type { SetSource } from "./projector-config.ts";
import { resolveFolder, rootOf } from "./resolve-folder.ts";
import type { ProjectorOptions } from "./start-projector.ts";
import { createUrlContents, type UrlContents } from "./url-contents.ts";

/** State of a running projector. */
export interface ProjectorRun {
  readonly options: ProjectorOptions;
  readonly bySource: ReadonlyMap<SetSource, readonly Follower[]>;
  /** Followers of objects that the projection waits for without publishing them. */
  readonly waiting: readonly Follower[];
  readonly followers: readonly Follower[];
  readonly urls: UrlContents;
  /** Open volumes by folder, those of an earlier run included until their files are removed. */
  readonly volumes: Map<string, Volume>;
  readonly reported: Set<string>;
  /** Folders whose last publication may be incomplete. */
  readonly doubtful: Set<string>;
  /** Manifest in the form in which it was last written. */
  manifest: string;
  isSynced: boolean;
  faults: readonly string[];
  /** Whether the last run had a failure that no event resolves, such as a full disk or a URL that failed. */
  needsRetry: boolean;
}

export function openRun(options: ProjectorOptions, onChange: () => void): ProjectorRun {
  const { config, client, clock, fraction, log, metrics } = options;
  const { method, sleepMs, watchSeconds } = config;
  const onError = (error: unknown) => {
    metrics.add("kiln_project_api_errors_total");
    log.warn({ err: error }, "project: request to the API server failed: retrying");
  };
  const follow: FollowOptions = { client, clock, fraction, method, sleepMs, watchSeconds, onChange, onError };
  const bySource = new Map(
    config.sets.flatMap(({ sources }) => sources.map((one) => [one, followSource(one, follow)])),
  );
  const waiting = config.waitFor.map((ref) => followNamed(ref, follow));
  const followers = [...[...bySource.values()].flat(), ...waiting];
  const urls = createUrlContents(config.urls);
  return {
    ...{ options, bySource, waiting, followers, urls, volumes: new Map(), reported: new Set(), doubtful: new Set() },
    ...{ manifest: "", isSynced: false, faults: [], needsRetry: false },
  };
}

function followSource(source: SetSource, options: FollowOptions): Follower[] {
  if (source.type === "named") {
    return [followNamed(source.ref, options)];
  }
  const { labelSelector, kinds, namespaces = [undefined] } = source;
  return namespaces.flatMap((namespace) =>
    kinds.map((kind) => followSelected({ kind, namespace, labelSelector }, options)),
  );
}

/** Updates all folders to the current objects. Throws only if nothing could be done at all. */
export async function synchronize(run: ProjectorRun): Promise<void> {
  const { options } = run;
  const isFirst = !run.isSynced;
  if (isFirst) {
    await openOldFolders(run);
  }
  const plan = await makePlan(run);
  const folders = new Set([...plan.folders.keys(), ...run.volumes.keys()]);
  // The manifest is written before the files, so that after a crash the next run finds the files.
  const errors = await keepManifest(run, folders, plan);
  const changed: string[] = [];
  for (const folder of folders) {
    const outcome = await publishFolder(run, folder, plan.folders.get(folder));
    appendAll(errors, outcome.error === undefined ? [] : [outcome.error]);
    appendAll(changed, outcome.isChanged ? [folder] : []);
  }
  appendAll(errors, await keepManifest(run, new Set([...plan.folders.keys(), ...run.volumes.keys()]), plan));
  report(run, plan, errors);
  run.faults = [...plan.missing, ...plan.failedUrls, ...missingOf(run), ...errors];
  run.needsRetry = plan.failedUrls.length + errors.length > 0;
  run.isSynced = true;
  if (changed.length > 0 || isFirst) {
    options.onPublished({ folders: changed, isFirst });
  }
}

/**
 * Opens the folders of the manifest. Other processes may be able to write it: paths that are not allowed are ignored.
 */
async function openOldFolders(run: ProjectorRun): Promise<void> {
  const { roots } = run.options.config;
  for (const folder of await readManifest(roots[0])) {
    if (resolveFolder(folder, roots[0], roots) === folder) {
      openFolder(run, folder);
    }
  }
}

/** Writes the manifest: the folders in use and their files. Returns errors as sentences. */
async function keepManifest(run: ProjectorRun, folders: ReadonlySet<string>, plan: Plan): Promise<string[]> {
  const origins = [...folders].map((folder) => [folder, plan.folders.get(folder)?.origins ?? new Map()] as const);
  const text = printManifest(new Map(origins));
  if (text === run.manifest) {
    return [];
  }
  try {
    await writeManifest(run.options.config.roots[0], text);
    run.manifest = text;
    return [];
  } catch (error) {
    return [`the manifest could not be written: ${(error as Error).message}`];
  }
}

/** URLs are fetched between two passes over the objects: the second uses the content that the first requested. */
async function makePlan(run: ProjectorRun): Promise<Plan> {
  const { urls, options } = run;
  const inputs = {
    config: options.config,
    contentOf: urls.contentOf,
    objectsOf: (source: SetSource): readonly KubeObject[] =>
      (run.bySource.get(source) ?? []).flatMap((follower) => follower.objects()),
  };
  const wanted = planFolders(inputs).urls;
  urls.forget((key) => wanted.some((one) => one.key === key));
  const unknown = wanted.filter((one) => urls.contentOf(one) === undefined);
  await urls.fetch(unknown);
  return planFolders(inputs);
}

interface FolderOutcome {
  readonly isChanged: boolean;
  readonly error?: string;
}

async function publishFolder(run: ProjectorRun, folder: string, plan: FolderPlan | undefined): Promise<FolderOutcome> {
  const { config, metrics, log } = run.options;
  const errors = plan?.errors ?? [];
  if (errors.length > 0) {
    return { isChanged: false, error: `${folder} stays as it is: ${errors.join("; ")}` };
  }
  const volume = openFolder(run, folder);
  if (volume === undefined) {
    return { isChanged: false };
  }
  try {
    const outcome = await volume.publish(plan?.files ?? new Map(), { ...config.ownership, fsync: config.isSynced });
    metrics.add("kiln_project_publications_total", [outcome]);
    if (outcome !== "unchanged") {
      log.info({ folder, files: plan?.files.size ?? 0, outcome }, "project: folder published");
    }
    if (plan === undefined) {
      await volume.close();
      run.volumes.delete(folder);
    }
    // An earlier, failed publication may have made files visible without a notification.
    const wasDoubtful = run.doubtful.delete(folder);
    return { isChanged: outcome === "written" || wasDoubtful };
  } catch (error) {
    metrics.add("kiln_project_publications_total", ["failed"]);
    run.doubtful.add(folder);
    return { isChanged: false, error: `${folder}: ${(error as Error).message}` };
  }
}

/** Opens a folder; undefined for a folder of an older manifest that is no longer allowed. */
function openFolder(run: ProjectorRun, folder: string): Volume | undefined {
  const { config, clock, fraction, log } = run.options;
  const root = rootOf(folder, config.roots);
  const known = run.volumes.get(folder);
  if (known !== undefined || root === undefined) {
    return known;
  }
  const onLeftover = (error: unknown) =>
    log.warn({ err: error, folder }, "project: failed to remove old files of a volume");
  const volume = openVolume({ directory: folder, root, clock, fraction, onLeftover });
  run.volumes.set(folder, volume);
  return volume;
}

function missingOf({ options, waiting }: ProjectorRun): string[] {
  return options.config.waitFor
    .filter((_, index) => waiting[index]?.objects().length === 0)
    .map((ref) => `${refKey(ref)} is not there`);
}

/** Logs each problem once, until it changes. */
function report({ options, bySource, reported }: ProjectorRun, plan: Plan, errors: readonly string[]): void {
  const { log, metrics } = options;
  const objects = new Set(
    [...bySource.values()].flat().flatMap((one) => one.objects().map((each) => refKey(refOf(each)))),
  );
  metrics.set("kiln_project_objects", objects.size);
  metrics.set(
    "kiln_project_files",
    [...plan.folders.values()].reduce((sum, { files }) => sum + files.size, 0),
  );
  metrics.set("kiln_project_missing", plan.missing.length + plan.failedUrls.length);
  metrics.set("kiln_project_duplicates", plan.duplicates.length);
  metrics.set("kiln_project_refused", plan.refused.length);
  const news = [...plan.missing, ...plan.failedUrls, ...plan.duplicates, ...plan.refused, ...errors];
  for (const sentence of news.filter((one) => !reported.has(one))) {
    log.warn({}, sentence);
  }
  reported.clear();
  for (const sentence of news) {
    reported.add(sentence);
  }
}

/** Time of the newest response from the API server to any source that is still followed. */
export function lastContactOf({ followers }: ProjectorRun): number | undefined {
  const open = followers.filter(({ isOpen }) => isOpen).map(({ lastContactMs }) => lastContactMs);
  return open.length === 0 ? undefined : Math.max(...open);
}
