import { findProgram, mustHavePrograms } from "../serve/find-program.ts";
import { findPeer, startPeerProcess } from "../serve/peer-process.ts";
import { startServeProcess } from "../serve/serve-process.ts";
import { buildController, CONTROLLER_VERSIONS, type ControllerVersion } from "./build-controller.ts";
import { type BesideResult, runBeside } from "./run-beside.ts";

const SERVERS = ["Kiln", "kube-apiserver"] as const;
const USAGE = `usage: npm run test:snapshot-controller [-- MINUTES [VERSION...] [SERVER...]], versions: ${CONTROLLER_VERSIONS.join(", ")}; servers: ${SERVERS.join(", ")}`;
const DEFAULT_MINUTES = 10;

/**
 * Maximum number of label writes by `kiln snapshot controller` for each change of an object, whether or not
 * snapshot-controller removes the label.
 */
const MAX_LABEL_WRITES = 1;
/** Maximum number of events of all writers together for each change. */
const MAX_EVENTS = 20;

interface Server {
  readonly name: (typeof SERVERS)[number];
  start(): Promise<{ readonly kubeconfig: string; readonly folder: string; close(): Promise<void> }>;
}

/**
 * Runs real snapshot-controllers beside `kiln snapshot controller` and the webhook: on Kiln and, where KILN_PEER_APISERVER
 * and KILN_PEER_ETCD name programs, on a kube-apiserver.
 */
async function main([minutes = String(DEFAULT_MINUTES), ...names]: readonly string[]): Promise<number> {
  const wanted = select(CONTROLLER_VERSIONS, names);
  const wantedServers = select(SERVERS, names);
  const known: readonly string[] = [...CONTROLLER_VERSIONS, ...SERVERS];
  if (!(Number(minutes) > 0) || names.some((name) => !known.includes(name))) {
    console.error(USAGE);
    return 2;
  }
  if (findProgram("go") === undefined) {
    console.log("skipped: there is no go to build snapshot-controller with");
    return mustHavePrograms() ? 1 : 0;
  }
  const peer = findPeer();
  const all: Server[] = [
    { name: "Kiln", start: () => startServeProcess() },
    ...(peer === undefined ? [] : [{ name: "kube-apiserver", start: () => startPeerProcess(peer) } as const]),
  ];
  const servers = all.filter(({ name }) => wantedServers.includes(name));
  if (peer === undefined) {
    console.log("only on Kiln: KILN_PEER_APISERVER and KILN_PEER_ETCD name no programs");
  }
  const programs = new Map<ControllerVersion, string>();
  for (const version of wanted) {
    console.log(`building snapshot-controller ${version}`);
    programs.set(version, await buildController(version));
  }
  let failed = 0;
  for (const server of servers) {
    const runs = [...programs].map(async ([version, program]) => {
      const cluster = await server.start();
      try {
        const result = await runBeside({ ...cluster, program, minutes: Number(minutes), seed: 1 });
        return report(`snapshot-controller ${version} on ${server.name}`, result);
      } catch (error) {
        // The other runs continue to their end, so that none leaves processes behind.
        console.error(error);
        return false;
      } finally {
        await cluster.close();
      }
    });
    failed += (await Promise.all(runs)).filter((isGood) => !isGood).length;
  }
  return failed === 0 ? 0 : 1;
}

/** Selects the named ones, or all if none is named. */
function select<Name extends string>(all: readonly Name[], names: readonly string[]): readonly Name[] {
  const named = all.filter((name) => names.includes(name));
  return named.length === 0 ? all : named;
}

/** Prints a result; returns whether it is as expected. */
function report(title: string, result: BesideResult): boolean {
  const { changes, objects, mostLabelWrites: label, mostEvents: events, left, surprises, warnings } = result;
  console.log(`${title}: ${changes} changes of ${objects} objects, ${warnings} warnings`);
  console.log(`  most writes of a label: ${label.count} for ${label.changes} changes of ${label.key}`);
  console.log(`  most events: ${events.count} for ${events.changes} changes of ${events.key}`);
  const complaints = [
    ...(label.count > MAX_LABEL_WRITES * label.changes
      ? [`more than ${MAX_LABEL_WRITES} write of a label for each change`]
      : []),
    ...(events.count > MAX_EVENTS * events.changes ? [`more than ${MAX_EVENTS} events a change`] : []),
    ...left.map((key) => `the deletion of ${key} did not end`),
    ...(warnings > 2 ? ["more than one warning for a field"] : []),
    ...surprises,
  ];
  for (const line of complaints) {
    console.log(`  FAILED: ${line}`);
  }
  return complaints.length === 0;
}

process.exitCode = await main(process.argv.slice(2));
