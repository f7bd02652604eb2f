import type { Declaration } from "../declaration.ts";

export const componentStatus: Declaration = {
  resource: "componentstatuses",
  warnings: { v1: "v1 ComponentStatus is deprecated in v1.19+" },
};
