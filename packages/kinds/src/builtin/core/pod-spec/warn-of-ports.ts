import { asInteger, asObjects, asText, type FieldPath, type JsonObject, quoteGo } from "@kiln/api";
import type { PlacedContainer } from "./visit-containers.ts";

interface PlacedPort {
  readonly port: JsonObject;
  readonly path: FieldPath;
}

/** Warns of conflicting container ports. */
export function warnOfPorts(containers: readonly PlacedContainer[]): string[] {
  const ports = containers.flatMap(({ container, path }) =>
    asObjects(container.ports).map((port, i) => ({ port, path: path.child("ports").index(i) })),
  );
  const byNumber = new Map<string, PlacedPort[]>();
  const clashes = ports.flatMap((placed) => {
    const { number, protocol } = read(placed.port);
    const key = `${number}/${protocol}`;
    const earlier = byNumber.get(key) ?? [];
    const warnings = warnOfPort(placed, earlier.slice(0, MAX_CLASHES));
    earlier.push(placed);
    byNumber.set(key, earlier);
    return warnings;
  });
  return [...clashes, ...warnOfNames(ports)];
}

/** Maximum number of warnings, a limit that Kubernetes lacks: a port repeated a thousand times would give a million. */
const MAX_CLASHES = 100;

function warnOfPort({ port, path }: PlacedPort, earlier: readonly PlacedPort[]): string[] {
  const { number, protocol, hostIp, hostPort } = read(port);
  const isLonely = hostIp !== "" && hostPort === 0;
  const printed = `{Name:${asText(port.name)} HostPort:${hostPort} ContainerPort:${number} Protocol:${protocol} HostIP:${hostIp}}`;
  return [
    ...(isLonely ? [`${path}: hostIP set without hostPort: ${printed}`] : []),
    ...earlier.flatMap((other) => {
      const how = relate(read(port), read(other.port));
      return how === undefined ? [] : [`${path}: ${how} port definition with ${other.path}`];
    }),
  ];
}

function read(port: JsonObject) {
  return {
    number: Number(asInteger(port.containerPort)),
    protocol: asText(port.protocol),
    hostIp: asText(port.hostIP),
    hostPort: Number(asInteger(port.hostPort)),
  };
}

type Port = ReturnType<typeof read>;

function relate(a: Port, b: Port): string | undefined {
  if (a.hostIp === b.hostIp && a.hostPort === b.hostPort) {
    return "duplicate";
  }
  if (a.hostPort === 0 || b.hostPort === 0) {
    return "overlapping";
  }
  const isOneOpen = (a.hostIp === "") !== (b.hostIp === "");
  return a.hostPort === b.hostPort && isOneOpen ? "dangerously ambiguous" : undefined;
}

function warnOfNames(ports: readonly PlacedPort[]): string[] {
  const first = new Map<string, FieldPath>();
  return ports.flatMap(({ port, path }) => {
    const name = asText(port.name);
    const other = first.get(name);
    if (name !== "" && other === undefined) {
      first.set(name, path);
    }
    return other === undefined
      ? []
      : [
          `${path}: duplicate port name ${quoteGo(name)} with ${other}, services and probes that select ports by name will use ${other}`,
        ];
  });
}
