import { type Clock, statusServiceUnavailable } from "@kiln/api";
import {
  type ApiServer,
  type ApiServerOptions,
  createApiServer,
  type Filter,
  type ServedDefinition,
} from "@kiln/apiserver";
import { type Store, type StoreClock, yieldTurn } from "@kiln/store";
import type { ApiRequest, ApiResponse } from "@kiln/wire";
import { clockKind } from "../clock/clock-kind.ts";
import { followClock } from "../clock/follow-clock.ts";
import type { SteeredClock } from "../clock/steered-clock.ts";
import { faultKind } from "../faults/fault-kind.ts";
import { type FaultSet, openFaultSet } from "../faults/fault-set.ts";
import { injectFaults } from "../faults/inject-faults.ts";
import { statusResponse } from "../http/status-response.ts";
import { TESTING_GROUP, TESTING_VERSION } from "../kinds/definition-of.ts";
import { sendLocal } from "../local/local-request.ts";
import { createRequestLog } from "../log/request-log.ts";

/** Options of a single cluster; all other server options are the same for all clusters of the process. */
export interface ClusterOptions {
  createClock(): SteeredClock;
  openStore(clock: StoreClock): Promise<Store>;
  serverOptions(parts: ClusterParts): ApiServerOptions | Promise<ApiServerOptions>;
}

/** Objects of a running cluster that its server options are created from. */
export interface ClusterParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly filters: readonly Filter[];
  /** Testing kinds that every cluster serves. */
  readonly definitions: readonly ServedDefinition[];
}

interface Running {
  readonly server: ApiServer;
  readonly store: Store;
  readonly clock: SteeredClock;
  /** Moves the clock by the Clock objects written since the last call, before their writes are answered. */
  takeMove(): Promise<void> | undefined;
  readonly faults: FaultSet;
  stop(): void;
}

/** A cluster with its store, clock and server, all created for the first request. */
export class Cluster {
  readonly #options: ClusterOptions;
  #running: Promise<Running> | undefined;
  #isClosed = false;

  constructor(options: ClusterOptions) {
    this.#options = options;
  }

  /** Starts the cluster, unless it is running. Rejects with the reason if it cannot. */
  async start(): Promise<void> {
    await this.#start();
  }

  async handle(request: ApiRequest): Promise<ApiResponse> {
    let running: Running;
    try {
      running = await this.#start();
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return statusResponse(statusServiceUnavailable(`the cluster could not be opened: ${message}`));
    }
    if (request.target.startsWith(FAULTS_PATH)) {
      await writeFaultStatus(running);
    }
    const response = await running.server.handle(request);
    // Called once the response is ready: the request's own deadline must not expire by the move.
    await running.takeMove();
    return response;
  }

  beginShutdown(): void {
    this.#running?.then(
      ({ server }) => server.beginShutdown(),
      () => {},
    );
  }

  /** Ends all requests and watches, closes the store and cancels every timer. `next` runs before anything starts again. */
  async stop(next: () => Promise<void> = async () => {}): Promise<void> {
    const before = this.#running;
    const stopped = before === undefined ? Promise.resolve() : before.then(stopRunning, () => {});
    const ready = stopped.then(next);
    this.#running = undefined;
    this.#before = ready;
    await ready;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.stop();
  }

  /** Stop and cleanup that must end before the cluster starts again. */
  #before: Promise<void> = Promise.resolve();

  #start(): Promise<Running> {
    if (this.#running === undefined) {
      const running = this.#before.then(() => this.#open());
      this.#running = running;
      running.catch(() => {
        if (this.#running === running) {
          this.#running = undefined;
        }
      });
    }
    return this.#running;
  }

  async #open(): Promise<Running> {
    if (this.#isClosed) {
      throw new Error("it is deleted");
    }
    const clock = this.#options.createClock();
    try {
      const store = await this.#options.openStore(clock.storeClock);
      return await openRunning(store, clock, this.#options);
    } catch (error) {
      clock.close();
      throw error;
    }
  }
}

async function openRunning(
  store: Store,
  clock: SteeredClock,
  { serverOptions }: Pick<ClusterOptions, "serverOptions">,
): Promise<Running> {
  const following = await followClock(store, clock);
  const log = createRequestLog(store, { now: () => clock.now(), onWrite: clock.noteWork });
  // In the next turn of the event loop: the request that met the fault continues first.
  const faults = await openFaultSet(store, () => void yieldTurn().then(() => writeFaultStatus({ server, faults })));
  const server = await createApiServer(
    await serverOptions({
      store: log.store,
      clock,
      filters: [log.filter, injectFaults(faults, { clock, noteFault: log.noteFault })],
      definitions: [clockKind, faultKind(faults)],
    }),
  );
  return { server, store, clock, faults, takeMove: following.takeMove, stop: following.stop };
}

const FAULTS_PATH = `/apis/${TESTING_GROUP}/${TESTING_VERSION}/faults`;

/** An update without a change is enough: every update writes the status. */
async function writeFaultStatus({ server, faults }: Pick<Running, "server" | "faults">): Promise<void> {
  const headers = { "content-type": "application/merge-patch+json" };
  for (const name of faults.takeChanged()) {
    await sendLocal(server, { method: "PATCH", target: `${FAULTS_PATH}/${name}`, body: {}, headers });
  }
}

async function stopRunning({ server, store, clock, faults, stop }: Running): Promise<void> {
  stop();
  faults.close();
  // Not awaited: the clock of a cluster may stand still, and no other server shares its store.
  void server.close();
  clock.close();
  await store.close();
}
