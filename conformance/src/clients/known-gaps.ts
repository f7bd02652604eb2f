/** By the name of the test: why a client library cannot do it with Kiln yet. A gap that closes fails until it is off. */
export const clientGaps: Readonly<Record<string, string>> = {};
