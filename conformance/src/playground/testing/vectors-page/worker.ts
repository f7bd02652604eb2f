import { parseJson } from "@kiln/api";
import { runVectors } from "../../../vectors/run-vectors.ts";
import { parseVectorFile } from "../../../vectors/vector-file.ts";
import type { Port } from "./vectors-protocol.ts";

// Runs files of vectors with the engine that the playground has.
const port = globalThis as unknown as Port;
port.onmessage = ({ data }) => {
  const file = parseVectorFile(parseJson(String(data), { maxBytes: Number.POSITIVE_INFINITY }).value);
  port.postMessage(file === undefined ? [] : runVectors(file));
};
