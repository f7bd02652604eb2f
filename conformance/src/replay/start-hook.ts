import https from "node:https";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { parseBody, readText } from "./connection.ts";
import type { Certificates } from "./make-certificates.ts";
import type { HookScript } from "./scenario.ts";

/** The webhook that scenarios script: answers admission and conversion reviews on loopback. */
export interface Hook {
  readonly url: string;
  /** CA of its certificate: base64 of PEM. */
  readonly ca: string;
  /** Scripts by path. */
  readonly scripts: Map<string, HookScript>;
  close(): void;
}

const REVIEW_TIMEOUT_MS = 5000;

interface Review {
  readonly apiVersion: string;
  readonly request: {
    readonly uid: string;
    readonly desiredAPIVersion: string;
    readonly objects: readonly { readonly spec?: Readonly<Record<string, unknown>> }[];
  };
}

export async function startHook({ ca, loopback }: Certificates): Promise<Hook> {
  const scripts = new Map<string, HookScript>();
  const server = https.createServer({ cert: loopback.cert, key: loopback.key }, async (request, response) => {
    const review = parseBody(await readText(request, REVIEW_TIMEOUT_MS)) as Review;
    const script = scripts.get((request.url ?? "").split("?")[0] ?? "");
    if (script === undefined) {
      response.writeHead(404).end("no script");
      return;
    }
    if (script.delayMs !== undefined) {
      await pause(script.delayMs);
    }
    if (script.status !== undefined) {
      response.writeHead(script.status).end(script.text ?? "");
      return;
    }
    const answer = script.conversion === undefined ? admit(review, script) : convert(review, script);
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ca: Buffer.from(ca).toString("base64"),
    scripts,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function admit({ apiVersion, request }: Review, script: HookScript): unknown {
  const patch = script.patch === undefined ? undefined : Buffer.from(JSON.stringify(script.patch)).toString("base64");
  const response = {
    uid: request.uid,
    allowed: script.allowed ?? true,
    ...(patch === undefined ? {} : { patchType: "JSONPatch", patch }),
    ...(script.result === undefined ? {} : { status: script.result }),
    ...(script.warnings === undefined ? {} : { warnings: script.warnings }),
  };
  return { apiVersion, kind: "AdmissionReview", response };
}

function convert({ apiVersion, request }: Review, script: HookScript): unknown {
  const renames = script.conversion?.[request.desiredAPIVersion] ?? {};
  const convertedObjects = request.objects.map((object) => {
    const renamed = Object.entries(object.spec ?? {}).map(([key, value]) => [renames[key] ?? key, value]);
    const spec = object.spec === undefined ? {} : { spec: Object.fromEntries(renamed) };
    return { ...object, apiVersion: request.desiredAPIVersion, ...spec };
  });
  const result = script.fail === undefined ? { status: "Success" } : { status: "Failure", message: script.fail };
  return { apiVersion, kind: "ConversionReview", response: { uid: request.uid, convertedObjects, result } };
}
