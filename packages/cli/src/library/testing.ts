// Helpers for tests, exported by the published package under NAME/testing.

export * from "@kiln/apiserver/testing";
export { type Kiln, type StartKilnOptions, startKiln } from "./start-kiln.ts";
