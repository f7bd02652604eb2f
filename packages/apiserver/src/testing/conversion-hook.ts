import { decodeJson, encodeJson, type JsonObject } from "@kiln/api";
import type { WebhookRequest, WebhookTransport } from "@kiln/webhook";
import { definition, specSchema, version } from "./definitions.ts";

export interface ConversionQuestion {
  readonly apiVersion: string;
  readonly uid: string;
  readonly desiredAPIVersion: string;
  readonly objects: readonly JsonObject[];
}

/** Conversion webhook inside the test process; a test may replace `respond` at any time. */
export interface ConversionHook {
  readonly transport: WebhookTransport;
  /** Requests so far. */
  readonly asked: ConversionQuestion[];
  /**
   * Returns the response to a request, or the fields of the ConversionReview; a pending promise blocks the server's
   * request.
   */
  respond: (question: ConversionQuestion, request: WebhookRequest) => JsonObject | Promise<JsonObject>;
  /** apiVersion of the ConversionReview in the response; absent: the requested one. */
  apiVersion?: string;
}

/** Webhook that converts widgets: `size` in v1 is `length` in v2. */
export function createConversionHook(): ConversionHook {
  const hook: ConversionHook = {
    asked: [],
    respond: (question) => ({ convertedObjects: question.objects.map((object) => rename(object, question)) }),
    transport: {
      close: () => {},
      async post(request) {
        const { apiVersion, request: sent } = decodeJson(request.body).value as JsonObject;
        const question = { ...(sent as JsonObject), apiVersion } as unknown as ConversionQuestion;
        hook.asked.push(question);
        const response = await hook.respond(question, request);
        const review = { apiVersion: hook.apiVersion ?? question.apiVersion, kind: "ConversionReview" };
        const answer = { uid: question.uid, result: { status: "Success" }, ...response };
        return { status: 200, contentType: "application/json", body: encodeJson({ ...review, response: answer }) };
      },
    },
  };
  return hook;
}

function rename(object: JsonObject, { desiredAPIVersion }: ConversionQuestion): JsonObject {
  const { size, length, ...rest } = (object.spec ?? {}) as JsonObject;
  const value = size ?? length;
  const key = desiredAPIVersion.endsWith("v1") ? "size" : "length";
  return {
    ...object,
    apiVersion: desiredAPIVersion,
    spec: { ...rest, ...(value === undefined ? {} : { [key]: value }) },
  };
}

/** CRD of Widgets with two versions, v1 stored, and a conversion webhook. */
export function convertedWidgets(reviewVersions: readonly string[] = ["v1"]): JsonObject {
  const webhook = {
    clientConfig: { url: "https://hook.example.com/convert" },
    conversionReviewVersions: [...reviewVersions],
  };
  return definition({
    versions: [
      version({ schema: specSchema({ size: { type: "string" }, color: { type: "string" } }) }),
      version({
        name: "v2",
        storage: false,
        schema: specSchema({ length: { type: "string" }, color: { type: "string" } }),
        selectableFields: [{ jsonPath: ".spec.length" }],
        additionalPrinterColumns: [{ name: "Length", type: "string", jsonPath: ".spec.length" }],
      }),
    ],
    spec: { conversion: { strategy: "Webhook", webhook } },
  });
}
