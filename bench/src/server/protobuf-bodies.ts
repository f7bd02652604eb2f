import { decodeJson, encodeJson, type JsonObject } from "@kiln/api";
import { createProtobuf, type Protobuf } from "@kiln/kinds";
import type { Figure, Work } from "../benchmark.ts";
import { measureRatio } from "../measure-ratio.ts";
import { sampleList, sampleObjects } from "./sample-objects.ts";

/** No slower than JSON; a tenth is for machines with another balance of memory and processor. */
const BOUND = { most: 1.1 };

/**
 * Processor time of decoding and encoding objects in protobuf, as a share of that in JSON: `open().read()` beside
 * `decodeJson()` of the same object's bytes, and `encode()` beside `encodeJson()` of one tree, as a request has it.
 */
export async function measureProtobufBodies(): Promise<readonly Figure[]> {
  const protobuf = createProtobuf();
  const figures: Figure[] = [];
  for (const [name, object] of Object.entries({ ...sampleObjects, "list of Pods": sampleList })) {
    for (const [verb, subject, baseline] of worksOf(protobuf, object)) {
      const { ratio } = await measureRatio({ subject, baseline, bound: BOUND });
      figures.push({ name: `${verb} ${name}`, value: ratio, unit: "x", bound: BOUND });
    }
  }
  return figures;
}

function worksOf(protobuf: Protobuf, object: JsonObject): [verb: string, subject: Work, baseline: Work][] {
  const json = encodeJson(object);
  const tree = decodeJson(json).value as JsonObject;
  const message = protobuf.encode(tree) as Uint8Array;
  const type = { apiVersion: "", kind: "" };
  const work = (name: string, run: () => unknown): Work => ({
    name,
    run: () => {
      run();
    },
  });
  return [
    ["decode", work("protobuf", () => protobuf.open(message, type).read()), work("JSON", () => decodeJson(json))],
    ["encode", work("protobuf", () => protobuf.encode(tree)), work("JSON", () => encodeJson(tree))],
  ];
}
