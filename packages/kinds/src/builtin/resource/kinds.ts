import {
  asObjects,
  type FieldError,
  type FieldPath,
  fieldPath,
  invalid,
  type JsonObject,
  madeNameIsDns1123Subdomain,
  objectAt,
  printTime,
  rootPath,
} from "@kiln/api";
import { IMMUTABLE } from "../../natives/marks.ts";
import type { TypeRules } from "../../natives/type-rules.ts";
import { validateClaimMetadata } from "../core/pod-spec/validate-claim-template.ts";
import { isExtendedResource } from "../core/resource-names.ts";
import type { Declaration } from "../declaration.ts";
import { fieldRules } from "../field-rules.ts";
import { checkRequestedAccess } from "./check-admin-access.ts";
import { createSelectorCheck } from "./check-selector.ts";
import { forgetDeallocated, validateClaimStatus } from "./validate-claim-status.ts";
import {
  type ClaimFacts,
  checkDeviceSelector,
  validateConfiguration,
  validateDeviceClaim,
} from "./validate-devices.ts";
import { checkSliceKept, validateResourceSlice, warnOfResourceSlice } from "./validate-resource-slice.ts";

const SPEC = fieldPath("spec");
/** Sets allocationMode, and the count for ExactCount. */
function defaultCount(request: JsonObject): void {
  request.allocationMode = request.allocationMode || "ExactCount";
  if (request.allocationMode === "ExactCount") {
    request.count = request.count || 1;
  }
}

const request: TypeRules = { setDefaults: defaultCount };

const checkClaimKept = fieldRules({ spec: "immutable=resource/v1.ResourceClaimSpec" });
const checkTemplateKept = fieldRules({ spec: "immutable=resource/v1.ResourceClaimTemplateSpec" });

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
    status: { keepsMetadata: true },
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
      return semantics === "upstream" ? checkClaimKept(object, rootPath, { old }) : [];
    },
  }),
};

function validateTemplate(object: JsonObject): FieldError[] {
  const spec = objectAt(object, "spec");
  return [
    ...validateClaimMetadata(objectAt(spec, "metadata"), SPEC.child("metadata")),
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
      ...(semantics === "upstream" ? checkTemplateKept(object, rootPath, { old }) : []),
    ],
  }),
};

const checkClass = fieldRules<ClaimFacts>({
  "spec.selectors[<=32]": checkDeviceSelector,
  "spec.config[<=32]": validateConfiguration,
  "spec.extendedResourceName": ["pointer", checkExtendedName],
});

function checkExtendedName(name: string, path: FieldPath): FieldError[] {
  return isExtendedResource(name) ? [] : [invalid(path, name, "must be a valid extended resource name")];
}

function validateDeviceClass(object: JsonObject): FieldError[] {
  return checkClass(object, rootPath, { given: { names: new Set(), checkSelector: createSelectorCheck() } });
}

export const deviceClass: Declaration = {
  resource: "deviceclasses.resource.k8s.io",
  nameRule: madeNameIsDns1123Subdomain,
  metadataRules: { requiresQualifiedFinalizers: true, onUpdate: ["create", "update"] },
  strategy: () => ({ validateCreate: validateDeviceClass, validateUpdate: validateDeviceClass }),
};

/** Removes fields of devices whose feature gates are off by default. */
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

/** Sets timeAdded of new taints. */
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
      validateResourceSlice(object, semantics === "upstream" ? checkSliceKept(object, rootPath, { old }) : []),
    warn: warnOfResourceSlice,
  }),
};
