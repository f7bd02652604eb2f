import type { JsonObject } from "@kiln/api";
import type { TypeRules } from "../../../natives/type-rules.ts";
import type { Declaration } from "../declaration.ts";

/** Changes the request. */
function defaultCount(request: JsonObject): void {
  request.allocationMode ??= "ExactCount";
  if (request.allocationMode === "ExactCount") {
    request.count ??= 1;
  }
}

const request: TypeRules = { setDefaults: defaultCount };

export const resourceClaim: Declaration = {
  resource: "resourceclaims.resource.k8s.io",
  types: {
    "resource/v1.ExactDeviceRequest": request,
    "resource/v1.DeviceSubRequest": request,
  },
};

export const resourceSlice: Declaration = {
  resource: "resourceslices.resource.k8s.io",
  selectableFields: ["spec.nodeName", "spec.driver"],
};
