import { MemoryStore } from "@kiln/store/memory";
import { describe, expect, it } from "vitest";
import { settle } from "../testing/settle.ts";
import { startTestServer } from "../testing/start-test-server.ts";

const DEFAULT = "/api/v1/namespaces/default";
const SLICES = "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices";
const LEASES = "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases";
const NETWORKS = "/apis/networking.k8s.io/v1/servicecidrs";

/** Names of the Leases of the hosts "one" and "two". */
const NAMES = ["apiserver-lonn3mgjh4otei2c3b7rmvvvfq", "apiserver-v43ve5boifz4om6rvlnrvkmb4i"];

function advertise(address: string) {
  return { advertised: Promise.resolve({ address, port: 6443 }) };
}

describe("publishServer()", () => {
  it("makes the Service by which clients in a cluster find the server, and what belongs to it", async () => {
    const server = await startTestServer(advertise("192.0.2.7"));
    await settle(server);
    expect((await server.send("GET", `${DEFAULT}/services/kubernetes`)).json).toMatchObject({
      metadata: { labels: { component: "apiserver", provider: "kubernetes" } },
      spec: { clusterIP: "10.0.0.1", ports: [{ name: "https", port: 443, targetPort: 6443 }] },
    });
    expect((await server.send("GET", `${DEFAULT}/endpoints/kubernetes`)).json?.subsets).toEqual([
      { addresses: [{ ip: "192.0.2.7" }], ports: [{ name: "https", port: 6443, protocol: "TCP" }] },
    ]);
    expect((await server.send("GET", `${SLICES}/kubernetes`)).json).toMatchObject({
      addressType: "IPv4",
      endpoints: [{ addresses: ["192.0.2.7"], conditions: { ready: true } }],
    });
    expect((await server.send("GET", `${NETWORKS}/kubernetes`)).json).toMatchObject({
      spec: { cidrs: ["10.0.0.0/24"] },
      status: { conditions: [{ type: "Ready", status: "True" }] },
    });
    const address = await server.send("GET", "/apis/networking.k8s.io/v1/ipaddresses/10.0.0.1");
    expect(address.json?.spec).toEqual({
      parentRef: { resource: "services", namespace: "default", name: "kubernetes" },
    });
  });

  it("makes the PriorityClasses of the system, which Pods name", async () => {
    const server = await startTestServer(advertise("192.0.2.7"));
    await settle(server);
    const spec = { priorityClassName: "system-cluster-critical", containers: [{ name: "main", image: "img" }] };
    const pod = { metadata: { name: "p" }, spec };
    const { json } = await server.send("POST", `${DEFAULT}/pods`, { body: pod });
    expect(json?.spec).toMatchObject({ priority: 2_000_000_000, preemptionPolicy: "PreemptLowerPriority" });
    const { json: list } = await server.send("GET", "/apis/scheduling.k8s.io/v1/priorityclasses");
    expect(list).toMatchObject({ items: [{ value: 2_000_000_000 }, { value: 2_000_001_000 }] });
  });

  it("makes it again if it goes, and sets its endpoints right", async () => {
    const server = await startTestServer(advertise("192.0.2.7"));
    await settle(server);
    await server.send("DELETE", `${DEFAULT}/services/kubernetes`);
    await server.send("PUT", `${DEFAULT}/endpoints/kubernetes`, { body: { metadata: { name: "kubernetes" } } });
    await settle(server, { ms: 10_000 });
    expect((await server.send("GET", `${DEFAULT}/services/kubernetes`)).status).toBe(200);
    expect((await server.send("GET", `${DEFAULT}/endpoints/kubernetes`)).text).toContain("192.0.2.7");
  });

  it("says again that the range of addresses is ready, if that went or could not be said at first", async () => {
    const server = await startTestServer(advertise("192.0.2.7"));
    await settle(server);
    const { json } = await server.send("GET", `${NETWORKS}/kubernetes`);
    const body = { ...json, status: {} };
    expect((await server.send("PUT", `${NETWORKS}/kubernetes/status`, { body })).json?.status).toEqual({});
    await settle(server, { ms: 10_000 });
    expect((await server.send("GET", `${NETWORKS}/kubernetes`)).json).toMatchObject({
      status: { conditions: [{ type: "Ready", status: "True" }] },
    });
  });

  it("keeps a Lease for each server, renews it, and deletes those that are not renewed", async () => {
    const store = new MemoryStore();
    const server = (hostname: string) => {
      const advertised = Promise.resolve({ address: "192.0.2.1", port: 6443, hostname });
      return startTestServer({ advertised, store, sharesStore: true });
    };
    const one = await server("one");
    const two = await server("two");
    const list = async () => {
      const { json } = await one.send("GET", `${LEASES}?labelSelector=apiserver.kubernetes.io/identity=kube-apiserver`);
      return json?.items as { metadata: { name: string; labels: object }; spec: Record<string, unknown> }[];
    };
    await settle(one);
    await settle(two);
    const [first, second] = await list();
    // sha256 of "\0\x03one\0\x0ekube-apiserver" in base32, as kube-apiserver names it.
    expect([first, second].map((lease) => lease?.metadata.name).sort()).toEqual(NAMES);
    const findOwn = async () => (await list()).find(({ metadata }) => metadata.name === NAMES[0]);
    const own = await findOwn();
    expect(own?.metadata.labels).toMatchObject({ "kubernetes.io/hostname": "one" });
    expect(own?.spec).toMatchObject({
      leaseDurationSeconds: 3600,
      holderIdentity: expect.stringMatching(new RegExp(`^${NAMES[0]}_.{36}$`)),
    });
    await settle(one, { ms: 190_000 });
    expect((await findOwn())?.spec.renewTime).toBe(own?.spec.renewTime);
    await settle(one, { ms: 20_000 });
    expect((await findOwn())?.spec.renewTime).not.toBe(own?.spec.renewTime);
    two.close();
    await settle(one);
    expect((await list()).map(({ metadata }) => metadata.name)).toEqual([NAMES[0]]);
    const body = {
      metadata: { name: "apiserver-gone", labels: { "apiserver.kubernetes.io/identity": "kube-apiserver" } },
      spec: { holderIdentity: "gone", leaseDurationSeconds: 60, renewTime: "2020-01-01T00:00:00.000000Z" },
    };
    await one.send("POST", LEASES, { body });
    await settle(one, { ms: 210_000 });
    expect((await list()).map(({ metadata }) => metadata.name)).toEqual([NAMES[0]]);
  });

  it("lists all servers on the store, until they stop", async () => {
    const store = new MemoryStore();
    const one = await startTestServer({ ...advertise("192.0.2.1"), store, sharesStore: true });
    const two = await startTestServer({ ...advertise("192.0.2.2"), store, sharesStore: true });
    const listed = async () => {
      const { json } = await one.send("GET", `${DEFAULT}/endpoints/kubernetes`);
      const [subset] = (json?.subsets ?? []) as { addresses: { ip: string }[] }[];
      return subset?.addresses.map(({ ip }) => ip);
    };
    await settle(one);
    expect(await listed()).toEqual(["192.0.2.1", "192.0.2.2"]);
    await two.close();
    await settle(one, { ms: 10_000 });
    expect(await listed()).toEqual(["192.0.2.1"]);
  });
});
