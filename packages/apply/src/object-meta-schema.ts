import type { JsonSchema } from "@kiln/schema";

const text: JsonSchema = { type: "string" };
const time: JsonSchema = { type: "string", format: "date-time" };
const count: JsonSchema = { type: "integer" };
const texts: JsonSchema = { type: "object", additionalProperties: text };

const ownerReference: JsonSchema = {
  type: "object",
  mapType: "atomic",
  properties: new Map([
    ["apiVersion", text],
    ["blockOwnerDeletion", { type: "boolean" }],
    ["controller", { type: "boolean" }],
    ["kind", text],
    ["name", text],
    // With a default, because owner references without a uid must not fail here: validation rejects them later.
    ["uid", { type: "string", default: "" }],
  ]),
};

const managedFieldsEntry: JsonSchema = {
  type: "object",
  properties: new Map([
    ["apiVersion", text],
    ["fieldsType", text],
    ["fieldsV1", { type: "object" }],
    ["manager", text],
    ["operation", text],
    ["subresource", text],
    ["time", time],
  ]),
};

/** Schema of metadata, with the list and map types of its published schema. */
export const objectMetaSchema: JsonSchema = {
  type: "object",
  properties: new Map<string, JsonSchema>([
    ["annotations", texts],
    ["creationTimestamp", time],
    ["deletionGracePeriodSeconds", count],
    ["deletionTimestamp", time],
    ["finalizers", { type: "array", items: text, listType: "set" }],
    ["generateName", text],
    ["generation", count],
    ["labels", texts],
    ["managedFields", { type: "array", items: managedFieldsEntry, listType: "atomic" }],
    ["name", text],
    ["namespace", text],
    ["ownerReferences", { type: "array", items: ownerReference, listType: "map", listMapKeys: ["uid"] }],
    ["resourceVersion", text],
    ["selfLink", text],
    ["uid", text],
  ]),
};
