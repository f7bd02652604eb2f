// What tests need: what the published package exports under NAME/testing.

export * from "@kiln/apiserver/testing";
export { type Kiln, type StartKilnOptions, startKiln } from "./start-kiln.ts";
