import { startInProcess, startKiln, useForks } from "@kiln/testing/helper";
import {
  CoreV1Api,
  createConfiguration,
  ResponseContext,
  ServerConfiguration,
  wrapHttpLibrary,
} from "@kubernetes/client-node";
import * as vitest from "vitest";

const { describe, expect, it } = vitest;

describe.each([
  ["startInProcess()", () => startInProcess()],
  ["startKiln()", () => startKiln()],
])("client-node on the fetch of a fork of %s", (_, start) => {
  const kiln = useForks(vitest, { start });

  it("reads and writes", async () => {
    const { fork } = kiln;
    const http = wrapHttpLibrary({
      async send(request) {
        const answer = await fork.fetch(request.getUrl(), {
          method: request.getHttpMethod(),
          headers: request.getHeaders(),
          body: request.getBody() as string,
        });
        const body = { text: () => answer.text(), binary: async () => Buffer.from(await answer.arrayBuffer()) };
        return new ResponseContext(answer.status, Object.fromEntries(answer.headers), body);
      },
    });
    const api = new CoreV1Api(
      createConfiguration({ baseServer: new ServerConfiguration(fork.url, {}), httpApi: http, authMethods: {} }),
    );
    const namespace = "default";
    await api.createNamespacedConfigMap({ namespace, body: { metadata: { name: "mine" } } });
    const { metadata } = await api.readNamespacedConfigMap({ namespace, name: "mine" });
    expect(metadata?.name).toBe("mine");
    await fork.expectWrites("configmaps", { times: 1, name: "mine" });
  });
});
