import { type Clock, statusServiceUnavailable } from "@kiln/api";
import { type ApiServer, type ApiServerOptions, createApiServer } from "@kiln/apiserver";
import type { Store, StoreClock } from "@kiln/store";
import type { ApiRequest, ApiResponse } from "@kiln/wire";
import { followClock } from "../clock/follow-clock.ts";
import type { SteeredClock } from "../clock/steered-clock.ts";
import { statusResponse } from "../http/status-response.ts";

/** What differs between clusters of one process; the rest of the server's options is the same for all. */
export interface ClusterOptions {
  createClock(): SteeredClock;
  openStore(clock: StoreClock): Promise<Store>;
  serverOptions(parts: { readonly store: Store; readonly clock: Clock }): ApiServerOptions;
}

interface Running {
  readonly server: ApiServer;
  readonly store: Store;
  readonly clock: SteeredClock;
  /** Performs the moves of Clocks written since the last call, before their writes are answered. */
  takeMove(): Promise<void> | undefined;
  stop(): void;
}

/** One cluster: its store, its clock and its server, all made when the first request comes. */
export class Cluster {
  readonly #options: ClusterOptions;
  #running: Promise<Running> | undefined;
  #isClosed = false;

  constructor(options: ClusterOptions) {
    this.#options = options;
  }

  /** Makes the cluster ready to answer, unless it is. Rejects with what keeps it from it. */
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
    const response = await running.server.handle(request);
    // After the answer is made: the request's own deadline must not fall due on the way.
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

  /** What must be over before the cluster starts: a stop, and what comes with it. */
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
      const following = await followClock(store, clock);
      const server = await createApiServer(this.#options.serverOptions({ store, clock }));
      return { server, store, clock, takeMove: following.takeMove, stop: following.stop };
    } catch (error) {
      clock.close();
      throw error;
    }
  }
}

async function stopRunning({ server, store, clock, stop }: Running): Promise<void> {
  stop();
  server.close();
  clock.close();
  await store.close();
}
