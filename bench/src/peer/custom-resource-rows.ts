import {
  applyAmong,
  create,
  deleteOne,
  getAmong,
  listAll,
  listPage,
  patchAmong,
  updateAmong,
} from "../server/workload.ts";
import type { PeerRow } from "./peer-row.ts";

/** Number of objects that exist before the first row. */
export const OBJECTS = 5000;

/** Rows of custom resources of 1 KiB in JSON, on servers that store {@link OBJECTS} of them. */
export const customResourceRows: readonly PeerRow[] = [
  { name: "create", operate: create, operations: 1000, leastProcessor: 3, goal: 15 },
  { name: "get", operate: getAmong(OBJECTS), operations: 4000, leastProcessor: 4, goal: 15 },
  { name: "list of 5,000", operate: listAll, operations: 8, warmUp: 8, inFlight: 1, leastProcessor: 3, goal: 10 },
  {
    name: "page of a list with selector",
    operate: listPage,
    operations: 200,
    warmUp: 400,
    leastProcessor: 3,
    goal: 10,
  },
  { name: "get, then update", operate: updateAmong(OBJECTS), operations: 1000, leastProcessor: 3, goal: 10 },
  { name: "merge patch", operate: patchAmong(OBJECTS), operations: 1000, leastProcessor: 3, goal: 10 },
  { name: "apply that changes a field", operate: applyAmong(OBJECTS), operations: 1000, leastProcessor: 3, goal: 10 },
];

/** Row that deletes the objects of the row "create" and runs after it. */
export const deleteRow: PeerRow = {
  name: "delete",
  operate: deleteOne,
  operations: 1000,
  leastProcessor: 4,
  goal: 15,
};
