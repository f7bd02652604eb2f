import type { Keyword } from "../keyword.ts";
import { checkListType } from "./check-list-type.ts";

/** `x-kubernetes-list-map-keys`, which {@link listType} validates. */
export const listMapKeys: Keyword = {
  wire: "x-kubernetes-list-map-keys",
  name: "listMapKeys",
  encoding: "textList",
  goField: "XListMapKeys",
  mayBeInBranch: false,
  mayBeAtStatusRoot: false,
  settled: "walked",
  schemas: { each: checkListType },
};
