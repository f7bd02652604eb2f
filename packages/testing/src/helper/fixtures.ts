import type { ForkHandle } from "./fork-handle.ts";
import type { ForkChoice, Kiln } from "./kiln.ts";

/** The hooks that vitest, jest and node:test have in common. */
export interface TestHooks {
  // biome-ignore lint/suspicious/noExplicitAny: runners pass and take other things, which no hook here uses.
  beforeAll?(hook: () => any, timeout?: any): void;
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  afterAll?(hook: () => any, timeout?: any): void;
  // biome-ignore lint/suspicious/noExplicitAny: node:test calls them so.
  before?(hook: () => any, options?: any): void;
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  after?(hook: () => any, options?: any): void;
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  beforeEach(hook: () => any, timeout?: any): void;
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  afterEach(hook: () => any, timeout?: any): void;
}

export interface FixtureOptions {
  /** Starts the server: {@link startKiln} or {@link startInProcess}, as a function without arguments. */
  start(): Promise<Kiln>;
  /** Sets up the base cluster, once. */
  setUp?(kiln: Kiln): Promise<void>;
  readonly fork?: ForkChoice;
}

export interface Fixture {
  /** Fork of the current test. */
  readonly fork: ForkHandle;
  /** Server of all tests in the file. */
  readonly kiln: Kiln;
}

/**
 * Registers hooks with a test runner: one server for the file, a fork for each test, both removed afterwards. Pass the
 * hooks of the runner: the module `vitest`, `node:test`, or the globals of jest.
 */
export function useForks(hooks: TestHooks, { start, setUp, fork: choice }: FixtureOptions): Fixture {
  let kiln: Kiln | undefined;
  let fork: ForkHandle | undefined;
  const [first, last] = [hooks.beforeAll ?? hooks.before, hooks.afterAll ?? hooks.after];
  if (first === undefined || last === undefined) {
    throw new TypeError("useForks() takes the hooks of a test runner: beforeAll or before, afterAll or after");
  }
  first(async () => {
    kiln = await start();
    await setUp?.(kiln);
  });
  hooks.beforeEach(async () => {
    fork = await kiln?.fork(choice);
  });
  hooks.afterEach(async () => {
    await fork?.delete();
    fork = undefined;
  });
  last(async () => {
    await kiln?.stop();
  });
  return {
    get fork() {
      return present(fork, "fork");
    },
    get kiln() {
      return present(kiln, "kiln");
    },
  };
}

function present<T>(value: T | undefined, name: string): T {
  if (value === undefined) {
    throw new Error(`${name} is there while a test runs, not before or after`);
  }
  return value;
}
