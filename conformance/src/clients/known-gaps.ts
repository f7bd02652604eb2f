/**
 * Known gaps: the reason why a client library does not work with Kiln yet, by test name. A gap that closes fails until
 * it is removed.
 */
export const clientGaps: Readonly<Record<string, string>> = {};
