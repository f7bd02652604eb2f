import {
  asObjects,
  asText,
  type FieldError,
  fieldPath,
  invalid,
  type JsonObject,
  madeNameIsDns1123Subdomain,
  objectAt,
  printTime,
} from "@kiln/api";
import { IMMUTABLE } from "../../natives/marks.ts";
import { withGoStruct } from "../../natives/print-go-struct.ts";
import type { TypeRules } from "../../natives/type-rules.ts";
import { validateTemplateMetadata } from "../core/pod-spec/validate-claim-template.ts";
import { isExtendedResource } from "../core/resource-names.ts";
import type { Declaration } from "../declaration.ts";
import { checkImmutable } from "../field-checks.ts";
import { checkRequestedAccess } from "./check-admin-access.ts";
import { checkList } from "./check-list.ts";
import { forgetDeallocated, validateClaimStatus } from "./validate-claim-status.ts";
import { validateConfiguration, validateDeviceClaim, validateSelectors } from "./validate-devices.ts";
import { validateResourceSlice, validateSliceKept, warnOfResourceSlice } from "./validate-resource-slice.ts";

const SPEC = fieldPath("spec");
/** Changes the request. */
function defaultCount(request: JsonObject): void {
  request.allocationMode = request.allocationMode || "ExactCount";
  if (request.allocationMode === "ExactCount") {
    request.count = request.count || 1;
  }
}

const request: TypeRules = { setDefaults: defaultCount };

function validateSpecKept(object: JsonObject, old: JsonObject, type: string): FieldError[] {
  return checkImmutable(object.spec, old.spec, SPEC).map((error) => withGoStruct(error, type));
}

export const resourceClaim: Declaration = {
  resource: "resourceclaims.resource.k8s.io",
  metadataRules: { requiresQualifiedFinalizers: true, onUpdate: ["create", "update"] },
  types: {
    "resource/v1.ExactDeviceRequest": request,
    "resource/v1.DeviceSubRequest": request,
    "resource/v1.DeviceToleration": {
      setDefaults: (toleration) => {
        toleration.operator = toleration.operator || "Equal";
      },
    },
  },
  marks: { spec: IMMUTABLE },
  strategy: ({ semantics }) => ({
    statusKeepsMetadata: true,
    validateCreate: (object, services) => {
      const devices = objectAt(object, "spec", "devices");
      return [
        ...checkRequestedAccess(object, devices, services),
        ...validateDeviceClaim(devices, SPEC.child("devices")),
      ];
    },
    prepareUpdate: (object, old, subresource) => {
      if (subresource === "status") {
        forgetDeallocated(object, old);
      }
    },
    validateUpdate: (object, old, subresource, services) => {
      if (subresource === "status") {
        return validateClaimStatus(object, old, services);
      }
      return semantics === "upstream" ? validateSpecKept(object, old, "resource/v1.ResourceClaimSpec") : [];
    },
  }),
};

function validateTemplate(object: JsonObject): FieldError[] {
  const spec = objectAt(object, "spec");
  return [
    ...validateTemplateMetadata(objectAt(spec, "metadata"), SPEC.child("metadata")),
    ...validateDeviceClaim(objectAt(spec, "spec", "devices"), SPEC.child("spec", "devices")),
  ];
}

export const resourceClaimTemplate: Declaration = {
  resource: "resourceclaimtemplates.resource.k8s.io",
  metadataRules: { requiresQualifiedFinalizers: true, onUpdate: ["create", "update"] },
  marks: { spec: IMMUTABLE },
  strategy: ({ semantics }) => ({
    validateCreate: (object, services) => [
      ...checkRequestedAccess(object, objectAt(object, "spec", "spec", "devices"), services),
      ...validateTemplate(object),
    ],
    validateUpdate: (object, old) => [
      ...validateTemplate(object),
      ...(semantics === "upstream" ? validateSpecKept(object, old, "resource/v1.ResourceClaimTemplateSpec") : []),
    ],
  }),
};

const MAX_CONFIGS = 32;

function validateDeviceClass(object: JsonObject): FieldError[] {
  const { selectors, config, extendedResourceName: name } = objectAt(object, "spec");
  return [
    ...validateSelectors(selectors, SPEC.child("selectors")),
    ...checkList(asObjects(config), SPEC.child("config"), { max: MAX_CONFIGS, check: validateConfiguration }),
    ...(name === undefined || isExtendedResource(asText(name))
      ? []
      : [invalid(SPEC.child("extendedResourceName"), asText(name), "must be a valid extended resource name")]),
  ];
}

export const deviceClass: Declaration = {
  resource: "deviceclasses.resource.k8s.io",
  nameRule: madeNameIsDns1123Subdomain,
  metadataRules: { requiresQualifiedFinalizers: true, onUpdate: ["create", "update"] },
  strategy: () => ({ validateCreate: validateDeviceClass, validateUpdate: validateDeviceClass }),
};

/** Changes the devices: drops fields of feature gates that are off by default. */
function dropDisabledDeviceFields(object: JsonObject): void {
  for (const device of asObjects(objectAt(object, "spec").devices)) {
    delete device.nodeAllocatableResourceMappings;
    for (const attribute of asObjects(Object.values(objectAt(device, "attributes")))) {
      for (const list of ["bools", "ints", "strings", "versions"]) {
        delete attribute[list];
      }
    }
  }
}

/** Changes the taints: sets their timeAdded. */
function dateTaints(object: JsonObject, now: string): void {
  for (const taint of asObjects(objectAt(object, "spec").devices).flatMap(({ taints }) => asObjects(taints))) {
    taint.timeAdded ??= now;
  }
}

export const resourceSlice: Declaration = {
  resource: "resourceslices.resource.k8s.io",
  selectableFields: ["spec.nodeName", "spec.driver"],
  refuseField: (field) => `field label not supported for resource.k8s.io/v1, Kind=ResourceSlice: ${field}`,
  marks: { "spec.driver": IMMUTABLE, "spec.nodeName": IMMUTABLE, "spec.pool.name": IMMUTABLE },
  strategy: ({ semantics }) => ({
    prepareCreate: (object, { services }) => {
      dropDisabledDeviceFields(object);
      dateTaints(object, printTime(services.clock.now()));
    },
    prepareUpdate: (object, _old, _subresource, { clock }) => {
      dropDisabledDeviceFields(object);
      dateTaints(object, printTime(clock.now()));
    },
    validateCreate: (object) => validateResourceSlice(object),
    validateUpdate: (object, old) =>
      validateResourceSlice(object, semantics === "upstream" ? validateSliceKept(object, old) : []),
    warn: warnOfResourceSlice,
  }),
};
