export type { SettleOptions, WriteCount } from "./expect-requests.ts";
export { type Fixture, type FixtureOptions, type TestHooks, useForks } from "./fixtures.ts";
export type { ForkHandle, InjectedFault } from "./fork-handle.ts";
export type { FaultSpecObject, LoggedRequest } from "./handle-types.ts";
export type { ForkChoice, Kiln } from "./kiln.ts";
export { startInProcess } from "./start-in-process.ts";
export { type StartOptions, startKiln } from "./start-kiln.ts";
