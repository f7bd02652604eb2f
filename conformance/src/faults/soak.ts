import { once } from "node:events";
import type { ClientHttp2Session } from "node:http2";
import { connect } from "node:tls";
import type { ConnectionOptions } from "../replay/connection.ts";
import { ask, type KilnProcess, openSession, startKilnProcess } from "./kiln-process.ts";

const WORKERS = 8;
const CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
/** Maximum growth of memory from the second to the last quarter, which garbage collection may cause. */
const MAX_GROWTH_MEGABYTES = 24;

interface Round {
  readonly session: ClientHttp2Session;
  readonly connection: ConnectionOptions;
  /** A name that is not in use. */
  readonly name: string;
}

type Chore = (round: Round) => Promise<unknown>;

/** Work of honest and faulty clients. Each item cleans up after itself. */
const CHORES: readonly Chore[] = [liveAndDie, watchAndLeave, define, leaveHalfABody, talkNonsense];

/** Repeats all work for the given time, and checks whether the memory of the server grows. */
export async function soak(minutes: number): Promise<boolean> {
  const kiln = await startKilnProcess([]);
  try {
    const samples: number[] = [];
    const endsAt = Date.now() + minutes * 60_000;
    const sampler = setInterval(() => samples.push(report(kiln)), Math.max(1000, (minutes * 60_000) / 40));
    const counts = await Promise.all(
      Array.from({ length: WORKERS }, (_, worker) => work(kiln.connection, worker, endsAt)),
    );
    clearInterval(sampler);
    console.log(`${counts.reduce((sum, count) => sum + count, 0)} rounds`);
    const grown =
      median(samples.slice(-samples.length / 4)) - median(samples.slice(samples.length / 4, samples.length / 2));
    const code = await kiln.stop();
    console.log(`grew by ${grown.toFixed(1)} MB from the second quarter to the last; ended with code ${code}`);
    return grown <= MAX_GROWTH_MEGABYTES && code === 0;
  } finally {
    kiln.child.kill("SIGKILL");
  }
}

function report(kiln: KilnProcess): number {
  const anonymous = kiln.anonymousMegabytes();
  const memory = `${anonymous.toFixed(1)} MB of its own, ${kiln.residentMegabytes().toFixed(1)} MB resident`;
  console.log(`${new Date().toISOString()} ${memory}, ${kiln.openFiles()} files open`);
  return anonymous;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

async function work(connection: ConnectionOptions, worker: number, endsAt: number): Promise<number> {
  let rounds = 0;
  while (Date.now() < endsAt) {
    const session = await openSession(connection);
    for (let i = 0; i < 20 && Date.now() < endsAt; i++) {
      const chore = CHORES[rounds % CHORES.length] as Chore;
      await chore({ session, connection, name: `soak-${worker}-${rounds}` });
      rounds++;
    }
    session.close();
  }
  return rounds;
}

async function liveAndDie({ session, name }: Round): Promise<void> {
  const map = { apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data: { a: "x".repeat(2000) } };
  await expectStatus(201, ask(session, `POST ${CONFIG_MAPS}`, map));
  await expectStatus(200, ask(session, `GET ${CONFIG_MAPS}/${name}`));
  await expectStatus(200, ask(session, `PUT ${CONFIG_MAPS}/${name}`, { ...map, data: { a: "y" } }));
  await expectStatus(200, ask(session, `PATCH ${CONFIG_MAPS}/${name}`, { data: { b: "z" } }));
  await expectStatus(200, ask(session, `GET ${CONFIG_MAPS}?limit=50`));
  await expectStatus(200, ask(session, `DELETE ${CONFIG_MAPS}/${name}`));
}

async function expectStatus(status: number, answer: ReturnType<typeof ask>): Promise<void> {
  const got = await answer;
  if (got.status !== status) {
    throw new Error(`expected ${status}, got ${got.status} ${got.body.slice(0, 200)}`);
  }
}

async function watchAndLeave({ session, name }: Round): Promise<void> {
  const stream = session.request({ ":path": `${CONFIG_MAPS}?watch=true` });
  stream.on("error", () => {});
  await once(stream, "response");
  const map = { apiVersion: "v1", kind: "ConfigMap", metadata: { name } };
  const heard = once(stream, "data");
  await expectStatus(201, ask(session, `POST ${CONFIG_MAPS}`, map));
  await heard;
  await expectStatus(200, ask(session, `DELETE ${CONFIG_MAPS}/${name}`));
  stream.close();
}

async function define({ session, name }: Round): Promise<void> {
  const plural = `${name.replaceAll("-", "x")}s`;
  const schema = { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } };
  const spec = {
    group: "soak.example.com",
    scope: "Cluster",
    names: { plural, kind: `K${plural}` },
    versions: [{ name: "v1", served: true, storage: true, schema }],
  };
  const definition = {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.soak.example.com` },
    spec,
  };
  await expectStatus(201, ask(session, `POST ${DEFINITIONS}`, definition));
  await expectStatus(200, ask(session, "GET /apis"));
  await expectStatus(200, ask(session, `DELETE ${DEFINITIONS}/${plural}.soak.example.com`));
}

async function leaveHalfABody({ session }: Round): Promise<void> {
  const stream = session.request({ ":method": "POST", ":path": CONFIG_MAPS, "content-type": "application/json" });
  stream.on("error", () => {});
  stream.write('{"apiVersion":"v1","kind":');
  await new Promise((resolve) => session.ping(resolve));
  stream.destroy();
}

async function talkNonsense({ connection: { url, ca, cert, key } }: Round): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), ca, cert, key });
  socket.on("error", () => {});
  await once(socket, "secureConnect");
  socket.end("NONSENSE \x00\x01\r\n\r\n");
  socket.resume();
  await once(socket, "close");
}
